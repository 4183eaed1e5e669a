import { istDate, istMinute } from '../../shared/time.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { TradingTerms } from '../trading/order-path.ts';
import { squareOffDue } from '../trading/square-off.ts';
import type { HeldPosition } from './held-position.ts';
import type { ExitWish } from './position-exits.ts';

/** Last day of a contract; null of a share. The earlier one where a list has moved it since it was bought. */
const lastDayOf = (bought: BrokerInstrument, today: BrokerInstrument): string | null => {
  if (bought.expiry === null || today.expiry === null) return bought.expiry ?? today.expiry;
  return bought.expiry < today.expiry ? bought.expiry : today.expiry;
};

/**
 * The exit now due for a product or an expiring contract. Now is `now` (epoch ms); null while none is due. `today` is the
 * contract as the broker lists it today.
 */
export const squareOffWish = async (
  { row, instrument, exits }: HeldPosition,
  today: BrokerInstrument,
  now: number,
  termsOf: (strategyId: number) => Promise<TradingTerms>,
): Promise<ExitWish | null> => {
  // A contract ends with its last day, however it is held.
  const lastDay = lastDayOf(instrument, today);
  const isLastDay = lastDay !== null && lastDay <= istDate(now);
  const isFull = exits.some(({ quantity }) => quantity === null);
  if ((row.product !== 'intraday' && !isLastDay) || isFull) return null;
  const { squareOffTime } = await termsOf(row.strategy_id);
  const begun = lastDay === istDate(now) ? now : row.opened_at;
  const due = squareOffDue(row.symbol, begun, now, squareOffTime);
  if (due === null) return null;
  return {
    quantity: null,
    purpose: 'square-off',
    reason: isLastDay
      ? `Last day of ${instrument.tradingSymbol}: square-off at ${due}`
      : `Square-off at ${due}`,
    key: `${row.run_id}:${row.id}:square-off:${istDate(now)} ${istMinute(now)}`,
  };
};
