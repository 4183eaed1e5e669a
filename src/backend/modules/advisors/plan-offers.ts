import type { RiskProfile } from '../../../shared/contract/advisors.ts';
import { istIso } from '../../../shared/time.ts';
import { type AdvisorPlan, advisorPlans } from '../../advisors/advisor-plans.ts';
import { RISK_QUESTIONNAIRE } from '../../advisors/risk-questionnaire.ts';
import { type Answers, isAbove, scoreAnswers } from '../../advisors/score-answers.ts';
import { type PlanOffer, pricesOn } from '../../billing/price-list.ts';
import type { RiskProfileRow } from '../../db/schema.ts';
import type { AdvisorsParts } from './advisors-deps.ts';

export const planOffers = async (deps: AdvisorsParts): Promise<{ plan: AdvisorPlan; offer: PlanOffer }[]> => {
  const { database, clock } = deps;
  const { plans } = pricesOn(clock.now());
  return (await advisorPlans(database.read)).flatMap((plan) => {
    const offer = plans.find(({ planId }) => planId === plan.planId);
    return offer ? [{ plan, offer }] : [];
  });
};

export const profileView = async (deps: AdvisorsParts, row: RiskProfileRow): Promise<RiskProfile> => {
  const answers = JSON.parse(row.answers_json) as Answers;
  const plans = await planOffers(deps);
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
