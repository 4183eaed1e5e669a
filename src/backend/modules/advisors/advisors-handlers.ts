import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import type { advisors, ProPlan, RiskProfile } from '../../../shared/contract/advisors.ts';
import { istIso } from '../../../shared/time.ts';
import { type AdvisorPlan, advisorPlans } from '../../advisors/advisor-plans.ts';
import { PlanRecords } from '../../advisors/plan-records.ts';
import { analystCalls } from '../../advisors/analyst-calls.ts';
import { RISK_QUESTIONNAIRE } from '../../advisors/risk-questionnaire.ts';
import { type Answers, isAbove, requireAnswers, scoreAnswers } from '../../advisors/score-answers.ts';
import { currentProfile, suitabilityOf } from '../../advisors/suitability.ts';
import { gstOn } from '../../billing/gst.ts';
import { type PlanOffer, pricesOn } from '../../billing/price-list.ts';
import { workingPlan } from '../../billing/rights.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { RiskProfileRow } from '../../db/schema.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { WorkerPool } from '../../backtests/worker-pool.ts';
import type { ImportPlace } from '../../market/import/import-files.ts';
import { dailyEquity, statisticsOf } from '../../trading/results.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';
import { draftOf, saveDraft, saveProfile } from './queries.ts';

export interface AdvisorsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketRuns: MarketRuns;
  readonly imports: ImportPlace<WorkerPool>;
  readonly logActivity: (tx: Transaction, userId: number, topic: string, text: string) => Promise<void>;
}

const DISCLOSURES = [
  'The advisors and their registration numbers are examples that come with this program. They belong to nobody; check a real analyst’s number with SEBI before you pay.',
  'Track records are results of the strategies on paper, after charges, on the simulated market. They say nothing about what real money would have made, or will.',
  'Investment in the securities market is subject to market risks. A registration with SEBI is no guarantee of an advisor’s performance or of any return.',
];

const QUESTIONS = RISK_QUESTIONNAIRE.questions.map(({ id, text, help, options }) => ({
  questionId: id,
  text,
  help,
  options: options.map((option) => ({ optionId: option.id, text: option.text })),
}));

/** Advisor plans: what is on offer, whom it suits, and the calls of one's analysts. */
export const advisorsHandlers = (deps: AdvisorsDeps): Handlers<typeof advisors, CallContext> => {
  const { database, clock, marketRuns, logActivity } = deps;

  const records = new PlanRecords(deps.imports);

  const trackRecord = async (plan: AdvisorPlan) => {
    const { session, identity } = marketRuns.simulated;
    const capital = plan.strategies.reduce((sum, strategy) => sum + strategy.capital, 0);
    const { fold, days } = await records.of(plan, identity, session.now);
    return {
      statistics: statisticsOf(fold, capital, identity.source),
      equity: dailyEquity(fold.net, days, session.now),
    };
  };

  const offers = async (): Promise<{ plan: AdvisorPlan; offer: PlanOffer }[]> => {
    const { plans } = pricesOn(clock.now());
    return (await advisorPlans(database.read)).flatMap((plan) => {
      const offer = plans.find(({ planId }) => planId === plan.planId);
      return offer ? [{ plan, offer }] : [];
    });
  };

  const profileView = async (row: RiskProfileRow): Promise<RiskProfile> => {
    const answers = JSON.parse(row.answers_json) as Answers;
    const plans = await offers();
    return {
      version: row.version,
      score: row.score,
      band: row.band,
      at: istIso(row.at),
      sentences: [...scoreAnswers(RISK_QUESTIONNAIRE, answers).sentences],
      suitablePlans: plans
        .filter(({ plan }) => !isAbove(plan.risk, row.band))
        .map(({ plan: { planId, name } }) => ({ planId, name })),
    };
  };

  const requireVersion = (version: number): void => {
    if (version !== RISK_QUESTIONNAIRE.version)
      throw new Refusal('conflict', 'The questions have changed since. Look through them once more.');
  };

  return {
    plans: async (_input, { userId }) => {
      const found = await offers();
      const profile = await currentProfile(database.read, userId);
      const working = await workingPlan(database.read, userId, 'advisor');
      const { gstPercent } = pricesOn(clock.now());
      return {
        proPlans: await Promise.all(
          found.map(async ({ plan, offer }): Promise<ProPlan> => ({
            planId: plan.planId,
            name: plan.name,
            summary: plan.summary,
            advisor: plan.advisor,
            risk: plan.risk,
            fee: offer.price,
            gst: gstOn(offer.price, gstPercent),
            days: offer.days,
            strategies: plan.strategies.map(({ id, name, risk, minimumCapital }) => ({
              strategyId: id,
              name,
              risk,
              minimumCapital,
            })),
            trackRecord: await trackRecord(plan),
            isCurrent: working?.plan_id === plan.planId,
            suitability: suitabilityOf(plan, profile?.band ?? null),
          })),
        ),
        profile: profile ? await profileView(profile) : null,
        disclosures: DISCLOSURES,
      };
    },

    draft: async ({ version, answers }, { userId }) => {
      if (answers !== undefined) {
        requireVersion(version ?? RISK_QUESTIONNAIRE.version);
        requireAnswers(RISK_QUESTIONNAIRE, answers, { isWhole: false });
        await database.write((tx) => saveDraft(tx, userId, answers, clock.now()));
      }
      const draft = await draftOf(database.read, userId);
      const view = {
        version: RISK_QUESTIONNAIRE.version,
        questions: QUESTIONS,
        answers: { ...draft?.answers },
        savedAt: draft ? istIso(draft.savedAt) : null,
      };
      return answers === undefined ? view : new Reply(view, 'Your answers are kept. Carry on when you like.');
    },

    saveQuestionnaire: async ({ version, answers, planId }, { userId }) => {
      requireVersion(version);
      const scored = scoreAnswers(RISK_QUESTIONNAIRE, answers);
      const inMind = planId === undefined ? null : ((await advisorPlans(database.read, planId))[0] ?? 'none');
      if (inMind === 'none') throw notFound('plan');
      const row = await database.write(async (tx) => {
        await logActivity(
          tx,
          userId,
          'risk-profile',
          `Answered the risk questions: ${scored.score} of 100, ${scored.band} band.`,
        );
        return saveProfile(tx, userId, answers, scored, clock.now());
      });
      const [sentence = ''] = scored.sentences;
      return new Reply(
        await profileView(row),
        inMind ? `${sentence} ${suitabilityOf(inMind, row.band).sentence}` : sentence,
      );
    },

    calls: async ({ pageNumber, pageSize, state }, { userId }) => {
      const plan = await workingPlan(database.read, userId, 'advisor');
      if (!plan) return { ratradelist: [], plan: null, pageNumber, pageSize, total: 0 };
      const { identity, session } = marketRuns.simulated;
      const { calls, total } = await analystCalls(
        database.readOf(userId),
        { planId: plan.plan_id, run: identity, state, pageNumber, pageSize },
        (symbol) => session.lastPrice(symbol),
      );
      return {
        ratradelist: calls,
        plan: { planId: plan.plan_id, name: plan.name },
        pageNumber,
        pageSize,
        total,
      };
    },
  };
};
