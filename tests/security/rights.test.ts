import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abilityOf, whyNot } from '../../src/shared/ability.ts';
import { callIds, goodInput } from '../support/contract-fields.ts';
import { endpointOf, startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { writeForAll } from '../support/write-for-all.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const bearerCalls = callIds.filter((id) => endpointOf(id).access === 'bearer' && id !== 'session.logout');

const withRights = async (name: string, rights: { action: string; subject: string }[]): Promise<TestUser> => {
  const user = await server.register(name);
  await writeForAll(server.backend.parts.database, async (tx) => {
    await tx.query
      .updateTable('users')
      .set({ ability_json: JSON.stringify(rights) })
      .where('email', '=', user.email)
      .execute();
  });
  return user;
};

describe('rights', () => {
  it.each([
    ['nothing', []],
    ['reading everything', [{ action: 'read', subject: 'all' }]],
    ['the wallet alone', [{ action: 'manage', subject: 'Wallet' }]],
    ['the default', [{ action: 'read', subject: 'Auth' }]],
  ])(
    'to %s open the calls that the table names, and refuse the others with its sentence',
    async (what, rights) => {
      const user = await withRights(`rights ${what}`.replaceAll(' ', '-'), rights);
      const ability = abilityOf(rights);
      for (const id of bearerCalls) {
        const reason = whyNot(ability, id);
        const answer = await user.ask(id, goodInput(id));
        if (reason === null) expect(answer.status, id).not.toBe(403);
        else
          expect([answer.status, answer.body.code, answer.body.message], id).toEqual([
            403,
            'forbidden',
            reason,
          ]);
      }
    },
  );

  it('that are missing are reported before the payload is looked at', async () => {
    const user = await withRights('rights-first', []);
    expect((await user.ask('wallet.transfer', { amount: 'nonsense' })).status).toBe(403);
  });

  it('that change hold from the next call on, and are sent with the profile', async () => {
    const user = await withRights('rights-change', [{ action: 'read', subject: 'Auth' }]);
    expect((await user.ask('wallet.mine')).status).toBe(200);
    const { email } = user;
    await writeForAll(server.backend.parts.database, async (tx) => {
      await tx.query.updateTable('users').set({ ability_json: '[]' }).where('email', '=', email).execute();
    });
    expect((await user.ask('wallet.mine')).status).toBe(403);
    expect((await user.call('profile.mine')).ability).toEqual([]);
  });
});
