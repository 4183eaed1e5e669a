import { tradingDaysBefore } from '../../../engine/trading/trading-day.ts';
import { istDate, istDayStart } from '../../../shared/time.ts';
import { isTradingDay } from '../../../shared/trading-days.ts';
import type { BrokerProduct } from '../../db/broker-products.ts';
import type { BrokerFunds, BrokerHolding, BrokerTrade, NetPosition } from '../broker.ts';
import { BrokerTrouble } from '../broker.ts';
import { paiseOf, UnreadableField, wholeOf, wholeOrNone } from './broker-number.ts';

type Row = Readonly<Record<string, unknown>>;

const PRODUCT: Readonly<Record<string, BrokerProduct>> = {
  DELIVERY: 'delivery',
  INTRADAY: 'intraday',
  CARRYFORWARD: 'carry-forward',
  MARGIN: 'carry-forward',
  // Bracket and cover orders, which a user may place elsewhere, are squared off the same day.
  BO: 'intraday',
  CO: 'intraday',
};

/** Texts and numbers come as texts; anything else as nothing. */
const text = (row: Row, name: string): string => {
  const value = row[name];
  return typeof value === 'string' ? value.trim() : '';
};

/**
 * Reads rows; what cannot be read is trouble in words, since half a book would be a wrong one.
 * @throws BrokerTrouble
 */
export const readRows = <T>(data: unknown, book: string, read: (row: Row) => T): T[] => {
  // An empty book is null, an empty text, or a list without rows.
  if (data === null || data === undefined || data === '') return [];
  const trouble = (what: string): BrokerTrouble =>
    new BrokerTrouble('unreachable', `Angel One sent ${book} that cannot be read: ${what}.`, what);
  if (!Array.isArray(data)) throw trouble('it is not a list');
  return data.map((row: unknown) => {
    if (typeof row !== 'object' || row === null) throw trouble('a row is not one');
    try {
      return read(row as Row);
    } catch (error) {
      if (error instanceof UnreadableField) throw trouble(error.message);
      throw error;
    }
  });
};

const productOf = (row: Row): BrokerProduct => {
  const said = text(row, 'producttype');
  const product = PRODUCT[said];
  if (!product) throw new UnreadableField(`producttype is "${said.slice(0, 20)}", which is not known`);
  return product;
};

/** A position, of whatever the account holds: its token may be one that is not in our list. */
export const positionOf = (row: Row): NetPosition => ({
  exchange: text(row, 'exchange'),
  token: text(row, 'symboltoken'),
  tradingSymbol: text(row, 'tradingsymbol'),
  product: productOf(row),
  quantity: wholeOf(row['netqty'], 'netqty'),
  averagePrice: paiseOf(row['avgnetprice'], 'avgnetprice'),
});

/**
 * Quantity that a row holds. Shares not delivered yet count in `quantity` by the broker's example; should they not,
 * they must not get lost.
 */
const heldQuantity = (row: Row): number =>
  Math.max(
    wholeOf(row['quantity'], 'quantity'),
    wholeOrNone(row['realisedquantity'] ?? null, 'realisedquantity') +
      wholeOrNone(row['t1quantity'], 't1quantity'),
  );

export const holdingOf = (row: Row): BrokerHolding => ({
  exchange: text(row, 'exchange'),
  token: text(row, 'symboltoken'),
  tradingSymbol: text(row, 'tradingsymbol'),
  isin: text(row, 'isin'),
  quantity: heldQuantity(row),
  unsettledQuantity: wholeOrNone(row['t1quantity'], 't1quantity'),
  averagePrice: paiseOf(row['averageprice'], 'averageprice'),
  lastPrice: paiseOf(row['ltp'], 'ltp'),
});

/** Clocks may differ by so much: a fill is not of the day before because it is a moment ahead. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * The moment of a fill, from its time in India. A trade book gives no day, so it is the last trading day with that
 * time.
 */
const momentOfFill = (clock: string, now: number): number => {
  const match = /^(\d{2}):(\d{2}):(\d{2})$/.exec(clock);
  if (!match) throw new UnreadableField(`filltime is "${clock.slice(0, 20)}", which is no time`);
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map(Number);
  const sinceMidnight = (hours * 3_600 + minutes * 60 + seconds) * 1_000;
  const today = istDate(now);
  const at = istDayStart(today) + sinceMidnight;
  if (isTradingDay(today) && at <= now + CLOCK_SKEW_MS) return at;
  const [before = today] = tradingDaysBefore(today, 1);
  return istDayStart(before) + sinceMidnight;
};

const sideOf = (row: Row): BrokerTrade['side'] => {
  const said = text(row, 'transactiontype');
  if (said !== 'BUY' && said !== 'SELL')
    throw new UnreadableField(`transactiontype is "${said.slice(0, 20)}", which is not known`);
  return said === 'BUY' ? 'buy' : 'sell';
};

/** A fill of the day's book, read at a moment. */
export const tradeOf = (row: Row, now: number): BrokerTrade => ({
  brokerOrderId: text(row, 'orderid'),
  tradeId: text(row, 'fillid'),
  exchange: text(row, 'exchange'),
  token: text(row, 'symboltoken') || null,
  tradingSymbol: text(row, 'tradingsymbol'),
  side: sideOf(row),
  product: productOf(row),
  quantity: wholeOf(row['fillsize'], 'fillsize'),
  price: paiseOf(row['fillprice'], 'fillprice'),
  at: momentOfFill(text(row, 'filltime'), now),
});

/** `net` is what can be traded with; `availablecash` counts pledged shares too, by those who looked. @throws BrokerTrouble */
export const fundsOf = (data: unknown): BrokerFunds => {
  const [funds] = readRows([data], 'funds', (row) => ({
    available: paiseOf(row['net'], 'net'),
    used: paiseOf(row['utiliseddebits'], 'utiliseddebits'),
  }));
  if (!funds) throw new BrokerTrouble('unreachable', 'Angel One sent no funds.');
  return funds;
};
