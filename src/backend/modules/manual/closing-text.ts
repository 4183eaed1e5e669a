import type { BrokerAccounts } from '../../broker-accounts/broker-accounts.ts';
import type { OrderRow, PositionRow } from '../../db/schema.ts';
import { type NotLeaving, notLeaving } from '../../trading/not-leaving.ts';
import { isUnanswered, unansweredText } from '../../trading/unanswered-exits.ts';

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
  return { count: notLeaving(rows).count, text: notLeaving(together).text };
};

/** Outcome of closing a net position, as far as known. With real money each part has an order of its own. */
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
  const going = answered.length - stuck.count;
  if (going === orders.length) return `${symbol} is being closed at the next price.`;
  return [
    ...(going > 0 ? [`Orders that close ${symbol} and are on their way: ${going} of ${orders.length}.`] : []),
    ...(silent.length > 0 ? [unansweredText(silent)] : []),
    ...(stuck.count > 0 ? [stuck.text] : []),
  ].join(' ');
};
