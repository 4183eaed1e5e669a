import { chargePaise, totalCharges } from '../../engine/charges/charges.ts';
import { contractOf } from '../../engine/contracts/contract.ts';
import { freezeQuantityOn, lotOfExpiry } from '../../engine/contracts/contract-size.ts';
import { lotSizeOn } from '../../engine/instrument.ts';
import {
  checkManualOrder,
  type ManualInstrument,
  type ManualOrder,
} from '../../engine/trading/manual-order.ts';
import { lossBlockReason } from '../../engine/trading/strategy-runtime.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import type { Failure } from '../../shared/failure.ts';
import { formatRupees } from '../../shared/money.ts';
import { MOST_BY_HAND } from '../../shared/page-size.ts';
import { indexOfQuote, symbolOfDepth } from '../../shared/quotes.ts';
import { istDate, MINUTE_MS } from '../../shared/time.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { Database } from '../db/database.ts';
import type { PositionRow } from '../db/schema.ts';
import { instrumentNamed, tradedAs } from '../market/instrument-master.ts';
import { unknownSymbols } from '../market/known-symbols.ts';
import { Refusal } from '../refusal.ts';
import { auctionBlock, fillBlock } from '../trading/fill-block.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { squareOffDue } from '../trading/square-off.ts';
import { SQUARE_OFF } from './manual-account.ts';
import { chargesOfOrder } from './manual-charges.ts';
import { type ManualStanding, type Need } from './manual-funds.ts';

/** An order by hand, with what it is on. */
export interface WantedOrder extends ManualOrder {
  readonly symbol: string;
  readonly product: 'intraday' | 'delivery';
}

/** The age at which a price is too old to order by. In market time, ms. */
const STALE_AFTER_MS = 5 * MINUTE_MS;
/** Orders by hand that may work at once. */
const MOST_WORKING = 100;

/** A refusal of the engine as one of a call. */
export const refusalOf = ({ message, fields }: Failure): Refusal =>
  new Refusal('invalid', message, fields ? { fields } : {});

/** Units in a lot of a symbol at a moment (epoch ms); 1 of one that is not known. */
export const lotSizeAt = (symbol: string, at: number): number => {
  const contract = contractOf(symbol);
  if (contract) return lotOfExpiry(contract.underlying, contract.expiry) ?? 1;
  const named = instrumentNamed(symbol);
  return named ? lotSizeOn(named, at) : 1;
};

/**
 * Facts of what is ordered, by the market in use. With `isListed` whatever has a price is known: it is of a broker's list.
 * @throws Refusal `invalid` for a symbol that is none, `refused` where it has no price
 */
export const manualInstrument = async (
  database: Database,
  userId: number,
  run: MarketRun,
  symbol: string,
  isListed = false,
): Promise<ManualInstrument & { readonly pricedAt: number }> => {
  const { session } = run;
  const contract = contractOf(symbol);
  const shown = run.shownPrice(symbol);
  // A share with a price is known. Contracts have one from a model too, and prices to look at have names of their own.
  const isLookedAt = indexOfQuote(symbol) !== null || symbolOfDepth(symbol) !== null;
  const isKnown = shown !== null && (contract === null || isListed) && !isLookedAt;
  const [unknown] = isKnown
    ? []
    : await unknownSymbols(database.readOf(userId), userId, [symbol], {
        now: session.now,
        priceOf: (underlying) => session.lastPrice(underlying)?.price ?? null,
      });
  if (unknown !== undefined) {
    const sentence = `There is no instrument ${unknown} in the market.`;
    throw new Refusal('invalid', sentence, { fields: { symbol: sentence } });
  }
  if (!shown)
    throw new Refusal('refused', `${symbol} has no price in the market in use, so it cannot be ordered.`);
  const lotSize = lotSizeAt(symbol, session.now);
  const traded = tradedAs(symbol);
  return {
    ...{ symbol, traded, lotSize, now: session.now, previousClose: shown.previousClose },
    freezeQuantity:
      traded.kind === 'equity' ? null : freezeQuantityOn(contract?.underlying ?? symbol, session.now),
    lastPrice: shown.ltp,
    pricedAt: shown.tradedAt,
  };
};

/** Units of a position that an order closes. */
export interface ClosedPart {
  readonly position: PositionRow;
  readonly quantity: number;
}

/** Effect of an order: it opens a position, or closes what is held, the oldest position first. */
export type Effect =
  | { readonly kind: 'open' }
  | { readonly kind: 'close'; readonly parts: readonly [ClosedPart, ...ClosedPart[]] };

/** An order that was checked. `problems` says why it would be refused at this moment. */
export interface CheckedManualOrder {
  readonly instrument: ManualInstrument & { readonly pricedAt: number };
  readonly quantity: number;
  /** The price it is expected to fill at, paise. Costs of a market order come on top. */
  readonly price: number;
  /** Stop-loss of what it opens, paise; null of none. */
  readonly stopLoss: number | null;
  readonly effect: Effect;
  /** Paise; 0 for what closes. */
  readonly margin: number;
  readonly problems: readonly string[];
}

const closingProblem = (order: WantedOrder): string | null => {
  if (order.stopLoss !== null || order.target !== null)
    return `This order closes what you hold of ${order.symbol} by hand, so it has no stop-loss and no target of its own.`;
  return order.type === 'market'
    ? null
    : `You hold ${order.symbol} by hand. Close it with a market order, or set its stop-loss and target.`;
};

/** Positions in the order in which they were opened. */
export const oldestFirst = (positions: readonly PositionRow[]): readonly PositionRow[] =>
  positions.toSorted((a, b) => a.id - b.id);

/**
 * Spread so many units over positions, the oldest first: whole ones, and part of the last.
 * Units that no position has are left out.
 */
export const spread = (positions: readonly PositionRow[], quantity: number): ClosedPart[] => {
  let left = quantity;
  return positions
    .map((position) => {
      const part = { position, quantity: Math.min(left, position.quantity) };
      left -= part.quantity;
      return part;
    })
    .filter((part) => part.quantity > 0);
};

const tooMuch = (order: WantedOrder, quantity: number, held: number): Refusal =>
  new Refusal(
    'refused',
    `You hold ${held} ${order.symbol} by hand, and this order would close ${quantity}. Close what you hold first.`,
    { fields: { size: `must be at most ${held}` } },
  );

/** Positions by hand on the other side of an order. */
const oppositeOf = (order: WantedOrder, open: readonly PositionRow[]): readonly PositionRow[] => {
  const across = order.side === 'buy' ? 'short' : 'long';
  return open.filter(({ symbol, side }) => symbol === order.symbol && side === across);
};

/**
 * Effect of an order on positions by hand in the same symbol. On the other side of some it closes of them, of the
 * order's own product where any is held so: the oldest first. Nothing is ever turned around by one order.
 * @throws Refusal `refused` where it would close more than is held
 */
const effectOf = (order: WantedOrder, quantity: number, open: readonly PositionRow[]): Effect => {
  const opposite = oppositeOf(order, open);
  // Who sells what they hold overnight keeps what they trade within the day.
  const alike = opposite.filter(({ product }) => product === order.product);
  const held = oldestFirst(alike.length > 0 ? alike : opposite);
  if (held.length === 0) return { kind: 'open' };
  const problem = closingProblem(order);
  if (problem) throw new Refusal('refused', problem);
  const total = held.reduce((sum, one) => sum + one.quantity, 0);
  const [first, ...others] = spread(held, quantity);
  if (quantity > total || !first) throw tooMuch(order, quantity, total);
  return { kind: 'close', parts: [first, ...others] };
};

const signedQuantity = (side: 'buy' | 'sell', quantity: number): number =>
  side === 'buy' ? quantity : -quantity;

const marketProblem = ({
  symbol,
  traded,
  now,
  pricedAt,
}: CheckedManualOrder['instrument']): string | null => {
  const session = sessionOn(istDate(now), traded);
  const auction = auctionBlock(symbol, now);
  if (auction) return `${symbol} is in its closing auction, in which nothing is ordered by hand.`;
  if (!session || now < session.open || now >= session.close) return 'The market is closed.';
  return Math.abs(now - pricedAt) > STALE_AFTER_MS ? 'There is no fresh price.' : null;
};

/**
 * Why nothing is opened so late in the day; null where it may. Now is epoch ms. `lastDay` is that of a contract which is
 * left before it is settled.
 */
const squareOffProblem = (
  { symbol, product }: WantedOrder,
  now: number,
  lastDay: string | null,
): string | null => {
  if (lastDay !== null && lastDay < istDate(now)) return `${symbol} has expired.`;
  const due = squareOffDue(symbol, now, now, SQUARE_OFF);
  if (due === null) return null;
  if (lastDay === istDate(now))
    return `${symbol} is squared off at ${due} on its last day, so none is opened after that.`;
  return product === 'intraday'
    ? `Intraday positions are squared off at ${due}, so none is opened after that. Choose overnight.`
    : null;
};

interface CheckOptions {
  /** Filled units of an order that is changed. They are held, and take their money there. */
  readonly filled?: number;
  /** Slippage of a unit at the market, paise. */
  readonly slippagePerUnit?: (price: number) => number;
  /** The symbol in the broker's list. Contracts are left there before they are settled. */
  readonly listed?: Pick<BrokerInstrument, 'expiry'>;
}

/**
 * Check an order by hand. What is wrong with it in itself is thrown, what speaks against it now is named.
 * @throws Refusal with a sentence, and the field that it is about
 */
export const checkOrder = async (
  database: Database,
  userId: number,
  run: MarketRun,
  order: WantedOrder,
  { funds, margins, taken, open, working }: ManualStanding,
  { filled = 0, slippagePerUnit = () => 0, listed }: CheckOptions = {},
): Promise<CheckedManualOrder> => {
  const instrument = await manualInstrument(database, userId, run, order.symbol, listed !== undefined);
  const needOf = (quantity: number, price: number): Need => ({
    symbol: order.symbol,
    quantity: signedQuantity(order.side, quantity),
    price,
  });
  const { lotSize, traded, previousClose, now } = instrument;
  const chargesOf = (side: 'buy' | 'sell', units: number, price: number): number =>
    chargePaise(totalCharges(chargesOfOrder({ ...order, side }, units, price, now)));
  const { side } = order;
  // Each position that it closes has an order of its own, in pieces that the exchange takes; none has a stop-loss.
  const isClosing = oppositeOf(order, open).length > 0;
  const wanted = isClosing ? { ...order, stopLossPercent: null } : order;
  const sized = isClosing ? { ...instrument, freezeQuantity: null } : instrument;
  const checked = checkManualOrder(wanted, sized, {
    marginPerUnit: (price) => margins.of([needOf(lotSize, price)]) / lotSize,
    charges: (units, price, stopLoss) =>
      chargesOf(side, units, price) + chargesOf(side === 'buy' ? 'sell' : 'buy', units, stopLoss),
    slippagePerUnit,
  });
  if (!checked.ok) throw refusalOf(checked.failure);
  const { quantity, price } = checked.value;
  const effect = effectOf(order, quantity, open);
  const known = { instrument, ...checked.value, effect };
  const problems = [marketProblem(instrument)];
  if (effect.kind === 'close')
    return { ...known, margin: 0, problems: problems.filter((one) => one !== null) };
  if (traded.kind === 'equity' && order.side === 'sell' && order.product === 'delivery')
    throw new Refusal(
      'refused',
      `You hold no ${order.symbol} by hand. Shares that are not held can be sold within the day only.`,
      { fields: { product: 'must be intraday' } },
    );
  problems.push(squareOffProblem(order, now, listed?.expiry ?? null));
  const left = Math.max(0, quantity - filled);
  const margin = margins.added(taken, needOf(left, price));
  const needed = margin + chargesOf(side, left, price);
  const { maxLossPerDay, today, available } = funds;
  problems.push(lossBlockReason(today, maxLossPerDay));
  // A limit order may wait for the circuit to open.
  if (order.type === 'market')
    problems.push(fillBlock(order, instrument.lastPrice, now, previousClose)?.why ?? null);
  if (needed > available)
    problems.push(
      `Insufficient funds. Available ${formatRupees(Math.max(0, available))}, required ${formatRupees(needed)}.`,
    );
  if (working.length >= MOST_WORKING)
    problems.push(`${MOST_WORKING} orders by hand may work at once. Cancel one that you no longer need.`);
  if (open.length >= MOST_BY_HAND)
    problems.push(`${MOST_BY_HAND} positions by hand may be open at once. Close one first.`);
  return {
    ...known,
    margin,
    problems: problems.filter((one) => one !== null),
  };
};
