import { fail, type Result, succeed } from '../../shared/failure.ts';
import type { ExpiryChoice, Leg, LegDocument } from '../../shared/leg-document.ts';
import { type Contract, symbolOf } from '../contracts/contract.ts';
import type { ListedExpiry } from '../contracts/expiry-calendar.ts';
import type { Exchange } from '../instrument.ts';
import type { OptionRight } from '../options/black76.ts';
import { chooseStrike, type StrikeView } from './strike-choice.ts';

/** Options of one expiry at a moment; the forward in paise, null where their prices give none. */
export interface ChainView extends Omit<StrikeView, 'underlying'> {
  readonly forward: number | null;
  /** More strikes are listed than these: nobody knows whether one beyond the ends would fit better than an end. */
  readonly isCut?: boolean;
}

/** Prices of an underlying and its contracts. At the close of a minute, paise. */
export interface LegMarket {
  readonly exchange: Exchange;
  /** Null where there is none that is fresh. */
  readonly spot: number | null;
  /** Those that have not ended, in order of days. */
  readonly expiries: readonly ListedExpiry[];
  /** Options of an expiry for a leg of one kind: those of kept prices are the ones that have a price of that kind. */
  readonly chainOf: (expiry: string, right: OptionRight) => ChainView | null;
  /** Last price of a contract; null where there is none. */
  readonly priceOf: (symbol: string) => number | null;
}

/** Contract of a leg, and what an entry trades of it. */
export interface ChosenContract {
  readonly symbol: string;
  readonly expiry: string;
  /** Units. */
  readonly quantity: number;
}

/** A contract that is held, or would be. */
export interface HeldLeg {
  readonly symbol: string;
  /** Units: above zero bought, below zero sold. */
  readonly quantity: number;
  /** Price of a unit at its entry, paise. */
  readonly price: number;
}

/** Expiry of a leg at a moment. Refused, with a sentence, where none is listed. */
export const chooseExpiry = (
  choice: ExpiryChoice,
  underlying: string,
  expiries: readonly ListedExpiry[],
): Result<ListedExpiry> => {
  const isWeek = choice === 'this-week' || choice === 'next-week';
  if (isWeek && expiries.length > 0 && expiries.every(({ isMonthly }) => isMonthly))
    return fail('refused', `${underlying} has no weekly expiries. Choose a month.`);
  const fits = isWeek ? expiries : expiries.filter(({ isMonthly }) => isMonthly);
  const found = fits[choice.startsWith('this') ? 0 : 1];
  return found
    ? succeed(found)
    : fail('refused', `No contracts of ${underlying} are listed for the expiry that a leg asks for.`);
};

/** Contract of a leg by the prices at a close. Refused, with a sentence, where none fits. */
export const chooseContract = (
  leg: Leg,
  { underlying, strikesFrom }: Pick<LegDocument, 'underlying' | 'strikesFrom'>,
  market: LegMarket,
): Result<ChosenContract> => {
  const expiry = chooseExpiry(leg.expiry, underlying, market.expiries);
  if (!expiry.ok) return expiry;
  const { day, lotSize } = expiry.value;
  const of = (contract: Contract): Result<ChosenContract> =>
    succeed({ symbol: symbolOf(contract), expiry: day, quantity: leg.lots * lotSize });
  const on = { exchange: market.exchange, underlying, expiry: day } as const;
  if (leg.kind === 'future' || !leg.strike) return of({ ...on, kind: 'future' });
  const chain = market.chainOf(day, leg.kind);
  if (!chain) return fail('refused', `The options of ${underlying} have no prices now.`);
  const from = strikesFrom === 'spot' ? market.spot : chain.forward;
  if (market.spot === null) return fail('refused', `${underlying} has no price now.`);
  if (from === null) return fail('refused', `The options of ${underlying} give no forward now.`);
  const strike = chooseStrike(leg.strike, leg.kind, leg.side, { ...chain, underlying: from });
  if (!strike.ok) return strike;
  const isEnd = strike.value === chain.strikes[0] || strike.value === chain.strikes.at(-1);
  if (chain.isCut && isEnd)
    return fail('refused', `The strike of a leg on ${underlying} lies too far from the money.`);
  return of({ ...on, kind: 'option', strike: strike.value, right: leg.kind });
};
