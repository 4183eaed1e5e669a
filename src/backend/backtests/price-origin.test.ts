import { afterAll, beforeAll, expect, it } from 'vitest';
import { FetchWorld, madeUpBar } from '../../../tests/support/fetch-world.ts';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { RuleDocumentSchema } from '../../shared/rule-document.ts';
import { istDayStart } from '../../shared/time.ts';
import { storeBars } from '../market/candle-store.ts';
import { priceOrigins } from './price-origin.ts';
import type { CandleOrder } from './run-order.ts';

let world: FetchWorld;
beforeAll(async () => {
  world = await FetchWorld.open();
});
afterAll(() => world.dispose());

const orderOf = (ownerId: number, instruments: string[], change: Partial<CandleOrder> = {}): CandleOrder => ({
  document: RuleDocumentSchema.parse({ ...RSI_RULES, timeframe: '5m', instruments }),
  ownerId,
  source: 'replay',
  fromDay: '2026-02-01',
  toDay: '2026-03-31',
  before: Number.MAX_SAFE_INTEGER,
  ...change,
});

const importOne = (ownerId: number, symbol: string, day: string, timeframe: '1m' | '1d' = '1m') =>
  world.database.write(ownerId, (tx) =>
    storeBars(tx, { ownerId, source: 'replay', symbol, timeframe }, [madeUpBar(symbol, istDayStart(day))]),
  );

it('says of each instrument of a run where its prices come from', async () => {
  const { userId } = await world.person();
  await world.fetchAll(userId);
  await importOne(userId, 'ITC', '2026-02-10');
  // A month before those of the fetch, and one among them that was kept before.
  await importOne(userId, 'SBIN', '2025-03-10');
  const { read } = world.database;
  expect(await priceOrigins(read, orderOf(userId, ['SBIN', 'ITC']))).toEqual([
    'The prices of SBIN were fetched from Angel One.',
    'The prices of ITC come from imported files.',
  ]);
  expect(await priceOrigins(read, orderOf(userId, ['SBIN'], { fromDay: '2025-03-01' }))).toEqual([
    'The prices of SBIN come from Angel One in part, and from imported files.',
  ]);
  expect(await priceOrigins(read, orderOf(userId, ['TCS']))).toEqual([]);
});

it('counts a month in which a file has other prices as both', async () => {
  const { userId } = await world.person();
  await importOne(userId, 'SBIN', '2026-02-10');
  await world.fetchAll(userId);
  expect(await priceOrigins(world.database.read, orderOf(userId, ['SBIN']))).toEqual([
    'The prices of SBIN come from Angel One in part, and from imported files.',
  ]);
});

it('asks for daily candles where a daily run has them', async () => {
  const { userId } = await world.person();
  await world.fetchAll(userId);
  const daily = orderOf(userId, ['SBIN'], {
    document: RuleDocumentSchema.parse({
      ...RSI_RULES,
      timeframe: '1d',
      product: 'delivery',
      instruments: ['SBIN'],
    }),
  });
  expect(await priceOrigins(world.database.read, daily)).toEqual([
    'The prices of SBIN were fetched from Angel One.',
  ]);
  await importOne(userId, 'SBIN', '2026-02-10', '1d');
  // The other days are made of the fetched minutes.
  expect(await priceOrigins(world.database.read, daily)).toEqual([
    'The prices of SBIN come from Angel One in part, and from imported files.',
  ]);
});

it('has nothing to say of the simulated market', async () => {
  expect(await priceOrigins(world.database.read, orderOf(1, ['SBIN'], { source: 'simulated' }))).toEqual([]);
});
