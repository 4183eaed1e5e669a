// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts';
import { installBridge } from '../../test-harness/open-window.tsx';
import { scriptedBackend } from '../../test-harness/scripted-backend.ts';
import { settings } from '../../state/settings.ts';
import type { TradeMark } from './trade-marks.ts';
import { TradeCandles } from './trade-candles.tsx';

vi.mock(import('./candle-chart.tsx'), () => ({
  CandleChart: ({ marks }: { marks: readonly TradeMark[] }) => (
    <p>{marks.map(({ label }) => label).join(' ')}</p>
  ),
}));

afterEach(cleanup);

const OPEN = Date.parse('2026-10-21T09:15:00+05:30');
const at = (minute: number): string => new Date(OPEN + minute * MINUTE_MS).toISOString();

test('a fill of another day is not marked on the last candle', async () => {
  const time = Array.from({ length: 360 }, (_, index) => OPEN + index * MINUTE_MS);
  const flat = time.map(() => 150_000);
  installBridge({
    ...scriptedBackend(),
    'market.candles': ({ symbol, timeframe, source }) => ({
      symbol,
      timeframe,
      source: source ?? 'simulated',
      hasVolume: true,
      time,
      open: flat,
      high: flat,
      low: flat,
      close: flat,
      volume: flat,
    }),
  });
  await settings.follow();
  const mark = (moment: number, label: string): TradeMark => ({
    at: moment,
    kind: 'entry',
    side: 'buy',
    label,
  });
  render(
    <TradeCandles
      trade={{ symbol: 'INFY', entryAt: at(68), entryPrice: 1, exitAt: at(216), exitPrice: 1 }}
      timeframe="1m"
      source="simulated"
      marks={[
        mark(OPEN + 68 * MINUTE_MS, 'entry'),
        mark(OPEN + 359.5 * MINUTE_MS, 'last-minute'),
        mark(OPEN + DAY_MS, 'next-day'),
      ]}
    />,
  );
  expect(await screen.findByText('entry last-minute')).toBeTruthy();
});
