import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { LivePeople } from '../../../tests/support/live-person.ts';
import { DAY_MS } from '../../shared/time.ts';

const people = new LivePeople();
afterEach(() => people.server.dispose());

it('an account whose key is away stays linked: its owner is notified at once, and the next start goes on with it', async () => {
  await people.open();
  const { userId, clientCode } = await people.person('INFY');
  const { dataDir } = people.server;
  const key = join(dataDir, 'data.key');
  await people.server.close();
  renameSync(key, `${key}.away`);
  await people.open(dataDir);
  const { brokerAccounts, database } = people.server.backend.parts;
  await expect
    .poll(() =>
      database.read
        .selectFrom('alerts')
        .select(['title', 'body', 'is_critical'])
        .where('user_id', '=', userId)
        .where('title', '=', 'Angel One is not connected')
        .execute(),
    )
    .toEqual([
      expect.objectContaining({
        body: expect.stringMatching(/has to bring it back.*only the stops that rest/) as string,
        is_critical: 1,
      }),
    ]);
  expect(() => brokerAccounts.requireAccount(userId)).toThrow(/has to bring it back/);
  const logins = people.links.logins;
  const credentials = { clientCode, pin: '1234', apiKey: 'key', totpSecret: null };
  await expect(brokerAccounts.link(userId, credentials, '123456', null)).rejects.toThrow(
    /has to bring it back/,
  );
  expect(people.links.logins).toBe(logins);
  await people.server.close();
  renameSync(`${key}.away`, key);
  await people.open(dataDir);
  await expect.poll(() => people.server.backend.parts.brokerAccounts.accountOf(userId)).not.toBeNull();
});

it('whose credentials cannot be read gives way to no other account while an order of today may fill there', async () => {
  await people.open();
  const person = await people.person('INFY');
  const { userId, clientCode } = person;
  const order = await people.restingEntry(person);
  await people.database.write(userId, (tx) =>
    tx.query
      .updateTable('broker_accounts')
      .set({ credentials_sealed: 'unreadable' })
      .where('user_id', '=', userId)
      .execute(),
  );
  const { dataDir } = people.server;
  await people.server.close();
  await people.open(dataDir);
  const { brokerAccounts } = people.server.backend.parts;
  await expect.poll(() => brokerAccounts.whyNotUp(userId)).not.toBeNull();
  const linkOf = (code: string) =>
    brokerAccounts.link(
      userId,
      { clientCode: code, pin: '1234', apiKey: 'key', totpSecret: null },
      '123456',
      null,
    );
  await expect(linkOf('Z999999')).rejects.toThrow(/^An order to buy 10 INFY may still fill in the account /);
  // What was sent on another day is over there, whatever is written of it.
  await people.database.write(userId, (tx) =>
    tx.query
      .updateTable('orders')
      .set({ sent_at: people.clock.now() - DAY_MS })
      .where('id', '=', order.id)
      .execute(),
  );
  await linkOf('Z999999');
  expect(clientCode).not.toBe('Z999999');
});
