import { z } from 'zod';
import { EXPIRY_CHOICES, LEG_LIMITS } from '../leg-document.ts';
import { LEG_PARAMETERS, MOST_LEG_PARAMETERS } from '../leg-parameters.ts';
import { MOST_LEGS, OPTION_STRUCTURES, WHAT_IF_LIMITS } from '../option-structures.ts';
import { PREMIUM_CHOICES, PREMIUM_ORIGINS } from '../premium-choices.ts';
import { read } from '../rights.ts';
import { post } from './endpoint.ts';
import { day, instant, orderSide, paise, percent, source, symbol } from './fields.ts';

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

/** A future beside its underlying. */
export const FutureQuoteSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    expiry: day,
    /** Calendar days to its last day; 0 on it. */
    daysToExpiry: z.int(),
    ltp: paise,
    /** Since the close of the day before. */
    change: paise,
    /** Future less underlying. */
    basis: paise,
    /** The same, percent a year of the underlying; null on the last day, of which it makes a year. */
    basisPercent: z.number().nullable(),
    /** Units; null where it is not known. */
    openInterest: z.int().nullable(),
  }),
);

/** Symbol of a contract, as a chain names it: `NIFTY 2026-12-29 24500 CE`. */
const contractSymbol = z.string().min(1).max(50);

/** Sensitivities of all units of a leg or a structure, signed. Units as in a chain. */
const greeks = {
  delta: z.number(),
  gamma: z.number(),
  theta: z.number(),
  vega: z.number(),
};

const limited = (most: number) => z.number().min(-most).max(most);

/** A structure over prices of its underlying; amounts are paise before charges. */
export const PayoffSchema = z.lazy(() =>
  z.object({
    underlying: z.string(),
    source,
    /** Market time. */
    at: instant,
    spot: paise,
    /** The first to come among the legs. */
    expiry: day,
    /** Whether a leg expires later: it is then valued at the first expiry. */
    hasLaterLegs: z.boolean(),
    /** Calendar days to the first expiry. */
    daysLeft: z.number(),
    /** Prices of the underlying, ascending, with the profit at each. */
    price: z.array(paise),
    /** When the first leg expires. */
    atExpiry: z.array(paise),
    /** After the days and the change of volatility that are tried out; now without them. */
    beforeExpiry: z.array(paise),
    breakEvens: z.array(paise),
    /** Null where it has no limit. */
    mostProfit: paise.nullable(),
    /** From 0 on; null where it has no limit. */
    mostLoss: paise.nullable(),
    /** Percent; null where option prices give no volatility. */
    probabilityOfProfit: percent.nullable(),
    /** Received for what is sold less paid for what is bought. */
    premium: paise,
    /** An estimate, never the broker's figure. `funds` are the margin and the net premium that is paid. */
    margin: z.object({ total: paise, funds: paise, scan: paise, exposure: paise, hedgeBenefit: paise }),
    /** At the price that is tried out. */
    tried: z.object({ price: paise, beforeExpiry: paise, atExpiry: paise }),
    legs: z.array(
      z.object({
        symbol: z.string(),
        units: z.int(),
        lotSize: z.int(),
        /** Prices of now. */
        ltp: paise,
        bid: paise,
        ask: paise,
        /** Percent a year: its own, else of the nearest strike that has one. */
        volatility: z.number().nullable(),
        /** Since it was picked, at the last price. */
        profit: paise,
        greeks: z.object(greeks).nullable(),
      }),
    ),
    /** Sum of the legs; null where one has none. */
    greeks: z.object(greeks).nullable(),
  }),
);

/** Open interest of an expiry, and the volatility of every expiry. */
export const OptionAnalysisSchema = z.lazy(() =>
  z.object({
    underlying: z.string(),
    source,
    at: instant,
    spot: paise,
    expiry: day,
    /** Over all listed strikes, units. */
    callInterest: z.int(),
    putInterest: z.int(),
    putCallRatio: z.number().nullable(),
    maxPain: paise.nullable(),
    /** In order of expiries. */
    term: z.array(
      z.object({
        expiry: day,
        isMonthly: z.boolean(),
        /** Calendar days to its end. */
        days: z.number(),
        atTheMoney: paise.nullable(),
        /** At the money, percent a year: the mean of call and put. */
        volatility: z.number().nullable(),
        /** Premium of the straddle at the money. */
        straddle: paise.nullable(),
      }),
    ),
  }),
);

/** Straddle at the money in each closed minute of today's session. */
export const StraddleMinutesSchema = z.lazy(() =>
  z.object({
    underlying: z.string(),
    source,
    expiry: day,
    /** Epoch ms at which a minute begins; its last prices count. */
    time: z.array(z.int()),
    spot: z.array(paise),
    /** Strike that was at the money then. */
    strike: z.array(paise),
    premium: z.array(paise),
  }),
);

/** An option to be traded, at a price of now. */
const ChosenLegSchema = z.lazy(() =>
  z.object({
    symbol: z.string(),
    side: orderSide,
    lots: z.int(),
    /** The ask of what is bought, the bid of what is sold. */
    price: paise,
  }),
);

const LegGroupSchema = z.lazy(() => z.object({ name: z.string(), days: z.int(), won: z.int(), net: paise }));

/** Figures of a backtest of legs, after charges unless it says gross. */
export const LegResultsSchema = z.lazy(() =>
  z.object({
    source,
    /** Origin of the premiums; it stands beside every figure. */
    label: z.string(),
    gross: paise,
    charges: paise,
    net: paise,
    days: z.array(
      z.object({
        day,
        daysToExpiry: z.int(),
        /** Entries of legs, re-entries included. */
        entries: z.int(),
        /** Why the last leg was closed. */
        why: z.string(),
        net: paise,
        /** Origin of its premiums; null of different ones. */
        premiums: z.enum(PREMIUM_ORIGINS).nullable(),
        /** India VIX at the close before; null where it is not known. */
        vix: z.number().nullable(),
      }),
    ),
    won: z.int(),
    best: paise.nullable(),
    worst: paise.nullable(),
    maxDrawdown: paise,
    /** Named 1 (Monday) to 7. */
    byWeekday: z.array(LegGroupSchema),
    byDaysToExpiry: z.array(LegGroupSchema),
    byExit: z.array(LegGroupSchema),
    /** Named by the lower end of the band of India VIX; `-` where it is not known. */
    byVix: z.array(LegGroupSchema),
    /** Named as `premiums` of a day; `mixed` of different ones. */
    byPremiums: z.array(LegGroupSchema),
    /** Days on which nothing could be entered. */
    missed: z.array(z.object({ day, sentence: z.string() })),
    /** Minutes in which a leg that was held had no price. */
    minutesWithoutPrice: z.int(),
    /** Strikes near the money without a price when a leg was chosen. Each counts once a day. */
    missingStrikes: z.int(),
    /** The first of them: `2025-12-16 NIFTY 2025-12-16 25850 CE`. */
    firstMissing: z.array(z.string()),
  }),
);

/** Figures of a set of numbers, or of a window; after charges. */
const setFigures = { net: paise, days: z.int(), won: z.int(), maxDrawdown: paise };
const DayRangeSchema = z.lazy(() => z.object({ from: day, to: day }));

/** A sweep over numbers of legs. What counts first is what the choice made on days that had no say in it. */
export const LegSweepSchema = z.lazy(() =>
  z.object({
    source,
    /** Origin of the premiums. */
    label: z.string(),
    parameters: z.array(z.enum(LEG_PARAMETERS)),
    /** All windows together. */
    outOfSample: z.object(setFigures),
    windows: z.array(
      z.object({
        train: DayRangeSchema,
        test: DayRangeSchema,
        /** Number of the set that was chosen; null where none had a result. */
        set: z.int().nullable(),
        inSample: z.object(setFigures),
        outOfSample: z.object(setFigures),
      }),
    ),
    /** Values in the order of the parameters; times are minutes of the day. Figures are of all days. */
    sets: z.array(z.object({ values: z.array(z.number()), ...setFigures })),
    /** Number of the best set; null where none made a trade. */
    best: z.int().nullable(),
    /** Combinations that no document allows. */
    leftOut: z.int(),
  }),
);

/** Which days a document with legs is run over, and on what. */
const legRun = {
  /** A document with legs. */
  document: z.unknown().optional(),
  from_date: day,
  to_date: day,
  source: z.enum(['simulated', 'replay']).default('simulated'),
  /** At the money, percent a year. */
  volatility: z.number().min(3).max(100).default(14),
  premiums: z.enum(PREMIUM_CHOICES).default('modelled'),
};

/** Which options are looked at: the nearest expiry where none is named. */
const chosen = { underlying: symbol.default('NIFTY'), expiry: day.optional() };

export const options = {
  /** Chain of an expiry, and what else can be chosen. The nearest where none is named. */
  chain: post('/userapi/options/chain', {
    right: read('Market'),
    input: () =>
      z.object({
        ...chosen,
        /** Strikes on each side of the index; all that are listed unless given. */
        aSide: z.int().min(1).max(100).optional(),
      }),
    output: z.lazy(() =>
      z.object({
        underlyings: z.array(z.string()),
        /** In order of days. Monthly is the last of its month. */
        expiries: z.array(z.object({ day, isMonthly: z.boolean() })),
        /** On the same underlying, the nearest first. Their source is that of the chain. */
        futures: z.array(FutureQuoteSchema),
        /** Null where there are no option prices. */
        chain: ChainSchema.nullable(),
        /** Why there is none; empty where there is one. */
        reason: z.string(),
      }),
    ),
  }),
  /** Payoff and Greeks of legs on one underlying, with a margin estimate. */
  payoff: post('/userapi/options/payoff', {
    right: read('Market'),
    input: () =>
      z.object({
        legs: z
          .array(
            z.object({
              symbol: contractSymbol,
              /** One without it is refused: it is never taken for either. */
              side: orderSide.optional(),
              /** From 1 to 10,000. */
              lots: z.int(),
              /** Of a unit, at which it is bought or sold: above 0. */
              price: paise,
            }),
          )
          .min(1)
          .max(MOST_LEGS),
        whatIf: z
          .object({
            /** Change of the underlying, percent. */
            pricePercent: limited(WHAT_IF_LIMITS.pricePercent),
            /** Change of every volatility, points. */
            volatilityPoints: limited(WHAT_IF_LIMITS.volatilityPoints),
            /** Calendar days that pass; never beyond the first expiry. */
            days: z.number().min(0).max(WHAT_IF_LIMITS.days),
          })
          .default({ pricePercent: 0, volatilityPoints: 0, days: 0 }),
      }),
    output: PayoffSchema,
  }),
  /** Legs of a ready-made structure around the money. */
  structure: post('/userapi/options/structure', {
    right: read('Market'),
    input: () => z.object({ ...chosen, structure: z.enum(OPTION_STRUCTURES) }),
    output: z.lazy(() => z.object({ legs: z.array(ChosenLegSchema) })),
  }),
  /** Contracts that the legs of a document would be entered in now. */
  chosen: post('/userapi/options/chosen', {
    right: read('Market'),
    input: () =>
      z.object({
        /** A document with legs. */
        document: z.unknown().optional(),
      }),
    output: z.lazy(() => z.object({ legs: z.array(ChosenLegSchema) })),
  }),
  /** Rules by which a strategy would choose given legs now. */
  rulesOf: post('/userapi/options/rules', {
    right: read('Market'),
    input: () =>
      z.object({
        legs: z
          .array(
            z.object({ symbol: contractSymbol, side: orderSide, lots: z.int().min(1).max(LEG_LIMITS.lots) }),
          )
          .min(1)
          .max(LEG_LIMITS.legs),
      }),
    output: z.lazy(() =>
      z.object({
        underlying: z.string(),
        legs: z.array(
          z.object({
            side: orderSide,
            kind: z.enum(['call', 'put']),
            lots: z.int(),
            expiry: z.enum(EXPIRY_CHOICES),
            /** Listed strikes out of the money, counted from the forward. */
            steps: z.int(),
          }),
        ),
      }),
    ),
  }),
  /** Backtest of a document with legs, on kept premiums or modelled ones. */
  backtest: post('/userapi/options/backtest', {
    right: read('Market'),
    input: () => z.object(legRun),
    output: LegResultsSchema,
    atOnce: 1,
  }),
  /** Backtests of a document with other numbers in it. They are chosen on some days and tried on those after. */
  sweep: post('/userapi/options/sweep', {
    right: read('Market'),
    input: () =>
      z.object({
        ...legRun,
        parameters: z
          .array(
            z.object({
              name: z.enum(LEG_PARAMETERS),
              /** Times are minutes of the day. */
              from: z.number(),
              to: z.number(),
              step: z.number().positive(),
            }),
          )
          .min(1)
          .max(MOST_LEG_PARAMETERS),
        windows: z.int().min(1).max(12).default(4),
        /** Share of a window that the choice is made on, percent. */
        trainPercent: z.int().min(10).max(90).default(70),
      }),
    output: LegSweepSchema,
    atOnce: 1,
  }),
  /** Open interest of an expiry, and volatility of all expiries. */
  analysis: post('/userapi/options/analysis', {
    right: read('Market'),
    input: () => z.object(chosen),
    output: OptionAnalysisSchema,
  }),
  /** Premium of the straddle at the money through the session so far. */
  straddle: post('/userapi/options/straddle', {
    right: read('Market'),
    input: () => z.object(chosen),
    output: StraddleMinutesSchema,
  }),
};
