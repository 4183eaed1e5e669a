import { dayNumber } from '../../../engine/bars.ts';
import { symbolOf } from '../../../engine/contracts/contract.ts';
import { yearsTo } from '../../../engine/contracts/expiry.ts';
import { OPTION_TICK } from '../../../engine/instrument.ts';
import type { OptionRight } from '../../../engine/options/black76.ts';
import {
  deviationsAway,
  type ModelledExpiry,
  modelledHalfSpread,
  modelledPrice,
  onOptionTick,
} from '../../../engine/options/option-model.ts';
import { sessionHoursOn } from '../../../engine/trading/session-hours.ts';
import { seededRandom } from '../../../engine/random.ts';
import { DAY_MS, istDate, istMidnight, istMinuteOfDay, MINUTE_MS } from '../../../shared/time.ts';

/** Facts of an index at a moment of the simulated market. */
export interface IndexNow {
  readonly underlying: string;
  /** Price of the index, paise. */
  readonly spot: number;
  readonly previousClose: number;
  /** Market time, epoch ms. */
  readonly now: number;
}

/** A made-up market of options on one index at one moment. */
export interface OptionMarket extends IndexNow {
  readonly expiry: string;
  /** Units. */
  readonly lotSize: number;
}

/** Prices in paise, counts in units. */
export interface SimulatedOption {
  readonly symbol: string;
  readonly ltp: number;
  readonly bid: number;
  readonly ask: number;
  /** Since the close of the day before. */
  readonly change: number;
  readonly openInterest: number;
  readonly openInterestChange: number;
  readonly volume: number;
}

/** Level of volatility at the money, percent a year. */
const LEVEL: Readonly<Record<string, number>> = { NIFTY: 12.5, BANKNIFTY: 14.5 };
/** Days differ by so many points. */
const DAILY_POINTS = 1.5;
/** A price strays from the model by this share. */
const STRAY = 0.001;
/** Lots that are open at the money; width of their bell, standard deviations. */
const [LOTS_AT_MONEY, LOTS_WIDTH] = [60_000, 1.6] as const;
/** Multiples of it (paise) have more lots. */
const ROUND_STEP = 500_00;
const ROUND_FACTOR = 2.2;

/** A number from 0 to 1 that belongs to a name. */
export const drawn = (name: string): number => seededRandom(`options|${name}`).uniform();

/** Part of the session that is over, 0 to 1. With the moment at which it opened, epoch ms. */
export const sessionAt = (now: number): { readonly done: number; readonly opened: number } => {
  const { open, close } = sessionHoursOn({ kind: 'index-proxy' }, now);
  const done = Math.min(1, Math.max(0, (istMinuteOfDay(now) - open) / (close - open)));
  return { done, opened: istMidnight(now) + open * MINUTE_MS };
};

/** Days whose level is remembered: a day is asked for at every price. */
const MOST_REMEMBERED = 256;
const levelOfDay = new Map<string, number>();

/** Level of volatility of a day near its expiry, percent a year. */
const dailyLevel = (underlying: string, at: number): number => {
  const name = `${underlying} ${dayNumber(at)}`;
  const known = levelOfDay.get(name);
  if (known !== undefined) return known;
  const points = DAILY_POINTS * (2 * drawn(`${underlying} volatility ${istDate(at)}`) - 1);
  const level = (LEVEL[underlying] ?? 15) + points;
  if (levelOfDay.size >= MOST_REMEMBERED) levelOfDay.clear();
  levelOfDay.set(name, level);
  return level;
};

/** Level of volatility, percent a year. More time to expiry is a little dearer. */
const levelOf = ({ underlying, expiry }: OptionMarket, at: number): number =>
  dailyLevel(underlying, at) + 2 * Math.sqrt(yearsTo(expiry, at));

/** The options of a market by the model. With the index at a price and moment. */
const modelAt = (market: OptionMarket, spot: number, at: number): ModelledExpiry => ({
  spot,
  years: yearsTo(market.expiry, at),
  level: levelOf(market, at),
});

/** The options of a market by the model. */
export const modelOf = (market: OptionMarket): ModelledExpiry => modelAt(market, market.spot, market.now);

/** Open lots of an option at the end of a day. */
const lotsAt = (name: string, strike: number, z: number, day: string): number => {
  const bulk = LOTS_AT_MONEY * Math.exp(-((z / LOTS_WIDTH) ** 2) / 2);
  const round = strike % ROUND_STEP === 0 ? ROUND_FACTOR : 1;
  return Math.round(bulk * round * (0.6 + 0.8 * drawn(`${name} lots ${day}`)));
};

const nameOf = ({ underlying, expiry }: OptionMarket, right: OptionRight, strike: number): string =>
  symbolOf({ exchange: 'NSE', underlying, expiry, kind: 'option', strike, right });

/** Last price of an option. It strays from the model, each minute anew. */
const lastPrice = (fair: number, symbol: string, now: number): number =>
  onOptionTick(fair * (1 + STRAY * (2 * drawn(`${symbol} price ${Math.floor(now / MINUTE_MS)}`) - 1)));

/** Last prices alone, as `quoteOptions` has them. */
export const priceOptions = (market: OptionMarket): ((right: OptionRight, strike: number) => number) => {
  const model = modelOf(market);
  return (right, strike) =>
    lastPrice(modelledPrice(model, right, strike), nameOf(market, right, strike), market.now);
};

/**
 * Quotes options of a made-up market. Black (1976) on a forward with a smile and a term structure, a spread by distance
 * from the money, and open interest. The same prices and minute give the same quotes, on every server.
 */
export const quoteOptions = (
  market: OptionMarket,
): ((right: OptionRight, strike: number) => SimulatedOption) => {
  const { lotSize, now } = market;
  const yesterday = now - DAY_MS;
  const model = modelOf(market);
  const { done, opened } = sessionAt(now);
  const before = modelAt(market, market.previousClose, opened);
  return (right, strike) => {
    const symbol = nameOf(market, right, strike);
    const fair = modelledPrice(model, right, strike);
    const ltp = lastPrice(fair, symbol, now);
    const z = deviationsAway(model, strike);
    const halfSpread = modelledHalfSpread(model, strike, fair);
    const bid = Math.max(OPTION_TICK, Math.floor((fair - halfSpread) / OPTION_TICK) * OPTION_TICK);
    const lotsBefore = lotsAt(symbol, strike, z, istDate(yesterday));
    const lotsAfter = lotsAt(symbol, strike, z, istDate(now));
    const lots = Math.round(lotsBefore + done * (lotsAfter - lotsBefore));
    return {
      symbol,
      ltp,
      bid,
      ask: Math.max(bid + OPTION_TICK, Math.ceil((fair + halfSpread) / OPTION_TICK) * OPTION_TICK),
      change: ltp - onOptionTick(modelledPrice(before, right, strike)),
      openInterest: lots * lotSize,
      openInterestChange: (lots - lotsBefore) * lotSize,
      volume: Math.round(done * lots * (1 + 6 * drawn(`${symbol} volume ${istDate(now)}`))) * lotSize,
    };
  };
};
