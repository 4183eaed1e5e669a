import type { ListedExpiry } from '../../../engine/contracts/expiry-calendar.ts';
import { yearsTo } from '../../../engine/contracts/expiry.ts';
import type { ValuedChain } from '../../../engine/options/chain.ts';
import type { Source } from '../../../shared/contract/fields.ts';
import { listedExpiries, listedStrikes } from '../../market/simulated/option-list.ts';
import { quoteOptions, type SimulatedOption } from '../../market/simulated/option-quotes.ts';
import { valueQuotes } from '../../market/simulated/simulated-chain.ts';
import { Refusal } from '../../refusal.ts';
import type { OptionsDeps } from './options-deps.ts';

/** Options on one index at a moment, in a user's paper market. */
export interface UserOptions {
  readonly underlying: string;
  readonly source: Source;
  /** Market time, epoch ms. */
  readonly now: number;
  /** Paise. */
  readonly spot: number;
  readonly previousClose: number;
  readonly expiries: readonly ListedExpiry[];
  /** In order, paise. */
  readonly strikes: readonly number[];
}

/** The options that a user may look at; without a market the reason why, and the expiries if there are any. */
export type OptionsFound =
  | { readonly market: UserOptions; readonly expiries: readonly ListedExpiry[]; readonly reason: '' }
  | { readonly market: null; readonly expiries: readonly ListedExpiry[]; readonly reason: string };

/** A strike with what its two options are quoted at. */
export interface QuotedRow {
  readonly strike: number;
  readonly call: SimulatedOption;
  readonly put: SimulatedOption;
}

/** Options of one expiry with quotes and figures; both lists are in order of strikes. */
export interface ExpiryFigures extends ValuedChain {
  readonly expiry: ListedExpiry;
  /** Time to it, years of 365 days. */
  readonly years: number;
  readonly quotes: readonly QuotedRow[];
}

/** Look for options on an underlying. @throws Refusal for one that has none */
export const findOptions = (
  { marketRuns }: OptionsDeps,
  userId: number,
  underlying: string,
): OptionsFound => {
  const { session, identity } = marketRuns.runOf(userId);
  if (identity.source !== 'simulated')
    return {
      market: null,
      expiries: [],
      reason: 'The replayed history has prices of indices and shares, and none of options.',
    };
  const { now } = session;
  const expiries = listedExpiries(underlying, now);
  if (expiries.length === 0) throw new Refusal('refused', `No options on ${underlying} are listed.`);
  const spot = session.lastPrice(underlying)?.price;
  if (spot === undefined) return { market: null, expiries, reason: 'The index has had no price yet.' };
  const previousClose = session.previousClose(underlying) ?? spot;
  const strikes = listedStrikes(underlying, previousClose);
  return {
    market: { underlying, source: identity.source, now, spot, previousClose, expiries, strikes },
    expiries,
    reason: '',
  };
};

/** The same where nothing can be shown without a market. @throws Refusal with the reason */
export const requireOptions = (deps: OptionsDeps, userId: number, underlying: string): UserOptions => {
  const { market, reason } = findOptions(deps, userId, underlying);
  if (!market) throw new Refusal('refused', reason);
  return market;
};

/** The expiry of a day; the nearest where none is named. @throws Refusal for one that is not listed */
export const chosenExpiry = (
  expiries: readonly ListedExpiry[],
  underlying: string,
  day?: string,
): ListedExpiry => {
  const found = day === undefined ? expiries[0] : expiries.find((one) => one.day === day);
  if (!found)
    throw new Refusal(
      'refused',
      `No options on ${underlying} with the expiry ${day} are listed. They may have expired.`,
    );
  return found;
};

/** Quotes and figures of some strikes of an expiry. */
export const figuresOfExpiry = (
  market: UserOptions,
  expiry: ListedExpiry,
  strikes: readonly number[] = market.strikes,
): ExpiryFigures => {
  const { underlying, spot, previousClose, now } = market;
  const { day, lotSize } = expiry;
  const quoteOf = quoteOptions({ underlying, spot, previousClose, now, expiry: day, lotSize });
  const quotes = strikes.map((strike) => ({
    strike,
    call: quoteOf('call', strike),
    put: quoteOf('put', strike),
  }));
  const valued = valueQuotes(
    quotes.map(({ strike, call, put }) => ({ strike, call: call.ltp, put: put.ltp })),
    day,
    now,
  );
  return { ...valued, expiry, years: yearsTo(day, now), quotes };
};
