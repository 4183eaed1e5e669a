import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../src/engine/random.ts';
import { FetchWorld, ONE_YEAR } from '../support/fetch-world.ts';
import { openTestDatabase, placeOf } from '../support/test-database.ts';

/** How many times the process is killed; `TRICKDESK_KILLS` asks for more. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 6);
const SCRIPT = join(import.meta.dirname, 'fetching-process.ts');
const YEARS = 5;
const MONTHS = YEARS * 12 + 1;
const ORDER = { ...ONE_YEAR, symbols: ['SBIN', 'ITC'], years: YEARS };
/** From the broker's work to the end of the write, ms. */
const LONGEST_DELAY_MS = 12;

let world: FetchWorld;
beforeAll(async () => {
  world = await FetchWorld.open();
});
afterAll(() => world.dispose());

/** Start a process that fetches some months and kills itself. Returns its number of calls. */
const fetchAndKill = async (calls: number, delayMs: number): Promise<number> => {
  const child = fork(SCRIPT, [await placeOf(world.folder), String(calls), String(delayMs)]);
  let made = 0;
  child.on('message', () => made++);
  const [, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  return made;
};

it(
  `a fetch that is killed ${KILLS} times ends as one that was left alone`,
  { timeout: 180_000 },
  async () => {
    const left = await world.person();
    for (const { fetchId } of await world.fetches.start(left.userId, ORDER))
      await world.reached(left.userId, fetchId, 'done');
    const alone = await world.fetches.list(left.userId);

    const { userId } = await world.person();
    await world.fetches.close();
    // Its rows are written by hand: a call would begin the fetch, too.
    await world.database.write(userId, async (tx) => {
      const rows = await tx.query
        .selectFrom('history_fetches')
        .selectAll()
        .where('user_id', '=', left.userId)
        .orderBy('id')
        .execute();
      for (const row of rows)
        await tx.query
          .insertInto('history_fetches')
          .values({
            ...row,
            id: undefined,
            user_id: userId,
            state: 'queued',
            next_month: row.to_day.slice(0, 7),
            ...{ months_done: 0, bars_kept: 0, finished_at: null },
          })
          .execute();
    });
    await world.database.close();
    const random = seededRandom('kill-fetch');
    const perKill = Math.floor((MONTHS * ORDER.symbols.length) / (KILLS + 1));
    let calls = 0;
    for (let kill = 0; kill < KILLS; kill++)
      calls += await fetchAndKill(
        1 + Math.floor(random.uniform() * perKill),
        random.uniform() * LONGEST_DELAY_MS,
      );
    world.database = await openTestDatabase(world.folder);
    world.start();
    const found = await world.fetches.list(userId);
    expect(
      found.some(({ state }) => state !== 'done'),
      'it was killed before the end',
    ).toBe(true);
    expect(found.reduce((sum, { monthsDone }) => sum + monthsDone, 0)).toBeGreaterThan(0);
    await world.fetches.open();
    for (const { fetchId } of found) await world.reached(userId, fetchId, 'done');

    const resultOf = ({ fetchId: _id, ...fetch }: (typeof found)[number]) => fetch;
    expect((await world.fetches.list(userId)).map(resultOf)).toEqual(alone.map(resultOf));
    expect(await world.kept(userId)).toEqual(await world.kept(left.userId));
    // A kill costs the month that was under way, and no other.
    const again = calls + (world.accounts.get(userId)?.asked.length ?? 0) - MONTHS * ORDER.symbols.length;
    expect(again).toBeLessThanOrEqual(KILLS);
  },
);
