import type { LegDocumentInput } from '../../shared/leg-document.ts';
import type { HouseAuthor, HouseStrategy } from './house-strategies.ts';

/** A strategy with legs that ships with the program. */
export interface HouseLegStrategy extends Omit<HouseStrategy, 'document'> {
  readonly document: LegDocumentInput;
}

type Leg = LegDocumentInput['legs'][number];
type More = Partial<Leg>;

export const HOUSE_LEG_AUTHORS: readonly HouseAuthor[] = [
  { name: 'Ishaan Verma', bio: 'Sells index options for their time value, with a stop on every leg.' },
  { name: 'Ananya Pillai', bio: 'Spreads and condors: the most that can be lost is known at the entry.' },
  { name: 'Vikram Sethi', bio: 'Index futures, alone and hedged with options.' },
];

const LAKH = 1_00_000_00;

const steps = (count: number) => ({ by: 'at-the-money' as const, steps: count });
const percentStop = (value: number) => ({
  of: 'premium' as const,
  distance: { kind: 'percent' as const, value },
});
const indexLevel = (value: number) => ({
  of: 'underlying' as const,
  distance: { kind: 'percent' as const, value },
});
const option = (
  side: Leg['side'],
  kind: 'call' | 'put',
  strike: NonNullable<Leg['strike']>,
  more: More = {},
): Leg => ({ side, kind, lots: 1, strike, ...more });
const future = (side: Leg['side'], more: More = {}): Leg => ({
  side,
  kind: 'future',
  lots: 1,
  expiry: 'this-month',
  ...more,
});
const month = { expiry: 'this-month' } as const;
const premiumShare = (percent: number) => ({ kind: 'premium' as const, percent });
const rupees = (amount: number) => ({ kind: 'rupees' as const, rupees: amount });

const OPTION_SELLERS: readonly HouseLegStrategy[] = [
  {
    author: 'Ishaan Verma',
    name: 'Nifty 9:20 Straddle',
    summary: 'Sells the straddle at the money at 09:20; each leg has a stop of a quarter of its premium.',
    risk: 'high',
    capital: 4 * LAKH,
    minimumCapital: 4 * LAKH,
    document: {
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:20' },
      exit: { at: '15:15' },
      legs: [
        option('sell', 'call', steps(0), { stop: percentStop(25) }),
        option('sell', 'put', steps(0), { stop: percentStop(25) }),
      ],
    },
  },
  {
    author: 'Ishaan Verma',
    name: 'Nifty Strangle to Cost',
    summary: 'Sells a call and a put of about ₹60; when one is stopped, the stop of the other moves to cost.',
    risk: 'high',
    capital: 4 * LAKH,
    minimumCapital: 4 * LAKH,
    document: {
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:30' },
      exit: { at: '15:10' },
      legs: (['call', 'put'] as const).map((kind) =>
        option('sell', kind, { by: 'premium', rupees: 60, choose: 'nearest' }, { stop: percentStop(40) }),
      ),
      structure: { moveToCost: 'legs-with-stop' },
    },
  },
  {
    author: 'Ishaan Verma',
    name: 'Bank Nifty Patient Straddle',
    summary: 'Sells each side of the monthly straddle only after its premium has fallen by a tenth.',
    risk: 'high',
    capital: 5 * LAKH,
    minimumCapital: 5 * LAKH,
    document: {
      version: 2,
      underlying: 'BANKNIFTY',
      entry: { at: '09:25' },
      exit: { at: '15:10' },
      legs: (['call', 'put'] as const).map((kind) =>
        option('sell', kind, steps(0), {
          ...month,
          wait: { direction: 'down', distance: { kind: 'percent', value: 10 } },
          stop: percentStop(30),
        }),
      ),
    },
  },
  {
    author: 'Ishaan Verma',
    name: 'Nifty Straddle, Sold Again',
    summary:
      'Sells the straddle; a leg that hits its stop is sold again when its price is back, up to two times.',
    risk: 'high',
    capital: 4 * LAKH,
    minimumCapital: 4 * LAKH,
    document: {
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:45' },
      exit: { at: '15:00' },
      legs: (['call', 'put'] as const).map((kind) =>
        option('sell', kind, steps(0), { stop: percentStop(20), onStop: { how: 'at-cost', times: 2 } }),
      ),
      structure: { stop: rupees(6_000) },
    },
  },
];

const SPREADS: readonly HouseLegStrategy[] = [
  {
    author: 'Ananya Pillai',
    name: 'Nifty Expiry Iron Fly',
    summary: 'On the expiry day: sells the straddle, with bought wings one straddle premium away.',
    risk: 'medium',
    capital: 2 * LAKH,
    minimumCapital: 2 * LAKH,
    document: {
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:30', daysToExpiry: { from: 0, to: 0 } },
      exit: { at: '15:20' },
      legs: (['call', 'put'] as const).flatMap((kind) => [
        option('sell', kind, steps(0)),
        option('buy', kind, { by: 'straddle-width', times: 1 }),
      ]),
      structure: { stop: premiumShare(30), target: premiumShare(50) },
    },
  },
  {
    author: 'Ananya Pillai',
    name: 'Nifty Weekly Condor',
    summary: 'Holds an iron condor for the last days of the week, until half of its premium is earned.',
    risk: 'medium',
    capital: 2 * LAKH,
    minimumCapital: 2 * LAKH,
    document: {
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '10:00', daysToExpiry: { from: 3, to: 5 } },
      exit: { at: '15:00', daysBeforeExpiry: 0 },
      legs: (['call', 'put'] as const).flatMap((kind) => [
        option('sell', kind, steps(6)),
        option('buy', kind, steps(10)),
      ]),
      structure: { stop: premiumShare(100), target: premiumShare(50) },
    },
  },
  {
    author: 'Ananya Pillai',
    name: 'Nifty Bull Put Spread',
    summary: 'Sells a put of delta 0.25 and buys one of delta 0.10, for the day.',
    risk: 'medium',
    capital: LAKH,
    minimumCapital: LAKH,
    document: {
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:45' },
      exit: { at: '15:10' },
      legs: [
        option('sell', 'put', { by: 'delta', delta: 0.25 }),
        option('buy', 'put', { by: 'delta', delta: 0.1 }),
      ],
      structure: { stop: premiumShare(80), lock: { at: premiumShare(40), keep: premiumShare(15) } },
    },
  },
  {
    author: 'Ananya Pillai',
    name: 'Bank Nifty Bear Call Spread',
    summary: 'Sells a monthly call one percent above Bank Nifty, with a bought one two percent above it.',
    risk: 'medium',
    capital: LAKH,
    minimumCapital: LAKH,
    document: {
      version: 2,
      underlying: 'BANKNIFTY',
      entry: { at: '10:15' },
      exit: { at: '15:10' },
      legs: [
        option('sell', 'call', { by: 'percent-away', percent: 1 }, month),
        option('buy', 'call', { by: 'percent-away', percent: 2 }, month),
      ],
      structure: { stop: rupees(4_000) },
    },
  },
  {
    author: 'Ananya Pillai',
    name: 'Nifty Call Calendar',
    summary: 'Sells the call at the money of this week and buys that of the next, until the expiry day.',
    risk: 'medium',
    capital: 2 * LAKH,
    minimumCapital: 2 * LAKH,
    document: {
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '11:00', daysToExpiry: { from: 2, to: 5 } },
      exit: { at: '14:30', daysBeforeExpiry: 0 },
      legs: [option('sell', 'call', steps(0)), option('buy', 'call', steps(0), { expiry: 'next-week' })],
      structure: { stop: rupees(5_000), target: rupees(4_000) },
    },
  },
  {
    author: 'Ananya Pillai',
    name: 'Nifty Long Straddle',
    summary: 'Buys the straddle in the morning and keeps what a large move has earned.',
    risk: 'medium',
    capital: LAKH,
    minimumCapital: LAKH,
    document: {
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:20' },
      exit: { at: '14:00' },
      legs: [option('buy', 'call', steps(0)), option('buy', 'put', steps(0))],
      structure: {
        stop: premiumShare(15),
        trail: { every: premiumShare(10), by: premiumShare(8) },
      },
    },
  },
];

const FUTURES: readonly HouseLegStrategy[] = [
  {
    author: 'Vikram Sethi',
    name: 'Nifty Future, Morning Long',
    summary: 'Buys the future of the month at 09:30, with a stop and a target by Nifty itself.',
    risk: 'high',
    capital: 4 * LAKH,
    minimumCapital: 4 * LAKH,
    document: {
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:30' },
      exit: { at: '15:15' },
      legs: [future('buy', { stop: indexLevel(0.4), target: indexLevel(1) })],
    },
  },
  {
    author: 'Vikram Sethi',
    name: 'Bank Nifty Future, Afternoon Short',
    summary: 'Sells the future of the month after lunch; a loss ends the day.',
    risk: 'high',
    capital: 5 * LAKH,
    minimumCapital: 5 * LAKH,
    document: {
      version: 2,
      underlying: 'BANKNIFTY',
      entry: { at: '13:00' },
      exit: { at: '15:15' },
      legs: [future('sell', { stop: indexLevel(0.35), target: indexLevel(0.8) })],
    },
  },
  {
    author: 'Vikram Sethi',
    name: 'Nifty Covered Call',
    summary: 'Holds the future over the week against a sold call, for its time value.',
    risk: 'high',
    capital: 5 * LAKH,
    minimumCapital: 5 * LAKH,
    document: {
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '10:00', daysToExpiry: { from: 3, to: 6 } },
      exit: { at: '15:00', daysBeforeExpiry: 0 },
      legs: [future('buy'), option('sell', 'call', steps(4))],
      structure: { stop: rupees(12_000), target: rupees(8_000) },
    },
  },
  {
    author: 'Vikram Sethi',
    name: 'Nifty Future with a Floor',
    summary: 'Buys the future and a put below it: the put pays for a fall beyond its strike.',
    risk: 'medium',
    capital: 4 * LAKH,
    minimumCapital: 4 * LAKH,
    document: {
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '09:45' },
      exit: { at: '15:10' },
      legs: [future('buy'), option('buy', 'put', steps(2))],
      structure: { stop: rupees(5_000), trail: { every: rupees(3_000), by: rupees(2_000) } },
    },
  },
  {
    author: 'Vikram Sethi',
    name: 'Nifty Future Calendar',
    summary: 'Buys the future of this month against that of the next, and holds the difference.',
    risk: 'low',
    capital: 8 * LAKH,
    minimumCapital: 8 * LAKH,
    document: {
      version: 2,
      underlying: 'NIFTY',
      entry: { at: '10:30', daysToExpiry: { from: 5, to: 12 } },
      exit: { at: '14:00', daysBeforeExpiry: 1 },
      legs: [future('buy'), future('sell', { expiry: 'next-month' })],
      structure: { stop: rupees(3_000) },
    },
  },
];

/** Ten strategies on options and five on futures. */
export const HOUSE_LEG_STRATEGIES: readonly HouseLegStrategy[] = [...OPTION_SELLERS, ...SPREADS, ...FUTURES];
