import { monthOfName } from '../../../shared/month-names.ts';
import { istDayStart } from '../../../shared/time.ts';
import type { OrderReport } from '../broker.ts';
import { paiseOf, UnreadableField, valueOf, wholeOf, wholeOrNone } from './broker-number.ts';

export type OrderRow = Readonly<Record<string, unknown>>;
type State = OrderReport['state'];

/** Meaning of the broker's words for an order's state. */
const STATE_OF_TEXT: Readonly<Record<string, State>> = {
  open: 'open',
  'open pending': 'pending',
  'validation pending': 'pending',
  'put order req received': 'pending',
  'after market order req received': 'pending',
  'amo req received': 'pending',
  pending: 'pending',
  'trigger pending': 'waiting',
  complete: 'filled',
  cancelled: 'cancelled',
  'cancelled after market order': 'cancelled',
  rejected: 'rejected',
};

/** Meaning of the order socket's codes; those of changes say nothing about where the order is. */
const STATE_OF_CODE: Readonly<Record<string, State>> = {
  AB01: 'open',
  AB02: 'cancelled',
  AB03: 'rejected',
  AB05: 'filled',
  AB06: 'pending',
  AB07: 'cancelled',
  AB08: 'pending',
  AB09: 'pending',
  AB10: 'waiting',
};

const text = (row: OrderRow, name: string): string => {
  const value = row[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** `20-Oct-2020 13:10:59` in India as epoch ms; 0 when it is nothing of the kind. */
export const momentOf = (stamp: string): number => {
  const match = /^(\d{2})-([A-Za-z]{3})-(\d{4}) (\d{2}):(\d{2}):(\d{2})$/.exec(stamp);
  const month = monthOfName(match?.[2] ?? '');
  if (!match || month === null) return 0;
  const midnight = istDayStart(`${match[3]}-${month}-${match[1]}`);
  const seconds = Number(match[4]) * 3600 + Number(match[5]) * 60 + Number(match[6]);
  return Number.isNaN(midnight) ? 0 : midnight + seconds * 1000;
};

/**
 * `status` may still say "modified" while `orderstatus` has the state; the socket's code is for rows with neither. An
 * order that is being changed or cancelled is where it was before: waiting for its trigger, or in the market.
 */
const stateOf = (row: OrderRow, code: string, filled: number, quantity: number): State => {
  const said = [text(row, 'orderstatus'), text(row, 'status')].map((text) => text.toLowerCase());
  const known = said.map((text) => STATE_OF_TEXT[text]).find((state) => state !== undefined);
  if (known !== undefined) return known;
  const byCode = STATE_OF_CODE[code];
  if (byCode !== undefined) return byCode;
  if (quantity > 0 && filled >= quantity) return 'filled';
  const isBeingChanged = said.some((text) => /modif|cancel/.test(text)) || code === 'AB04' || code === 'AB11';
  if (!isBeingChanged) return 'pending';
  return text(row, 'ordertype').startsWith('STOPLOSS') && filled === 0 ? 'waiting' : 'open';
};

/**
 * An order report, as evidence about the order. It is made from a row of the order book, or of the order socket with
 * its code.
 * @throws UnreadableField when it has no number or one of its figures cannot be read.
 */
export const reportOf = (row: OrderRow, code = ''): OrderReport => {
  const brokerOrderId = text(row, 'orderid');
  if (brokerOrderId === '') throw new UnreadableField('an order has no orderid');
  const quantity = wholeOf(row['quantity'], 'quantity');
  const filledQuantity = wholeOrNone(row['filledshares'], 'filledshares');
  const trigger = paiseOf(row['triggerprice'], 'triggerprice');
  return {
    brokerOrderId,
    tag: text(row, 'ordertag') || null,
    tradingSymbol: text(row, 'tradingsymbol'),
    side: text(row, 'transactiontype').toUpperCase() === 'SELL' ? 'sell' : 'buy',
    state: stateOf(row, code, filledQuantity, quantity),
    filledQuantity,
    filledValue: valueOf(filledQuantity, row['averageprice'], 'averageprice'),
    quantity,
    price: paiseOf(row['price'], 'price'),
    trigger: trigger === 0 ? null : trigger,
    reason: text(row, 'text'),
    at:
      momentOf(text(row, 'exchorderupdatetime')) ||
      momentOf(text(row, 'updatetime')) ||
      momentOf(text(row, 'exchtime')),
  };
};
