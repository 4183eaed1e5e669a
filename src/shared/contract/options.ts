import { z } from 'zod';
import { read } from '../rights.ts';
import { post } from './endpoint.ts';
import { day, instant, paise, source, symbol } from './fields.ts';

/** One option of a chain. Figures that its price does not give are null. */
export const ChainOptionSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    ltp: paise,
    bid: paise,
    ask: paise,
    /** Since the close of the day before. */
    change: paise,
    /** Units. */
    openInterest: z.int(),
    openInterestChange: z.int(),
    volume: z.int(),
    /** Percent a year. */
    volatility: z.number().nullable(),
    delta: z.number().nullable(),
    gamma: z.number().nullable(),
    /** Paise a day. */
    theta: z.number().nullable(),
    /** Paise for one point of volatility. */
    vega: z.number().nullable(),
  }),
);

export const ChainRowSchema = z.lazy(() =>
  z.object({
    strike: paise,
    call: ChainOptionSchema.nullable(),
    put: ChainOptionSchema.nullable(),
  }),
);

/** All options of one expiry. */
export const ChainSchema = z.lazy(() =>
  z.object({
    underlying: z.string(),
    source,
    /** Market time. */
    at: instant,
    spot: paise,
    expiry: day,
    /** When trading in it ends. */
    endsAt: instant,
    lotSize: z.int(),
    /** By put-call parity, paise; null without a pair of prices. */
    forward: z.number().nullable(),
    atTheMoney: paise.nullable(),
    strikes: z.array(ChainRowSchema),
  }),
);

export const options = {
  /** Chain of an expiry, and what else can be chosen. The nearest where none is named. */
  chain: post('/userapi/options/chain', {
    right: read('Market'),
    input: () =>
      z.object({
        underlying: symbol.default('NIFTY'),
        expiry: day.optional(),
        /** Strikes on each side of the index; all that are listed unless given. */
        aSide: z.int().min(1).max(100).optional(),
      }),
    output: z.lazy(() =>
      z.object({
        underlyings: z.array(z.string()),
        /** In order of days. Monthly is the last of its month. */
        expiries: z.array(z.object({ day, isMonthly: z.boolean() })),
        /** Null where there are no option prices. */
        chain: ChainSchema.nullable(),
        /** Why there is none; empty where there is one. */
        reason: z.string(),
      }),
    ),
  }),
};
