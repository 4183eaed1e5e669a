import { contractOf } from '../../../engine/contracts/contract.ts';
import { lotOfExpiry } from '../../../engine/contracts/contract-size.ts';
import { roundToTick, tickSizeOn } from '../../../engine/instrument.ts';
import { seededRandom } from '../../../engine/random.ts';
import { tradedAs } from '../instrument-master.ts';
import type { DepthLevel, MarketDepth } from '../market-depth.ts';
import { looksLike, type ShownPrice } from '../shown-price.ts';

const LEVELS = 20;
/** Quantity at a price stays the same for so long. */
const STEADY_MS = 3_000;
/** Units of one order of a share, about. */
const SHARES_OF_AN_ORDER = 60;
/** Further from the last price more orders wait: by this part for each level. */
const GROWTH = 0.12;

/**
 * Market depth of the simulated market, made up around a price: of twenty levels, the same for the same price and moment.
 * Nothing trades against it: paper orders fill by the rules of the fill model. Null for an index, which nobody trades.
 */
export const simulatedDepth = (
  symbol: string,
  { ltp, tradedAt, bid, ask }: Pick<ShownPrice, 'ltp' | 'tradedAt' | 'bid' | 'ask'>,
): MarketDepth | null => {
  const { kind } = tradedAs(symbol);
  if (kind === 'index-proxy') return null;
  const tick = tickSizeOn(kind, ltp, tradedAt);
  const contract = contractOf(symbol);
  const lot = contract ? (lotOfExpiry(contract.underlying, contract.expiry) ?? 1) : 1;
  const moment = Math.floor(tradedAt / STEADY_MS);
  const level = (side: string, price: number, index: number): DepthLevel => {
    const random = seededRandom(`${symbol} ${side} ${price} ${moment}`);
    const orders = 1 + Math.floor(random.uniform() * 8 * (1 + GROWTH * index));
    const each = contract ? lot : SHARES_OF_AN_ORDER;
    const units = orders * each * (0.5 + random.uniform());
    return { price, orders, quantity: Math.max(lot, Math.round(units / lot) * lot) };
  };
  const side = (name: 'buy' | 'sell', best: number, step: number): DepthLevel[] =>
    Array.from({ length: LEVELS }, (_, index) => best + index * step)
      .filter((price) => price > 0)
      .map((price, index) => level(name, price, index));
  const bestBid = bid ?? roundToTick(ltp, tick, 'down') - tick;
  const bestAsk = Math.max(ask ?? roundToTick(ltp, tick, 'up') + tick, bestBid + tick);
  return { buy: side('buy', bestBid, -tick), sell: side('sell', bestAsk, tick) };
};

/** Symbols whose depth is remembered: more than are watched by many people together. One takes a few kilobytes. */
const MOST_REMEMBERED = 5_000;

/** Depths of the simulated market as they were last shown: one that has not changed is the same object. */
export class SimulatedDepths {
  private readonly known = new Map<string, ShownPrice>();

  /** A price with its depth, where there is one. */
  of(symbol: string, price: ShownPrice | null): ShownPrice | null {
    if (!price) return null;
    const before = this.known.get(symbol);
    if (before && looksLike({ ...price, ...(before.depth && { depth: before.depth }) }, before))
      return before;
    const depth = simulatedDepth(symbol, price);
    const shown = depth ? { ...price, depth } : price;
    // What has just been worked out comes last, so that the first is what nobody has asked for the longest.
    this.known.delete(symbol);
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size >= MOST_REMEMBERED) this.known.delete(oldest);
    this.known.set(symbol, shown);
    return shown;
  }
}
