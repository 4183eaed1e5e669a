import { z } from 'zod';
import { pageInput, pageOutput } from '../paging.ts';
import { manage, read } from '../rights.ts';
import { post } from './endpoint.ts';
import { id, instant, paise, percent, side } from './fields.ts';
import { risk, StatisticsSchema } from './strategy-card.ts';

/** Bands of risk, of a plan and of what suits a person. */
export const advisedRisk = risk;
export type AdvisedRisk = z.output<typeof advisedRisk>;

/** Risk profile that follows from a person's answers. */
export const RiskProfileSchema = z.lazy(() =>
  z.object({
    version: z.int(),
    /** 0 to 100. */
    score: z.int(),
    band: advisedRisk,
    at: instant,
    /** The band as a sentence. Where one answer kept it from being higher, another says why. */
    sentences: z.array(z.string()),
    suitablePlans: z.array(z.object({ planId: z.string(), name: z.string() })),
  }),
);
export type RiskProfile = z.output<typeof RiskProfileSchema>;

export const ProPlanSchema = z.lazy(() =>
  z.object({
    planId: z.string(),
    name: z.string(),
    summary: z.string(),
    advisor: z.object({
      name: z.string(),
      bio: z.string(),
      /** SEBI registration as a research analyst. */
      registration: z.string(),
      /** The registration is made up: it belongs to nobody. */
      isExample: z.boolean(),
    }),
    /** The highest risk among the strategies it manages. */
    risk: advisedRisk,
    /** Paise before GST, for so many days. */
    fee: paise,
    gst: paise,
    days: z.int(),
    strategies: z.array(
      z.object({ strategyId: id, name: z.string(), risk: advisedRisk, minimumCapital: paise }),
    ),
    /** Combined test result of these strategies; worked out from their trades, never written down. */
    trackRecord: z.object({ statistics: StatisticsSchema, equity: z.array(paise) }),
    isCurrent: z.boolean(),
    suitability: z.object({
      state: z.enum(['unknown', 'suitable', 'above']),
      sentence: z.string(),
      /** Text to agree to, word for word, before activation; null when there is none. */
      acknowledgement: z.string().nullable(),
    }),
  }),
);
export type ProPlan = z.output<typeof ProPlanSchema>;

const QuestionSchema = z.lazy(() =>
  z.object({
    questionId: z.string(),
    text: z.string(),
    help: z.string(),
    options: z.array(z.object({ optionId: z.string(), text: z.string() })),
  }),
);

const key = z
  .string()
  .trim()
  .regex(/^[a-z][a-z-]{0,39}$/, 'must be the id of a question or an answer');
/** Question id → id of the chosen answer. */
const answers = z
  .record(key, key)
  .refine((given) => Object.keys(given).length <= 50, 'has more answers than there are questions');

export const CALL_STATES = ['open', 'target-hit', 'stopped', 'closed'] as const;

/** A call of an analyst: a position that a strategy of the plan took as it happened. Prices in paise. */
export const AnalystCallSchema = z.lazy(() =>
  z.object({
    callId: id,
    strategyId: id,
    strategyName: z.string(),
    advisor: z.string(),
    symbol: z.string(),
    side,
    at: instant,
    entry: paise,
    /** Null when the strategy leaves by its rules alone. */
    stopLoss: paise.nullable(),
    target: paise.nullable(),
    state: z.enum(CALL_STATES),
    ltp: paise.nullable(),
    exit: paise.nullable(),
    exitAt: instant.nullable(),
    reason: z.string(),
    /** Price change in the direction of the call: from entry to exit, or to now; before charges. */
    movePercent: percent.nullable(),
  }),
);
export type AnalystCall = z.output<typeof AnalystCallSchema>;

export const advisors = {
  plans: post('/userapi/roboProPlans', {
    right: read('Advisor'),
    output: z.lazy(() =>
      z.object({
        proPlans: z.array(ProPlanSchema),
        /** Null until the questions as they are now were answered. */
        profile: RiskProfileSchema.nullable(),
        disclosures: z.array(z.string()),
      }),
    ),
  }),
  /** The questions with what was answered so far; with `answers`, saves these for later. */
  draft: post('/userapi/questionnairedraft', {
    right: manage('Advisor'),
    input: () => z.object({ version: z.int().optional(), answers: answers.optional() }),
    output: z.lazy(() =>
      z.object({
        version: z.int(),
        questions: z.array(QuestionSchema),
        answers: z.record(z.string(), z.string()),
        savedAt: instant.nullable(),
      }),
    ),
  }),
  saveQuestionnaire: post('/userapi/saveRoboProQuestionnaire', {
    right: manage('Advisor'),
    input: () =>
      z.object({
        version: z.int(),
        answers,
        /** The plan in mind: the answer then says whether it suits. */
        planId: z.string().trim().min(1).max(40).optional(),
      }),
    output: RiskProfileSchema,
  }),
  calls: post('/userapi/getRaTradeList', {
    right: read('Advisor'),
    input: () => z.object({ ...pageInput(), state: z.enum(['all', 'open', 'done']).default('all') }),
    output: z.lazy(() =>
      z.object({
        ratradelist: z.array(AnalystCallSchema),
        /** The plan whose analysts publish them; null when the user has none. */
        plan: z.object({ planId: z.string(), name: z.string() }).nullable(),
        ...pageOutput,
      }),
    ),
  }),
};
