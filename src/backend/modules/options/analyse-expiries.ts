import { expiryMoment } from '../../../engine/contracts/expiry.ts';
import { interestTotals, maxPain, putCallRatio } from '../../../engine/options/open-interest.ts';
import { DAY_MS, istIso } from '../../../shared/time.ts';
import { strikesAround } from '../../market/simulated/option-list.ts';
import { chosenExpiry, type ExpiryFigures, figuresOfExpiry, requireOptions } from './option-market.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';

/** Strikes on each side that are looked at. */
const NEAR_MONEY = 6;

/** At the money: the mean volatility of its two options, and what they cost together. */
const moneyOf = ({ atTheMoney, quotes, rows }: ExpiryFigures) => {
  const row = rows.find(({ strike }) => strike === atTheMoney);
  const quote = quotes.find(({ strike }) => strike === atTheMoney);
  const [call, put] = [row?.call?.volatility ?? null, row?.put?.volatility ?? null];
  return {
    atTheMoney,
    volatility: call === null || put === null ? (call ?? put) : (call + put) / 2,
    straddle: quote ? quote.call.ltp + quote.put.ltp : null,
  };
};

/** Open interest of one expiry, and term structure over all. */
export const analyseExpiries =
  (deps: OptionsDeps): OptionsCalls['analysis'] =>
  ({ underlying, expiry: day }, { userId }) => {
    const market = requireOptions(deps, userId, underlying);
    const { expiries, spot, now, source, strikes } = market;
    const listed = chosenExpiry(expiries, underlying, day);
    const interest = figuresOfExpiry(market, listed).quotes.map(({ strike, call, put }) => ({
      strike,
      call: call.openInterest,
      put: put.openInterest,
    }));
    const totals = interestTotals(interest);
    const near = strikesAround(strikes, spot, NEAR_MONEY);
    return {
      underlying,
      source,
      at: istIso(now),
      spot,
      expiry: listed.day,
      callInterest: totals.calls,
      putInterest: totals.puts,
      putCallRatio: putCallRatio(totals),
      maxPain: maxPain(interest),
      term: expiries.map((one) => ({
        expiry: one.day,
        isMonthly: one.isMonthly,
        days: (expiryMoment(one.day) - now) / DAY_MS,
        ...moneyOf(figuresOfExpiry(market, one, near)),
      })),
    };
  };
