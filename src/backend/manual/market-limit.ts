import { formatRupees } from '../../shared/money.ts';
import { fastLimit } from '../broker-accounts/fast-limit.ts';
import type { LiveRun } from '../broker-accounts/live-run.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { CheckedManualOrder, WantedOrder } from './manual-order-check.ts';

const NO_CIRCUITS = { upperCircuit: null, lowerCircuit: null };

/** Limit that an order at the market goes out with, paise. */
export const limitOf = (
  run: LiveRun,
  { side }: WantedOrder,
  instrument: BrokerInstrument,
  lastPrice: number,
): number => fastLimit(side, lastPrice, instrument, run.execution.prices.tickOf(instrument) ?? NO_CIRCUITS);

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
