import { z } from 'zod';
import { ORDER_PURPOSES, ORDER_STATES } from '../order-states.ts';
import { PROTECTION_STATES } from '../protection-state.ts';
import { pageInput, pageOutput, PAGE_SIZE } from '../paging.ts';
import { read } from '../rights.ts';
import { post } from './endpoint.ts';
import { JournalEntrySchema } from './journal.ts';
import {
  brokerId,
  dateRange,
  day,
  id,
  instant,
  mode,
  orderSide,
  paise,
  percent,
  search,
  side,
  source,
  symbol,
} from './fields.ts';

export const PositionSchema = z.lazy(() =>
  z.object({
    positionId: id,
    strategyId: id,
    strategyName: z.string(),
    /** Held for a basket, whose page shows and sells it; it is no position of a strategy. */
    isBasket: z.boolean(),
    /** Opened by hand: its account is no strategy with a page. */
    isManual: z.boolean(),
    symbol: z.string(),
    mode,
    source,
    side,
    product: z.enum(['intraday', 'delivery']),
    status: z.enum(['open', 'closed']),
    /** Signed: short positions are negative. */
    quantity: z.int(),
    averagePrice: paise,
    ltp: paise.nullable(),
    ltpAt: instant.nullable(),
    /** After the charges of leaving now. */
    unrealised: paise,
    realised: paise,
    /** Paid so far; with those to come they are taken off the result. */
    charges: paise,
    /** Of leaving now, as it would be charged: an estimate. */
    chargesToCome: paise,
    /** Net of both charges: realised and unrealised. */
    pnl: paise,
    pnlPercent: percent,
    stopLoss: paise.nullable(),
    target: paise.nullable(),
    /** Protection of a live position; null on paper, where levels always hold. */
    protection: z
      .object({
        state: z.enum(PROTECTION_STATES),
        /** A sentence; empty while a stop rests as it should. */
        why: z.string(),
        since: instant.nullable(),
      })
      .nullable(),
    /** The broker's name of the contract that is held; null on paper. */
    tradingSymbol: z.string().nullable(),
    openedAt: instant,
    closedAt: instant.nullable(),
  }),
);
export type Position = z.output<typeof PositionSchema>;

/** A closed round trip. */
export const TradeSchema = z.lazy(() =>
  z.object({
    tradeId: id,
    positionId: id.nullable(),
    strategyId: id,
    strategyName: z.string(),
    symbol: z.string(),
    mode,
    source,
    side,
    quantity: z.int(),
    entryAt: instant,
    entryPrice: paise,
    entryReason: z.string(),
    exitAt: instant,
    exitPrice: paise,
    exitReason: z.string(),
    gross: paise,
    charges: paise,
    net: paise,
    /** Running net result: of this and every earlier trade that the filter lets through. */
    runningTotal: paise,
    /** Its notes, in the list of trades. */
    journal: JournalEntrySchema.optional(),
  }),
);
export type Trade = z.output<typeof TradeSchema>;

/** All legs that a strategy entered on one day, with their re-entries; of closed trades. */
export const StructureSchema = z.lazy(() =>
  z.object({
    /** Number of its first trade. */
    structureId: id,
    strategyId: id,
    strategyName: z.string(),
    mode,
    source,
    /** Day of its entry. */
    day,
    underlying: z.string(),
    enteredAt: instant,
    exitedAt: instant,
    /** Closed trades of its legs. */
    trades: z.int(),
    /** Legs that are still open: then its figures are not its last. */
    openLegs: z.int(),
    legs: z.array(
      z.object({
        symbol: z.string(),
        side,
        quantity: z.int(),
        entryPrice: paise,
        exitPrice: paise,
        net: paise,
      }),
    ),
    gross: paise,
    charges: paise,
    net: paise,
    /** Why its last leg was closed. */
    exitReason: z.string(),
  }),
);
export type Structure = z.output<typeof StructureSchema>;

export const orderState = z.enum(ORDER_STATES);

export const OrderSchema = z.lazy(() =>
  z.object({
    orderId: id,
    strategyId: id,
    strategyName: z.string(),
    /** Of an account by hand, which is no strategy with a page. */
    isManual: z.boolean(),
    positionId: id.nullable(),
    symbol: z.string(),
    mode,
    source,
    brokerId,
    side: orderSide,
    purpose: z.enum(ORDER_PURPOSES),
    quantity: z.int(),
    filledQuantity: z.int(),
    averagePrice: paise.nullable(),
    /** Limit of it; null of a market order. */
    limitPrice: paise.nullable(),
    /** Price at which it enters the market; null of what waits for none. */
    triggerPrice: paise.nullable(),
    /** Terms of an entry by hand beside its prices; null of every other order. */
    terms: z
      .object({
        type: z.enum(['market', 'limit', 'stop']),
        product: z.enum(['intraday', 'delivery']),
        stopLoss: paise.nullable(),
        target: paise.nullable(),
      })
      .nullable(),
    state: orderState,
    reason: z.string(),
    placedAt: instant,
    updatedAt: instant,
    /** Every event with its time and the state it led to. `said` holds the broker's own words where there are some. */
    life: z.array(z.object({ state: orderState, at: instant, reason: z.string(), said: z.string() })),
  }),
);
export type Order = z.output<typeof OrderSchema>;

const historyInput = {
  /** See `modeOfFlag`. */
  isTest: z.int().default(0),
  strategyId: id.optional(),
  search,
  ...dateRange,
  ...pageInput(),
};

const PlacedOrderSchema = z.lazy(() =>
  z.object({
    orderId: id,
    positionId: id,
    symbol: z.string(),
    quantity: z.int(),
    state: orderState,
  }),
);

/** Where an open position stands: results of two markets are never added, and baskets keep their shares. */
export const POSITION_PLACES = ['strategies', 'baskets', 'elsewhere'] as const;
export type PositionPlace = (typeof POSITION_PLACES)[number];

export const positions = {
  open: post('/userapi/my-openposition', {
    right: read('Position'),
    query: () =>
      z.object({
        type: z.enum(['all', 'test', 'live']).default('all'),
        page: z.coerce.number<number>().int().min(1).default(1),
        pageSize: z.coerce.number<number>().int().min(1).max(100).default(PAGE_SIZE),
        brokerId: z.coerce.number<number>().pipe(brokerId).default(0),
        status: z.enum(['open', 'closed', 'all']).default('open'),
        strategyId: z.coerce.number<number>().int().positive().optional(),
        /**
         * Which positions: of strategies in the market in use, of baskets, of strategies in other markets, or those of
         * the first that were opened by hand.
         */
        place: z.enum(['all', ...POSITION_PLACES, 'by-hand']).default('all'),
      }),
    output: z.lazy(() =>
      z.object({
        list: z.array(PositionSchema),
        /** Of strategies, live or in the market in use; the rest is counted apart. */
        counts: z.object({
          all: z.int(),
          live: z.int(),
          test: z.int(),
          baskets: z.int(),
          elsewhere: z.int(),
          /** Of those of strategies, opened by hand. */
          byHand: z.int(),
        }),
        /** Of the same positions. */
        net: z.object({ live: paise, test: paise }),
        /** The feed in use on paper. */
        source,
        ...pageOutput,
      }),
    ),
  }),
  portfolio: post('/userapi/getPortfolioTrcikList', {
    right: read('Position'),
    output: z.lazy(() =>
      z.object({
        portfolio: z.array(
          z.object({
            strategyId: id,
            name: z.string(),
            mode,
            source,
            openPnl: paise,
            realised: paise,
            /** Legs of the same structures that are closed already; null of none. */
            closedLegs: z.object({ trades: z.int(), net: paise }).nullable(),
            positions: z.array(PositionSchema),
          }),
        ),
      }),
    ),
  }),
  trades: post('/userapi/tradehistory', {
    right: read('Position'),
    input: () =>
      z.object({
        ...historyInput,
        symbol: symbol.optional(),
        /** Test trades made on this source; default: the feed in use. Of replays, the latest one. */
        source: source.optional(),
        /** Only trades that are marked with this tag or mistake. */
        labelId: id.optional(),
      }),
    output: z.lazy(() =>
      z.object({
        test_tradehistory: z.array(TradeSchema).optional(),
        live_tradehistory: z.array(TradeSchema).optional(),
        tradetotalProfit: paise,
        /** Source of all trades in the total; two sources are never added. */
        source,
        search: z.string(),
        ...pageOutput,
      }),
    ),
  }),
  /** Results of structures of legs, the latest first. */
  structures: post('/userapi/positions/structures', {
    right: read('Position'),
    input: () => z.object({ ...historyInput, source: source.optional() }),
    output: z.lazy(() =>
      z.object({
        list: z.array(StructureSchema),
        /** Of all that the filters let through. */
        net: paise,
        source,
        search: z.string(),
        ...pageOutput,
      }),
    ),
  }),
  orders: post('/userapi/orderhistory', {
    right: read('Position'),
    input: () =>
      z.object({
        ...historyInput,
        status: z.enum(['all', 'complete', 'open', 'rejected', 'cancelled']).default('all'),
        /** The orders that opened, protected and closed one position. */
        positionId: id.optional(),
      }),
    output: z.lazy(() =>
      z.object({
        test_orderhistory: z.array(OrderSchema).optional(),
        live_orderhistory: z.array(OrderSchema).optional(),
        /** Every order of the mode, whatever was asked for; `total` counts what was found. */
        totalOrder: z.int(),
        ...pageOutput,
      }),
    ),
  }),
  exit: post('/userapi/exitposition', {
    right: read('Position'),
    input: () => z.object({ positionId: id }),
    output: PlacedOrderSchema,
    money: 'orders',
  }),
  /** Leaves what strategies hold, live and in the market in use; shares of baskets stay. */
  exitAll: post('/userapi/exitall', {
    right: read('Position'),
    input: () => z.object({ type: z.enum(['all', 'test', 'live']).default('all') }),
    output: z.lazy(() => z.object({ orders: z.array(PlacedOrderSchema) })),
    money: 'orders',
  }),
  cancelOrder: post('/userapi/cancelorder', {
    right: read('Position'),
    changes: true,
    input: () => z.object({ orderId: id }),
    output: z.lazy(() => z.object({ orderId: id, state: orderState })),
  }),
};
