import { weightPercent } from '../../../engine/baskets/weights.ts';
import { xirr } from '../../../engine/baskets/xirr.ts';
import type { BasketConstituent, BasketOffer, HeldBasket } from '../../../shared/contract/baskets.ts';
import { DAY_MS, istDate, istIso } from '../../../shared/time.ts';
import type { Definition } from '../../baskets/basket-book.ts';
import type { IndexPoint } from '../../baskets/basket-index-of.ts';
import { instrumentName, stoppedTrading } from '../../baskets/basket-previews.ts';
import { type BasketState, costOf, missingOf, quantityOf } from '../../baskets/basket-state.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import type { MarketRun } from '../../trading/market-run.ts';

/** Points of the small line on a card. */
const CARD_POINTS = 40;
/** A yearly rate of a few days is a number, not a return. */
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
  readonly isHeld: boolean;
  readonly minimum: number | null;
  readonly index: readonly IndexPoint[];
}

export const offerView = (definition: Definition, facts: OfferFacts): BasketOffer => {
  const { userId, run, isHeld, minimum, index } = facts;
  const [first, last] = [index[0], index.at(-1)];
  return {
    basketId: definition.id,
    name: definition.name,
    summary: definition.summary,
    author: { trickerId: definition.owner_id, name: definition.authorName },
    isMine: definition.owner_id === userId,
    isHeld,
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
  if (!state.run) return 'feed-ended';
  if (state.holding.closing_at !== null) return 'closing';
  if (state.working.length > 0) return 'working';
  return missingOf(state).length > 0 ? 'incomplete' : 'held';
};

export const heldView = (state: BasketState, sip: HeldBasket['sip']): HeldBasket => {
  const { definition, holding, run, invested, value } = state;
  const pnl = value - invested;
  const next = holding.next_rebalance;
  return {
    basketId: definition.id,
    TricksId: holding.trick_id,
    name: definition.name,
    mode: holding.mode,
    source: holding.source,
    state: stateOf(state),
    openedAt: istIso(holding.opened_at),
    value,
    cash: state.cash,
    invested,
    pnl,
    returnPercent: invested === 0 ? 0 : (pnl / invested) * 100,
    charges: state.charges,
    nextRebalance: next,
    isRebalanceDue:
      run !== null && holding.closing_at === null && next !== null && istDate(run.session.now) >= next,
    sip,
  };
};

const problemOf = (
  symbol: string,
  price: number | null,
  state: BasketState | null,
): BasketConstituent['problem'] => {
  if (price === null) return { sentence: stoppedTrading(symbol), action: 'wait' };
  if (!state || state.holding.closing_at !== null || !missingOf(state).includes(symbol)) return null;
  return {
    sentence: `No share of ${symbol} is held, though the basket asks for it. A rebalance buys what is missing.`,
    action: 'repair',
  };
};

/** Constituents in the order of the definition, with what is held of each. */
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
