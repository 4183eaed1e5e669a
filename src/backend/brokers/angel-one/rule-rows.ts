import type { RuleReport } from '../broker.ts';
import { readRows } from './book-rows.ts';
import { paiseOf, UnreadableField, wholeOf } from './broker-number.ts';

type Row = Readonly<Record<string, unknown>>;

const STATE: Readonly<Record<string, NonNullable<RuleReport['state']>>> = {
  NEW: 'waiting',
  ACTIVE: 'waiting',
  SENTTOEXCHANGE: 'sent',
  CANCELLED: 'cancelled',
};
const SIDE: Readonly<Record<string, 'buy' | 'sell'>> = { BUY: 'buy', SELL: 'sell' };

/** Most of a rule's numbers, units or paise. More than any has, and the most that the database keeps. */
const MOST = 2 ** 31 - 1;

const text = (row: Row, name: string): string => {
  const value = row[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Terms of a row. Null of one that is no plain rule for delivery, or that cannot be read. */
const termsOf = (row: Row): RuleReport['terms'] => {
  const side = SIDE[text(row, 'transactiontype')];
  if (side === undefined) return null;
  try {
    const [quantity, trigger, price] = [
      wholeOf(row['qty'], 'qty'),
      paiseOf(row['triggerprice'], 'triggerprice'),
      paiseOf(row['price'], 'price'),
    ];
    const isOrdinary = [quantity, trigger, price].every((one) => one > 0 && one <= MOST);
    return isOrdinary ? { side, quantity, trigger, price } : null;
  } catch (error) {
    if (error instanceof UnreadableField) return null;
    throw error;
  }
};

/**
 * Rules of a page. A row without a number makes the whole page unreadable, since nobody would know which rules there are;
 * of a row with one the rest may be unknown.
 * @throws BrokerTrouble
 */
export const ruleRows = (data: unknown): RuleReport[] => {
  // The broker's own example has a single rule, and no list.
  const isOne = typeof data === 'object' && data !== null && !Array.isArray(data);
  return readRows(isOne ? [data] : data, 'a list of GTT orders', (row) => {
    const ruleId = text(row, 'id');
    if (ruleId === '') throw new UnreadableField('a rule has no number');
    return {
      ruleId,
      exchange: text(row, 'exchange'),
      token: text(row, 'symboltoken'),
      tradingSymbol: text(row, 'tradingsymbol'),
      state: STATE[text(row, 'status').toUpperCase()] ?? null,
      terms: termsOf(row),
    };
  });
};
