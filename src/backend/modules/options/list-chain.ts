import { yearsTo, expiryMoment } from '../../../engine/contracts/expiry.ts';
import { OPTION_TICK } from '../../../engine/instrument.ts';
import type { OptionRight } from '../../../engine/options/black76.ts';
import { type OptionFigures, valueChain } from '../../../engine/options/chain.ts';
import { istIso } from '../../../shared/time.ts';
import {
  type ListedExpiry,
  listedExpiries,
  listedStrikes,
  strikesAround,
  SIMULATED_UNDERLYINGS,
} from '../../market/simulated/option-list.ts';
import { quoteOptions, type SimulatedOption } from '../../market/simulated/option-quotes.ts';
import { Refusal } from '../../refusal.ts';
import type { OptionsCalls, OptionsDeps } from './options-deps.ts';

/** The forward has the interest in it already. */
const RATE = 0;

/** An option with the figures that its price gives. */
const withFigures = (quote: SimulatedOption, figures: OptionFigures | null) => ({
  ...quote,
  volatility: figures?.volatility ?? null,
  delta: figures?.greeks?.delta ?? null,
  gamma: figures?.greeks?.gamma ?? null,
  theta: figures?.greeks?.theta ?? null,
  vega: figures?.greeks?.vega ?? null,
});

const chosen = (expiries: readonly ListedExpiry[], underlying: string, day?: string): ListedExpiry => {
  const found = day === undefined ? expiries[0] : expiries.find((one) => one.day === day);
  if (!found)
    throw new Refusal(
      'refused',
      day === undefined
        ? `No options on ${underlying} are listed.`
        : `No options on ${underlying} with the expiry ${day} are listed. They may have expired.`,
    );
  return found;
};

/** Chain of an underlying. In the market that the user's paper strategies trade on. */
export const listChain =
  ({ marketRuns }: OptionsDeps): OptionsCalls['chain'] =>
  ({ underlying, expiry: day, aSide }, { userId }) => {
    const { session, identity } = marketRuns.runOf(userId);
    const underlyings = [...SIMULATED_UNDERLYINGS];
    if (identity.source !== 'simulated')
      return {
        underlyings,
        expiries: [],
        chain: null,
        reason: 'The replayed history has prices of indices and shares, and none of options.',
      };
    const { now } = session;
    const expiries = listedExpiries(underlying, now);
    const { day: expiry, lotSize } = chosen(expiries, underlying, day);
    const shown = expiries.map(({ day, isMonthly }) => ({ day, isMonthly }));
    const spot = session.lastPrice(underlying)?.price;
    if (spot === undefined)
      return { underlyings, expiries: shown, chain: null, reason: 'The index has had no price yet.' };
    const previousClose = session.previousClose(underlying) ?? spot;
    const quoteOf = quoteOptions({ underlying, spot, previousClose, now, expiry, lotSize });
    const listed = listedStrikes(underlying, previousClose);
    const strikes = aSide === undefined ? listed : strikesAround(listed, spot, aSide);
    const quotes = strikes.map((strike) => ({
      strike,
      call: quoteOf('call', strike),
      put: quoteOf('put', strike),
    }));
    const { forward, atTheMoney, rows } = valueChain(
      quotes.map(({ strike, call, put }) => ({ strike, call: call.ltp, put: put.ltp })),
      { years: yearsTo(expiry, now), rate: RATE, tick: OPTION_TICK },
    );
    const sideOf = (index: number, right: OptionRight) => {
      const quote = quotes[index]?.[right];
      return quote ? withFigures(quote, rows[index]?.[right] ?? null) : null;
    };
    return {
      underlyings,
      expiries: shown,
      reason: '',
      chain: {
        ...{
          underlying,
          source: identity.source,
          at: istIso(now),
          spot,
          expiry,
          lotSize,
          forward,
          atTheMoney,
        },
        endsAt: istIso(expiryMoment(expiry)),
        strikes: quotes.map(({ strike }, index) => ({
          strike,
          call: sideOf(index, 'call'),
          put: sideOf(index, 'put'),
        })),
      },
    };
  };
