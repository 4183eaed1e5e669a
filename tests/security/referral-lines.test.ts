import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestTurn } from '../support/longest-turn.ts';
import { addUser } from '../support/new-user.ts';
import { requestOf, startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';
import { HOUSE } from '../../src/backend/db/database.ts';

/** Members of a line, each registered below the other. One user makes it in less than two hours, from one address. */
const LINE = 30_000;
const SLICE = 1_000;
const AT_ONCE = 16;
const ROUNDS = 8;
/** Most milliseconds of another user's small call, whatever one account does. */
const MOST_MS = 250;
const PAISE = 20_000_00;

let server: TestBackend;
let head: TestUser;
let other: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  head = await server.register('head');
  other = await server.register('other');
  const { database } = server.backend.parts;
  let { id: above } = await head.call('profile.mine');
  for (let from = 0; from < LINE; from += SLICE)
    await database.write(HOUSE, async (tx) => {
      for (let number = from; number < from + SLICE; number++)
        above = await addUser(tx, { number, referrerId: above });
    });
}, 120_000);
afterAll(() => server.dispose());

it('who becomes active at the end of a very long line keeps nobody else waiting', async () => {
  const { database, ledger } = server.backend.parts;
  let turn = Number.POSITIVE_INFINITY;
  // What else the machine does at the moment can spoil a round, and cannot make a good one.
  for (let round = 0; round < ROUNDS && turn >= MOST_MS; round++) {
    const last = await server.register(`last${round}`, `CODE${LINE - 1}`);
    const { id: userId } = await last.call('profile.mine');
    await database.write(userId, (tx) =>
      ledger.post(tx, {
        userId,
        key: 'to begin with',
        kind: 'correction',
        postings: [
          { house: 'promotions', amount: -PAISE },
          { userId, account: 'available', amount: PAISE },
        ],
      }),
    );
    turn = await longestTurn(() => last.call('wallet.activate'));
    console.log(`An activation below ${LINE} took others ${turn.toFixed(0)} ms.`);
  }
  expect((await head.call('team.mine')).active).toBeGreaterThan(0);
  expect(turn).toBeLessThan(MOST_MS);
}, 60_000);

it.each([
  ['team.mine', {}],
  ['team.indirect', { level: 900 }],
  ['team.indirect', { pageNumber: 2_400 }],
] as const)(
  '%s %j of a very long line, asked many times at once, keeps nobody else waiting',
  async (id, input) => {
    const { path, body } = requestOf(id, input);
    const headers = { authorization: `Bearer ${head.accessToken}`, 'content-type': 'application/json' };
    let small = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS && small >= MOST_MS; round++) {
      const asked = Array.from({ length: AT_ONCE }, async () => {
        const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body });
        await answer.arrayBuffer();
        return answer.status;
      });
      await wait(20);
      const began = performance.now();
      await other.call('alerts.count');
      small = performance.now() - began;
      expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
      console.log(`${id}: a small call took ${small.toFixed(0)} ms.`);
    }
    expect(small).toBeLessThan(MOST_MS);
  },
  60_000,
);
