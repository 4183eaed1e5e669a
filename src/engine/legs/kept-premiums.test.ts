import { describe, expect, it } from 'vitest';
import { LegDocumentSchema, type LegDocumentInput } from '../../shared/leg-document.ts';
import { istDayStart, MINUTE_MS } from '../../shared/time.ts';
import { ANGEL_ONE } from '../charges/plan.ts';
import { expiriesByCalendar } from '../contracts/expiry-calendar.ts';
import { type KeptChain, KeptPremiums, type KeptPrice } from './kept-premiums.ts';
import { ModelledPremiums } from './modelled-premiums.ts';
import type { UnderlyingMinute } from './premiums.ts';
import { LegSimulator } from './simulate-legs.ts';

const DAY = '2025-12-16';
const OPEN = istDayStart(DAY) + 555 * MINUTE_MS;
const STRIKES = Array.from({ length: 41 }, (_, index) => 24_850_00 + index * 50_00);

const paise = (rupees: number): number => Math.round(rupees * 100);
type Quote = Partial<KeptPrice> & { close: number };
const price = ({ close, ...more }: Quote): KeptPrice => ({
  ...{ open: close, high: close, low: close, close, bid: 0, ask: 0 },
  ...more,
});
/** Prices of contracts in rupees by minute from 09:15; every other strike costs 5. */
const chainOf = (prices: Readonly<Record<string, readonly (Quote | null)[]>>, rest = 5): KeptChain => ({
  strikesOf: () => STRIKES,
  find: (kind, strike) => {
    const own = prices[`${kind} ${strike / 100}`];
    const priceAt = (index: number): KeptPrice | null => {
      if (!own) return rest > 0 ? price({ close: rest * 100 }) : null;
      const row = own[index];
      if (!row) return null;
      const { close, open = close, high = Math.max(open, close), low = Math.min(open, close) } = row;
      const { bid = 0, ask = 0 } = row;
      return {
        ...{ open: paise(open), high: paise(high), low: paise(low), close: paise(close) },
        ...{ bid: paise(bid), ask: paise(ask) },
      };
    };
    const place = (time: number) => Math.round((time - OPEN) / MINUTE_MS);
    return {
      at: (time) => priceAt(place(time)),
      lastUntil: (time) => {
        for (let index = place(time); index >= 0; index--) {
          const found = priceAt(index);
          if (found) return found.close;
        }
        return null;
      },
    };
  },
});

const model = new ModelledPremiums({
  underlying: 'NIFTY',
  expiriesOn: (day) => expiriesByCalendar('NIFTY', day),
  volatilityOn: () => 14,
  volatilitySource: '14 %',
});
const premiumsOf = (chain: KeptChain | null, origin: 'minutes' | 'daily' | 'modelled' | null = 'minutes') => {
  const premiums = new KeptPremiums({ exchange: 'NSE', underlying: 'NIFTY', isModelAllowed: false }, model);
  premiums.begin({
    ...{ day: DAY, origin, expiries: expiriesByCalendar('NIFTY', DAY) },
    chains: new Map(chain ? [[DAY, chain]] : []),
  });
  return premiums;
};
const minute = (index: number, spot = 25_860): UnderlyingMinute => {
  const price = paise(spot);
  return { time: OPEN + index * MINUTE_MS, open: price, high: price, low: price, close: price };
};
const simulatorOf = (
  premiums: KeptPremiums,
  leg: Partial<LegDocumentInput['legs'][number]> = {},
  more: Partial<LegDocumentInput> = {},
) =>
  new LegSimulator({
    document: LegDocumentSchema.parse({
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:16' },
      exit: { at: '15:15' },
      legs: [{ side: 'sell', kind: 'call', lots: 1, strike: { by: 'at-the-money', steps: 0 }, ...leg }],
      ...more,
    }),
    exchange: 'NSE',
    premiums,
    plan: ANGEL_ONE,
  });
const tradesOf = (simulator: LegSimulator) =>
  simulator
    .results()
    .outcomes.flatMap(({ trades }) =>
      trades.map(
        ({ symbol, entryPrice, exitPrice, why, premiums }) =>
          `${symbol.split(' ').slice(2).join(' ')} ${entryPrice / 100} ${exitPrice / 100} ${why} ${premiums}`,
      ),
    );
const points = (rupees: number) => ({
  of: 'premium' as const,
  distance: { kind: 'points' as const, rupees },
});

describe('minutes', () => {
  const exit = { exit: { at: '09:17' } };

  it('are sold at the bid and bought back at the ask that were recorded before the fill', () => {
    const rows = [
      { close: 18, bid: 17.9, ask: 18.2 },
      { open: 19, close: 19, bid: 18.5, ask: 18.9 },
      { close: 30 },
    ];
    const simulator = simulatorOf(premiumsOf(chainOf({ 'call 25850': rows })), {}, exit);
    simulator.runDay({ day: DAY, minutes: [0, 1, 2].map((index) => minute(index)) });
    expect(tradesOf(simulator)).toEqual(['25850 CE 17.9 18.9 exit-time minutes']);
  });

  it('without bid and ask are filled at the open and a spread against the order', () => {
    const rows = [{ close: 18 }, { open: 20, close: 20 }, { open: 20, close: 20 }];
    const simulator = simulatorOf(premiumsOf(chainOf({ 'call 25850': rows })), {}, exit);
    simulator.runDay({ day: DAY, minutes: [0, 1, 2].map((index) => minute(index)) });
    const [trade] = simulator.results().outcomes[0]?.trades ?? [];
    expect(trade?.entryPrice).toBeLessThan(20_00);
    expect(trade?.exitPrice).toBeGreaterThan(20_00);
  });

  it('in which a strike was not traded leave it out: the nearest that has a price is chosen, and it is counted', () => {
    const rows = { 'call 25850': [null, { close: 18 }], 'call 25900': [{ close: 9 }, { close: 9 }] };
    const premiums = premiumsOf(chainOf(rows));
    const simulator = simulatorOf(premiums, {}, exit);
    simulator.runDay({ day: DAY, minutes: [0, 1, 2].map((index) => minute(index, 25_880)) });
    expect(tradesOf(simulator)[0]).toContain('25900 CE');
    const other = premiumsOf(chainOf(rows));
    const below = simulatorOf(other, {}, exit);
    below.runDay({ day: DAY, minutes: [0, 1, 2].map((index) => minute(index, 25_851)) });
    expect(tradesOf(below)[0]).toMatch(/^(?:25800|25900) CE/);
    expect(other.missingStrikes).toEqual([`${DAY} NIFTY ${DAY} 25850 CE`]);
  });

  it('that are not there are not made up: the day is left out with its reason', () => {
    const simulator = simulatorOf(premiumsOf(null, null));
    simulator.runDay({ day: DAY, minutes: [0, 1].map((index) => minute(index)) }, 'No premiums are kept.');
    expect(simulator.results()).toMatchObject({
      outcomes: [],
      missed: [{ day: DAY, sentence: 'No premiums are kept.' }],
    });
  });
});

describe('daily candles', () => {
  const index = { open: 25_870_00, high: 25_980_00, low: 25_800_00, close: 25_860_10 };
  const dayOf = (close: number, high = 60, low = 12) => ({
    'call 25850': Array.from({ length: 400 }, () => ({ open: 40, high, low, close })),
  });

  it('are entered at the open and settled by the close of the index: 25850 CE at 10.10, not at its 18.10', () => {
    const simulator = simulatorOf(premiumsOf(chainOf(dayOf(18.1)), 'daily'), { side: 'buy' });
    simulator.runDailyDay(DAY, index);
    const [trade] = simulator.results().outcomes[0]?.trades ?? [];
    expect(trade).toMatchObject({ exitPrice: 10_10, why: 'expiry', premiums: 'daily' });
    expect(trade?.entryPrice).toBeGreaterThanOrEqual(40_00);
  });

  it('with the stop and the target within high and low are stopped', () => {
    const leg = { stop: points(15), target: points(20) };
    const simulator = simulatorOf(premiumsOf(chainOf(dayOf(18.1)), 'daily'), leg);
    simulator.runDailyDay(DAY, index);
    expect(tradesOf(simulator)[0]).toContain('stop-loss daily');
  });

  it('whose stop the high did not reach are not stopped', () => {
    const simulator = simulatorOf(premiumsOf(chainOf(dayOf(18.1, 50)), 'daily'), { stop: points(15) });
    simulator.runDailyDay(DAY, index);
    expect(tradesOf(simulator)[0]).toContain('10.1 expiry daily');
  });
});

it('a day that is modelled says so', () => {
  const simulator = simulatorOf(premiumsOf(null, 'modelled'), {}, { exit: { at: '09:17' } });
  simulator.runDay({ day: DAY, minutes: [0, 1, 2].map((index) => minute(index)) });
  expect(tradesOf(simulator)[0]).toContain('exit-time modelled');
});

it('the forward is that of put-call parity, and a delta that of the price', () => {
  const rows = {
    'call 25850': [{ close: 60 }],
    'put 25850': [{ close: 40 }],
    'call 25900': [{ close: 35 }],
    'put 25900': [{ close: 65 }],
  };
  const view = premiumsOf(chainOf(rows, 0)).chainAt(DAY, minute(0), 'call');
  expect(view?.forward).toBe(25_870_00);
  expect(view?.strikes).toEqual([25_850_00, 25_900_00]);
  expect(view?.deltaOf('call', 25_850_00)).toBeGreaterThan(0.4);
  expect(view?.deltaOf('call', 25_800_00)).toBeNull();
});

it('what ended on a day without the index is not settled by the close of a later day', () => {
  const constant = { at: () => price({ close: 20_00 }), lastUntil: () => 20_00 };
  const chain: KeptChain = { strikesOf: () => STRIKES, find: () => constant };
  const premiums = premiumsOf(chain);
  const simulator = simulatorOf(premiums, { side: 'buy' }, { exit: { at: '15:15', daysBeforeExpiry: 0 } });
  const runDay = (day: string, spot: number, chains: ReadonlyMap<string, KeptChain>) => {
    const origin = chains.size === 0 ? null : ('minutes' as const);
    premiums.begin({ day, origin, expiries: expiriesByCalendar('NIFTY', day), chains });
    const from = istDayStart(day) + 555 * MINUTE_MS;
    const minutes = [0, 1, 2].map((index) => ({ ...minute(index, spot), time: from + index * MINUTE_MS }));
    simulator.runDay({ day, minutes });
  };
  runDay('2025-12-15', 25_860, new Map([[DAY, chain]]));
  simulator.skipDay(DAY, 'There are no prices of the index on this day.');
  runDay('2025-12-17', 26_860, new Map());
  // The index has risen by 1000 since: the call ended before, at a price that nobody knows.
  expect(tradesOf(simulator)).toEqual([]);
});

it('what is still held at the end of the days is told, with the loss of a leg that was closed', () => {
  const chain: KeptChain = {
    strikesOf: () => STRIKES,
    find: (kind) => {
      const at = (time: number) =>
        // The call rises beyond its stop, the put stays where it was.
        price({
          close: kind === 'call' && time >= istDayStart('2025-12-15') + 557 * MINUTE_MS ? 90_00 : 20_00,
        });
      return { at, lastUntil: (time) => at(time).close };
    },
  };
  const premiums = premiumsOf(chain);
  const leg = { side: 'sell' as const, lots: 1, strike: { by: 'at-the-money' as const, steps: 0 } };
  const simulator = simulatorOf(
    premiums,
    {},
    {
      exit: { at: '15:15', daysBeforeExpiry: 0 },
      legs: [
        { ...leg, kind: 'call', stop: points(15) },
        { ...leg, kind: 'put' },
      ],
    },
  );
  const day = '2025-12-15';
  premiums.begin({
    day,
    origin: 'minutes',
    expiries: expiriesByCalendar('NIFTY', day),
    chains: new Map([[DAY, chain]]),
  });
  const from = istDayStart(day) + 555 * MINUTE_MS;
  simulator.runDay({
    day,
    minutes: [0, 1, 2, 3].map((index) => ({ ...minute(index), time: from + index * MINUTE_MS })),
  });
  const { outcomes, missed } = simulator.results();
  expect(outcomes.length + missed.length).toBe(1);
});
