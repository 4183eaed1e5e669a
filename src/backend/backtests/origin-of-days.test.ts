import { afterAll, beforeAll, expect, it } from 'vitest';
import { FetchWorld, madeUpBar } from '../../../tests/support/fetch-world.ts';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { RuleDocumentSchema } from '../../shared/rule-document.ts';
import { istDayStart } from '../../shared/time.ts';
import { loadCandleRange } from '../market/candle-range.ts';
import { storeBars } from '../market/candle-store.ts';
import { priceOrigins } from './price-origin.ts';
import type { CandleOrder } from './run-order.ts';

let world: FetchWorld;
beforeAll(async () => {
  world = await FetchWorld.open();
});
afterAll(() => world.dispose());

const DAYS = { fromDay: '2026-02-01', toDay: '2026-03-31' };

it('a daily run says that days are made of fetched minutes, where one daily candle is of a file', async () => {
  const { userId: ownerId } = await world.person();
  await world.fetchAll(ownerId);
  const one = [madeUpBar('SBIN', istDayStart('2026-02-10'))];
  await world.database.write(ownerId, (tx) =>
    storeBars(tx, { ownerId, source: 'replay', symbol: 'SBIN', timeframe: '1d' }, one),
  );
  const { read } = world.database;
  const range = { ownerId, source: 'replay', symbols: ['SBIN'], timeframe: '1d', warmUp: 0 } as const;
  const [from, before] = [istDayStart(DAYS.fromDay), istDayStart('2026-04-01')];
  const candles = (await loadCandleRange(read, 1, { ...range, from, before })).get('SBIN') ?? [];
  expect(candles.length).toBeGreaterThan(1);
  const daily = { ...RSI_RULES, timeframe: '1d', product: 'delivery', instruments: ['SBIN'] };
  const document = RuleDocumentSchema.parse(daily);
  const order: CandleOrder = { document, ownerId, source: 'replay', ...DAYS, before };
  expect(await priceOrigins(read, order)).toEqual([
    'The prices of SBIN come from Angel One in part, and from imported files.',
  ]);
});
