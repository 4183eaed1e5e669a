import type { Distance, RuleDocument } from '../shared/rule-document.ts';
import { PAISE_PER_RUPEE } from '../shared/money.ts';
import { roundToTick } from './instrument.ts';

export type Side = RuleDocument['side'];

/** The side across from one. */
export const otherSide = (side: Side): Side => (side === 'long' ? 'short' : 'long');

/** The side of an order that opens a position. */
export const openingSide = (side: Side): 'buy' | 'sell' => (side === 'long' ? 'buy' : 'sell');

/** The side of an order that closes one. */
export const closingSide = (side: Side): 'buy' | 'sell' => (side === 'long' ? 'sell' : 'buy');

/** The distances of a rule document that end a whole position. */
type LevelRules = Pick<RuleDocument, 'stopLoss' | 'target' | 'trailing'>;

/** A stop that moves in steps: every `every` in favour of the position it moves by `by`. */
export interface TrailSteps<T = Distance> {
  readonly every: T;
  readonly by: T;
}

/** The distances of a rule document that protect a position. */
export interface ProtectionRules extends LevelRules, Pick<RuleDocument, 'partialExits'> {
  /** Moves the stop-loss, which there must be. */
  readonly trailSteps?: TrailSteps | null;
}

/** ATR in paise for each distance that asks for one; NaN when the distance does not, or during warm-up. */
export interface DistanceAtr extends Readonly<Record<keyof LevelRules, number>> {
  /** In the order of the document; a partial exit beyond the end has none. */
  readonly partialExits: readonly number[];
}

/** No ATR known. */
export const NO_ATR: DistanceAtr = {
  stopLoss: Number.NaN,
  target: Number.NaN,
  trailing: Number.NaN,
  partialExits: [],
};

/** A price at which part of a position is taken off. */
export interface PartialLevel {
  /** Which partial exit of the document it is, from 0. */
  readonly rule: number;
  /** Paise. */
  readonly price: number;
  /** Percent of the entry quantity closed after this level. The nearer levels are included. */
  readonly percentOff: number;
}

/** The protection of one open position: plain data (paise) that can be stored and read back. */
export interface Protection {
  readonly side: Side;
  readonly entryPrice: number;
  readonly tickSize: number;
  /** Fixed stop-loss level, or null. */
  readonly stopLoss: number | null;
  readonly target: number | null;
  /** Nearest first; all of them, done or not. */
  readonly partialExits: readonly PartialLevel[];
  /** Current level of the trailing stop, or null; it only ever moves in the position's favour. */
  readonly trailingStop: number | null;
  readonly trailingDistance: number | null;
  /** Steps of the trailing stop and where it began, paise. Not there for what trails at a distance. */
  readonly trailSteps?: TrailSteps<number> & { readonly from: number };
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

/** A stop level this far against a position, on a tick. It is rounded towards the entry but at least one tick away. */
const stopLevel = (side: Side, from: number, distance: number, tick: number): number =>
  side === 'long'
    ? Math.max(tick, Math.min(roundToTick(from - distance, tick, 'up'), roundToTick(from, tick, 'up') - tick))
    : Math.max(roundToTick(from + distance, tick, 'down'), roundToTick(from, tick, 'down') + tick);

/** A level this far in a position's favour, on a tick. It is rounded away from the entry. */
const targetLevel = (side: Side, from: number, distance: number, tick: number): number =>
  side === 'long' ? roundToTick(from + distance, tick, 'up') : roundToTick(from - distance, tick, 'down');

const NO_LEVELS: readonly PartialLevel[] = [];

/** Partial exits in the order in which the price reaches them. Each has the percentage that is off by then. */
const nearestFirst = (
  side: Side,
  levels: readonly { rule: number; price: number; percent: number }[],
): readonly PartialLevel[] => {
  if (levels.length === 0) return NO_LEVELS;
  let percentOff = 0;
  return [...levels]
    .sort((a, b) => (side === 'long' ? a.price - b.price : b.price - a.price) || a.rule - b.rule)
    .map(({ rule, price, percent }) => ({ rule, price, percentOff: (percentOff += percent) }));
};

/** Facts at the opening of a position; prices in paise. */
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
  const paiseOf = (name: string, distance: Distance, atr: number): number => {
    const paise = distanceInPaise(distance, entryPrice, atr);
    if (!Number.isFinite(paise)) throw new RangeError(`The ATR of the ${name} is not known at entry.`);
    return paise;
  };
  const distanceOf = (name: keyof LevelRules): number | null =>
    rules[name] && paiseOf(name, rules[name], entry.atr[name]);
  const stop = distanceOf('stopLoss');
  const target = distanceOf('target');
  const trailing = distanceOf('trailing');
  const partialExits = rules.partialExits.map(({ distance, percent }, rule) => {
    const away = paiseOf('partial exit', distance, entry.atr.partialExits[rule] ?? Number.NaN);
    return { rule, percent, price: targetLevel(side, entryPrice, away, tickSize) };
  });
  const protection: Protection = {
    side,
    entryPrice,
    tickSize,
    stopLoss: stop === null ? null : stopLevel(side, entryPrice, stop, tickSize),
    target: target === null ? null : targetLevel(side, entryPrice, target, tickSize),
    partialExits: nearestFirst(side, partialExits),
    trailingStop: trailing === null ? null : stopLevel(side, entryPrice, trailing, tickSize),
    trailingDistance: trailing,
    best: entryPrice,
  };
  if (!rules.trailSteps || protection.stopLoss === null) return protection;
  const { every, by } = rules.trailSteps;
  const stepOf = (distance: Distance): number => paiseOf('trailing stop', distance, Number.NaN);
  return {
    ...protection,
    trailingStop: protection.stopLoss,
    trailSteps: { every: stepOf(every), by: stepOf(by), from: protection.stopLoss },
  };
};

/** Level of a stop that moves in steps. It stays a tick behind the best price. */
const steppedLevel = (
  { side, entryPrice, tickSize, best }: Protection,
  { every, by, from }: NonNullable<Protection['trailSteps']>,
): number => {
  // Whole steps; float dust must not lose one that was reached.
  const count = Math.floor(Math.abs(best - entryPrice) / every + 1e-9);
  const moved = count * by;
  return side === 'long'
    ? Math.min(roundToTick(from + moved, tickSize, 'up'), best - tickSize)
    : Math.max(roundToTick(from - moved, tickSize, 'down'), best + tickSize);
};

/**
 * Move the trailing stop after a closed bar or a price. For a price pass `{ high: price, low: price }`. The new level
 * counts from the next bar on, because the order of prices inside a bar is not known.
 */
export const advanceProtection = (protection: Protection, bar: { high: number; low: number }): Protection => {
  const { side, trailingDistance, trailingStop, trailSteps, tickSize } = protection;
  const best = side === 'long' ? Math.max(protection.best, bar.high) : Math.min(protection.best, bar.low);
  if (best === protection.best) return protection;
  if (trailingStop === null || (trailingDistance === null && !trailSteps)) return { ...protection, best };
  const level = trailSteps
    ? steppedLevel({ ...protection, best }, trailSteps)
    : stopLevel(side, best, trailingDistance ?? 0, tickSize);
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

/**
 * The protection of a position that has grown: `opened` at its new average price, with what it has trailed so far. The
 * trailing stop never goes back.
 */
export const keepTrail = (opened: Protection, before: Protection): Protection => {
  const advanced = advanceProtection(opened, { high: before.best, low: before.best });
  if (advanced.trailingStop === null || before.trailingStop === null) return advanced;
  const nearer = opened.side === 'long' ? Math.max : Math.min;
  return { ...advanced, trailingStop: nearer(advanced.trailingStop, before.trailingStop) };
};

const isTrailingNearer = ({ side, stopLoss, trailingStop }: Protection): boolean => {
  if (trailingStop === null || stopLoss === null) return trailingStop !== null;
  return side === 'long' ? trailingStop > stopLoss : trailingStop < stopLoss;
};

/** The stop that would be hit first, fixed or trailing; null without one. */
export const nearestStop = (protection: Protection): ProtectionHit | null => {
  const isTrailing = isTrailingNearer(protection);
  const price = isTrailing ? protection.trailingStop : protection.stopLoss;
  return price === null ? null : { why: isTrailing ? 'trailing-stop' : 'stop-loss', price };
};

interface PriceRange {
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

/** The stop that a bar reaches, or null. One that the open has jumped over fills at the open, which is worse. */
export const stopHitOnBar = (protection: Protection, bar: PriceRange): ProtectionHit | null => {
  const isTrailing = isTrailingNearer(protection);
  const stop = isTrailing ? protection.trailingStop : protection.stopLoss;
  if (stop === null) return null;
  const isLong = protection.side === 'long';
  if (isLong ? bar.low > stop : bar.high < stop) return null;
  const price = isLong ? Math.min(bar.open, stop) : Math.max(bar.open, stop);
  return { why: isTrailing ? 'trailing-stop' : 'stop-loss', price };
};

/**
 * Fill price of a waiting order in a position's favour, or null. It is null when the bar does not reach the level. A
 * level that the open has jumped over fills at the open, which is better.
 */
export const favourablePrice = (side: Side, level: number, bar: PriceRange): number | null => {
  if (side === 'long') return bar.high >= level ? Math.max(bar.open, level) : null;
  return bar.low <= level ? Math.min(bar.open, level) : null;
};

/** The target, when a bar reaches it. */
export const targetHitOnBar = (protection: Protection, bar: PriceRange): ProtectionHit | null => {
  if (protection.target === null) return null;
  const price = favourablePrice(protection.side, protection.target, bar);
  return price === null ? null : { why: 'target', price };
};

/**
 * The level that ends a position on a bar, or null. Gaps are taken as they come. When one bar reaches both stop and
 * target, the stop is taken.
 */
export const hitOnBar = (protection: Protection, bar: PriceRange): ProtectionHit | null =>
  stopHitOnBar(protection, bar) ?? targetHitOnBar(protection, bar);

/** The position-ending level that a traded price reaches, or null. It fills at that price. */
export const hitOnPrice = (protection: Protection, price: number): ProtectionHit | null =>
  hitOnBar(protection, { open: price, high: price, low: price });

/** Whether what is stored of steps can be used; what trails at a distance has none. */
const isSteps = (steps: Partial<Record<'every' | 'by' | 'from', unknown>> | null | undefined): boolean =>
  steps === undefined ||
  [steps?.every, steps?.by, steps?.from].every((value) => isPrice(value) && Number(value) > 0);

/** A stop moved to the entry price. It is not moved back where it is nearer already. */
export const moveStopToEntry = (protection: Protection): Protection => {
  const { side, entryPrice, stopLoss } = protection;
  const isNearer = stopLoss !== null && (side === 'long' ? stopLoss >= entryPrice : stopLoss <= entryPrice);
  return isNearer ? protection : { ...protection, stopLoss: entryPrice };
};

const isPrice = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isLevel = (value: unknown): boolean => value === null || isPrice(value);

const isProtection = (stored: Partial<Record<keyof Protection, unknown>> | null): boolean => {
  if (stored === null || (stored.side !== 'long' && stored.side !== 'short')) return false;
  const { partialExits = [] } = stored;
  return (
    [stored.entryPrice, stored.tickSize, stored.best].every(isPrice) &&
    [stored.stopLoss, stored.target, stored.trailingStop, stored.trailingDistance].every(isLevel) &&
    isSteps(stored.trailSteps as Parameters<typeof isSteps>[0]) &&
    Array.isArray(partialExits) &&
    partialExits.every((level: Partial<PartialLevel> | null) =>
      [level?.rule, level?.price, level?.percentOff].every(isPrice),
    )
  );
};

/**
 * A protection as it was stored; null when that cannot be read. One stored before there were partial exits has none.
 */
export const readProtection = (json: string): Protection | null => {
  try {
    const stored = JSON.parse(json) as Protection | null;
    return stored && isProtection(stored) ? { ...stored, partialExits: stored.partialExits ?? [] } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

type StoredAtr = Partial<Record<keyof LevelRules, number | null>> & { partialExits?: (number | null)[] };

const readStoredAtr = (json: string | null): StoredAtr | null => {
  try {
    return JSON.parse(json ?? '{}') as StoredAtr | null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/**
 * ATR as it was stored (`null` for what is not a number); what an older version did not store, or what cannot be read, is
 * not known.
 */
export const readDistanceAtr = (json: string | null): DistanceAtr => {
  const stored = readStoredAtr(json) ?? {};
  const read = (value: number | null | undefined) => value ?? Number.NaN;
  return {
    stopLoss: read(stored.stopLoss),
    target: read(stored.target),
    trailing: read(stored.trailing),
    partialExits: (stored.partialExits ?? []).map(read),
  };
};
