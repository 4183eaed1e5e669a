import type { Bar } from '../../engine/bars.ts';
import type { RebalanceRule } from '../../shared/basket-rules.ts';
import { INSTRUMENT_MASTER } from '../market/instrument-master.ts';

/** Parts of a basket, of any unit: they become weights that come to 100 %. */
export type Parts = readonly (readonly [symbol: string, part: number])[];

/** Daily candles before the feed's market time, by symbol, in time order. */
export type DailyCandles = ReadonlyMap<string, readonly Bar[]>;

/** A basket that ships with the program. What it is made of comes from its rule, never from here. */
export interface HouseBasket {
  readonly author: string;
  readonly name: string;
  readonly summary: string;
  readonly rebalance: RebalanceRule;
  readonly rule: (daily: DailyCandles) => Parts;
}

const SHARES = INSTRUMENT_MASTER.filter(({ kind }) => kind === 'equity');

const equalParts = (symbols: readonly string[]): Parts => symbols.map((symbol) => [symbol, 1]);

const closesOf = (daily: DailyCandles, symbol: string, days: number): number[] =>
  (daily.get(symbol) ?? []).slice(-days).map(({ close }) => close);

/** Standard deviation of the daily returns over so many days; NaN without two of them. */
export const volatility = (daily: DailyCandles, symbol: string, days: number): number => {
  const closes = closesOf(daily, symbol, days + 1);
  const returns = closes.slice(1).map((close, index) => Math.log(close / (closes[index] ?? close)));
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const squares = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return Math.sqrt(squares / (returns.length - 1));
};

/** Price times volume over so many days. */
const tradedValue = (daily: DailyCandles, symbol: string, days: number): number =>
  (daily.get(symbol) ?? []).slice(-days).reduce((sum, { close, volume }) => sum + close * volume, 0);

/** The largest first; what has no number is left out, and equal ones are in the order of their symbols. */
const ranked = (of: (symbol: string) => number): [symbol: string, value: number][] =>
  SHARES.map(({ symbol }): [string, number] => [symbol, of(symbol)])
    .filter(([, value]) => Number.isFinite(value))
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));

/** Most traded share of each sector, weighted by the sector's trading. */
const sectorLeaders = (daily: DailyCandles, days: number): Parts => {
  const sectors = new Map<string, { leader: string; traded: number }>();
  for (const [symbol, traded] of ranked((each) => tradedValue(daily, each, days))) {
    const sector = SHARES.find((row) => row.symbol === symbol)?.sector ?? '';
    const known = sectors.get(sector) ?? { leader: symbol, traded: 0 };
    sectors.set(sector, { ...known, traded: known.traded + traded });
  }
  return [...sectors.values()].map(({ leader, traded }) => [leader, traded]);
};

export const HOUSE_BASKETS: readonly HouseBasket[] = [
  {
    author: 'Arjun Rao',
    name: 'Bank Five',
    summary: 'Five large banks in equal parts.',
    rebalance: 'quarterly',
    rule: () => equalParts(['HDFCBANK', 'ICICIBANK', 'SBIN', 'AXISBANK', 'KOTAKBANK']),
  },
  {
    author: 'Rohan Mehta',
    name: 'Nifty by Sector',
    summary: 'The most traded share of each Nifty sector, weighted by what its sector trades in sixty days.',
    rebalance: 'quarterly',
    rule: (daily) => sectorLeaders(daily, 60),
  },
  {
    author: 'Farah Khan',
    name: 'Low Volatility Ten',
    summary: 'The ten steadiest shares of a year; the steadier one is, the more it weighs.',
    rebalance: 'half-yearly',
    rule: (daily) => ranked((symbol) => 1 / volatility(daily, symbol, 250)).slice(0, 10),
  },
  {
    author: 'Rohan Mehta',
    name: 'Momentum Eight',
    summary: 'The eight shares that rose most in half a year, in equal parts.',
    rebalance: 'monthly',
    rule: (daily) =>
      equalParts(
        ranked((symbol) => {
          const closes = closesOf(daily, symbol, 127);
          return (closes.at(-1) ?? Number.NaN) / (closes[0] ?? Number.NaN);
        })
          .slice(0, 8)
          .map(([symbol]) => symbol),
      ),
  },
  {
    author: 'Kavya Iyer',
    name: 'Technology Five',
    summary: 'The five technology shares of the Nifty in equal parts.',
    rebalance: 'half-yearly',
    rule: () =>
      equalParts(SHARES.filter(({ sector }) => sector === 'technology').map(({ symbol }) => symbol)),
  },
];
