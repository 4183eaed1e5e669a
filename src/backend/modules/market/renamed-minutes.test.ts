import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestTurn } from '../../../../tests/support/longest-turn.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';
import { startTestBackend, type TestBackend } from '../../../../tests/support/test-backend.ts';
import { DAY_MS, istDate, istDayStart, MINUTE_MS } from '../../../shared/time.ts';
import { isTradingDay } from '../../../shared/trading-days.ts';
import { storeBars } from '../../market/candle-store.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const FIRST = istDayStart('2021-07-23');
const DAYS = Array.from({ length: 1_350 }, (_, at) => FIRST + at * DAY_MS).filter((d) =>
  isTradingDay(istDate(d)),
);
const minutesOf = (price: number) =>
  DAYS.flatMap((day) =>
    Array.from({ length: 375 }, (_, at) => ({
      ...{
        time: day + (555 + at) * MINUTE_MS,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: 5,
      },
    })),
  );

it('the newest candles of a share are read without its months of before, under whatever symbols these are', async () => {
  const user = await server.register('renamed-minutes');
  const { id: ownerId } = await user.call('profile.mine');
  // Files have the symbol of then; a broker has all of the days under that of now.
  for (const symbol of ['ZOMATO', 'ETERNAL'])
    await writeForAll(server.backend.parts.database, (tx) =>
      storeBars(tx, { ownerId, source: 'replay', symbol, timeframe: '1m' }, minutesOf(100_00)),
    );
  const chart = () =>
    user.call('market.candles', { symbol: 'ETERNAL', timeframe: '5m', source: 'replay', limit: 300 });
  const before = await chart();
  expect(await longestTurn(chart)).toBeLessThan(100);
  const text = 'OLD SYMBOL,NEW SYMBOL,FROM\nZOMATO,ETERNAL,2025-04-09';
  await user.call('market.import', { files: [{ name: 'changes.csv', text }] });
  expect(await chart()).toEqual(before);
  expect(await longestTurn(chart)).toBeLessThan(100);
}, 120_000);
