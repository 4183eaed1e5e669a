import type { BrokerAccounts } from '../../broker-accounts/broker-accounts.ts';
import type { OrderRow, PositionRow } from '../../db/schema.ts';
import { type NotLeaving, notLeaving } from '../../trading/not-leaving.ts';
import {
  answeredText,
  isUnanswered,
  isUnsent,
  unansweredText,
  unsentText,
} from '../../trading/unanswered-exits.ts';

/** Parts that do not leave now, with their units: all of them have one symbol. */
const stuckOf = (orders: readonly OrderRow[], open: readonly PositionRow[]): NotLeaving => {
  const rows = orders.flatMap(({ position_id: positionId, quantity, filled_quantity: filled }) => {
    const row = open.find(({ id }) => id === positionId);
    return row && filled < quantity ? [{ ...row, quantity: quantity - filled }] : [];
  });
  const alike = Map.groupBy(rows, (row) => `${row.protection_state}:${row.protection_why}`);
  const together = [...alike.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const units = others.reduce((sum, { quantity }) => sum + quantity, first.quantity);
    return [{ ...first, symbol: `${units} ${first.symbol}` }];
  });
  return { positionIds: notLeaving(rows).positionIds, text: notLeaving(together).text };
};

/** Outcome of closing positions of a symbol, as far as known. With real money each has an order of its own. */
export const closingText = (
  { brokerAccounts }: { readonly brokerAccounts: BrokerAccounts },
  userId: number,
  orders: readonly OrderRow[],
): string => {
  const [first] = orders;
  const symbol = first?.symbol ?? '';
  if (first?.mode !== 'live') return `${symbol} is being closed at the next price.`;
  const run = brokerAccounts.runOf(userId);
  if (!run?.isConnected)
    return `${symbol} is closed as soon as there is a session with the broker: log in, or close it in the broker's app.`;
  const silent = orders.filter(isUnanswered);
  const answered = orders.filter((order) => !isUnanswered(order));
  const stuck = stuckOf(answered, run.execution.openPositionsOf(userId));
  const unsent = answered.filter(
    (order) => isUnsent(order) && !stuck.positionIds.some((id) => id === order.position_id),
  );
  const going = answered.length - stuck.positionIds.length - unsent.length;
  if (going === orders.length) return answeredText(orders);
  return [
    ...(going > 0 ? [`Orders that close ${symbol} and are on their way: ${going} of ${orders.length}.`] : []),
    ...(silent.length > 0 ? [unansweredText(silent)] : []),
    ...(unsent.length > 0 ? [unsentText(unsent)] : []),
    ...(stuck.positionIds.length > 0 ? [stuck.text] : []),
  ].join(' ');
};
