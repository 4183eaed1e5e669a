import { describe, expect, it } from 'vitest';
import { goodBars } from '../../../tests/engine/arbitraries.ts';
import { closeIs, DAY, intradayBars, MONDAY, rulesOf, run } from '../../../tests/engine/made-up-market.ts';
import { barsFrom } from '../bars.ts';
import type { CompiledRules } from '../rules/compiled-rules.ts';
import { examine } from './examine.ts';
import { reviewOf, type ReviewFindings } from './review.ts';

const good: ReviewFindings = {
  lookAhead: null,
  instruments: [{ symbol: 'RELIANCE', dailyValue: 100_00_00_000_00, largestEntry: 50_000_00 }],
  trades: 30,
  gross: 10_000_00,
  charges: 2_000_00,
  net: 8_000_00,
  won: 20_000_00,
};

const refusedBy = (changed: Partial<ReviewFindings>) =>
  reviewOf({ ...good, ...changed }).flatMap(({ check, isPassed, sentence }) =>
    isPassed ? [] : [[check, sentence]],
  );

describe('the review', () => {
  it('passes what is sound, and says something of each check', () => {
    expect(reviewOf(good).map(({ check, isPassed }) => [check, isPassed])).toEqual([
      ['look-ahead', true],
      ['liquidity', true],
      ['sample', true],
      ['costs', true],
    ]);
  });

  it('passes a losing record: figures are judged by whether they mean anything', () => {
    expect(refusedBy({ gross: -5_000_00, net: -7_000_00 })).toEqual([]);
  });

  it('names the bar at which the rules look ahead', () => {
    const [[check, sentence] = []] = refusedBy({ lookAhead: { symbol: 'ITC', time: MONDAY + 36_000_000 } });
    expect(check).toBe('look-ahead');
    expect(sentence).toMatch(/about ITC at 02-06-2025, 10:00:00/);
  });

  it('names every instrument that is traded too little, and every entry that is too large', () => {
    const instruments = [
      { symbol: 'AAA', dailyValue: 1_00_00_000_00, largestEntry: 0 },
      { symbol: 'BBB', dailyValue: 10_00_00_000_00, largestEntry: 11_00_000_00 },
      { symbol: 'NIFTY', dailyValue: null, largestEntry: 90_00_00_000_00 },
    ];
    const [[check, sentence] = []] = refusedBy({ instruments });
    expect(check).toBe('liquidity');
    expect(sentence).toMatch(/^AAA is traded for .* An entry in BBB of/);
    expect(sentence).not.toMatch(/NIFTY/);
  });

  it('asks for thirty closed trades', () => {
    expect(refusedBy({ trades: 29 }).map(([check]) => check)).toEqual(['sample']);
  });

  it('lets charges take half of what was won, and no paisa more', () => {
    expect(refusedBy({ charges: 10_000_00 })).toEqual([]);
    expect(refusedBy({ charges: 10_000_01 }).map(([check]) => check)).toEqual(['costs']);
  });

  it('names each reason of several', () => {
    const names = refusedBy({ trades: 3, won: 0 }).map(([check]) => check);
    expect(names).toEqual(['sample', 'costs']);
  });
});

describe('what a review finds', () => {
  const rows = [
    ...intradayBars(
      Array.from({ length: 40 }, (_, index) => {
        const price = 98 + (index % 6);
        return [price, price + 1, price - 1, price];
      }),
    ),
    ...intradayBars([[99, 100, 98, 99]], MONDAY + DAY),
  ];
  const document = { entry: closeIs('>', 101), exit: closeIs('<', 100) };
  const honest = rulesOf(document);
  const series = [{ instrument: { symbol: 'RELIANCE', kind: 'equity' as const }, bars: goodBars(rows) }];

  it('is counted of the closed trades, net of charges', () => {
    const simulation = run(document, rows);
    const found = examine(honest, series, simulation);
    const closed = simulation.trades.filter(({ isOpenAtEnd }) => !isOpenAtEnd);
    expect(found.trades).toBe(closed.length);
    expect(found.trades).toBeGreaterThan(3);
    expect(found.net).toBe(found.gross - found.charges);
    expect(found.charges).toBeGreaterThan(0);
    expect(found.lookAhead).toBeNull();
    // Two days of 10,000 shares a bar.
    const value = rows.reduce((sum, { close, volume }) => sum + close * volume, 0);
    expect(found.instruments).toMatchObject([{ symbol: 'RELIANCE', dailyValue: value / 2 }]);
    expect(found.instruments[0]?.largestEntry).toBeGreaterThan(100_00 * 10);
  });

  it('has the first bar about which the rules knew what came after', () => {
    const cheating: CompiledRules = {
      ...honest,
      signals: (bars) => ({
        ...honest.signals(bars),
        entry: Uint8Array.from({ length: bars.length }, (_, at) =>
          (bars.close[at + 1] ?? 0) > (bars.close[at] ?? 0) ? 1 : 0,
        ),
      }),
    };
    expect(examine(cheating, series, run(document, rows)).lookAhead).toMatchObject({ symbol: 'RELIANCE' });
  });

  it('of no candles is nothing', () => {
    const none = barsFrom([]);
    if (!none.ok) throw new Error(none.failure.message);
    const empty = [{ instrument: { symbol: 'ITC', kind: 'equity' as const }, bars: none.value }];
    const found = examine(honest, empty, run(document, rows.slice(0, 1)));
    expect(found).toMatchObject({ trades: 0, instruments: [{ symbol: 'ITC', dailyValue: 0 }] });
  });
});
