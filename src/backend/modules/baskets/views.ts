import { SHORT_STATES } from '../../../shared/order-states.ts';
import { rebalanceBasket } from '../../../engine/baskets/rebalance.ts';
import { weightPercent } from '../../../engine/baskets/weights.ts';
import { xirr } from '../../../engine/baskets/xirr.ts';
import type { BasketConstituent, BasketOffer, HeldBasket } from '../../../shared/contract/baskets.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { DAY_MS, istDate, istIso } from '../../../shared/time.ts';
import type { Definition } from '../../baskets/basket-book.ts';
import { deliveryCharges } from '../../baskets/basket-charges.ts';
import type { IndexPoint } from '../../baskets/basket-index-of.ts';
import { instrumentName, stoppedTrading } from '../../baskets/basket-previews.ts';
import {
  type BasketState,
  costOf,
  missingOf,
  planningAccount,
  quantityOf,
} from '../../baskets/basket-state.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import type { MarketRun } from '../../trading/market-run.ts';

/** Points of the small line on a card. */
const CARD_POINTS = 40;
/** Shortest holding that has a yearly rate. A yearly rate of a few days is a number, not a return. */
const LEAST_XIRR_MS = 30 * DAY_MS;

/** At most so many levels, the first and the last among them. */
const thinned = (points: readonly IndexPoint[]): number[] => {
  const step = Math.max(1, (points.length - 1) / (CARD_POINTS - 1));
  const count = Math.min(points.length, CARD_POINTS);
  return Array.from({ length: count }, (_, index) => points[Math.round(index * step)]?.level ?? 0);
};

export interface OfferFacts {
  readonly userId: number;
  readonly run: MarketRun;
  readonly heldModes: readonly Mode[];
  readonly minimum: number | null;
  readonly index: readonly IndexPoint[];
}

export const offerView = (definition: Definition, facts: OfferFacts): BasketOffer => {
  const { userId, run, heldModes, minimum, index } = facts;
  const [first, last] = [index[0], index.at(-1)];
  return {
    basketId: definition.id,
    name: definition.name,
    summary: definition.summary,
    author: { authorId: definition.owner_id, name: definition.authorName },
    isMine: definition.owner_id === userId,
    isHeld: heldModes.length > 0,
    heldModes: [...heldModes],
    rebalance: definition.rebalance,
    constituents: definition.constituents.length,
    minimumAmount: minimum,
    source: run.identity.source,
    returnPercent: first && last ? (last.level / first.level - 1) * 100 : null,
    from: first?.day ?? null,
    levels: thinned(index),
  };
};

const stateOf = (state: BasketState): HeldBasket['state'] => {
  if (state.working.some((order) => order.state === 'unknown')) return 'needs-you';
  if (state.holding.mode === 'live' && !state.run?.isConnected) return 'disconnected';
  if (!state.run) return 'feed-ended';
  if (state.holding.closing_at !== null) return 'closing';
  const isWaiting = [...state.orders.values()].flat().some((order) => order.state === 'waiting');
  if (isWaiting || state.working.length > 0) return 'working';
  const isShort = state.lines.some(({ symbol }) => shortfallOf(symbol, state) !== null);
  return isShort || missingOf(state).length > 0 ? 'incomplete' : 'held';
};

export const heldView = (
  state: BasketState,
  { sip, askedSips }: Pick<HeldBasket, 'sip' | 'askedSips'>,
): HeldBasket => {
  const { definition, holding, run, invested, value, shares } = state;
  const pnl = value - invested;
  const next = holding.next_rebalance;
  return {
    basketId: definition.id,
    strategyId: holding.strategy_id,
    name: definition.name,
    mode: holding.mode,
    source: holding.source,
    state: stateOf(state),
    openedAt: istIso(holding.opened_at),
    value,
    cash: state.cash,
    quantity: quantityOf([...state.open.values()].flat()),
    invested,
    pnl,
    returnPercent: invested === 0 ? 0 : (pnl / invested) * 100,
    charges: state.charges,
    chargesToCome: shares.chargesToCome,
    closedPnl: pnl - shares.pnl,
    nextRebalance: next,
    isRebalanceDue:
      run !== null && holding.closing_at === null && next !== null && istDate(run.session.now) >= next,
    sip,
    askedSips,
    attention: state.attention,
  };
};

const OVER: readonly string[] = [...SHORT_STATES, 'not-placed'];

/** Shortfall of an order of the last plan, or null. A sentence; null when all of it is bought, sold or on its way. */
const shortfallOf = (symbol: string, state: BasketState): string | null => {
  const short = state.orders
    .get(symbol)
    ?.find((order) => OVER.includes(order.state) && order.filledQuantity < order.quantity);
  if (!short || !isOff(symbol, state)) return null;
  const { side, quantity, filledQuantity, reason } = short;
  const verb = side === 'buy' ? 'bought' : 'sold';
  const what =
    filledQuantity === 0
      ? `No share of ${symbol} was ${verb}`
      : `${filledQuantity} of ${quantity} ${symbol} were ${verb}`;
  const why = short.state === 'cancelled' ? 'The rest was cancelled before it filled.' : reason;
  return `${what}. ${why}`.trim();
};

/** Whether a rebalance would still do something about a share: what is near its weight all the same is put right. */
const isOff = (symbol: string, state: BasketState): boolean => {
  if (state.holding.closing_at !== null) return state.open.has(symbol);
  const now = state.run?.session.now;
  if (now === undefined) return true;
  const { orders, unpriced } = rebalanceBasket(planningAccount(state, deliveryCharges(now)));
  return unpriced.includes(symbol) || orders.some((order) => order.symbol === symbol);
};

const problemOf = (
  symbol: string,
  price: number | null,
  state: BasketState | null,
): BasketConstituent['problem'] => {
  const unknown = state?.working.find((order) => order.symbol === symbol && order.state === 'unknown');
  if (unknown)
    return {
      sentence: `Nobody knows yet whether the order to ${unknown.side} ${unknown.quantity} ${symbol} reached the broker. Until you say what became of it, the basket is left as it is.`,
      action: 'settle',
    };
  const shortfall = state && shortfallOf(symbol, state);
  if (shortfall)
    return { sentence: shortfall, action: state.holding.closing_at === null ? 'repair' : 'close' };
  const isAway = state?.holding.mode === 'live' && !state.run?.isConnected;
  if (price === null) return isAway ? null : { sentence: stoppedTrading(symbol), action: 'wait' };
  if (!state || state.holding.closing_at !== null || !missingOf(state).includes(symbol)) return null;
  return {
    sentence: `No share of ${symbol} is held, though the basket asks for it. A rebalance buys what is missing.`,
    action: 'repair',
  };
};

/** Constituents in the definition's order, with what is held of each. */
export const constituentViews = (
  lines: BasketState['lines'],
  run: MarketRun | null,
  state: BasketState | null,
): BasketConstituent[] => {
  const worth = (symbol: string, quantity: number, price: number | null) =>
    quantity === 0 ? 0 : price === null ? costOf(state?.open.get(symbol)) : quantity * price;
  const shown = lines.map((line) => ({
    ...line,
    ltp: run?.session.lastPrice(line.symbol)?.price ?? line.price,
  }));
  const total = shown.reduce((sum, { symbol, quantity, ltp }) => sum + worth(symbol, quantity, ltp), 0);
  return shown.map(({ symbol, weight, quantity, price, ltp }) => {
    const positions = state?.open.get(symbol);
    const value = worth(symbol, quantity, ltp);
    const at = run?.session.lastPrice(symbol)?.at;
    return {
      symbol,
      name: instrumentName(symbol),
      sector: findInstrument(symbol)?.sector ?? '',
      targetWeight: weightPercent(weight),
      weightNow: total === 0 ? null : (value / total) * 100,
      quantity,
      averagePrice: quantity === 0 ? null : Math.round(costOf(positions) / quantityOf(positions)),
      ltp,
      ltpAt: at === undefined ? null : istIso(at),
      value,
      pnl: value - costOf(positions),
      problem: problemOf(symbol, price, state),
      orders: [...(state?.orders.get(symbol) ?? [])],
    };
  });
};

/** The money-weighted yearly return of a held basket, in percent; null while it is too young for one. */
export const xirrPercentOf = (
  state: BasketState,
  flows: readonly { readonly at: number; readonly amount: number }[],
): number | null => {
  const now = state.run?.session.now;
  if (now === undefined || now - state.holding.opened_at < LEAST_XIRR_MS) return null;
  const moved = flows.map(({ at, amount }) => ({ at, amount: -amount }));
  const rate = xirr([...moved, { at: now, amount: state.value }]);
  return rate === null ? null : rate * 100;
};
