import { z } from 'zod';
import {
  ALERT_RULE_LIMITS,
  DELIVERY_STATES,
  OUTSIDE_CHANNELS,
  REPEATS,
  RULE_STATES,
} from '../alert-delivery.ts';
import { pageInput, pageOutput } from '../paging.ts';
import { manage, read } from '../rights.ts';
import { TIMEFRAMES } from '../rule-document.ts';
import { post } from './endpoint.ts';
import { anySymbol, clock, day, id, instant, mode, paise, search, sharePrice, shownText } from './fields.ts';

const timeframe = z.enum(TIMEFRAMES);
/** `above` is at or above it, `below` at or below. */
const side = z.enum(['above', 'below']);
const outsideChannel = z.enum(OUTSIDE_CHANNELS);

/** Conditions of an alert. Each kind is known by its fields. */
const AlertConditionSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /** The last price of a symbol. `crosses` fires from either side. */
    z.object({
      kind: z.literal('price'),
      symbol: anySymbol,
      when: z.enum(['above', 'below', 'crosses']),
      price: sharePrice,
    }),
    /** Change since the previous close. */
    z.object({
      kind: z.literal('change'),
      symbol: anySymbol,
      when: side,
      percent: z.number().min(-100).max(1_000),
    }),
    /** A condition as rules have it, at the close of each candle. */
    z.object({
      kind: z.literal('rules'),
      symbol: anySymbol,
      timeframe,
      condition: z.unknown().optional(),
      /** Variables that the condition reads. */
      variables: z.unknown().optional(),
    }),
    /** Result of the day: of a strategy, or of all of them (null). */
    z.object({ kind: z.literal('profit'), strategyId: id.nullable(), when: side, amount: paise }),
    /** Age of the newest price of the feed in market hours. */
    z.object({ kind: z.literal('feed-age'), ms: z.int().min(1_000).max(3_600_000) }),
    /** Implied volatility of an option, percent a year. */
    z.object({
      kind: z.literal('volatility'),
      symbol: anySymbol,
      when: side,
      percent: z.number().positive().max(1_000),
    }),
    /** Margin that the broker has blocked, at or above an amount. */
    z.object({ kind: z.literal('margin'), amount: paise }),
  ]),
);
export type AlertCondition = z.output<typeof AlertConditionSchema>;

const ruleInput = () => ({
  /** Whose prices: the simulated market, or the live ones of the broker. */
  mode,
  condition: AlertConditionSchema,
  repeat: z.enum(REPEATS).default('once'),
  /** Bars of `each-bar`; rules have their own. */
  timeframe: timeframe.nullable().default(null),
  /** Last day on which it is watched, of its market. */
  until: day.nullable().default(null),
  note: shownText(ALERT_RULE_LIMITS.note).default(''),
  channels: z.array(outsideChannel).max(OUTSIDE_CHANNELS.length).default([]),
  /** Leaves the computer in quiet hours too. */
  isUrgent: z.boolean().default(false),
});

const AlertRuleSchema = z.lazy(() =>
  z.object({
    ruleId: id,
    mode,
    condition: AlertConditionSchema,
    /** The condition in words. */
    sentence: z.string(),
    /** Its value now, such as `RSI(14) 34.2, needs below 30`; null where none is known. */
    now: z
      .object({
        text: z.string(),
        /** Close of the candle, or the moment of the price. */
        at: instant,
      })
      .nullable(),
    repeat: z.enum(REPEATS),
    timeframe: timeframe.nullable(),
    until: day.nullable(),
    note: z.string(),
    channels: z.array(outsideChannel),
    isUrgent: z.boolean(),
    state: z.enum(RULE_STATES),
    /** Why it is not watched; empty where it is, or was paused. */
    reason: z.string(),
    fired: z.int(),
    lastFiredAt: instant.nullable(),
    createdAt: instant,
  }),
);
export type AlertRule = z.output<typeof AlertRuleSchema>;

const FiringSchema = z.lazy(() =>
  z.object({
    firingId: id,
    ruleId: id,
    mode,
    /** Moment of its market. */
    at: instant,
    /** By the clock of the wall. */
    writtenAt: instant,
    title: z.string(),
    body: z.string(),
    deliveries: z.array(
      z.object({
        channel: outsideChannel,
        state: z.enum(DELIVERY_STATES),
        attempts: z.int(),
        /** An attempt ended without an answer: it may have come twice. */
        mayBeTwice: z.boolean(),
        problem: z.string(),
        deliveredAt: instant.nullable(),
      }),
    ),
  }),
);
export type AlertFiring = z.output<typeof FiringSchema>;

/** A secret that is left out stays as it is. */
const secret = (most: number) => z.string().trim().min(1, 'must not be empty').max(most).optional();
const url = z.string().trim().max(500).optional();

/** Settings of a channel. Secrets travel to the server alone. */
const ChannelSettingsSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('telegram'),
      token: secret(120),
      chat: z.string().trim().min(1, 'must not be empty').max(64),
    }),
    z.object({
      kind: z.literal('ntfy'),
      server: z.string().trim().max(500).default('https://ntfy.sh'),
      topic: z
        .string()
        .trim()
        .regex(/^[-_A-Za-z0-9]{1,64}$/, 'must be 1 to 64 letters, digits, - or _'),
      token: secret(200),
    }),
    z.object({
      kind: z.literal('email'),
      host: z.string().trim().min(1, 'must not be empty').max(253),
      port: z.int().min(1).max(65_535),
      /** `tls` from the first byte, `starttls` after greeting, `none` without. */
      security: z.enum(['tls', 'starttls', 'none']).default('tls'),
      user: z.string().trim().max(254).default(''),
      password: secret(500),
      from: z.email('must be an e-mail address').max(254),
      to: z.email('must be an e-mail address').max(254),
    }),
    z.object({ kind: z.literal('webhook'), url, secret: secret(200) }),
  ]),
);
export type ChannelSettings = z.output<typeof ChannelSettingsSchema>;

const channelsOutput = z.lazy(() =>
  z.object({
    channels: z.array(
      z.object({
        channel: outsideChannel,
        isSetUp: z.boolean(),
        /** Name without secrets. */
        shown: z.string(),
        /** Without secrets; null where it is not set up. */
        settings: ChannelSettingsSchema.nullable(),
        /** Why it cannot be used now; empty where it works. */
        problem: z.string(),
        failingSince: instant.nullable(),
        /** Alerts that wait to be sent. */
        waiting: z.int(),
      }),
    ),
    hidesAmounts: z.boolean(),
    quiet: z.object({ from: clock, to: clock }).nullable(),
  }),
);
export type AlertChannels = z.output<typeof channelsOutput>;

/** Alerts that a person has made: what to watch, what has fired, and how it leaves the computer. */
export const alertRules = {
  list: post('/userapi/alertrules/list', {
    right: read('Alert'),
    input: () =>
      z.object({
        state: z.enum(['all', 'watched', 'over']).default('all'),
        search,
        ...pageInput(),
      }),
    output: z.lazy(() => z.object({ rules: z.array(AlertRuleSchema), ...pageOutput })),
  }),
  add: post('/userapi/alertrules/add', {
    right: manage('Alert'),
    input: () => z.object(ruleInput()),
    output: z.lazy(() => z.object({ rule: AlertRuleSchema })),
  }),
  /** Change all of a rule; it is armed anew. */
  change: post('/userapi/alertrules/change', {
    right: manage('Alert'),
    input: () => z.object({ ruleId: id, ...ruleInput() }),
    output: z.lazy(() => z.object({ rule: AlertRuleSchema })),
  }),
  /** Arm a rule again, or pause it. */
  arm: post('/userapi/alertrules/arm', {
    right: manage('Alert'),
    input: () => z.object({ ruleId: id, isArmed: z.boolean() }),
    output: z.lazy(() => z.object({ rule: AlertRuleSchema })),
  }),
  /** Remove a rule; its firings stay in the log. */
  remove: post('/userapi/alertrules/remove', {
    right: manage('Alert'),
    input: () => z.object({ ruleId: id }),
    output: z.object({}),
  }),
  /** Firings, newest first, with the channels that took them. */
  log: post('/userapi/alertrules/log', {
    right: read('Alert'),
    input: () => z.object({ ruleId: id.optional(), ...pageInput() }),
    output: z.lazy(() => z.object({ firings: z.array(FiringSchema), ...pageOutput })),
  }),
  channels: post('/userapi/alertrules/channels', { right: read('Alert'), output: channelsOutput }),
  saveChannel: post('/userapi/alertrules/savechannel', {
    right: manage('Alert'),
    input: () => z.object({ settings: ChannelSettingsSchema }),
    output: channelsOutput,
  }),
  removeChannel: post('/userapi/alertrules/removechannel', {
    right: manage('Alert'),
    input: () => z.object({ channel: outsideChannel }),
    output: channelsOutput,
  }),
  /** Send a message now. Refused with what the other side says. */
  testChannel: post('/userapi/alertrules/testchannel', {
    right: manage('Alert'),
    input: () => z.object({ channel: outsideChannel }),
    output: z.object({}),
    atOnce: 2,
  }),
  /** Wishes for what leaves the computer: without amounts, and when not. */
  settings: post('/userapi/alertrules/settings', {
    right: manage('Alert'),
    input: () =>
      z.object({
        hidesAmounts: z.boolean(),
        quiet: z.object({ from: clock, to: clock }).nullable(),
      }),
    output: channelsOutput,
  }),
};
