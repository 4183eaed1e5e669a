import { describe, expect, it } from 'vitest';
import { goodBars } from '../../../tests/engine/arbitraries.ts';
import {
  DAY,
  MONDAY,
  closeIs,
  flat,
  intradayBars,
  outline,
  rulesOf,
  run,
} from '../../../tests/engine/made-up-market.ts';
import { istDayStart, istMinute } from '../../shared/time.ts';
import { chargePaise, totalCharges } from '../charges/charges.ts';
import { ZERO_BROKERAGE } from '../charges/plan.ts';
import { simulate } from './simulate.ts';

describe('decide on the close, fill at the next open', () => {
  it('enters and exits one bar after the signal', () => {
    const bars = intradayBars([
      [99, 102, 98, 101],
      [103, 104, 102, 103],
      [103, 103, 89, 90],
      [88, 92, 87, 91],
      [91, 91, 91, 91],
    ]);
    const result = run({ exit: closeIs('<', 95) }, bars);
    expect(outline(result)).toEqual(['09:20 103 09:30 88 exit-rule']);
    const [trade] = result.trades;
    expect(trade?.gross).toBe(-15_00 * 10);
    expect(trade?.barsHeld).toBe(3);
    expect(trade?.net).toBe((trade?.gross ?? 0) - (trade?.chargesPaise ?? 0));
    expect(trade && chargePaise(totalCharges(trade.charges))).toBe(trade?.chargesPaise);
  });

  it('sells short and gains as the price falls', () => {
    const bars = intradayBars([[99, 102, 98, 101], ...flat(101), ...flat(90, 2)]);
    const [trade] = run({ side: 'short', exit: closeIs('<', 95), entry: closeIs('>', 100) }, bars).trades;
    expect(trade?.gross).toBe(11_00 * 10);
    expect(trade?.side).toBe('short');
  });

  it('asks the rules about the position as it unfolds', () => {
    const heldForThree = {
      kind: 'compare',
      left: { kind: 'position', field: 'bars-held' },
      operator: '>=',
      right: { kind: 'constant', value: 3 },
    } as const;
    const bars = intradayBars([...flat(101, 6)]);
    expect(outline(run({ exit: heldForThree, maxTradesPerDay: 1 }, bars))).toEqual([
      '09:20 101 09:35 101 exit-rule',
    ]);
  });
});

describe('stops and targets', () => {
  it('fill at the stop inside a bar, at the open when it gaps over', () => {
    const stopLoss = { kind: 'percent', value: 5 } as const;
    const inside = intradayBars([...flat(101), [100, 101, 94, 96], ...flat(96)]);
    expect(outline(run({ stopLoss }, inside))[0]).toBe('09:20 100 09:20 95 stop-loss');
    const gap = intradayBars([...flat(101), [100, 101, 99, 100], [90, 92, 88, 91], ...flat(91)]);
    expect(outline(run({ stopLoss }, gap))[0]).toBe('09:20 100 09:25 90 stop-loss');
  });

  it('take the stop when one bar reaches both', () => {
    const both = { stopLoss: { kind: 'percent', value: 5 }, target: { kind: 'percent', value: 5 } } as const;
    const bars = intradayBars([...flat(101), [100, 110, 90, 100], ...flat(99)]);
    expect(outline(run(both, bars))).toEqual(['09:20 100 09:20 95 stop-loss']);
  });

  it('trail behind the best price from the next bar on', () => {
    const trailing = { kind: 'points', rupees: 4 } as const;
    const bars = intradayBars([...flat(101), [100, 110, 99, 109], [109, 109, 105, 107], ...flat(90)]);
    expect(outline(run({ trailing, maxTradesPerDay: 1 }, bars))).toEqual([
      '09:20 100 09:25 106 trailing-stop',
    ]);
  });

  it('slip on stops and market orders, not on targets', () => {
    const slippage = { kind: 'ticks', ticks: 2 } as const;
    const document = { target: { kind: 'points', rupees: 5 }, maxTradesPerDay: 1 } as const;
    const bars = intradayBars([...flat(101), [100, 110, 99, 109], ...flat(90)]);
    // Below ₹250 a tick is one paisa.
    expect(outline(run(document, bars, { slippage }))).toEqual(['09:20 100.02 09:20 105.02 target']);
    const stopped = run(
      { stopLoss: { kind: 'points', rupees: 5 } },
      intradayBars([...flat(101), [100, 100, 90, 90]]),
      { slippage },
    );
    expect(outline(stopped)).toEqual(['09:20 100.02 09:20 95 stop-loss']);
  });
});

describe('rules about the position and the day', () => {
  const number = (value: number) => ({ kind: 'constant', value, unit: 'number' }) as const;
  const afterABar = {
    kind: 'compare',
    left: { kind: 'position', field: 'bars-held' },
    operator: '>=',
    right: number(1),
  } as const;
  const today = (field: 'trades' | 'losses' | 'losses-in-a-row', below: number) =>
    ({ kind: 'compare', left: { kind: 'today', field }, operator: '<', right: number(below) }) as const;
  /** Bars that lose five rupees from their open to the next. */
  const falling = (count: number, from = 300) =>
    Array.from({ length: count }, (_, index) => {
      const price = from - 5 * index;
      return [price, price, price, price];
    });

  it('enter no more after losses in a row, until the next day', () => {
    const days = [...intradayBars(falling(9)), ...intradayBars(falling(4), MONDAY + DAY)];
    const document = { exit: afterABar, entry: today('losses-in-a-row', 2) };
    expect(outline(run(document, days))).toEqual([
      '09:20 295 09:25 290 exit-rule',
      '09:30 285 09:35 280 exit-rule',
      '09:20 295 09:25 290 exit-rule',
      '09:30 285 09:30 285 end-of-data',
    ]);
  });

  it('forget the losses with a trade that does not lose', () => {
    const rows = [...falling(3), [290, 290, 290, 290], [300, 300, 300, 300], ...falling(7)];
    const { trades } = run({ exit: afterABar, entry: today('losses-in-a-row', 2) }, intradayBars(rows));
    expect(trades.map(({ gross }) => Math.sign(gross))).toEqual([-1, 1, -1, -1]);
  });

  it('enter no more after so many losses of the day, whatever came between them', () => {
    const rows = [...falling(3), [290, 290, 290, 290], [300, 300, 300, 300], ...falling(7)];
    const document = { exit: afterABar, entry: today('losses', 2) };
    const { trades } = run(document, [...intradayBars(rows), ...intradayBars(falling(3), MONDAY + DAY)]);
    expect(trades.map(({ gross }) => Math.sign(gross))).toEqual([-1, 1, -1, -1]);
    expect(trades.at(-1)?.entryTime).toBeGreaterThan(MONDAY + DAY);
  });

  it('count entries of the day', () => {
    const result = run({ exit: afterABar, entry: today('trades', 2) }, intradayBars(falling(12)));
    expect(result.trades).toHaveLength(2);
    expect(result.rejections).toEqual([]);
  });

  it('leave at a profit in rupees, of all that is held', () => {
    const rising = Array.from({ length: 8 }, (_, index) => {
      const price = 101 + index;
      return [price, price, price, price];
    });
    const exit = {
      kind: 'compare',
      left: { kind: 'position', field: 'profit-rupees' },
      operator: '>=',
      right: { kind: 'constant', value: 30, unit: 'rupees' },
    } as const;
    // Ten shares bought at 102: thirty rupees are made at 105, and it leaves at the next open.
    const once = { exit, maxTradesPerDay: 1 };
    expect(outline(run(once, intradayBars(rising)))).toEqual(['09:20 102 09:40 106 exit-rule']);
    const short = { ...once, side: 'short', entry: closeIs('<', 200) } as const;
    expect(outline(run(short, intradayBars(falling(6, 150))))).toEqual(['09:20 145 09:30 135 exit-rule']);
  });
});

describe('the session', () => {
  const untilClose = flat(101, 75);

  it('squares off intraday positions at the first open at the time', () => {
    const result = run({ maxTradesPerDay: 1 }, intradayBars(untilClose));
    expect(outline(result)).toEqual(['09:20 101 15:10 101 square-off']);
  });

  it('closes at the last close of a day that ends early, and never carries overnight', () => {
    const bars = [...intradayBars(flat(101, 4)), ...intradayBars(flat(99, 3), MONDAY + DAY)];
    expect(outline(run({}, bars))).toEqual(['09:20 101 09:30 101 session-end']);
  });

  it('carries delivery positions overnight and charges the depository once', () => {
    const bars = [...intradayBars(flat(101, 3)), ...intradayBars(flat(90, 3), MONDAY + DAY)];
    const result = run({ product: 'delivery', exit: closeIs('<', 95) }, bars, { plan: undefined });
    expect(outline(result)).toEqual(['09:20 101 09:20 90 exit-rule']);
    expect(result.trades[0]?.charges.dp).toBe(20_00 * 10_000);
    const sameDay = run(
      { product: 'delivery', exit: closeIs('<', 95) },
      intradayBars([...flat(101, 3), ...flat(90, 2)]),
      {
        plan: undefined,
      },
    );
    expect(sameDay.trades[0]?.charges.dp).toBe(0);
  });

  it('takes entries inside the window only, and says so', () => {
    const result = run({ window: { from: '09:30', to: '09:40' } }, intradayBars(flat(101, 8)));
    expect(istMinute(result.trades[0]?.entryTime ?? 0)).toBe('09:30');
    expect(result.rejections[0]?.reason).toBe('Entries are only taken between 09:30 and 09:40.');
  });

  it('keeps to the trades a day and to no re-entry', () => {
    const upAndDown = intradayBars([...flat(101, 2), ...flat(90, 2), ...flat(101, 2), ...flat(90, 2)]);
    const document = { exit: closeIs('<', 95) };
    expect(run(document, upAndDown).trades).toHaveLength(2);
    const once = run({ ...document, maxTradesPerDay: 1 }, upAndDown);
    expect(once.trades).toHaveLength(1);
    expect(once.rejections[0]?.reason).toMatch(/limit of one trade/);
    const noReentry = run({ ...document, reentry: false }, upAndDown);
    expect(noReentry.trades).toHaveLength(1);
    expect(noReentry.rejections[0]?.reason).toMatch(/exited today/);
  });

  it('does not fill an intraday entry on another day', () => {
    const bars = [
      ...intradayBars([...flat(99, 2), ...flat(101)]),
      ...intradayBars(flat(99, 3), MONDAY + DAY),
    ];
    const result = run({}, bars);
    expect(result.trades).toEqual([]);
    expect(result.rejections[0]?.reason).toMatch(/session ended/);
  });
});

describe('money', () => {
  it('buys what the cash carries when the open is dearer than the close', () => {
    const bars = intradayBars([...flat(101), [110, 110, 110, 110], ...flat(110)]);
    const result = run({ size: { kind: 'capital-percent', percent: 100 } }, bars, { capital: 10_100_00 });
    expect(result.trades[0]?.quantity).toBe(91);
    expect(Math.min(...result.curve.cash)).toBeGreaterThanOrEqual(0);
  });

  it('sizes by risk so that the stop costs no more than said', () => {
    const document = {
      size: { kind: 'risk-percent', percent: 1 },
      stopLoss: { kind: 'points', rupees: 5 },
    } as const;
    const bars = intradayBars([...flat(101), [101, 101, 80, 100], ...flat(90)]);
    const [trade] = run(document, bars).trades;
    expect(trade?.quantity).toBe(200);
    expect(trade?.gross).toBe(-1_000_00);
  });

  it('says when the capital is too small for one lot', () => {
    const nifty = simulate({
      rules: rulesOf({
        instruments: ['NIFTY'],
        entry: closeIs('>', 100),
        size: { kind: 'capital-percent', percent: 50 },
      }),
      series: [
        {
          instrument: { symbol: 'NIFTY', kind: 'index-proxy' },
          bars: goodBars(intradayBars(flat(25_000, 4), istDayStart('2026-04-01'), 0)),
        },
      ],
      capital: 50_000_00,
    });
    expect(nifty.ok && nifty.value.trades).toEqual([]);
    expect(nifty.ok && nifty.value.rejections[0]?.reason).toMatch(/less than one lot of 65/);
    expect(nifty.ok && nifty.value.assumptions.join(' ')).toMatch(/NIFTY is an index and cannot be bought/);
  });

  it('caps an entry at its share of the volume, unless the series has none', () => {
    const size = { kind: 'fixed', quantity: 500 } as const;
    const capped = run({ size }, intradayBars(flat(101, 3), MONDAY, 1000), { volumeSharePercent: 10 });
    expect(capped.trades[0]?.quantity).toBe(100);
    const thin = run({ size }, intradayBars(flat(101, 3), MONDAY, 5), { volumeSharePercent: 10 });
    expect(thin.rejections[0]?.reason).toMatch(/too thin/);
    const none = run({ size }, intradayBars(flat(101, 3), MONDAY, 0), { volumeSharePercent: 10 });
    expect(none.trades[0]?.quantity).toBe(500);
  });

  it('shares one cash between instruments, in their order', () => {
    const bars = goodBars(intradayBars(flat(101, 3)));
    const result = simulate({
      rules: rulesOf({ instruments: ['AAA', 'BBB'], size: { kind: 'fixed', quantity: 600 } }),
      series: ['AAA', 'BBB'].map((symbol) => ({ instrument: { symbol, kind: 'equity' as const }, bars })),
      capital: 1_00_000_00,
      plan: ZERO_BROKERAGE,
    });
    if (!result.ok) throw new Error(result.failure.message);
    expect(result.value.trades.map((trade) => [trade.symbol, trade.quantity])).toEqual([
      ['AAA', 600],
      ['BBB', 390],
    ]);
  });

  it('closes everything when the account is worth nothing', () => {
    const bars = intradayBars([...flat(101, 2), ...flat(150), ...flat(210), ...flat(300, 3)]);
    const document = { side: 'short', size: { kind: 'capital-percent', percent: 100 } } as const;
    const result = run(document, bars);
    expect(outline(result)).toEqual(['09:20 101 09:30 210 margin-call']);
    expect(result.rejections[0]?.reason).toMatch(/Free cash of −₹/);
  });

  it('closes everything at the very paisa at which the account is worth nothing', () => {
    const bars = (last: number) =>
      intradayBars([...flat(101, 2), ...flat(150), ...flat(last), ...flat(300, 3)]);
    const document = { side: 'short', size: { kind: 'fixed', quantity: 100 } } as const;
    const endsOf = (last: number, capital: number) => outline(run(document, bars(last), { capital }));
    // What the account is worth on the bar at 202 with a large capital tells what makes it exactly nothing.
    const wealth = run(document, bars(202), { capital: 1_00_000_00 });
    const lost = 1_00_000_00 - (wealth.curve.equity[3] ?? 0);
    expect(lost).toBeGreaterThan(100_00);
    expect(endsOf(202, lost)).toEqual(['09:20 101 09:30 202 margin-call']);
    expect(endsOf(202, lost + 1)).not.toEqual(endsOf(202, lost));
  });
});

describe('the ends of the data', () => {
  it('closes what is open at the last close and marks it', () => {
    const result = run({}, intradayBars([...flat(101, 2), [101, 120, 101, 118]]));
    expect(outline(result)).toEqual(['09:20 101 09:25 118 end-of-data']);
    expect(result.trades[0]?.isOpenAtEnd).toBe(true);
    expect(result.curve.equity.at(-1)).toBeGreaterThan(1_00_000_00);
  });

  it('uses earlier bars to warm up only', () => {
    const from = MONDAY + 570 * 60_000;
    const result = run({}, intradayBars(flat(101, 6)), { from });
    expect(istMinute(result.trades[0]?.entryTime ?? 0)).toBe('09:35');
    expect(result.curve.time[0]).toBe(from);
  });
});
