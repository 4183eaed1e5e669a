import type { RuleDocument } from '../shared/rule-document.ts';
import { PAISE_PER_RUPEE } from '../shared/money.ts';
import { datedTable, valueOn, type DatedTable } from './dated.ts';

/**
 * `equity` is a share of the cash market. `index-proxy` is an index traded as if it were its own near-month future:
 * the index's prices, the future's lot, tick and charges. It is always labelled as a proxy.
 */
export type InstrumentKind = 'equity' | 'index-proxy';

/** Kind of what an order trades: an instrument, or a contract of the exchange on one. */
export type TradedKind = InstrumentKind | 'option' | 'future';

/** Facts about a tradable instrument that the engine needs. */
export interface Instrument {
  readonly symbol: string;
  readonly kind: InstrumentKind;
  /** The exchange's price band, only of a share without futures: those with futures have none that is fixed. */
  readonly fixedBandPercent?: 2 | 5 | 10 | 20;
}

/** Exchanges whose hours are known. */
export type Exchange = 'NSE' | 'BSE';

/** Facts that decide an instrument's hours and price band. */
export interface Traded extends Pick<Instrument, 'fixedBandPercent'> {
  readonly kind: TradedKind;
  /** NSE where it is not said. */
  readonly exchange?: Exchange;
}

/** Whether it has futures, or is one. This decides its closing hours and its price band. */
export const hasFutures = ({ fixedBandPercent }: Traded): boolean => fixedBandPercent === undefined;

/** Market segments that are charged differently. */
export const SEGMENTS = ['delivery', 'intraday', 'futures', 'options'] as const;
export type Segment = (typeof SEGMENTS)[number];

/** The segment an instrument's trades are charged in. */
export const segmentOf = (kind: TradedKind, product: RuleDocument['product']): Segment => {
  if (kind === 'option') return 'options';
  return kind === 'equity' ? product : 'futures';
};

/**
 * Lot sizes of the index futures, by when new contracts carried them. Sources: NSE circulars as reported by Mint
 * (2023-04-01), Business Standard (2024-04-03, 2024-10-19) and NDTV Profit (2025-03-28, 2025-12-30). Before the first
 * row the first row stands in.
 */
const INDEX_LOTS: Readonly<Record<string, DatedTable<number>>> = {
  NIFTY: datedTable(['2021-07-01', 50], ['2024-04-26', 25], ['2024-11-20', 75], ['2025-12-31', 65]),
  BANKNIFTY: datedTable(
    ['2020-07-01', 25],
    ['2023-07-01', 15],
    ['2024-11-20', 30],
    ['2025-07-01', 35],
    ['2025-12-31', 30],
  ),
  FINNIFTY: datedTable(['2023-04-28', 40], ['2024-04-26', 25], ['2024-11-20', 65], ['2025-12-31', 60]),
  MIDCPNIFTY: datedTable(
    ['2023-04-28', 75],
    ['2024-04-26', 50],
    ['2024-11-20', 120],
    ['2025-07-01', 140],
    ['2025-12-31', 120],
  ),
  NIFTYNXT50: datedTable(['2024-04-26', 10], ['2024-11-20', 25]),
};

/** Smallest tradable quantity at a moment (epoch ms): 1 for a share, the dated contract lot for an index proxy. */
export const lotSizeOn = (instrument: Instrument, time: number): number => {
  const table = instrument.kind === 'index-proxy' ? INDEX_LOTS[instrument.symbol] : undefined;
  return table ? valueOn(table, time) : 1;
};

/** The tick (paise) of prices up to a bound. The bound is in rupees, and included unless `isBelow`. */
interface TickBand {
  readonly upTo: number;
  readonly isBelow?: boolean;
  readonly tick: number;
}

/** Cash market: NSE circulars of 2024-06-10 and 2025-04-15. Before the first row every share ticked by 5 paise. */
const CASH_TICKS = datedTable<readonly TickBand[]>(
  ['2010-01-01', [{ upTo: Infinity, tick: 5 }]],
  [
    '2024-06-10',
    [
      { upTo: 250, isBelow: true, tick: 1 },
      { upTo: Infinity, tick: 5 },
    ],
  ],
  [
    '2025-04-15',
    [
      { upTo: 250, isBelow: true, tick: 1 },
      { upTo: 1_000, tick: 5 },
      { upTo: 5_000, tick: 10 },
      { upTo: 10_000, tick: 50 },
      { upTo: 20_000, tick: 100 },
      { upTo: Infinity, tick: 500 },
    ],
  ],
);

/** Index futures: NSE circular of 2025-04-15; 5 paise before it. */
const INDEX_FUTURE_TICKS = datedTable<readonly TickBand[]>(
  ['2010-01-01', [{ upTo: Infinity, tick: 5 }]],
  [
    '2025-04-15',
    [
      { upTo: 15_000, tick: 5 },
      { upTo: 30_000, tick: 10 },
      { upTo: Infinity, tick: 20 },
    ],
  ],
);

/** Smallest step of premiums, paise. */
export const OPTION_TICK = 5;

/**
 * Smallest price step at a moment, in paise, by the price's band. The price is in paise too. The exchange fixes the
 * band once a month from the last close; here the price at hand decides.
 */
export const tickSizeOn = (kind: TradedKind, pricePaise: number, time: number): number => {
  if (kind === 'option') return OPTION_TICK;
  const bands = valueOn(kind === 'equity' ? CASH_TICKS : INDEX_FUTURE_TICKS, time);
  const rupees = pricePaise / PAISE_PER_RUPEE;
  const band = bands.find(({ upTo, isBelow }) => (isBelow ? rupees < upTo : rupees <= upTo));
  return band?.tick ?? 1;
};

/** Directions in which a price is brought to a tick. */
export type Rounding = 'up' | 'down' | 'nearest';

/** A price as a whole number of ticks, never below one. It is in paise and may be fractional. */
export const roundToTick = (pricePaise: number, tick: number, rounding: Rounding): number => {
  const steps = pricePaise / tick;
  // Fractional distances (2 % of a price) carry float dust; a level that is on a tick must stay on it.
  const near = Math.round(steps);
  const exact = Math.abs(steps - near) < 1e-9 * Math.max(1, near);
  const whole =
    exact || rounding === 'nearest' ? near : rounding === 'up' ? Math.ceil(steps) : Math.floor(steps);
  return Math.max(1, whole) * tick;
};

/**
 * Percent of a position's value set aside while it is open. Shares are paid in full, intraday too (no borrowed
 * leverage); an index future takes about this much SPAN and exposure margin.
 */
export const MARGIN_PERCENT: Readonly<Record<InstrumentKind, number>> = { equity: 100, 'index-proxy': 15 };

/** The same of anything that is traded. A bought option is paid in full; what a sold one needs is its structure's. */
export const marginPercentOf = (kind: TradedKind): number => {
  if (kind === 'option') return 100;
  return MARGIN_PERCENT[kind === 'future' ? 'index-proxy' : kind];
};
