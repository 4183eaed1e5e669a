import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestTurn } from '../support/longest-turn.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

/** Calls of a night, each with a key. At the pace that a server takes from one user; the keys are old all at once. */
const KEYS = 300_000;
/** Most milliseconds of another user's small call, whatever one account does. */
const MOST_MS = 250;
const DAY_MS = 86_400_000;

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

it('very many keys of one account that have had their day keep nobody else waiting', async () => {
  const [greedy, other] = [await server.register('greedy'), await server.register('other')];
  const { id } = await greedy.call('profile.mine');
  const { database } = server.backend.parts;
  const key = crypto.randomUUID();
  const old = Date.now() - 2 * DAY_MS;
  await database.write(id, (tx) =>
    sql`
      with recursive n (value) as (select 1 union all select value + 1 from n where value < ${KEYS})
      insert into idempotency (user_id, key, call, payload_hash, answer_json, created_at)
      select ${id}, 'key' || value, 'wallet.transfer', 'hash', ${'x'.repeat(200)}, ${old} from n
      union all select ${id}, ${key}, 'positions.exitAll', 'of something else', 'null', ${old}`.execute(
      tx.query,
    ),
  );
  const turn = await longestTurn(() => other.call('positions.exitAll', {}));
  console.log(`A call beside ${KEYS} old keys took others ${turn.toFixed(0)} ms.`);
  expect(turn).toBeLessThan(MOST_MS);
  // One that has had its day counts as new, though it is there still.
  expect((await greedy.ask('positions.exitAll', {}, { 'idempotency-key': key })).status).toBe(200);
  expect((await greedy.ask('positions.exitAll', {}, { 'idempotency-key': key })).status).toBe(200);
}, 60_000);
