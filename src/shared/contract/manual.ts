import { z } from 'zod';
import { LEAST_STOP_PERCENT, MOST_ARMED_ORDERS, MOST_STOP_PERCENT } from '../armed-keys.ts';
import { MOST_BY_HAND } from '../page-size.ts';
import { manage, read } from '../rights.ts';
import { post } from './endpoint.ts';
import { anySymbol, capital, id, instant, orderSide, paise, positivePaise, sharePrice } from './fields.ts';
import { OrderSchema, PositionSchema } from './positions.ts';

/** The most units or lots of one order by hand. */
const MOST_UNITS = 10_000_000;

const price = sharePrice.nullable().default(null);

const levels = { stopLoss: price, target: price };

/** Stop-loss of what an order opens, percent of its expected price. What closes has none. */
const stopLossPercent = z.number().min(LEAST_STOP_PERCENT).max(MOST_STOP_PERCENT).nullable().default(null);

/** An order by hand, as its owner asks for it. */
const ticket = {
  symbol: anySymbol,
  side: orderSide,
  size: z.discriminatedUnion('by', [
    z.object({ by: z.enum(['quantity', 'lots']), amount: z.int().positive().max(MOST_UNITS) }),
    z.object({ by: z.enum(['money', 'risk']), amount: capital }),
  ]),
  product: z.enum(['intraday', 'delivery']),
  /** Levels that close the position; one cancels the other. */
  ...levels,
  stopLossPercent,
  type: z.enum(['market', 'limit', 'stop']),
  /** Limit of a limit or stop order. */
  price,
  /** Price at which a stop order enters the market. */
  triggerPrice: price,
};

/** Drawn once for an order: however often it is sent with it, there is one order. */
const mark = z.string().regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, _ or -');

/** Number of an arming of keys. */
const arming = mark;

/** Terms that a working order was seen with. Where it has others by now, it is left as it is. */
const seen = { quantity: z.int().positive(), price, triggerPrice: price };

/** Money of the account that is traded by hand. */
const FundsSchema = z.lazy(() =>
  z.object({
    capital: paise,
    /** Not set aside for what is open or ordered. */
    available: paise,
    /** The day's result, open positions included. */
    today: paise,
    /** Loss of a day at which nothing more is entered; null for none. */
    maxLossPerDay: paise.nullable(),
  }),
);

/** Cost, need and risk of an order. */
const PreviewSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    kind: z.enum(['share', 'index', 'future', 'option']),
    side: orderSide,
    quantity: z.int(),
    lotSize: z.int(),
    /** The most that the exchange takes in one order. */
    freezeQuantity: z.int().nullable(),
    lastPrice: paise,
    lastPriceAt: instant,
    /** The price that it is expected to fill at. Costs of a market order are included. */
    price: paise,
    /** Stop-loss of what it opens; of one in percent its price now. */
    stopLoss: paise.nullable(),
    value: paise,
    /** Whether it opens a position, or closes some of one by hand. */
    effect: z.enum(['open', 'close']),
    /** Position that it closes, the oldest where it closes several. */
    positionId: id.nullable(),
    /** Money set aside for it. 0 for what closes. */
    margin: paise,
    /** Who says so: the broker, or an estimate. */
    marginBy: z.enum(['broker', 'estimate']),
    charges: z.object({
      items: z.array(z.object({ item: z.string(), amount: paise })),
      total: paise,
      /** Of leaving at the same price: an estimate. */
      leaving: paise,
    }),
    slippage: z.object({
      /** By the paper market, the order's limit, or its limit of protection. */
      by: z.enum(['model', 'limit', 'protection']),
      amount: paise,
    }),
    risk: z.object({
      /** Loss at the stop with all charges; null without a stop. */
      atStop: paise.nullable(),
      /** The most it can lose; null for no limit. */
      most: paise.nullable(),
      /** Part of the day's loss limit that is left now; null where there is none. */
      left: paise.nullable(),
    }),
    funds: FundsSchema,
    /** Why it would be refused now. Empty if it would not. */
    problems: z.array(z.string()),
  }),
);

/** Orders and money that armed keys may still open. Closing uses up none of it. */
const ArmedLeftSchema = z.lazy(() =>
  z.object({
    orders: z.int(),
    money: paise,
    /** When the keys go off without a further use. */
    expiresAt: instant,
  }),
);

/** Trading by hand: an account of its own on paper, and one with real money, beside those of strategies and baskets. */
export const manual = {
  /** The account with its orders that work. It is there from the first order on. */
  account: post('/userapi/manual/account', {
    right: read('Position'),
    output: z.lazy(() => z.object({ funds: FundsSchema, working: z.array(OrderSchema) })),
  }),
  setAccount: post('/userapi/manual/set-account', {
    right: manage('Position'),
    input: () => z.object({ capital, maxLossPerDay: positivePaise.nullable() }),
    output: z.lazy(() => z.object({ funds: FundsSchema })),
  }),
  /** Cost, need and risk of an order. Nothing is written and nothing sent. */
  preview: post('/userapi/manual/preview', {
    right: read('Position'),
    input: () => z.object(ticket),
    output: PreviewSchema,
  }),
  place: post('/userapi/manual/place', {
    right: manage('Position'),
    input: () =>
      z.object({
        ...ticket,
        mark,
      }),
    output: z.lazy(() => z.object({ order: OrderSchema })),
    money: 'orders',
  }),
  /** Give a working order other prices, levels and quantity. */
  change: post('/userapi/manual/change', {
    right: manage('Position'),
    input: () =>
      z.object({
        orderId: id,
        quantity: z.int().positive().max(MOST_UNITS),
        price,
        triggerPrice: price,
        ...levels,
        before: z.object({ ...seen, ...levels }).optional(),
      }),
    output: z.lazy(() => z.object({ order: OrderSchema })),
    money: 'orders',
  }),
  /** The account with real money; `isOn` once its owner has accepted what that means. */
  liveAccount: post('/userapi/manual/live-account', {
    right: read('Broker'),
    keyScope: null,
    output: z.lazy(() =>
      z.object({
        isOn: z.boolean(),
        capital: paise,
        maxLossPerDay: positivePaise,
        working: z.array(OrderSchema),
      }),
    ),
  }),
  /** Accept real money by hand, within its limits. Nothing is sent. */
  acceptLive: post('/userapi/manual/accept-live', {
    right: manage('Broker'),
    input: () =>
      z.object({
        capital,
        maxLossPerDay: positivePaise,
        isUnderstood: z.literal(true, { error: 'must be accepted' }),
        confirmName: z.string().max(60),
      }),
    output: z.lazy(() => z.object({ isOn: z.boolean() })),
  }),
  /** Agree to orders of keys before they are pressed: what each sends, and how much they may open. Nothing is sent. */
  armLive: post('/userapi/manual/arm-live', {
    right: manage('Broker'),
    input: () =>
      z.object({
        size: z.object({ by: z.enum(['quantity', 'lots']), amount: z.int().positive().max(MOST_UNITS) }),
        type: z.enum(['market', 'limit']),
        product: z.enum(['intraday', 'delivery']),
        stopLossPercent,
        mostOrders: z.int().positive().max(MOST_ARMED_ORDERS),
        /** Sum of all that they may open. Each order counts at its limit. */
        mostMoney: capital,
        isUnderstood: z.literal(true, { error: 'must be accepted' }),
      }),
    output: z.lazy(() => z.object({ arming: z.string(), left: ArmedLeftSchema })),
  }),
  /** Send the agreed order of an armed key with real money. */
  placeArmed: post('/userapi/manual/place-armed', {
    right: manage('Broker'),
    input: () =>
      z.object({
        arming,
        symbol: anySymbol,
        side: orderSide,
        /** Limit; null at the market. */
        price,
        mark,
      }),
    output: z.lazy(() => z.object({ order: OrderSchema, left: ArmedLeftSchema })),
    money: 'marked',
  }),
  /** End the consent to orders of these keys. Orders that are out stay. */
  disarmLive: post('/userapi/manual/disarm-live', {
    right: manage('Broker'),
    input: () => z.object({ arming }),
    output: z.lazy(() => z.object({ isArmed: z.boolean() })),
  }),
  /** Open nothing more with real money. Orders that opened something are cancelled; what is held stays protected. */
  endLive: post('/userapi/manual/end-live', {
    right: manage('Broker'),
    output: z.lazy(() => z.object({ isOn: z.boolean() })),
    money: 'orders',
  }),
  /** Cost, need and risk of an order, by the broker's figures. Nothing is sent. */
  previewLive: post('/userapi/manual/preview-live', {
    right: read('Broker'),
    keyScope: null,
    input: () => z.object(ticket),
    output: PreviewSchema,
  }),
  /** Send an order with real money to the broker. */
  placeLive: post('/userapi/manual/place-live', {
    right: manage('Broker'),
    input: () =>
      z.object({
        ...ticket,
        mark,
        /** Effect that it is meant to have. It is not sent where it would have the other by now. */
        effect: z.enum(['open', 'close']).optional(),
        /** Said anew for every order. */
        isUnderstood: z.literal(true, { error: 'must be accepted' }),
      }),
    output: z.lazy(() => z.object({ order: OrderSchema })),
    money: 'marked',
  }),
  /** Give a resting order with real money another limit, trigger or quantity. */
  changeLive: post('/userapi/manual/change-live', {
    right: manage('Broker'),
    input: () =>
      z.object({
        orderId: id,
        /** Units of the whole order, with what is filled. */
        quantity: z.int().positive().max(MOST_UNITS),
        price: sharePrice,
        /** Trigger of a stop order that waits for it. */
        triggerPrice: price,
        before: z.object(seen).optional(),
        /** Said anew for every change. */
        isUnderstood: z.literal(true, { error: 'must be accepted' }),
      }),
    output: z.lazy(() => z.object({ order: OrderSchema })),
    money: 'orders',
  }),
  /** Set the levels of a position that was opened by hand; null for none. */
  protect: post('/userapi/manual/protect', {
    right: manage('Position'),
    input: () => z.object({ positionId: id, ...levels }),
    output: z.lazy(() => z.object({ position: PositionSchema })),
    money: 'orders',
  }),
  /** Close a position by hand, or some of it. */
  close: post('/userapi/manual/close', {
    right: read('Position'),
    input: () => z.object({ positionId: id, quantity: z.int().positive().max(MOST_UNITS).optional() }),
    output: z.lazy(() => z.object({ order: OrderSchema })),
    money: 'orders',
  }),
  /**
   * Close positions by hand together, or so many units. They are of one symbol, side and product, all on paper or all with
   * real money; the oldest goes first, and all is ordered or none. With real money each has an order of its own, and the
   * message says which of them are not on their way.
   */
  closeNet: post('/userapi/manual/close-net', {
    right: read('Position'),
    input: () =>
      z.object({
        positionIds: z.array(id).min(1).max(MOST_BY_HAND),
        quantity: z.int().positive().max(MOST_UNITS).optional(),
      }),
    output: z.lazy(() => z.object({ orders: z.array(OrderSchema) })),
    money: 'orders',
  }),
};
