import type { Distance, RuleDocument } from '../shared/rule-document.ts';
import { PAISE_PER_RUPEE } from '../shared/money.ts';
import { roundToTick } from './instrument.ts';

export type Side = RuleDocument['side'];

/** The distances of a rule document that protect a position. */
export type ProtectionRules = Pick<RuleDocument, 'stopLoss' | 'target' | 'trailing'>;

/** ATR in paise for each distance that asks for one; NaN when the distance does not, or during warm-up. */
export type DistanceAtr = Readonly<Record<keyof ProtectionRules, number>>;

/** No ATR known. */
export const NO_ATR: DistanceAtr = { stopLoss: Number.NaN, target: Number.NaN, trailing: Number.NaN };

/** The protection of one open position: plain data (paise) that can be stored and read back. */
export interface Protection {
  readonly side: Side;
  readonly entryPrice: number;
  readonly tickSize: number;
  /** Fixed stop-loss level, or null. */
  readonly stopLoss: number | null;
  readonly target: number | null;
  /** Current level of the trailing stop, or null; it only ever moves in the position's favour. */
  readonly trailingStop: number | null;
  readonly trailingDistance: number | null;
  /** Best price since entry: the highest of a long, the lowest of a short. */
  readonly best: number;
}

export type ProtectionReason = 'stop-loss' | 'trailing-stop' | 'target';

/** A level that was reached: why, and the price (paise) it fills at before slippage. */
export interface ProtectionHit {
  readonly why: ProtectionReason;
  readonly price: number;
}

/** A distance in paise (may be fractional) from an entry price; NaN when it needs an ATR that is not known yet. */
export const distanceInPaise = (distance: Distance, entryPrice: number, atr: number): number => {
  switch (distance.kind) {
    case 'percent':
      return (entryPrice * distance.value) / 100;
    case 'points':
      return distance.rupees * PAISE_PER_RUPEE;
    case 'atr':
      return distance.multiple * atr;
  }
};

/** A level this far against (stop) a position, on a tick, rounded towards the entry but at least one tick away. */
const stopLevel = (side: Side, from: number, distance: number, tick: number): number =>
  side === 'long'
    ? Math.max(tick, Math.min(roundToTick(from - distance, tick, 'up'), roundToTick(from, tick, 'up') - tick))
    : Math.max(roundToTick(from + distance, tick, 'down'), roundToTick(from, tick, 'down') + tick);

/** A level this far in favour of a position, on a tick, rounded away from the entry. */
const targetLevel = (side: Side, from: number, distance: number, tick: number): number =>
  side === 'long' ? roundToTick(from + distance, tick, 'up') : roundToTick(from - distance, tick, 'down');

/** What is known when a position opens; prices in paise. */
export interface ProtectionEntry {
  readonly side: Side;
  readonly entryPrice: number;
  readonly tickSize: number;
  readonly atr: DistanceAtr;
}

/**
 * The protection of a position as it opens. A stop is rounded to the tick nearer the entry, so it never risks more
 * than the distance; a target to the tick further away. Throws a RangeError when a distance needs an ATR that is
 * not known: the compiled rules never signal an entry before it is.
 */
export const openProtection = (rules: ProtectionRules, entry: ProtectionEntry): Protection => {
  const { side, entryPrice, tickSize } = entry;
  const distanceOf = (name: keyof ProtectionRules): number | null => {
    const distance = rules[name];
    if (!distance) return null;
    const paise = distanceInPaise(distance, entryPrice, entry.atr[name]);
    if (!Number.isFinite(paise)) throw new RangeError(`The ATR of the ${name} is not known at entry.`);
    return paise;
  };
  const stop = distanceOf('stopLoss');
  const target = distanceOf('target');
  const trailing = distanceOf('trailing');
  return {
    side,
    entryPrice,
    tickSize,
    stopLoss: stop === null ? null : stopLevel(side, entryPrice, stop, tickSize),
    target: target === null ? null : targetLevel(side, entryPrice, target, tickSize),
    trailingStop: trailing === null ? null : stopLevel(side, entryPrice, trailing, tickSize),
    trailingDistance: trailing,
    best: entryPrice,
  };
};

/**
 * Moves the trailing stop after a bar has closed, or after a price: pass `{ high: price, low: price }`. The new
 * level counts from the next bar on, because the order of prices inside a bar is not known.
 */
export const advanceProtection = (protection: Protection, bar: { high: number; low: number }): Protection => {
  const { side, trailingDistance, trailingStop, tickSize } = protection;
  const best = side === 'long' ? Math.max(protection.best, bar.high) : Math.min(protection.best, bar.low);
  if (best === protection.best) return protection;
  if (trailingDistance === null || trailingStop === null) return { ...protection, best };
  const level = stopLevel(side, best, trailingDistance, tickSize);
  const moved = side === 'long' ? Math.max(trailingStop, level) : Math.min(trailingStop, level);
  return { ...protection, best, trailingStop: moved };
};

/** New distances for a position that is already open; what it has trailed so far is kept. */
export const changeProtection = (
  protection: Protection,
  rules: ProtectionRules,
  atr: DistanceAtr,
): Protection => {
  const { side, entryPrice, tickSize, best } = protection;
  return advanceProtection(openProtection(rules, { side, entryPrice, tickSize, atr }), {
    high: best,
    low: best,
  });
};

/** The stop that would be hit first, and whether it is the fixed or the trailing one; null without a stop. */
export const nearestStop = (protection: Protection): { why: ProtectionReason; price: number } | null => {
  const { side, stopLoss, trailingStop } = protection;
  if (stopLoss === null && trailingStop === null) return null;
  const none = side === 'long' ? -Infinity : Infinity;
  const fixed = stopLoss ?? none;
  const trailing = trailingStop ?? none;
  const isTrailing = side === 'long' ? trailing > fixed : trailing < fixed;
  return isTrailing ? { why: 'trailing-stop', price: trailing } : { why: 'stop-loss', price: fixed };
};

/**
 * The level a bar reaches, or null. Gaps are taken as they come: a stop that the open has jumped over fills at the
 * open (worse), a target likewise (better). When one bar reaches both, the stop is taken.
 */
export const hitOnBar = (
  protection: Protection,
  bar: { open: number; high: number; low: number },
): ProtectionHit | null => {
  const { side, target } = protection;
  const stop = nearestStop(protection);
  if (side === 'long') {
    if (stop && bar.low <= stop.price) return { why: stop.why, price: Math.min(bar.open, stop.price) };
    if (target !== null && bar.high >= target) return { why: 'target', price: Math.max(bar.open, target) };
    return null;
  }
  if (stop && bar.high >= stop.price) return { why: stop.why, price: Math.max(bar.open, stop.price) };
  if (target !== null && bar.low <= target) return { why: 'target', price: Math.min(bar.open, target) };
  return null;
};

/** The level a single traded price reaches, or null; it fills at that price. */
export const hitOnPrice = (protection: Protection, price: number): ProtectionHit | null =>
  hitOnBar(protection, { open: price, high: price, low: price });
