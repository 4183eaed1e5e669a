// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { completeBrowser } from '../../test-harness/complete-browser.ts';
import type { Candles } from './bars.ts';
import { CandleChart } from './candle-chart.tsx';
import { withForming } from './forming-candle.ts';
import type { PriceLevel } from './price-level.ts';
import { tradeMarks } from './trade-marks.ts';

const drawn = vi.hoisted(() => ({
  charts: 0,
  fits: 0,
  bars: [] as number[],
  grown: [] as unknown[],
  lines: new Set<{ title: string; price: number }>(),
  lineChanges: 0,
  views: [] as unknown[],
  markers: [] as unknown[],
  room: 0,
  resize: [] as (() => void)[],
}));

/** A canvas is not there in a test: what the library is told to do is noted instead. */
vi.mock('lightweight-charts', () => ({
  CrosshairMode: { Magnet: 1 },
  LineStyle: { Solid: 0, Dotted: 1, Dashed: 2, LargeDashed: 3, SparseDotted: 4 },
  AreaSeries: 'area',
  LineSeries: 'line',
  CandlestickSeries: 'candles',
  HistogramSeries: 'histogram',
  createSeriesMarkers: () => ({ setMarkers: (markers: unknown[]) => (drawn.markers = markers) }),
  createChart: () => {
    drawn.charts += 1;
    return {
      addSeries: () => ({
        applyOptions: () => undefined,
        setData: (bars: unknown[]) => drawn.bars.push(bars.length),
        update: (bar: unknown) => drawn.grown.push(bar),
        createPriceLine: (options: { title: string; price: number }) => {
          const line = {
            ...options,
            applyOptions: (changed: object) => {
              drawn.lineChanges += 1;
              Object.assign(line, changed);
            },
          };
          drawn.lines.add(line);
          return line;
        },
        removePriceLine: (line: { title: string; price: number }) => void drawn.lines.delete(line),
      }),
      applyOptions: (options: { timeScale?: { rightOffsetPixels?: number } }) => {
        drawn.room = options.timeScale?.rightOffsetPixels ?? drawn.room;
      },
      panes: () => [],
      paneSize: () => ({ width: 900, height: 400 }),
      remove: () => undefined,
      timeScale: () => ({
        fitContent: () => void (drawn.fits += 1),
        getVisibleLogicalRange: () => ({ from: 0, to: 1 }),
        setVisibleLogicalRange: (view: unknown) => void drawn.views.push(view),
        subscribeSizeChange: (resized: () => void) => drawn.resize.push(resized),
      }),
    };
  },
}));

afterEach(cleanup);

const FIRST = Date.parse('2026-11-20T09:15:00+05:30');
const candles = (length: number, symbol = 'INFY'): Candles => {
  const prices = Array.from({ length }, () => 183_410);
  const time = prices.map((_, index) => FIRST + index * 300_000);
  return {
    symbol,
    timeframe: '5m',
    source: 'simulated',
    hasVolume: false,
    time,
    open: prices,
    high: prices,
    low: prices,
    close: prices,
    volume: prices,
  };
};

const chart = (length: number, symbol?: string) => (
  <CandleChart candles={candles(length, symbol)} marks={[]} isDaily={false} isHollow={false} />
);

const counts = () => ({ charts: drawn.charts, fits: drawn.fits, bars: drawn.bars.at(-1) });

test('everything is shown until somebody moves the view, which then stays; another instrument begins anew', () => {
  completeBrowser();
  const view = render(chart(5));
  expect(counts()).toEqual({ charts: 1, fits: 1, bars: 5 });
  view.rerender(chart(6));
  expect(counts()).toEqual({ charts: 1, fits: 2, bars: 6 });
  drawn.resize.at(-1)?.();
  expect(counts()).toEqual({ charts: 1, fits: 3, bars: 6 });

  const moved = view.container.querySelector('figure > div > div');
  if (!moved) throw new Error('There is no chart');
  fireEvent.wheel(moved);
  drawn.resize.at(-1)?.();
  view.rerender(chart(7));
  expect(counts()).toEqual({ charts: 1, fits: 3, bars: 7 });
  expect(drawn.views).toEqual([{ from: 0, to: 1 }]);

  view.rerender(chart(7, 'TCS'));
  expect(counts()).toEqual({ charts: 2, fits: 4, bars: 7 });
});

const NO_MARKS: readonly never[] = [];

test('a price that moves redraws the last candle alone, also one that has only begun', () => {
  completeBrowser();
  const known = candles(5);
  const grownTo = (close: number, start = known.time.at(-1) ?? 0) => {
    const forming = { start, at: start + 1_000, open: 183_410, high: close, low: 183_410, close };
    const grown = withForming(known, forming, '5m');
    return <CandleChart candles={grown} marks={NO_MARKS} isDaily={false} isHollow={false} />;
  };
  const view = render(grownTo(183_500));
  const before = counts();
  const redrawn = drawn.bars.length;
  view.rerender(grownTo(183_600));
  expect(drawn.grown).toMatchObject([{ high: 183_600, close: 183_600 }]);
  expect([counts(), drawn.bars.length]).toEqual([before, redrawn]);

  const next = FIRST + 5 * 300_000;
  view.rerender(grownTo(183_700, next));
  expect(drawn.bars.slice(redrawn)).toEqual([6]);
  view.rerender(grownTo(183_800, next));
  expect(drawn.grown).toMatchObject([{ close: 183_600 }, { high: 183_800, close: 183_800 }]);
  expect(drawn.bars.slice(redrawn)).toEqual([6]);
  // One of before is another: that is no growth.
  const corrected = { ...candles(6), close: candles(6).close.with(2, 183_300) };
  view.rerender(<CandleChart candles={corrected} marks={NO_MARKS} isDaily={false} isHollow={false} />);
  expect(drawn.bars.slice(redrawn)).toEqual([6, 6]);
});

test.each([
  [0, '0 fills marked.'],
  [1, '1 fill marked.'],
  [2, '2 fills marked.'],
])('of %d fills it says "%s"', (number, said) => {
  const marks = tradeMarks({
    side: 'long',
    entryAt: new Date(FIRST).toISOString(),
    entryPrice: 183_410,
    exitAt: new Date(FIRST + 300_000).toISOString(),
    exitPrice: 183_410,
  }).slice(0, number);
  const view = render(<CandleChart candles={candles(5)} marks={marks} isDaily={false} isHollow={false} />);
  expect(view.container.textContent).toContain(`; ${said}`);
});

test('the last value of every line is said, also of one that has none at first', () => {
  const line = (label: string, value: number[]) =>
    ({ label, value, place: null, format: 'number', kind: 'line' }) as const;
  const lines = [line('EMA(3)', [NaN, NaN, 1, 2, 3]), line('RSI(3)', [NaN, NaN, NaN, 40, 41])];
  const view = render(
    <CandleChart candles={candles(5)} marks={[]} lines={lines} isDaily={false} isHollow={false} />,
  );
  expect(view.container.textContent).toContain('EMA(3) 3. RSI(3) 41.');
});

test('levels are drawn at their prices and described in words; one that is gone is drawn no longer', () => {
  drawn.lines.clear();
  const here = candles(5);
  const withLevels = (levels: readonly PriceLevel[]) => (
    <CandleChart candles={here} marks={NO_MARKS} levels={levels} isDaily={false} isHollow={false} />
  );
  const shown = () => [...drawn.lines].map(({ title, price }) => `${title} ${price}`);
  const stop = { price: 182_000, kind: 'stop-loss', label: 'Stop-loss', short: 'SL' } as const;
  const ltp = { price: 183_900, kind: 'ltp', label: 'LTP', short: 'LTP' } as const;
  const view = render(withLevels([stop, ltp]));
  expect(shown()).toEqual(['Stop-loss 182000', 'LTP 183900']);
  expect(view.container.textContent).toContain('Stop-loss 1,820.00.');
  // A last price that moves is one line that moves.
  drawn.lineChanges = 0;
  view.rerender(withLevels([{ ...stop }, { ...ltp, price: 184_000 }]));
  expect([shown(), drawn.lineChanges]).toEqual([['Stop-loss 182000', 'LTP 184000'], 1]);
  view.rerender(withLevels([{ ...ltp, price: 184_100 }]));
  expect(shown()).toEqual(['LTP 184100']);
});

test.each([
  ['long', ['arrowUp', 'arrowDown']],
  ['short', ['arrowDown', 'arrowUp']],
] as const)(
  'of a %s trade, what was bought points up and what was sold down, entry or exit',
  (side, shapes) => {
    const [entryAt, exitAt] = [FIRST, FIRST + 300_000];
    const marks = tradeMarks({ side, entryAt, entryPrice: 183_410, exitAt, exitPrice: 184_655 });
    render(<CandleChart candles={candles(5)} marks={marks} isDaily={false} isHollow={false} />);
    expect(drawn.markers).toMatchObject([
      { shape: shapes[0], text: '1,834.10' },
      { shape: shapes[1], text: '1,846.55' },
    ]);
  },
);

test('a label on the last bar has room beside it, and a chart without labels goes to the edge', () => {
  const exitAt = FIRST + 4 * 300_000;
  const [entry, exit] = tradeMarks({
    side: 'long',
    entryAt: FIRST,
    entryPrice: 1,
    exitAt,
    exitPrice: 184_655,
  });
  const long = { ...exit, label: `${exit.label} square-off at the end of the day` };
  const drawnWith = (marks: readonly (typeof entry)[]) => {
    render(<CandleChart candles={candles(5)} marks={marks} isDaily={false} isHollow={false} />);
    return drawn.room;
  };
  expect(drawnWith([])).toBe(0);
  expect(drawnWith([entry, long])).toBeGreaterThan(drawnWith([entry, exit]));
  expect(drawnWith([entry, exit])).toBeGreaterThan(20);
});
