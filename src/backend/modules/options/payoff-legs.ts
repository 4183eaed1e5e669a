import { type Contract, contractOf } from '../../../engine/contracts/contract.ts';
import { OPTION_TICK } from '../../../engine/instrument.ts';
import { type Greeks, greeksOf } from '../../../engine/options/black76.ts';
import { volatilityNear } from '../../../engine/options/chain.ts';
import type { ValuedLeg } from '../../../engine/options/payoff.ts';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { MOST_LOTS } from '../../../shared/option-structures.ts';
import { istDate } from '../../../shared/time.ts';
import { simulatedContractPrice } from '../../market/simulated/leg-market.ts';
import type { SimulatedOption } from '../../market/simulated/option-quotes.ts';
import { Refusal } from '../../refusal.ts';
import { chosenExpiry, type ExpiryFigures, figuresOfExpiry, type UserOptions } from './option-market.ts';
import type { OptionsCalls } from './options-deps.ts';

type GivenLeg = Parameters<OptionsCalls['payoff']>[0]['legs'][number];
type WantedLeg = GivenLeg & { readonly side: 'buy' | 'sell' };

/** Legs that say how they are traded. @throws Refusal for one that does not */
export const completeLegs = (legs: readonly GivenLeg[]): WantedLeg[] =>
  legs.map(({ side, ...leg }, index) => {
    const { symbol, lots, price } = leg;
    if (!side)
      throw new Refusal('refused', `Leg ${index + 1}, ${symbol}, is neither bought nor sold. Choose a side.`);
    if (lots < 1 || lots > MOST_LOTS)
      throw new Refusal(
        'refused',
        `Leg ${index + 1}, ${symbol}, has ${formatCount(lots)} lots. It takes 1 to ${formatCount(MOST_LOTS)}.`,
      );
    if (price <= 0 || price > MOST_PRICE)
      throw new Refusal(
        'refused',
        `Leg ${index + 1}, ${symbol}, is at ₹${formatPrice(price)}. A price is above 0 and at most ₹${formatPrice(MOST_PRICE)}.`,
      );
    return { ...leg, side };
  });

/** Prices of a contract now, paise. */
type LegQuote = Pick<SimulatedOption, 'ltp' | 'bid' | 'ask'>;

/** Leg of a listed contract, with all that its value depends on. */
export interface ListedLeg {
  readonly wanted: WantedLeg;
  readonly valued: ValuedLeg;
  /** All options that expire with it. Of a future, too. */
  readonly figures: ExpiryFigures;
  readonly quote: LegQuote;
  /** Null where no price of its expiry gives one. */
  readonly volatility: number | null;
}

/** ₹1 crore, paise: many times the dearest. */
const MOST_PRICE = 1_00_00_000_00;

/** Refusal of a symbol that is no option's. */
export const notAnOption = (symbol: string): Refusal =>
  new Refusal('refused', `${symbol} is not the symbol of an option. Pick the legs on the option chain.`);

/** Contract of a leg. Futures are legs too, beside options. @throws Refusal for what is none */
const contractIn = (symbol: string): Contract => {
  const contract = contractOf(symbol);
  if (!contract) throw notAnOption(symbol);
  return contract;
};

/** Bid, ask and last price of a future: a tick around what it is worth. */
const quoteOfFuture = (market: UserOptions, symbol: string): LegQuote => {
  const ltp = simulatedContractPrice(market, symbol) ?? market.spot;
  return { ltp, bid: ltp - OPTION_TICK, ask: ltp + OPTION_TICK };
};

/** The one underlying of some legs. @throws Refusal where there are two, or for what is no contract */
export const underlyingOf = (legs: readonly { readonly symbol: string }[]): string => {
  const [first, ...others] = new Set(legs.map(({ symbol }) => contractIn(symbol).underlying));
  if (others.length > 0)
    throw new Refusal(
      'refused',
      `All legs must be on one underlying. These are on ${first} and ${others[0]}.`,
    );
  return first ?? '';
};

/** Legs with their values. @throws Refusal for one that is not listed */
export const listLegs = (market: UserOptions, legs: readonly WantedLeg[]): ListedLeg[] => {
  const known = new Map<string, ExpiryFigures>();
  return legs.map((wanted) => {
    const { symbol, side, lots, price } = wanted;
    const contract = contractIn(symbol);
    const { expiry, underlying } = contract;
    if (expiry < istDate(market.now)) throw new Refusal('refused', `${symbol} has expired.`);
    const figures =
      known.get(expiry) ?? figuresOfExpiry(market, chosenExpiry(market.expiries, underlying, expiry));
    known.set(expiry, figures);
    const { quotes, rows, forward, years } = figures;
    const common = {
      price,
      years,
      quantity: (side === 'buy' ? lots : -lots) * figures.expiry.lotSize,
      forward: forward ?? market.spot,
    };
    if (contract.kind === 'future')
      return {
        ...{ wanted, figures, quote: quoteOfFuture(market, symbol), volatility: null },
        valued: { ...common, right: 'future', strike: 0, volatility: 0 },
      };
    const { right, strike } = contract;
    const quote = quotes.find((row) => row.strike === strike)?.[right];
    if (!quote)
      throw new Refusal('refused', `${symbol} is not listed. There is no such strike in this expiry.`);
    const volatility = volatilityNear(rows, strike, right);
    return {
      ...{ wanted, figures, quote, volatility },
      valued: { ...common, right, strike, volatility: volatility ?? 0 },
    };
  });
};

const NO_GREEKS = { delta: 0, gamma: 0, theta: 0, vega: 0 };
type LegGreeks = typeof NO_GREEKS;

const scaled = ({ delta, gamma, theta, vega }: Greeks, units: number): LegGreeks => ({
  delta: delta * units,
  gamma: gamma * units,
  theta: theta * units,
  vega: vega * units,
});

/** Sum of Greeks; null where one leg has none. */
export const sumOf = (all: readonly (LegGreeks | null)[]): LegGreeks | null =>
  all.reduce<LegGreeks | null>(
    (sum, one) =>
      sum &&
      one && {
        delta: sum.delta + one.delta,
        gamma: sum.gamma + one.gamma,
        theta: sum.theta + one.theta,
        vega: sum.vega + one.vega,
      },
    NO_GREEKS,
  );

/** A leg as the window shows it. */
export const legAnswer = ({ wanted, valued, figures, quote, volatility }: ListedLeg) => ({
  symbol: wanted.symbol,
  units: valued.quantity,
  lotSize: figures.expiry.lotSize,
  ltp: quote.ltp,
  bid: quote.bid,
  ask: quote.ask,
  volatility,
  profit: valued.quantity * (quote.ltp - valued.price),
  greeks: greeksOfLeg(valued, volatility),
});

/** A future moves with its index, and by nothing else. Null of an option without a volatility. */
const greeksOfLeg = (valued: ValuedLeg, volatility: number | null): LegGreeks | null => {
  const { right, quantity } = valued;
  if (right === 'future') return { ...NO_GREEKS, delta: quantity };
  return volatility === null ? null : scaled(greeksOf({ ...valued, right, rate: 0 }, volatility), quantity);
};
