import { z } from 'zod';
import { DIFFERENCE_KINDS, DIFFERENCE_RESOLUTIONS } from '../account-difference.ts';
import { DistanceSchema } from '../rule-document.ts';
import { manage, read } from '../rights.ts';
import { post } from './endpoint.ts';
import { brokerId, id, instant, MOST_PRICE, orderSide, paise, positivePaise } from './fields.ts';
import { orderState } from './positions.ts';

/** Where the account at a broker stands. */
export const LINK_STATES = ['not-linked', 'connected', 'login-needed', 'trouble'] as const;

const AccountSchema = z.lazy(() =>
  z.object({
    brokerId,
    /** Only its last letters. */
    clientCode: z.string(),
    linked: z.boolean(),
    state: z.enum(LINK_STATES),
    /** When the session of the day is over. */
    sessionUntil: instant.nullable(),
    /** Orders leave only from the address that is registered with the broker. */
    registeredAddress: z.string().nullable(),
    currentAddress: z.string().nullable(),
    lastError: z.string().nullable(),
    /** The codes are made here, so that a new session needs nobody; both factors lie in one place then. */
    hasTotpSecret: z.boolean(),
    /** Age of the last price, ms; null before the first. */
    lastTickAgeMs: z.int().nullable(),
  }),
);
export type BrokerAccount = z.output<typeof AccountSchema>;

const accountAnswer = z.lazy(() =>
  z.object({
    /** Null while no account is linked. */
    broker_angelone_details: AccountSchema.nullable(),
    broker_details: z.array(
      z.object({ brokerId, name: z.string(), isLinked: z.boolean(), isPaper: z.boolean() }),
    ),
  }),
);

/** Condition for a strategy to trade real money; `advice` does not stop it. */
const CheckSchema = z.lazy(() =>
  z.object({
    check: z.string(),
    label: z.string(),
    isMet: z.boolean(),
    isAdvice: z.boolean(),
    /** Remedy, and where it is found. */
    how: z.string(),
    link: z.string().nullable(),
  }),
);
export type LiveCheck = z.output<typeof CheckSchema>;

/** Why nothing starts with real money, and until when. */
export const LockSchema = z.lazy(() =>
  z.object({
    kind: z.enum(['kill-switch', 'daily-loss']),
    reason: z.string(),
    lockedAt: instant,
    /** It cannot be released before. */
    lockedUntil: instant,
  }),
);

const guardAnswer = z.lazy(() =>
  z.object({
    maxLossPerDay: positivePaise.nullable(),
    maxTradesPerDay: z.int().nullable(),
    /** Net result of today over all live strategies, and their entries. */
    today: paise,
    entriesToday: z.int(),
    lock: LockSchema.nullable(),
  }),
);
export type RiskGuard = z.output<typeof guardAnswer>;

/** Something of which our books and the account's say different things. */
const DifferenceSchema = z.lazy(() =>
  z.object({
    differenceId: id,
    kind: z.enum(DIFFERENCE_KINDS),
    symbol: z.string(),
    tradingSymbol: z.string(),
    /** Quantities of our positions and of the account; below zero when short. */
    ours: z.int(),
    theirs: z.int(),
    /** By what a split or bonus seems to have multiplied the quantity. */
    factor: z.number().nullable(),
    lastPrice: paise.nullable(),
    /** Corporate actions of the owner's list that may explain it, as sentences. */
    actions: z.array(z.string()),
    positions: z.array(
      z.object({ positionId: id, strategyName: z.string(), quantity: z.int(), missing: z.int() }),
    ),
    /** The day's trades in the account that are not ours, oldest first. */
    trades: z.array(
      z.object({ side: z.enum(['buy', 'sell']), quantity: z.int(), price: positivePaise, at: instant }),
    ),
    foundAt: instant,
    /** Where it stands; one left alone stays `open` as long as it is there. Its owner may decide otherwise. */
    status: z.enum(['open', 'resolved', 'gone']),
    resolution: z.enum(DIFFERENCE_RESOLUTIONS).nullable(),
  }),
);
export type AccountDifference = z.output<typeof DifferenceSchema>;

const secret = (name: string, most: number) => z.string().trim().min(1, `enter the ${name}`).max(most);

export const live = {
  link: post('/userapi/linkangelone', {
    right: manage('Broker'),
    input: () =>
      z.object({
        clientCode: z
          .string()
          .trim()
          .regex(/^[A-Za-z0-9]{4,12}$/, 'must be a client code such as A123456'),
        apiKey: secret('API key', 80),
        pin: z.string().regex(/^\d{4}$/, 'must have 4 digits'),
        /** The code of this moment; not needed with the secret. */
        totp: z
          .string()
          .regex(/^\d{6}$/, 'must have 6 digits')
          .optional(),
        totpSecret: z
          .string()
          .trim()
          .regex(/^[A-Za-z2-7\s]{16,80}$/, 'must be the letters and digits 2 to 7 under the QR code')
          .optional(),
        /** Static address registered for the key. When an order is refused for its address, the two are compared. */
        registeredAddress: z
          .union([z.ipv4(), z.ipv6()], { error: 'must be an internet address such as 203.0.113.7' })
          .optional(),
      }),
    output: accountAnswer,
    stepUp: 'always',
  }),
  /** The session of the day, for an account that is linked. */
  reconnect: post('/userapi/reconnectbroker', {
    right: manage('Broker'),
    input: () =>
      z.object({
        totp: z
          .string()
          .regex(/^\d{6}$/, 'must have 6 digits')
          .optional(),
      }),
    output: accountAnswer,
  }),
  account: post('/userapi/getangelone', { right: read('Broker'), output: accountAnswer }),
  test: post('/userapi/testbroker', {
    right: read('Broker'),
    output: z.lazy(() => z.object({ name: z.string(), available: paise, used: paise })),
  }),
  unlink: post('/userapi/unlinkbroker', { right: manage('Broker'), output: accountAnswer }),
  /** The broker's order book of today, to settle an unknown order by. */
  brokerOrders: post('/userapi/brokerorders', {
    right: read('Broker'),
    output: z.lazy(() =>
      z.object({
        orders: z.array(
          z.object({
            brokerOrderId: z.string(),
            /** The order of ours that it is; null for one that was placed elsewhere. */
            orderId: id.nullable(),
            symbol: z.string(),
            side: orderSide,
            quantity: z.int(),
            filledQuantity: z.int(),
            price: paise,
            state: z.string(),
            reason: z.string(),
          }),
        ),
      }),
    ),
  }),
  resolve: post('/userapi/resolveorder', {
    right: read('Broker'),
    input: () =>
      z.object({
        orderId: id,
        decision: z.enum(['is', 'not-placed']),
        brokerOrderId: z.string().trim().min(1).max(40).optional(),
      }),
    output: z.lazy(() => z.object({ orderId: id, state: orderState, reason: z.string() })),
    money: 'orders',
  }),
  /** Differences between our records and the account; what is open first, then what was settled lately. */
  differences: post('/userapi/accountdifferences', {
    right: read('Broker'),
    output: z.lazy(() =>
      z.object({
        /** When everything was last compared; null before the first time. */
        comparedAt: instant.nullable(),
        differences: z.array(DifferenceSchema),
      }),
    ),
  }),
  settleDifference: post('/userapi/settledifference', {
    right: read('Broker'),
    input: () =>
      z.object({
        differenceId: id,
        resolution: z.enum(DIFFERENCE_RESOLUTIONS),
        /**
         * At what price it was traded in the account, paise a unit; needed to take over what was traded. What an expired
         * contract was settled at may be 0.
         */
        price: z.int().min(0).max(MOST_PRICE).optional(),
        /** Both quantities as the person saw them: a decision about others is refused. */
        ours: z.int().optional(),
        theirs: z.int().optional(),
      }),
    output: z.lazy(() => z.object({ differenceId: id, resolution: z.enum(DIFFERENCE_RESOLUTIONS) })),
    money: 'orders',
  }),
  /** Conditions of going live, for the owner to see. */
  checklist: post('/userapi/livechecklist', {
    right: read('Strategy'),
    input: () => z.object({ strategyId: id }),
    output: z.lazy(() =>
      z.object({
        strategyId: id,
        name: z.string(),
        isReady: z.boolean(),
        checks: z.array(CheckSchema),
        needsAcknowledgement: z.boolean(),
        capital: paise,
        worstDayInTest: paise.nullable(),
        /** Measured from the entry price; null without one. Legs have stops of their own. */
        stopLoss: DistanceSchema.nullable(),
        hasLegs: z.boolean(),
        /** Trades that closed in the last thirty days of its market. */
        lastThirtyDaysInTest: z.object({
          trades: z.int(),
          charges: paise,
          /** Of one trade, below zero; null when none lost. */
          largestLoss: paise.nullable(),
        }),
        clientCode: z.string().nullable(),
        /** The id sent with every order. Under 10 orders a second it is the exchange's generic one. */
        algoId: z.string(),
      }),
    ),
  }),
  goLive: post('/userapi/testtolivetrick', {
    right: manage('Broker'),
    input: () =>
      z.object({
        strategyId: id,
        /** Typed every time. */
        confirmName: z.string().trim().min(1).max(60),
        isAcknowledged: z.boolean().default(false),
      }),
    output: z.lazy(() => z.object({ strategyId: id, mode: z.literal('live'), strategyStatus: z.int() })),
    money: 'orders',
  }),
  killSwitch: post('/userapi/killswitch', {
    right: read('Broker'),
    input: () =>
      z.object({
        action: z.enum(['stop', 'release']),
        /** Also closes every live position at once. */
        flatten: z.boolean().default(false),
      }),
    output: z.lazy(() =>
      z.object({
        ...guardAnswer.unwrap().shape,
        stopped: z.array(z.object({ strategyId: id, name: z.string() })),
        /** Positions that stay open with their protection, or are being closed. */
        openPositions: z.int(),
      }),
    ),
    money: 'stop',
  }),
  /** Sets what is given, and returns how it stands. */
  riskGuard: post('/userapi/riskguard', {
    right: manage('Broker'),
    input: () =>
      z.object({
        maxLossPerDay: positivePaise.nullable().optional(),
        maxTradesPerDay: z.int().min(1).max(1_000).nullable().optional(),
      }),
    output: guardAnswer,
  }),
};
