import { chargePaise, totalCharges } from '../../engine/charges/charges.ts';
import type { Order, Position, Trade } from '../../shared/contract/positions.ts';
import { istIso } from '../../shared/time.ts';
import type { OrderRow, PositionRow, StrategyKind, TradeRow } from '../db/schema.ts';
import type { LastPrice } from '../market/last-price.ts';
import { manualTermsOf } from './manual-terms.ts';
import { exitChargesAt, openLotOf, paidCharges } from './position-charges.ts';

const signed = (side: 'long' | 'short'): 1 | -1 => (side === 'long' ? 1 : -1);

const protectionView = ({
  status,
  protection_state: state,
  protection_why: why,
  protection_since: since,
}: PositionRow): Position['protection'] =>
  state === null || status !== 'open'
    ? null
    : { state, why: why ?? '', since: since === null ? null : istIso(since) };

const tradingSymbolOf = ({ instrument_json: json }: PositionRow): string | null =>
  json === null ? null : (JSON.parse(json) as { readonly tradingSymbol: string }).tradingSymbol;

/** A position as the contract shows it, valued at the last price. */
export const positionView = (
  position: PositionRow,
  strategy: { readonly name: string; readonly isBasket?: boolean; readonly isManual?: boolean },
  last: LastPrice | null,
): Position => {
  const sign = signed(position.side);
  const exited = position.entry_quantity - position.quantity;
  const average = position.entry_value / position.entry_quantity;
  const paid = paidCharges(position);
  const realisedGross = sign * (position.exit_value - exited * average);
  const openGross = last ? sign * (position.quantity * last.price - position.quantity * average) : 0;
  const leaving = last ? exitChargesAt(position, last.price, last.at) : 0;
  // Of what is charged, the open part has its share of entering; the rest is that of trades.
  const entryShare = position.status === 'open' ? chargePaise(totalCharges(openLotOf(position).charges)) : 0;
  const unrealised = Math.round(openGross) - leaving - entryShare;
  const realised = Math.round(realisedGross) - (paid - entryShare);
  const pnl = realised + unrealised;
  return {
    positionId: position.id,
    strategyId: position.strategy_id,
    strategyName: strategy.name,
    isBasket: strategy.isBasket ?? false,
    isManual: strategy.isManual ?? false,
    symbol: position.symbol,
    mode: position.mode,
    source: position.source,
    side: position.side,
    product: position.product,
    status: position.status,
    quantity: sign * position.quantity,
    averagePrice: Math.round(average),
    ltp: last?.price ?? null,
    ltpAt: last ? istIso(last.at) : null,
    unrealised,
    realised,
    charges: paid,
    chargesToCome: leaving,
    pnl,
    pnlPercent: (pnl / position.entry_value) * 100,
    stopLoss: position.stop_loss,
    target: position.target,
    protection: protectionView(position),
    tradingSymbol: tradingSymbolOf(position),
    openedAt: istIso(position.opened_at),
    closedAt: position.closed_at === null ? null : istIso(position.closed_at),
  };
};

/** A closed round trip as the contract shows it. */
export const tradeView = (trade: TradeRow, strategyName: string, runningTotal: number): Trade => ({
  tradeId: trade.id,
  positionId: trade.position_id,
  strategyId: trade.strategy_id,
  strategyName,
  symbol: trade.symbol,
  mode: trade.mode,
  source: trade.source,
  side: trade.side,
  quantity: trade.quantity,
  entryAt: istIso(trade.entry_at),
  entryPrice: trade.entry_price,
  entryReason: trade.entry_reason,
  exitAt: istIso(trade.exit_at),
  exitPrice: trade.exit_price,
  exitReason: trade.exit_reason,
  gross: trade.gross,
  charges: trade.charges,
  net: trade.net,
  runningTotal,
});

/** A stage of an order's life. */
export interface OrderEvent {
  readonly state: string;
  readonly at: number;
  readonly reason: string;
  readonly said: string;
}

const termsView = (order: OrderRow): Order['terms'] => {
  const terms = manualTermsOf(order);
  if (!terms) return null;
  const { type, product, stopLoss, target } = terms;
  return { type, product, stopLoss, target };
};

/** An order with its full life as the contract shows it. */
export const orderView = (
  order: OrderRow,
  strategy: { readonly name: string; readonly kind: StrategyKind },
  life: readonly OrderEvent[],
): Order => ({
  orderId: order.id,
  strategyId: order.strategy_id,
  strategyName: strategy.name,
  isManual: strategy.kind === 'manual',
  positionId: order.position_id,
  symbol: order.symbol,
  mode: order.mode,
  source: order.source,
  brokerId: order.broker_id as Order['brokerId'],
  side: order.side,
  purpose: order.purpose,
  quantity: order.quantity,
  filledQuantity: order.filled_quantity,
  averagePrice: order.filled_quantity > 0 ? Math.round(order.filled_value / order.filled_quantity) : null,
  limitPrice: order.price,
  triggerPrice: order.trigger_price,
  terms: termsView(order),
  state: order.state,
  reason: order.reason,
  placedAt: istIso(order.placed_at),
  updatedAt: istIso(order.updated_at),
  life: life.map((event) => ({
    state: event.state as Order['state'],
    at: istIso(event.at),
    reason: event.reason,
    said: event.said,
  })),
});
