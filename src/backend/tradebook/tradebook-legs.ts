import type { Kysely } from 'kysely';
import { addCharges, type Charges } from '../../engine/charges/charges.ts';
import { ZERO_BROKERAGE } from '../../engine/charges/plan.ts';
import { contractOf } from '../../engine/contracts/contract.ts';
import { type BookedOrder, orderLegs } from '../../engine/tax/order-legs.ts';
import type { TaxLeg } from '../../engine/tax/tax-leg.ts';
import type { TradebookBroker } from '../../shared/contract/tradebook.ts';
import { formatCount } from '../../shared/money.ts';
import { istDate } from '../../shared/time.ts';
import { BROKER_ID } from '../../shared/strategy-status.ts';
import type { Schema, TradebookFillRow } from '../db/schema.ts';
import { symbolHistoryOf } from '../market/symbol-changes/kept-symbol-changes.ts';
import { figuresOf, symbolOfRow } from './fill-identity.ts';
import { Tally } from './kept-fills.ts';
import { withKnownChanges } from './known-changes.ts';

/** Demat accounts by the broker that holds them. */
export const ACCOUNT_NAMES: Readonly<Record<TradebookBroker, string>> = {
  zerodha: 'Zerodha',
  'angel-one': 'Angel One',
};

/** A user's imported fills as tax legs, with notes on them. */
export interface TradebookLegs {
  readonly legs: readonly TaxLeg[];
  readonly fills: number;
  /** Fills placed by this program, already among the live trades. */
  readonly own: number;
  readonly notes: readonly string[];
}

/** The number of an order with its day: exchanges number orders anew each day. */
const numberedOn = (at: number, orderId: string): string => `${istDate(at)} ${orderId}`;

/** Figures of a fill under its share's present symbol: a file may have that of then, or of now. */
type FiguresOf = (fill: Omit<Parameters<typeof figuresOf>[0], 'orderId'>) => string;

const presentFigures = async (query: Kysely<Schema>, userId: number): Promise<FiguresOf> => {
  const history = await symbolHistoryOf(query, userId);
  return (fill) =>
    figuresOf({ ...fill, symbol: history.present(fill.symbol, istDate(fill.tradedAt)), orderId: '' });
};

/** This program's live fills at Angel One, by order number and figures. */
const ownFills = async (query: Kysely<Schema>, userId: number, figuresBy: FiguresOf) => {
  const rows = await query
    .selectFrom('fills')
    .innerJoin('orders', 'orders.id', 'fills.order_id')
    .select([
      'orders.symbol',
      'orders.side',
      'orders.broker_order_id',
      'fills.quantity',
      'fills.price',
      'fills.at',
    ])
    .where('orders.user_id', '=', userId)
    .where('orders.mode', '=', 'live')
    .where('orders.broker_id', '=', BROKER_ID.angelOne)
    .execute();
  const orderIds = new Set(
    rows.flatMap(({ broker_order_id: number, at }) => (number === null ? [] : numberedOn(at, number))),
  );
  const figures = new Map<string, number>();
  for (const { symbol, side, quantity, price, at } of rows) {
    const key = figuresBy({ symbol, side, quantity, price, tradedAt: at });
    figures.set(key, (figures.get(key) ?? 0) + 1);
  }
  return { orderIds, figures };
};

/**
 * Leaves out what is ours, each of our fills once: by the order's number, and as brokers number orders twice, else by day,
 * side and figures.
 */
const withoutOwn = (
  fills: readonly TradebookFillRow[],
  { orderIds, figures }: Awaited<ReturnType<typeof ownFills>>,
  figuresBy: FiguresOf,
): TradebookFillRow[] => {
  const claimFigures = (fill: TradebookFillRow): boolean => {
    const key = figuresBy({ ...fill, symbol: symbolOfRow(fill), tradedAt: fill.traded_at });
    const count = figures.get(key) ?? 0;
    if (count > 0) figures.set(key, count - 1);
    return count > 0;
  };
  const isOurBroker = ({ broker }: TradebookFillRow) => broker === 'angel-one';
  const byNumber = fills.filter(
    (fill) => isOurBroker(fill) && orderIds.has(numberedOn(fill.traded_at, fill.order_id)),
  );
  byNumber.forEach(claimFigures);
  const ours = new Set(byNumber);
  return fills.filter((fill) => !ours.has(fill) && !(isOurBroker(fill) && claimFigures(fill)));
};

/**
 * Each fill once: files of before and after a change of its share's symbol name it twice. One without a trade id is told
 * by its figures, and by how many like it have the same name.
 */
const onceEach = (fills: readonly TradebookFillRow[], figuresBy: FiguresOf): TradebookFillRow[] => {
  const occurrences = new Tally();
  const seen = new Set<string>();
  return fills.filter((fill) => {
    const { broker, exchange, kind, trade_id: tradeId } = fill;
    const figures = figuresBy({ ...fill, symbol: symbolOfRow(fill), tradedAt: fill.traded_at });
    const one = [broker, exchange, kind, tradeId, figures].join('|');
    const identity = `${one}|${occurrences.add(`${one}|${fill.symbol}`)}`;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
};

/** Fills of one order together, since charges are per order; a fill without an order number stands alone. */
const ordersOf = (fills: readonly TradebookFillRow[]): BookedOrder[] => {
  const orders = new Map<string, BookedOrder>();
  for (const fill of fills) {
    const number = numberedOn(fill.traded_at, fill.order_id);
    const symbol = symbolOfRow(fill);
    const key = fill.order_id === '' ? fill.identity : [fill.broker, symbol, fill.side, number].join('|');
    const before = orders.get(key);
    const charges = fill.charges_json === null ? null : (JSON.parse(fill.charges_json) as Charges);
    orders.set(key, {
      account: ACCOUNT_NAMES[fill.broker],
      symbol,
      kind: fill.kind,
      side: fill.side,
      time: before?.time ?? fill.traded_at,
      quantity: (before?.quantity ?? 0) + fill.quantity,
      value: (before?.value ?? 0) + fill.quantity * fill.price,
      charges: before?.charges && charges ? addCharges(before.charges, charges) : charges,
    });
  }
  return [...orders.values()];
};

/** Contracts that are named one by one. */
const MOST_NAMED = 20;

/** Contracts that ended before a day without being closed. Example: `NIFTY 2026-01-27 24500 CE (65)`. */
const expiredOpen = (orders: readonly BookedOrder[], today: string): string[] => {
  const open = new Map<string, number>();
  for (const { account, symbol, side, quantity } of orders) {
    const expiry = contractOf(symbol)?.expiry;
    if (expiry === undefined || expiry >= today) continue;
    const key = `${account}|${symbol}`;
    open.set(key, (open.get(key) ?? 0) + (side === 'buy' ? quantity : -quantity));
  }
  return [...open].flatMap(([key, units]) =>
    units === 0 ? [] : [`${key.slice(key.indexOf('|') + 1)} (${formatCount(Math.abs(units))})`],
  );
};

const expiryNotes = (orders: readonly BookedOrder[], today: string): string[] => {
  const names = expiredOpen(orders, today);
  if (names.length === 0) return [];
  const more = names.length - MOST_NAMED;
  return [
    `These contracts expired without a closing row: ${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`,
  ];
};

interface Told {
  /** Fills that are among the own live trades. */
  readonly own: number;
  readonly expired: readonly string[];
  /** Shares whose lots a corporate action changed. */
  readonly changed: ReadonlySet<string>;
  readonly renamed: ReadonlyMap<string, string>;
}

const notesOf = (fills: readonly TradebookFillRow[], { own, expired, changed, renamed }: Told): string[] => [
  ...(own > 0
    ? [
        `${own} imported ${own === 1 ? 'fill is' : 'fills are'} among your live trades here already and ${own === 1 ? 'is' : 'are'} counted once.`,
      ]
    : []),
  ...(fills.some(({ charges_json }) => charges_json === null)
    ? [
        'Zerodha’s tradebook tells no charges: what state and exchange take is worked out from their rates; brokerage and depository charges are not deducted.',
      ]
    : []),
  ...(fills.some(({ kind }) => kind !== 'share')
    ? [
        'A contract that expired has no closing row in a tradebook, so its result is not in here: add it from the broker’s own statement.',
      ]
    : []),
  ...expired,
  ...[...renamed].map(
    ([earlier, present]) => `Imported lots of ${earlier} are those of ${present}, its symbol of now.`,
  ),
  ...(changed.size > 0
    ? [
        `Splits and bonuses of your list of corporate actions are applied to imported lots of ${[...changed].join(', ')}: bonus shares cost nothing and are held from their ex-date. A part of a share that was left over is left out, because no file says what was paid for it.`,
      ]
    : []),
  ...(fills.length > 0
    ? [
        'Splits and bonus shares are not in a tradebook: import the list of corporate actions, or lots from before one are not adjusted.',
      ]
    : []),
];

/**
 * A user's imports as tax legs of demat accounts of their own. Everything is included except what is theirs here
 * anyway. `now` is epoch ms.
 */
export const tradebookLegs = async (
  query: Kysely<Schema>,
  userId: number,
  now: number,
): Promise<TradebookLegs> => {
  const rows = await query
    .selectFrom('tradebook_fills')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('traded_at')
    .orderBy('id')
    .execute();
  const figuresBy = await presentFigures(query, userId);
  const all = onceEach(rows, figuresBy);
  const fills = withoutOwn(all, await ownFills(query, userId, figuresBy), figuresBy);
  const own = all.length - fills.length;
  const orders = ordersOf(fills);
  const { legs, changed, renamed } = await withKnownChanges(query, userId, orderLegs(orders, ZERO_BROKERAGE));
  const expired = expiryNotes(orders, istDate(now));
  return { legs, fills: fills.length, own, notes: notesOf(fills, { own, expired, changed, renamed }) };
};
