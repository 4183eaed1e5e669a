import { contractOf } from '../../engine/contracts/contract.ts';
import { formatRupees } from '../../shared/money.ts';
import { fastLimit } from '../broker-accounts/fast-limit.ts';
import type { LiveRun } from '../broker-accounts/live-run.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import { findInstrument, tradedAs } from '../market/instrument-master.ts';
import { Refusal } from '../refusal.ts';
import type { CheckedManualOrder, WantedOrder } from './manual-order-check.ts';

const NO_CIRCUITS = { upperCircuit: null, lowerCircuit: null };
const NOT_OFFERED =
  'With real money, shares are ordered by hand and options on NIFTY and BANKNIFTY are bought. Strategies with legs trade other contracts of these.';

/** Whether a symbol is an option on an index. Those are settled in cash. */
export const isIndexOption = (symbol: string): boolean => {
  const contract = contractOf(symbol);
  if (contract?.kind !== 'option' || contract.exchange !== 'NSE') return false;
  return findInstrument(contract.underlying)?.kind === 'index-proxy';
};

/** @throws Refusal of a symbol that is no share */
export const requireShare = (symbol: string): void => {
  if (contractOf(symbol) !== null || tradedAs(symbol).kind !== 'equity')
    throw new Refusal('refused', NOT_OFFERED);
};

/** @throws Refusal of an option that would be sold to open a position */
export const requireBuy = ({ symbol, side }: WantedOrder): void => {
  if (side === 'sell')
    throw new Refusal(
      'refused',
      `You hold no ${symbol} by hand. With real money an option is sold by hand only where it was bought so.`,
    );
};

/** @throws Refusal of a quantity that is no whole lots of the broker's */
export const requireLots = (symbol: string, quantity: number, { lotSize }: BrokerInstrument): void => {
  if (quantity % lotSize === 0) return;
  const sentence = `${quantity} is not a multiple of the broker's lot of ${lotSize} for ${symbol}.`;
  throw new Refusal('invalid', sentence, { fields: { size: sentence } });
};

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
