import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, StatementSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillWithMuch } from '../../tests/support/much-data.ts';
import { requestOf, startTestBackend, type TestBackend } from '../../tests/support/test-backend.ts';
import type { CallId } from '../shared/contract/index.ts';
import { entriesToday } from './broker-accounts/risk-guard.ts';
import { DATABASE_FILE } from './db/database.ts';

/** Share of the whole test world; `LITTLE` is a hundredth of it. */
const MUCH = 0.2;
const LITTLE = MUCH / 100;
const ROUNDS = 15;
const SETTLED = 3;
/**
 * Most that a read of `MUCH` may take, in times of `LITTLE`. Wider than what `npm run bench -- reads` shows, since
 * other tests run beside this one.
 */
const MOST_TIMES = 4;
/** Milliseconds below which a ratio is noise. */
const LEAST_MS = 8;
const MOST_ROWS = 500;

const CALLS: readonly (readonly [name: string, id: CallId, input: object])[] = [
  ['the top ten of thirty days', 'home.topTen', { thirtyDay: '1', test: '1' }],
  ['the top ten since the start', 'home.topTen', { thirtyDay: '0', test: '1' }],
  ['the marketplace', 'home.marketplace', { pageSize: 10 }],
  ['home', 'home.summary', {}],
  ['my strategies', 'strategies.mine', { strategyStatus: 0, pageType: 'All' }],
  ['the wallet', 'wallet.mine', {}],
  ['the team with its levels', 'team.mine', {}],
  ['open positions', 'positions.open', {}],
];

interface World {
  readonly server: TestBackend;
  readonly ask: (id: CallId, input: object) => Promise<void>;
  /** The newest one of the person who has much. */
  readonly ownStrategy: () => Promise<number>;
}

const worlds: World[] = [];
const opened: DatabaseSync[] = [];

const openWorld = async (from: string, share: number): Promise<World> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-much-'));
  cpSync(from, dataDir, { recursive: true });
  const { accessToken, userId } = await fillWithMuch(dataDir, share);
  const server = await startTestBackend({ dataDir });
  await server.backend.prepared;
  return {
    server,
    ownStrategy: async () => {
      const { id } = await server.backend.parts.database.read
        .selectFrom('strategies')
        .select((eb) => eb.fn.max('id').as('id'))
        .where('owner_id', '=', userId)
        .executeTakeFirstOrThrow();
      return id;
    },
    ask: async (id, input) => {
      const { path, method, body } = requestOf(id, input as Record<string, unknown>);
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
        body,
      });
      if (answer.status !== 200) throw new Error(`${id}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    },
  };
};

beforeAll(async () => {
  const first = await startTestBackend();
  await first.backend.prepared;
  await first.close();
  for (const share of [MUCH, LITTLE]) worlds.push(await openWorld(first.dataDir, share));
  rmSync(first.dataDir, { recursive: true });
}, 120_000);
afterAll(async () => {
  for (const db of opened) db.close();
  for (const { server } of worlds) await server.dispose();
});

/** The best of the rounds: where other tests run beside this one, all but the best say more of those. */
const bestOf = (times: readonly number[]): number => Math.min(...times);

it.each(CALLS)('%s takes no longer with a hundred times the data', async (_name, id, input) => {
  const times = worlds.map((): number[] => []);
  for (let round = 0; round < SETTLED + ROUNDS; round++)
    for (const [index, { ask }] of worlds.entries()) {
      const start = performance.now();
      await ask(id, input);
      if (round >= SETTLED) times[index]?.push(performance.now() - start);
    }
  const [much = Number.NaN, little = Number.NaN] = times.map(bestOf);
  expect(much).toBeLessThan(Math.max(LEAST_MS, MOST_TIMES * little));
});

/** Statements that SQLite was asked while some work was done: each statement, and how many rows of it came back. */
const statementsOf = async (work: () => Promise<void>): Promise<ReadonlyMap<string, number>> => {
  const asked = new Map<string, number>();
  const { all } = StatementSync.prototype;
  StatementSync.prototype.all = function counted(this: StatementSync, ...parameters: SQLInputValue[]) {
    const rows = all.apply(this, parameters as never);
    asked.set(this.sourceSQL, Math.max(asked.get(this.sourceSQL) ?? 0, rows.length));
    return rows;
  } as typeof all;
  try {
    await work();
  } finally {
    StatementSync.prototype.all = all;
  }
  return asked;
};

/** Plan of SQLite for a statement, step by step. */
const plansIn = ({ server }: World): ((statement: string) => string[]) => {
  const db = new DatabaseSync(join(server.dataDir, DATABASE_FILE), { readOnly: true });
  opened.push(db);
  return (statement) =>
    (db.prepare(`explain query plan ${statement}`).all() as { detail: string }[]).map(({ detail }) => detail);
};

const GROWING =
  'trades|orders|positions|ledger_entries|ledger_transfers|users|purchases|result_days|team_levels';

it.each(CALLS)('%s reads few rows, and those by an index', async (_name, id, input) => {
  const [world] = worlds as [World];
  for (let round = 0; round < SETTLED; round++) await world.ask(id, input);
  const asked = await statementsOf(() => world.ask(id, input));
  expect(asked.size).toBeGreaterThan(0);
  const planOf = plansIn(world);
  for (const [statement, rows] of asked) {
    expect(rows, statement).toBeLessThan(MOST_ROWS);
    const scans = planOf(statement).filter((step) => new RegExp(`^SCAN (${GROWING})\\b`).test(step));
    expect(scans, statement).toEqual([]);
  }
});

it('the orders of a day are counted by an index of their own, at a start and at a live entry', async () => {
  const [world] = worlds as [World];
  const { database } = world.server.backend.parts;
  const asked = await statementsOf(async () => {
    await world.ask('strategies.start', { strategyId: await world.ownStrategy() });
    await entriesToday(database.read, 1, Date.now());
  });
  const counts = [...asked.keys()].filter((statement) =>
    /count\(\*\) as "(?:entries|count)" from "orders"/.test(statement),
  );
  const planOf = plansIn(world);
  expect(counts.map((statement) => planOf(statement).find((step) => /\borders\b/.test(step))).sort()).toEqual(
    [
      expect.stringContaining('orders_by_strategy (strategy_id=? AND placed_at>?)'),
      expect.stringContaining('orders_sent (user_id=? AND mode=? AND sent_at>?)'),
    ],
  );
});
