import { z } from 'zod';
import { GTT_STATES } from '../gtt-states.ts';
import { manage, read } from '../rights.ts';
import { post } from './endpoint.ts';
import { id, instant, orderSide, paise, sharePrice, symbol } from './fields.ts';

/** The most shares of one GTT order. */
const MOST_UNITS = 10_000_000;

/** A GTT order as its owner asks for it: delivered shares, at a limit, once the trigger is reached. */
const ticket = {
  symbol,
  side: orderSide,
  quantity: z.int().positive().max(MOST_UNITS),
  triggerPrice: sharePrice,
  price: sharePrice,
};

/** Drawn once for an order: however often it is sent with it, there is one order. */
const mark = z.string().regex(/^[\w-]{8,64}$/, 'must be 8 to 64 letters, digits, _ or -');

const GttOrderSchema = z.lazy(() =>
  z.object({
    gttId: id,
    symbol: z.string(),
    side: orderSide,
    quantity: z.int(),
    triggerPrice: paise,
    price: paise,
    state: z.enum(GTT_STATES),
    /** Whether it is to be cancelled, and may still be there. */
    isEnding: z.boolean(),
    /** Whether it may trigger, as far as is known. */
    mayTrigger: z.boolean(),
    /** Sentence on its state; empty where nothing is to be said. */
    reason: z.string(),
    /** The broker's number of it; null where that is not known. */
    ruleId: z.string().nullable(),
    placedAt: instant,
    expiresAt: instant,
  }),
);
export type GttOrder = z.output<typeof GttOrderSchema>;

/** A GTT order that was placed elsewhere. */
const ElsewhereSchema = z.lazy(() =>
  z.object({
    ruleId: z.string(),
    /** As the broker spells it. */
    name: z.string(),
    /** Null where they cannot be read. */
    terms: z.object({ side: orderSide, quantity: z.int(), triggerPrice: paise, price: paise }).nullable(),
  }),
);
export type GttElsewhere = z.output<typeof ElsewhereSchema>;

/** Orders with real money that wait at the broker (good till triggered). */
export const gtt = {
  /** Those placed here, the newest first, and those placed elsewhere. */
  list: post('/userapi/gtt/list', {
    right: read('Broker'),
    keyScope: null,
    output: z.lazy(() =>
      z.object({
        orders: z.array(GttOrderSchema),
        elsewhere: z.array(ElsewhereSchema),
        /** When the broker's list was last read; null before. */
        listedAt: instant.nullable(),
        /** Why the broker's list is not known now; null when it is. */
        problem: z.string().nullable(),
      }),
    ),
  }),
  /** Cost and need of a GTT order. Nothing is written and nothing sent. */
  preview: post('/userapi/gtt/preview', {
    right: read('Broker'),
    keyScope: null,
    input: () => z.object(ticket),
    output: z.lazy(() =>
      z.object({
        symbol: z.string(),
        side: orderSide,
        quantity: z.int(),
        triggerPrice: paise,
        price: paise,
        lastPrice: paise,
        lastPriceAt: instant,
        /** Quantity times limit. */
        value: paise,
        /** Charges of the order once it has triggered: an estimate. */
        charges: paise,
        /** Capital by hand that is free; null of a sale. It counts against it as long as it may trigger. */
        available: paise.nullable(),
        /** Shares that it may sell; null of a purchase. Beyond what is held here or is to be sold already. */
        ownShares: z.int().nullable(),
        expiresAt: instant,
        /** Why it would be refused now. Empty if it would not. */
        problems: z.array(z.string()),
      }),
    ),
  }),
  /** Place a GTT order at the broker. It is the owner's own: nothing here protects what it buys. */
  place: post('/userapi/gtt/place', {
    right: manage('Broker'),
    input: () =>
      z.object({
        ...ticket,
        mark,
        /** Said anew for every order. */
        isUnderstood: z.literal(true, { error: 'must be accepted' }),
      }),
    output: z.lazy(() => z.object({ order: GttOrderSchema })),
    money: 'marked',
  }),
  /** Cancel a GTT order. It is followed until the broker's list shows that it is gone. */
  cancel: post('/userapi/gtt/cancel', {
    right: read('Broker'),
    input: () => z.object({ gttId: id }),
    output: z.lazy(() => z.object({ order: GttOrderSchema })),
    money: 'orders',
  }),
  /** Declare that an unknown GTT order is not at the broker. Should it turn up it is cancelled. */
  settle: post('/userapi/gtt/settle', {
    right: manage('Broker'),
    input: () => z.object({ gttId: id, isUnderstood: z.literal(true, { error: 'must be accepted' }) }),
    output: z.lazy(() => z.object({ order: GttOrderSchema })),
    money: 'orders',
  }),
};
