import { roundToTick } from '../instrument.ts';
import type { PartialLevel, Protection } from '../protection.ts';
import type { CorporateAction } from './corporate-action.ts';

/** So many shares after an action for so many before it. Whole numbers. */
export interface ShareRatio {
  readonly before: number;
  readonly after: number;
}

/** Ratio by which an action multiplies shares; null where it leaves their number alone. */
export const shareRatioOf = (action: CorporateAction): ShareRatio | null => {
  switch (action.kind) {
    case 'split':
      // A face value of 10 that becomes 2 makes five shares of one.
      return { before: action.to, after: action.from };
    case 'bonus':
      return { before: action.held, after: action.held + action.free };
    default:
      return null;
  }
};

/** A fraction by which prices are multiplied. Both parts are above zero. */
export interface PriceFactor {
  readonly over: number;
  readonly under: number;
}

/**
 * Factor of an action on prices; null where it has none. `close` is the last price before it in paise, null where it is
 * not known: what a right was worth then cannot be said.
 */
export const priceFactorOf = (action: CorporateAction, close: number | null): PriceFactor | null => {
  const ratio = shareRatioOf(action);
  if (ratio) return { over: ratio.before, under: ratio.after };
  if (action.kind !== 'rights' || close === null || action.price >= close) return null;
  const { held, offered, price } = action;
  return { over: held * close + offered * price, under: (held + offered) * close };
};

/** A price after an action, unrounded; paise. */
export const priceAfter = (price: number, { over, under }: PriceFactor): number => (price * over) / under;

/** Shares of a holding after an action. */
export interface CarriedShares {
  readonly quantity: number;
  /** Part of a share that is left over, below one. It is paid out. */
  readonly fraction: number;
  /** Paise for that part; 0 where nothing is left over. */
  readonly payout: number;
}

/** Less of a share is dust of a division. */
const DUST = 1e-6;

/** Shares without the dust of a division. */
export const withoutDust = (shares: number): number => {
  const near = Math.round(shares);
  return Math.abs(shares - near) < DUST ? near : shares;
};

/**
 * A number of shares after an action, in whole ones. A left-over part is paid out at the last price before the action,
 * adjusted (`close`, paise); at its cost where no price is known, so that it is neither profit nor loss. `later` shares are
 * held beside them that were bought after it: they stay as they are, but may be no whole number.
 */
export const carryShares = (
  shares: number,
  { before, after }: ShareRatio,
  {
    close,
    cost,
    later = 0,
  }: { readonly close: number | null; readonly cost: number; readonly later?: number },
): CarriedShares => {
  const all = withoutDust(shares * after + later * before);
  const quantity = Math.floor(withoutDust(all / before));
  const rest = withoutDust(all - quantity * before);
  const worth = close === null ? (rest * cost) / (shares * after) : (rest * close) / after;
  return { quantity, fraction: rest / before, payout: rest === 0 ? 0 : Math.round(worth) };
};

/** Worth of the rights of some shares, paise: what they fall by. `close` is the last price before them. */
export const worthOfRights = (
  shares: number,
  { held, offered, price }: Extract<CorporateAction, { kind: 'rights' }>,
  close: number | null,
): number =>
  close === null || price >= close ? 0 : Math.round((shares * offered * (close - price)) / (held + offered));

/**
 * Partial exits that are left, counted from the rest of a position. `soldPercent` is of the entry.
 */
export const partsOfRest = (levels: readonly PartialLevel[], soldPercent: number): readonly PartialLevel[] =>
  levels
    .filter(({ percentOff }) => percentOff > soldPercent)
    .map((level) => ({
      ...level,
      percentOff: (100 * (level.percentOff - soldPercent)) / (100 - soldPercent),
    }));

/**
 * A protection at the prices after an action. Each level is brought to the tick in the direction that protects: a stop
 * nearer the entry, a target further from it, the best price to where the stop trails nearer.
 */
export const carryProtection = (
  protection: Protection,
  factor: PriceFactor,
  tickSize: number,
): Protection => {
  const { side, trailSteps } = protection;
  const isLong = side === 'long';
  // A stop of a long is below its price and its target above it: both are rounded up, and both down of a short.
  const onTick = (price: number): number =>
    roundToTick(priceAfter(price, factor), tickSize, isLong ? 'up' : 'down');
  const level = (price: number | null): number | null => (price === null ? null : onTick(price));
  const distance = (paise: number): number => priceAfter(paise, factor);
  return {
    ...protection,
    tickSize,
    entryPrice: Math.max(1, Math.round(priceAfter(protection.entryPrice, factor))),
    stopLoss: level(protection.stopLoss),
    target: level(protection.target),
    trailingStop: level(protection.trailingStop),
    trailingDistance: protection.trailingDistance === null ? null : distance(protection.trailingDistance),
    ...(trailSteps && {
      trailSteps: {
        every: distance(trailSteps.every),
        by: distance(trailSteps.by),
        from: onTick(trailSteps.from),
      },
    }),
    best: onTick(protection.best),
    partialExits: protection.partialExits.map((part) => ({ ...part, price: onTick(part.price) })),
  };
};
