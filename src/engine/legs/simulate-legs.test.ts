import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LegDocumentSchema, type LegDocumentInput } from '../../shared/leg-document.ts';
import { DAY_MS, istDate, istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { barsFrom, type Bar, type Bars } from '../bars.ts';
import { chargePaise, totalCharges } from '../charges/charges.ts';
import { ANGEL_ONE } from '../charges/plan.ts';
import { expiriesByCalendar } from '../contracts/expiry-calendar.ts';
import { seededRandom } from '../random.ts';
import { ModelledPremiums } from './modelled-premiums.ts';
import type { Premiums } from './premiums.ts';
import { type LegSimulation, simulateLegs } from './simulate-legs.ts';

const DAY = '2025-12-16';
const OPEN = 555;
const CALL = `NIFTY ${DAY} 25850 CE`;

/** Minutes from 09:15 of a day, in rupees: open, high, low, close. */
const minutes = (day: string, rows: readonly (readonly [number, number, number, number])[]): Bar[] =>
  rows.map(([open, high, low, close], index) => ({
    time: istDayStart(day) + (OPEN + index) * MINUTE_MS,
    open: open * 100,
    high: high * 100,
    low: low * 100,
    close: Math.round(close * 100),
    volume: 0,
  }));

const columns = (rows: readonly Bar[]): Bars => {
  const bars = barsFrom(rows);
  if (!bars.ok) throw new Error(bars.failure.message);
  return bars.value;
};

type Prices = readonly (readonly [open: number, high: number, low: number, close: number] | null)[];

/** Premiums in rupees, minute by minute from 09:15; half a rupee of spread a side. */
const scripted = (prices: Readonly<Record<string, Prices>>): Premiums => ({
  label: 'scripted',
  origin: 'minutes',
  expiriesOn: (day) => expiriesByCalendar('NIFTY', day),
  chainAt: (_expiry, { close }) => ({
    strikes: [25_800_00, 25_850_00, 25_900_00],
    forward: close,
    premiumOf: () => null,
    deltaOf: () => null,
  }),
  trackOf: (symbol) => {
    const rows = prices[symbol];
    if (!rows) return null;
    const rowAt = (time: number) => rows[(time - istDayStart(DAY)) / MINUTE_MS - OPEN] ?? null;
    return {
      openAt: ({ time }) => {
        const row = rowAt(time);
        return row && row[0] * 100;
      },
      rangeOver: ({ time }) => {
        const row = rowAt(time);
        return row && { high: row[1] * 100, low: row[2] * 100 };
      },
      closeAt: ({ time }) => {
        const row = rowAt(time);
        return row && Math.round(row[3] * 100);
      },
      halfSpread: () => 50,
    };
  },
});

const run = (
  legs: LegDocumentInput['legs'],
  prices: Readonly<Record<string, Prices>>,
  more: Partial<LegDocumentInput> = {},
  rows = prices[CALL]?.length ?? 0,
): LegSimulation =>
  simulateLegs({
    document: LegDocumentSchema.parse({
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:16' },
      exit: { at: '15:15' },
      legs,
      ...more,
    }),
    exchange: 'NSE',
    bars: columns(
      minutes(
        DAY,
        Array.from({ length: rows }, () => [25_860, 25_861, 25_860, 25_860.1]),
      ),
    ),
    premiums: scripted(prices),
    plan: ANGEL_ONE,
  });

const call = (more: Partial<LegDocumentInput['legs'][number]> = {}): LegDocumentInput['legs'][number] => ({
  side: 'sell',
  kind: 'call',
  lots: 1,
  strike: { by: 'at-the-money', steps: 0 },
  ...more,
});
const points = (rupees: number) => ({
  of: 'premium' as const,
  distance: { kind: 'points' as const, rupees },
});
const flat = (price: number): [number, number, number, number] => [price, price, price, price];
const tradesOf = ({ outcomes }: LegSimulation) =>
  outcomes.flatMap(({ trades }) =>
    trades.map(
      ({ side, entryPrice, exitPrice, why }) => `${side} ${entryPrice / 100} ${exitPrice / 100} ${why}`,
    ),
  );

describe('fills', () => {
  it('are at the open after the close that decided, half the spread against the order', () => {
    const result = run(
      [call()],
      { [CALL]: [flat(18), [20, 21, 19, 20], flat(15)] },
      { exit: { at: '09:17' } },
    );
    expect(tradesOf(result)).toEqual(['sell 19.5 15.5 exit-time']);
    const [trade] = result.outcomes[0]?.trades ?? [];
    expect(trade?.gross).toBe(4 * 75 * 100);
    expect(trade?.net).toBe(4 * 75 * 100 - chargePaise(totalCharges(trade?.charges ?? ({} as never))));
  });

  it('of a stop are at its level and the spread, or at the open beyond it', () => {
    const leg = call({ stop: points(10) });
    expect(tradesOf(run([leg], { [CALL]: [flat(18), flat(20), [25, 31, 25, 30]] }))).toEqual([
      'sell 19.5 30 stop-loss',
    ]);
    expect(tradesOf(run([leg], { [CALL]: [flat(18), flat(20), [40, 41, 25, 30]] }))).toEqual([
      'sell 19.5 40.5 stop-loss',
    ]);
  });

  it('of a target are at its level; a minute with both is a stop', () => {
    const leg = call({ stop: points(10), target: points(10) });
    expect(tradesOf(run([leg], { [CALL]: [flat(18), flat(20), [19, 20, 9, 10]] }))).toEqual([
      'sell 19.5 9.5 target',
    ]);
    expect(tradesOf(run([leg], { [CALL]: [flat(18), flat(20), [19, 30, 9, 10]] }))).toEqual([
      'sell 19.5 30 stop-loss',
    ]);
  });

  it('of a trail are by the best of earlier minutes, not of the same', () => {
    const leg = call({
      side: 'buy',
      stop: points(10),
      trail: { every: { kind: 'points', rupees: 5 }, by: { kind: 'points', rupees: 5 } },
    });
    // Entered at 20.50 with a stop at 10.50. The third minute rises to 40 and falls to 15: the stop is still at 10.50.
    expect(
      tradesOf(run([leg], { [CALL]: [flat(18), flat(20), [20, 40, 15, 16], [16, 16, 16, 16]] })),
    ).toEqual(['buy 20.5 15.5 trailing-stop']);
  });
});

describe('settlement', () => {
  it('is by the close of the index, not by the last premium: 25860.10 is 10.10 for the 25850 call, not 18.10', () => {
    const hold = { exit: { at: '15:30', daysBeforeExpiry: 0 } };
    const result = run([call({ side: 'buy' })], { [CALL]: [flat(18), flat(20), flat(18.1)] }, hold);
    expect(tradesOf(result)).toEqual(['buy 20.5 10.1 expiry']);
  });

  it('costs the buyer tax on what it was worth, and no brokerage', () => {
    const hold = { exit: { at: '15:30', daysBeforeExpiry: 0 } };
    const prices = { [CALL]: [flat(18), flat(20), flat(18.1)] };
    const chargesOf = (side: 'buy' | 'sell') =>
      run([call({ side })], prices, hold).outcomes[0]?.trades[0]?.charges.stt ?? Number.NaN;
    // 0.125 % of 10.10 × 75 for the buyer; 0.1 % of 19.50 × 75 when it was sold, and nothing at expiry.
    expect(chargesOf('buy')).toBe(Math.round(10.1 * 75 * 100 * 0.00125 * 10_000));
    expect(chargesOf('sell')).toBe(Math.round(19.5 * 75 * 100 * 0.001 * 10_000));
  });
});

describe('what has no price', () => {
  it('is not entered, and the day and its reason are counted', () => {
    const result = run([call()], { [CALL]: [null, null] }, {}, 2);
    expect(result.outcomes).toEqual([]);
    expect(result.missed).toEqual([{ day: DAY, sentence: `${CALL} has no price now.` }]);
  });

  it('while it is held is counted, and left at the next price', () => {
    const prices = { [CALL]: [flat(18), flat(20), null, null, flat(25)] };
    const result = run([call()], prices, { exit: { at: '09:17' } });
    expect(tradesOf(result)).toEqual(['sell 19.5 25.5 exit-time']);
    expect(result.minutesWithoutPrice).toBe(2);
  });
});

/** A made-up index of many days. */
const walk = (seed: string, first: string, days: number): Bars => {
  const random = seededRandom(seed);
  const rows: Bar[] = [];
  let price = 24_000_00;
  for (let day = 0; day < days; day++) {
    const midnight = istDayStart(first) + day * DAY_MS;
    if ([0, 6].includes(new Date(midnight + DAY_MS / 2).getUTCDay())) continue;
    for (let minute = OPEN; minute < 930; minute++) {
      const open = price;
      const close = Math.max(5_000_00, Math.round(open * (1 + (random.uniform() - 0.5) * 0.0012)));
      const [high, low] = [Math.max(open, close) + 150, Math.min(open, close) - 150];
      rows.push({ time: midnight + minute * MINUTE_MS, open, high, low, close, volume: 0 });
      price = close;
    }
  }
  return columns(rows);
};

const modelled = () =>
  new ModelledPremiums({
    underlying: 'NIFTY',
    expiriesOn: (day) => expiriesByCalendar('NIFTY', day),
    volatilityOn: () => 14,
    volatilitySource: '14 % a year',
  });

it('the price of an order at the open knows nothing that comes after it', () => {
  const track = modelled().trackOf(`NIFTY ${DAY} 25850 CE`);
  const minute = {
    time: istDayStart(DAY) + OPEN * MINUTE_MS,
    open: 25_850_00,
    high: 26_400_00,
    low: 25_300_00,
  };
  const spreads = [25_300_00, 25_850_00, 26_400_00].map((close) =>
    track?.halfSpread({ ...minute, close }, 100_00),
  );
  expect(new Set(spreads).size).toBe(1);
});

describe('any document over any market', () => {
  const level = fc.option(
    fc.double({ min: 5, max: 95, noNaN: true }).map((value) => ({
      of: 'premium' as const,
      distance: { kind: 'percent' as const, value },
    })),
    { nil: null },
  );
  const reentry = fc.option(
    fc.record({
      how: fc.constantFrom('at-once' as const, 'at-cost' as const, 'reversed' as const),
      times: fc.integer({ min: 1, max: 3 }),
    }),
    { nil: null },
  );
  const legs = fc.array(
    fc
      .record({
        side: fc.constantFrom('buy' as const, 'sell' as const),
        kind: fc.constantFrom('call' as const, 'put' as const),
        lots: fc.integer({ min: 1, max: 3 }),
        strike: fc.integer({ min: -3, max: 8 }).map((steps) => ({ by: 'at-the-money' as const, steps })),
        stop: level,
        target: level,
        onStop: reentry,
        onTarget: reentry,
      })
      .map((leg) => ({
        ...leg,
        onStop: leg.stop ? leg.onStop : null,
        onTarget: leg.target ? leg.onTarget : null,
      })),
    { minLength: 1, maxLength: 4 },
  );
  const structure = fc.record({
    stop: fc.option(
      fc.record({ kind: fc.constant('rupees' as const), rupees: fc.integer({ min: 500, max: 20_000 }) }),
      { nil: null },
    ),
    onLegExit: fc.constantFrom('that-leg' as const, 'all-legs' as const),
    moveToCost: fc.constantFrom('none' as const, 'all-legs' as const, 'opposite-legs' as const),
  });
  const bars = walk('legs', '2025-10-06', 12);

  it('closes every leg that it enters, on the same day, with figures that add up', () => {
    fc.assert(
      fc.property(legs, structure, (some, rules) => {
        const document = LegDocumentSchema.parse({
          version: 2,
          underlying: 'NIFTY',
          entry: { at: '09:20' },
          exit: { at: '15:15' },
          legs: some,
          structure: rules,
        });
        const result = simulateLegs({
          document,
          exchange: 'NSE',
          bars,
          premiums: modelled(),
          plan: ANGEL_ONE,
        });
        expect(result.outcomes.length + result.missed.length).toBeGreaterThan(0);
        for (const { day, trades, net } of result.outcomes) {
          expect(trades.reduce((sum, trade) => sum + trade.net, 0)).toBe(net);
          for (const trade of trades) {
            const sign = trade.side === 'buy' ? 1 : -1;
            expect(trade.gross).toBe(sign * (trade.exitPrice - trade.entryPrice) * trade.quantity);
            expect(trade.enteredAt).toBeGreaterThanOrEqual(istDayStart(day));
            expect(trade.exitedAt).toBeLessThan(istDayStart(day) + DAY_MS);
            expect(trade.exitedAt).toBeGreaterThanOrEqual(trade.enteredAt);
          }
          for (const [index, leg] of some.entries()) {
            const entries = trades.filter((trade) => trade.leg === index).length;
            const most = 1 + (leg.onStop?.times ?? 0) + (leg.onTarget?.times ?? 0);
            expect(entries).toBeLessThanOrEqual(most);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  it('keeps the day of entry of a structure that is held overnight, and its days to expiry on that day', () => {
    const document = LegDocumentSchema.parse({
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '10:00', daysToExpiry: { from: 3, to: 5 } },
      exit: { at: '15:00', daysBeforeExpiry: 0 },
      legs: [call()],
      structure: { target: { kind: 'premium', percent: 30 }, stop: null },
    });
    const { outcomes } = simulateLegs({
      document,
      exchange: 'NSE',
      bars,
      premiums: modelled(),
      plan: ANGEL_ONE,
    });
    expect(outcomes.length).toBeGreaterThan(0);
    for (const { day, daysToExpiry, trades } of outcomes) {
      expect(day).toBe(istDate(Math.min(...trades.map(({ enteredAt }) => enteredAt))));
      expect(daysToExpiry).toBeGreaterThanOrEqual(3);
    }
  });

  it('decides nothing by a price that comes later: a market that ends sooner trades the same until then', () => {
    const document = LegDocumentSchema.parse({
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:20' },
      exit: { at: '15:15' },
      legs: [call({ stop: points(20), onStop: { how: 'at-once', times: 2 } })],
    });
    const over = (length: number) => {
      const cut = {
        ...bars,
        length,
        day: bars.day.subarray(0, length),
        time: bars.time.subarray(0, length),
      };
      const all = simulateLegs({
        document,
        exchange: 'NSE',
        bars: cut,
        premiums: modelled(),
        plan: ANGEL_ONE,
      });
      // A day that is cut off settles at the cut.
      return all.outcomes.flatMap(({ trades }) => trades.filter(({ why }) => why !== 'expiry'));
    };
    const whole = over(bars.length);
    expect(whole.length).toBeGreaterThan(8);
    for (const length of [500, 901, 1_400, 2_000]) {
      const part = over(length);
      expect(part).toEqual(whole.slice(0, part.length));
    }
  });
});
