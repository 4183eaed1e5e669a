import { istDate } from '../../shared/time.ts';
import type { Bar } from '../bars.ts';
import type { CorporateAction, DatedAction } from './corporate-action.ts';

/** Factors of an action on the prices and volumes before it. */
interface Factors {
  readonly price: number;
  readonly volume: number;
}

const NONE: Factors = { price: 1, volume: 1 };
const bySharesFrom = (before: number, after: number): Factors => ({
  price: before / after,
  volume: after / before,
});

/** Factors of an action. `close` is the last price before it, paise. */
const factorsOf = (action: CorporateAction, close: number, withDividends: boolean): Factors => {
  switch (action.kind) {
    case 'split':
      return bySharesFrom(action.to, action.from);
    case 'bonus':
      return bySharesFrom(action.held, action.held + action.free);
    case 'rights': {
      const { offered, held, price } = action;
      // Nobody buys at more than the market asks.
      if (price >= close) return NONE;
      const after = (held * close + offered * price) / (held + offered);
      return { price: after / close, volume: 1 };
    }
    case 'dividend':
      return withDividends && action.amount < close ? { price: 1 - action.amount / close, volume: 1 } : NONE;
    case 'demerger':
      return NONE;
  }
};

/**
 * Candles as if every action had always been. Those before its day are multiplied, so that no action looks like a profit
 * or a loss. Prices are whole paise. The candles themselves are not changed.
 * @param withDividends whether dividends count too: then a series is of total return
 */
export const adjustBars = (
  bars: readonly Bar[],
  actions: readonly DatedAction[],
  withDividends = false,
): Bar[] => {
  const latestFirst = actions.toSorted((a, b) => b.day.localeCompare(a.day));
  const adjusted: Bar[] = [];
  let factors = NONE;
  let next = 0;
  for (let index = bars.length - 1; index >= 0; index--) {
    const bar = bars[index] as Bar;
    const day = istDate(bar.time);
    for (let dated = latestFirst[next]; dated && day < dated.day; dated = latestFirst[++next]) {
      // An action after the last candle is in none of the prices.
      if (index === bars.length - 1) continue;
      const { price, volume } = factorsOf(dated.action, bar.close, withDividends);
      factors = { price: factors.price * price, volume: factors.volume * volume };
    }
    adjusted.push(factors === NONE ? bar : scaled(bar, factors));
  }
  return adjusted.reverse();
};

const scaled = ({ time, open, high, low, close, volume }: Bar, factors: Factors): Bar => {
  const price = (paise: number): number => Math.max(1, Math.round(paise * factors.price));
  return {
    time,
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    volume: Math.round(volume * factors.volume),
  };
};

/** A first price of a day, far from the last one before. */
export interface Jump {
  readonly day: string;
  /** Of the last price, percent. */
  readonly percent: number;
}

/** A larger move over a night asks for a reason. */
const JUMP_PERCENT = 25;

/** Move from a close to the next open, percent; null where it is none to ask about. Prices in paise. */
export const jumpOver = (close: number, open: number): number | null => {
  const percent = (100 * (open - close)) / close;
  return Math.abs(percent) > JUMP_PERCENT ? percent : null;
};

/** Jumps over a night that no action explains. */
export const unexplainedJumps = (bars: readonly Bar[], actions: readonly DatedAction[]): Jump[] => {
  // A dividend is a few percent: it explains no such jump.
  const known = new Set(actions.filter(({ action }) => action.kind !== 'dividend').map(({ day }) => day));
  const jumps: Jump[] = [];
  for (const [index, bar] of bars.entries()) {
    const before = bars[index - 1];
    if (!before) continue;
    const percent = jumpOver(before.close, bar.open);
    if (percent === null) continue;
    const day = istDate(bar.time);
    if (day !== istDate(before.time) && !known.has(day)) jumps.push({ day, percent });
  }
  return jumps;
};
