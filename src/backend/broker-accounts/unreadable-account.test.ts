import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { LivePeople } from '../../../tests/support/live-person.ts';

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
