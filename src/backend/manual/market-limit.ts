import { formatRupees } from '../../shared/money.ts';
import { fastLimit } from '../broker-accounts/fast-limit.ts';
import type { LiveRun } from '../broker-accounts/live-run.ts';
import type { Ticket } from '../broker-accounts/order-sending.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { CheckedManualOrder, WantedOrder } from './manual-order-check.ts';

const NO_CIRCUITS = { upperCircuit: null, lowerCircuit: null };

/** Limit that an order at the market goes out with, paise. */
export const limitOf = (
  run: LiveRun,
  { side }: Pick<WantedOrder, 'side'>,
  instrument: BrokerInstrument,
  lastPrice: number,
): number => fastLimit(side, lastPrice, instrument, run.execution.prices.tickOf(instrument) ?? NO_CIRCUITS);

/** The worst price that an order may fill at, paise. What is sold may be sold for more than its limit. */
export const worstPrice = (run: LiveRun, { side, price, instrument }: Ticket, lastPrice: number): number =>
  side === 'buy' ? price : Math.max(price, limitOf(run, { side: 'buy' }, instrument, lastPrice));

/** Why money for a purchase at the market is short; null where it is not. It may fill at its limit. */
export const limitProblem = (
  run: LiveRun,
  order: WantedOrder,
  instrument: BrokerInstrument,
  { margin, quantity, price, instrument: { lastPrice } }: CheckedManualOrder,
  available: number,
): string | null => {
  if (order.type !== 'market' || margin > available) return null;
  const needed = margin + Math.max(0, limitOf(run, order, instrument, lastPrice) - price) * quantity;
  return needed > available
    ? `Insufficient funds. Available ${formatRupees(Math.max(0, available))}, required ${formatRupees(needed)}.`
    : null;
};
