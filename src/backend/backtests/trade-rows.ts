import type { Trade } from '../../engine/simulation/simulation.ts';
import type { BacktestTradeRow } from '../db/schema.ts';
import { EXIT_LABELS } from '../trading/exit-text.ts';
import type { ExcursionsOf } from './trade-excursions.ts';

/** A trade of a run as it is stored; the run's id is added there. */
export type RunTrade = Omit<BacktestTradeRow, 'run_id'>;

/** Trades of a run in the order they ended, with running total. Money is in whole paise. */
export const tradeRows = (trades: readonly Trade[], excursionsOf: ExcursionsOf): RunTrade[] => {
  let total = 0;
  return trades.map((trade, index) => {
    const gross = Math.round(trade.gross);
    const net = gross - trade.chargesPaise;
    total += net;
    const lived = excursionsOf(trade);
    return {
      number: index + 1,
      symbol: trade.symbol,
      side: trade.side,
      quantity: trade.quantity,
      entry_at: trade.entryTime,
      entry_price: Math.round(trade.entryPrice),
      entry_rule: trade.entryRule ?? '',
      exit_at: trade.exitTime,
      exit_price: Math.round(trade.exitPrice),
      exit_reason: EXIT_LABELS[trade.why],
      exit_rule: trade.exitRule ?? '',
      bars_held: trade.barsHeld,
      gross,
      charges: trade.chargesPaise,
      charge_items_json: JSON.stringify(trade.charges),
      net,
      running_total: total,
      is_open_at_end: trade.isOpenAtEnd ? 1 : 0,
      adverse: lived && Math.round(lived.adverse.amount),
      favourable: lived && Math.round(lived.favourable.amount),
    };
  });
};
