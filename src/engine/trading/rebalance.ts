import { fail, type Result } from '../../shared/failure.ts';
import { formatRupees } from '../../shared/money.ts';
import type { Rotation } from '../../shared/rule-document.ts';
import { leastRebalanceOrder, rotate } from '../rules/rotation.ts';
import { affordableLots, type EntryFunds, marginFor, wantedLots, wholeLots } from '../sizing.ts';

/** An instrument of a rotation at the close of a ranking day. */
export interface RankedLine {
  readonly symbol: string;
  /** Shares held. */
  readonly held: number;
  /** Its close of the day, paise; null when it has no candle of the day, so that it is not ranked. */
  readonly close: number | null;
  /** Fulfils the entry rule, and not the exit rule. */
  readonly isCandidate: boolean;
  /** NaN = not known. */
  readonly rank: number;
  readonly lotSize: number;
  /** Percent of its value that is set aside. */
  readonly marginPercent: number;
}

export interface RebalanceSale {
  readonly symbol: string;
  readonly quantity: number;
  /** `rotation`: no longer among the best, all of it goes; `rebalance`: back to its equal part. */
  readonly why: 'rotation' | 'rebalance';
}

export interface RebalancePurchase {
  readonly symbol: string;
  readonly quantity: number;
}

/** Orders of a portfolio at the next open: the sales first, then the purchases in their order. */
export interface RebalancePlan {
  readonly sales: readonly RebalanceSale[];
  /** New purchases, best first, then additions, best first. */
  readonly purchases: readonly RebalancePurchase[];
  /** Instruments among the best that are not bought, with the reason. It is a sentence. */
  readonly refusals: readonly { readonly symbol: string; readonly reason: string }[];
  /** Least value of a purchase, paise. One that the cash cuts down to less is not made. */
  readonly least: number;
}

const tooSmall = (least: number): string =>
  `An order for less than ${formatRupees(least)} is not worth making at a rebalance.`;

/**
 * A purchase cut down to what the cash carries when it fills. Refused (`refused`) with a sentence when that is not one
 * lot, or is worth less than `least` (paise).
 */
export const cutToCash = (quantity: number, least: number, funds: EntryFunds): Result<number> => {
  const affordable = affordableLots(quantity, funds);
  if (!affordable.ok || marginFor(affordable.value, funds.price, funds.marginPercent) >= least)
    return affordable;
  return fail('refused', tooSmall(least));
};

/**
 * Rank a portfolio and fix its orders; backtests, paper and live alike. Every quantity is decided here, with the close,
 * from what the account is worth (paise) at it; where the cash at the fill does not carry a purchase, it is cut down to
 * what it does.
 */
export const planRebalance = (state: {
  readonly rotation: Pick<Rotation, 'best' | 'hold' | 'reweigh'>;
  readonly worth: number;
  readonly lines: readonly RankedLine[];
}): RebalancePlan => {
  const { rotation, worth, lines } = state;
  const least = leastRebalanceOrder(worth);
  const bySymbol = new Map(lines.map((line) => [line.symbol, line]));
  const named = (symbols: readonly string[]) => symbols.flatMap((symbol) => bySymbol.get(symbol) ?? []);
  const ranked = rotate({
    candidates: lines.filter(({ close, isCandidate }) => close !== null && isCandidate),
    held: lines.filter(({ held }) => held > 0).map(({ symbol }) => symbol),
    rotation,
  });
  const sales: RebalanceSale[] = named(ranked.leave).map(({ symbol, held }) => ({
    symbol,
    quantity: held,
    why: 'rotation',
  }));
  const purchases: RebalancePurchase[] = [];
  const refusals: { symbol: string; reason: string }[] = [];
  for (const line of named(ranked.enter)) {
    const { symbol, lotSize, marginPercent } = line;
    const price = line.close ?? Number.NaN;
    const size = { kind: 'equal-weight' } as const;
    const wanted = wantedLots({ size, capital: worth, parts: rotation.hold, price, lotSize, marginPercent });
    if (!wanted.ok) refusals.push({ symbol, reason: wanted.failure.message });
    else if ((wanted.value * price * marginPercent) / 100 < least)
      refusals.push({ symbol, reason: tooSmall(least) });
    else purchases.push({ symbol, quantity: wanted.value });
  }
  for (const line of rotation.reweigh ? named(ranked.keep) : []) {
    const { symbol, held, lotSize, marginPercent } = line;
    const unit = ((line.close ?? Number.NaN) * marginPercent) / 100;
    const missing = worth / rotation.hold / unit - held;
    const quantity = wholeLots(Math.abs(missing), lotSize);
    if (quantity === 0 || quantity * unit < least) continue;
    if (missing < 0) sales.push({ symbol, quantity, why: 'rebalance' });
    else purchases.push({ symbol, quantity });
  }
  return { sales, purchases, refusals, least };
};
