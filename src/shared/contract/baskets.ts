import { z } from 'zod';
import { REBALANCE_RULES, SIP_FREQUENCIES, SIP_RUN_STATES, SIP_STATUSES } from '../basket-rules.ts';
import { pageInput, pageOutput } from '../paging.ts';
import { manage, read } from '../rights.ts';
import { post } from './endpoint.ts';
import {
  day,
  id,
  instant,
  mode,
  orderSide,
  paise,
  percent,
  capital,
  search,
  shownName,
  shownText,
  source,
  symbol,
} from './fields.ts';
import { orderState } from './positions.ts';

const rebalanceRule = z.enum(REBALANCE_RULES);

/**
 * States of a held basket: `incomplete` is short of something, `closing` still has shares to sell, `needs-you` has an
 * unknown order, `disconnected` waits for a session with its broker.
 */
export const BASKET_STATES = [
  'held',
  'working',
  'incomplete',
  'closing',
  'feed-ended',
  'needs-you',
  'disconnected',
] as const;

const SipSchema = z.lazy(() =>
  z.object({
    status: z.enum(SIP_STATUSES),
    amount: paise,
    frequency: z.enum(SIP_FREQUENCIES),
    /** Day on which it falls due: 1 to 5 (Monday to Friday) for the weekly ones, else the day of the month. */
    day: z.int(),
    /** Next due date, and the trading day on which it runs; null unless it is on. */
    nextDue: day.nullable(),
    nextRun: day.nullable(),
  }),
);
export type BasketSip = z.output<typeof SipSchema>;

/** A basket that anybody may hold, or one of the user's own. */
const OfferSchema = z.lazy(() =>
  z.object({
    basketId: id,
    name: z.string(),
    summary: z.string(),
    author: z.object({ authorId: id, name: z.string() }),
    isMine: z.boolean(),
    isHeld: z.boolean(),
    /** A basket is held once in each mode. */
    heldModes: z.array(mode),
    rebalance: rebalanceRule,
    constituents: z.int(),
    /** Null when a constituent has no price. */
    minimumAmount: paise.nullable(),
    source,
    /** Of the index that starts at 100, over all days there are; null without history. */
    returnPercent: percent.nullable(),
    from: day.nullable(),
    /** Levels of the index, thinned for a small line. */
    levels: z.array(z.number()),
  }),
);
export type BasketOffer = z.output<typeof OfferSchema>;

/** A basket as its owner holds it. */
const HoldingSchema = z.lazy(() =>
  z.object({
    basketId: id,
    strategyId: id,
    name: z.string(),
    mode,
    source,
    state: z.enum(BASKET_STATES),
    openedAt: instant,
    /** Shares and cash. */
    value: paise,
    cash: paise,
    /** Shares held, of all constituents together. */
    quantity: z.int(),
    /** Put in so far. */
    invested: paise,
    /** Value less what was put in: after the charges so far. */
    pnl: paise,
    returnPercent: percent,
    /** Charges paid so far. */
    charges: paise,
    /** Of selling all of it now; in no result. */
    chargesToCome: paise,
    /** Of the result, what purchases made that are sold whole; the rest is the result of its shares in Holdings. */
    closedPnl: paise,
    nextRebalance: day.nullable(),
    isRebalanceDue: z.boolean(),
    sip: SipSchema.nullable(),
    /**
     * SIPs with real money that could not be carried out when due. Their owner says when to do them, or leaves them
     * out.
     */
    askedSips: z.array(z.object({ due: day, amount: paise, why: z.string() })),
    /** Why its owner is needed; null when they are not. */
    attention: z.string().nullable(),
  }),
);
export type HeldBasket = z.output<typeof HoldingSchema>;

/** Outcome of an order of the last plan that was carried out. */
const ConstituentOrderSchema = z.lazy(() =>
  z.object({
    /** Null when it was not placed. */
    orderId: id.nullable(),
    side: orderSide,
    quantity: z.int(),
    filledQuantity: z.int(),
    /** `waiting` until the sales that pay for it have gone through; `not-placed` says why in `reason`. */
    state: z.union([orderState, z.enum(['waiting', 'not-placed'])]),
    reason: z.string(),
  }),
);
export type ConstituentOrder = z.output<typeof ConstituentOrderSchema>;

const ConstituentSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    name: z.string(),
    sector: z.string(),
    /** Percent of the shares' value. */
    targetWeight: percent,
    weightNow: percent.nullable(),
    quantity: z.int(),
    averagePrice: paise.nullable(),
    ltp: paise.nullable(),
    ltpAt: instant.nullable(),
    value: paise,
    pnl: paise,
    /** Problem of it, as a sentence, and the remedy. */
    problem: z
      .object({ sentence: z.string(), action: z.enum(['repair', 'wait', 'settle', 'close']) })
      .nullable(),
    /** Of the last plan. */
    orders: z.array(ConstituentOrderSchema),
  }),
);
export type BasketConstituent = z.output<typeof ConstituentSchema>;

const PlannedOrderSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    name: z.string(),
    side: orderSide,
    quantity: z.int(),
    price: paise,
    value: paise,
    charges: paise,
  }),
);

/**
 * Purposes of a purchase or sale. `open` buys the basket, `add` and `sip` put more money in, `rebalance` brings what is
 * held back to its weights.
 */
export const PREVIEW_KINDS = ['open', 'add', 'sip', 'rebalance'] as const;

export const BasketPreviewSchema = z.lazy(() =>
  z.object({
    previewId: id,
    basketId: id,
    kind: z.enum(PREVIEW_KINDS),
    mode,
    source,
    /** Money that comes in with it; 0 for a rebalance. */
    amount: paise,
    madeAt: instant,
    /** Wall time until which it may be carried out. */
    validUntil: instant,
    /** Sales first. */
    orders: z.array(PlannedOrderSchema),
    unchanged: z.array(z.object({ symbol: z.string(), name: z.string(), quantity: z.int(), value: paise })),
    folded: z.array(
      z.object({
        symbol: z.string(),
        name: z.string(),
        side: orderSide,
        quantity: z.int(),
        value: paise,
        why: z.string(),
      }),
    ),
    problems: z.array(z.object({ symbol: z.string(), sentence: z.string() })),
    bought: paise,
    sold: paise,
    charges: paise,
    cashBefore: paise,
    cashLeft: paise,
    minimumAmount: paise.nullable(),
  }),
);
export type BasketPreview = z.output<typeof BasketPreviewSchema>;

const PlacedSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    side: orderSide,
    quantity: z.int(),
    /** Null when it could not be placed; `problem` says why. */
    orderId: id.nullable(),
    state: orderState.nullable(),
    problem: z.string().nullable(),
    /** It is sent once the sales that pay for it have filled. */
    isWaiting: z.boolean(),
  }),
);

const ExecutedSchema = z.lazy(() =>
  z.object({
    basketId: id,
    strategyId: id,
    previewId: id,
    orders: z.array(PlacedSchema),
    cashLeft: paise,
  }),
);
export type BasketExecution = z.output<typeof ExecutedSchema>;

const HeldPartSchema = z.lazy(() =>
  z.object({
    strategyId: id,
    name: z.string(),
    /** By hand: its account is no strategy with a page. */
    kind: z.enum(['strategy', 'basket', 'manual']),
    /** Of a basket. */
    basketId: id.nullable(),
    mode,
    source,
    quantity: z.int(),
    averagePrice: paise,
    value: paise,
    /** After the charges so far. */
    pnl: paise,
    /** Of selling it now; in no result. */
    chargesToCome: paise,
  }),
);

const InstrumentHoldingSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    name: z.string(),
    /** Figures of two sources or modes are never added: an instrument has a row for each. */
    mode,
    source,
    /** The run of the market: two replays of a source have prices of their own. */
    runId: z.int(),
    quantity: z.int(),
    averagePrice: paise,
    ltp: paise.nullable(),
    value: paise,
    pnl: paise,
    chargesToCome: paise,
    parts: z.array(HeldPartSchema),
  }),
);
export type InstrumentHolding = z.output<typeof InstrumentHoldingSchema>;

const basketInput = { basketId: id };
/** The basket as it is held in a mode. */
const heldInput = { ...basketInput, mode: mode.default('test') };
/** Real money is only moved with the name typed. */
const confirmName = z.string().trim().max(60).optional();
/** The owner's word that the depository lets the shares go. It is then not asked: with a power of attorney, for one. */
const isAuthorised = z.boolean().default(false);

export const baskets = {
  list: post('/userapi/listBasket', {
    right: read('Basket'),
    input: () =>
      z.object({
        ...pageInput(),
        search,
        /** All, or only the user's own definitions. */
        whose: z.enum(['all', 'mine']).default('all'),
      }),
    output: z.lazy(() => z.object({ listBasket: z.array(OfferSchema), ...pageOutput, search: z.string() })),
  }),
  mine: post('/userapi/getMyBaskets', {
    right: read('Basket'),
    output: z.lazy(() =>
      z.object({
        myBaskets: z.array(HoldingSchema),
        /** The feed in use, whose baskets on paper are added up. */
        source,
        value: paise,
        invested: paise,
        pnl: paise,
        /** Real money, which is never added to the other; null when none is in a basket. */
        live: z.object({ value: paise, invested: paise, pnl: paise }).nullable(),
        /** Number of those that have come to their rebalancing day. */
        rebalanceDue: z.int(),
        asOf: instant,
      }),
    ),
  }),
  details: post('/userapi/detailsBasket', {
    right: read('Basket'),
    input: () => z.object(heldInput),
    output: z.lazy(() =>
      z.object({
        detailsBasket: z.object({
          offer: OfferSchema,
          holding: HoldingSchema.nullable(),
          constituents: z.array(ConstituentSchema),
          /** The index of the target weights, 100 on the first day; without charges. */
          history: z.array(z.object({ day, level: z.number() })),
          /** Yearly money-weighted return; null while it is held less than thirty days. */
          xirrPercent: percent.nullable(),
          /** Costs of the basket, in sentences. */
          fees: z.array(z.string()),
          flows: z.array(
            z.object({ at: instant, amount: paise, kind: z.enum(['open', 'add', 'sip', 'close']) }),
          ),
          sipRuns: z.array(
            z.object({
              due: day,
              at: instant,
              amount: paise,
              message: z.string(),
              state: z.enum(SIP_RUN_STATES),
            }),
          ),
        }),
      }),
    ),
  }),
  add: post('/userapi/addBasket', {
    right: manage('Basket'),
    keyScope: 'change',
    input: () =>
      z.object({
        name: shownName(60, 1),
        summary: shownText(200).default(''),
        /** Weights that come to 100 %, with at most two decimals each. */
        constituents: z.array(z.object({ instrument: symbol, weight: percent })).max(100),
        rebalance: rebalanceRule.default('quarterly'),
      }),
    output: z.lazy(() => z.object(basketInput)),
  }),
  preview: post('/userapi/previewBasketFetch', {
    right: manage('Basket'),
    keyScope: 'change',
    input: () =>
      z.object({
        ...basketInput,
        /** Amount to buy for, or to add. Default: the minimum for a basket that is not held, else a rebalance. */
        amount: capital.optional(),
        mode: mode.default('test'),
        /** Instead of an amount: the due day of a SIP that is asked for. */
        due: day.optional(),
      }),
    output: BasketPreviewSchema,
  }),
  open: post('/userapi/openBasket', {
    right: manage('Basket'),
    input: () =>
      z.object({
        ...basketInput,
        amount: capital,
        mode: mode.default('test'),
        /** Buys exactly what this preview showed. */
        previewId: id.optional(),
        /** The name of the basket, in live. */
        confirmName,
      }),
    output: ExecutedSchema,
    money: 'orders',
  }),
  rebalance: post('/userapi/rebalanceFetchbasket', {
    right: manage('Basket'),
    input: () =>
      z.object({
        ...basketInput,
        previewId: id,
        /** Fewer shares than previewed; 0 leaves the order out. */
        edits: z
          .array(z.object({ symbol, quantity: z.int().min(0) }))
          .max(100)
          .default([]),
        isAuthorised,
      }),
    output: ExecutedSchema,
    money: 'orders',
  }),
  close: post('/userapi/closeBasket', {
    right: read('Basket'),
    input: () =>
      z.object({
        ...heldInput,
        /** The name of the basket, in live. */
        confirmName,
        isAuthorised,
      }),
    output: z.lazy(() =>
      z.object({
        orders: z.array(PlacedSchema),
        /** Shares that could not be sold, and why. */
        left: z.array(z.object({ symbol: z.string(), quantity: z.int(), why: z.string() })),
      }),
    ),
    money: 'orders',
  }),
  holdings: post('/userapi/fetchListHoldings', {
    right: read('Position'),
    output: z.lazy(() => z.object({ listHoldings: z.array(InstrumentHoldingSchema), asOf: instant })),
  }),
  setSip: post('/userapi/fetchSetSipStatus', {
    right: manage('Basket'),
    input: () =>
      z.object({
        ...heldInput,
        status: z.enum(SIP_STATUSES),
        /** Needed once, when it is first switched on. */
        amount: capital.optional(),
        frequency: z.enum(SIP_FREQUENCIES).optional(),
        day: z.int().min(1).max(28).optional(),
      }),
    output: z.lazy(() => z.object({ ...basketInput, sip: SipSchema })),
  }),
  /** Leaves out the SIP of a due day that is asked for. */
  leaveOutSip: post('/userapi/leaveoutsip', {
    right: manage('Basket'),
    input: () => z.object({ ...heldInput, due: day }),
    output: z.lazy(() => z.object({ ...basketInput, due: day })),
  }),
};
