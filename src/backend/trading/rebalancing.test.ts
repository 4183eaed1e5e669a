import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NO_ATR } from '../../engine/protection.ts';
import { DAY_MS } from '../../shared/time.ts';
import { HOUSE, type Database } from '../db/database.ts';
import { seedHouse } from '../seed/seed-strategies.ts';
import { entryFunds, fundsFor } from './entry-funds.ts';
import type { OrderPath } from './order-path.ts';
import { type Entry, Rebalancing } from './rebalancing.ts';
import { RunningStrategy } from './running-strategy.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

const DAY = Date.parse('2026-11-20T00:00:00+05:30');
const NOW = DAY + DAY_MS / 2;
const CLOSE = 333_35;

let folder = '';
let database: Database;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-rebalancing-'));
  database = await openTestDatabase(folder);
  await database.write(HOUSE, (tx) => seedHouse(tx, 0));
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** The purchases of the shipped portfolio with ₹10 lakh. It holds nothing, and every share closes at one price. */
const purchases = async (mode: 'test' | 'live'): Promise<Entry[]> => {
  const row = await database.read
    .selectFrom('strategies')
    .selectAll()
    .where('name', '=', 'Nifty 50 Momentum')
    .executeTakeFirstOrThrow();
  const strategy = new RunningStrategy({ ...row, capital: 10_00_000_00 }, true);
  const { rotation } = strategy.document;
  if (!rotation) throw new Error('It is no rotation.');
  const bought: Entry[] = [];
  const rebalancing = new Rebalancing({
    execution: { positionsOf: () => [] } as unknown as OrderPath,
    run: { source: 'simulated', runId: 1, mode, brokerId: 1 },
    lastPrice: () => null,
    buy: (_, entry) => Promise.resolve(void bought.push(entry)),
    guard: () => Promise.resolve(null),
    refuse: () => Promise.resolve(),
  });
  const bar = { time: DAY, open: CLOSE, high: CLOSE, low: CLOSE, close: CLOSE, volume: 1 };
  const signals = strategy.symbols.map((symbol, index) => ({
    symbol,
    bar,
    signal: {
      entry: true,
      exit: false,
      reverseEntry: false,
      reverseExit: false,
      atr: NO_ATR,
      rank: index,
    },
  }));
  await rebalancing.onClose(strategy, rotation, signals, NOW);
  expect(bought).toHaveLength(rotation.hold);
  return bought;
};

const costOf = ({ symbol, quantity, price }: Entry): number =>
  fundsFor(quantity, entryFunds({ symbol, side: 'buy' }, 'delivery', 0, price, NOW));
const total = (entries: readonly Entry[]) => entries.reduce((sum, entry) => sum + costOf(entry), 0);

it('a rotation on paper orders equal parts, which its fills cut down to the cash', async () => {
  const bought = await purchases('test');
  expect(new Set(bought.map(({ quantity }) => quantity)).size).toBe(1);
});

it('a rotation with real money never orders for more than it has, charges included', async () => {
  const bought = await purchases('live');
  expect(total(bought)).toBeLessThanOrEqual(10_00_000_00);
  expect(total(bought)).toBeGreaterThan(9_98_000_00);
});
