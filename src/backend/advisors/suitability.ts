import type { Kysely } from 'kysely';
import type { AdvisedRisk, ProPlan } from '../../shared/contract/advisors.ts';
import type { Transaction } from '../db/database.ts';
import type { RiskProfileRow, Schema } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';
import { type AdvisorPlan, advisorPlans } from './advisor-plans.ts';
import { RISK_QUESTIONNAIRE } from './risk-questionnaire.ts';
import { isAbove } from './score-answers.ts';

/** The latest answers of somebody to the questions as they are now. */
export const currentProfile = (query: Kysely<Schema>, userId: number): Promise<RiskProfileRow | undefined> =>
  query
    .selectFrom('risk_profiles')
    .selectAll()
    .where('user_id', '=', userId)
    .where('version', '=', RISK_QUESTIONNAIRE.version)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether a plan suits the user, as a sentence. If it does not suit, also what the user would have to agree to. */
export const suitabilityOf = (
  plan: Pick<AdvisorPlan, 'name' | 'risk'>,
  band: AdvisedRisk | null,
): ProPlan['suitability'] => {
  const { name, risk } = plan;
  if (band === null)
    return {
      state: 'unknown',
      sentence: `Answer the risk questions first: they tell whether ${name} suits you.`,
      acknowledgement: null,
    };
  if (!isAbove(risk, band))
    return {
      state: 'suitable',
      sentence: `${name} carries ${risk} risk, which your band allows.`,
      acknowledgement: null,
    };
  return {
    state: 'above',
    sentence: `${name} carries ${risk} risk, and your answers put you in the ${band} band: it does not suit you.`,
    acknowledgement: `I know that ${name} carries ${risk} risk while my answers put me in the ${band} band, that it may lose more than suits me, and that I activate it at my own wish against this assessment.`,
  };
};

/** Findings about a plan before it is bought. */
export interface Assessment {
  readonly profile: RiskProfileRow;
  /** The words agreed to; null when none were needed. */
  readonly acknowledged: string | null;
}

/**
 * Refuse a plan that does not suit, unless its warning was accepted. The very words that say so count as agreement.
 * @throws Refusal `conflict` before the plans are there, `refused` without answers or agreement.
 */
export const requireSuitable = async (
  tx: Transaction,
  userId: number,
  planId: string,
  acknowledgement: string | undefined,
): Promise<Assessment> => {
  const [plan] = await advisorPlans(tx.query, planId);
  if (!plan)
    throw new Refusal(
      'conflict',
      'The strategies of this plan are still being prepared. Try again in a minute.',
    );
  const profile = await currentProfile(tx.query, userId);
  const { state, sentence, acknowledgement: needed } = suitabilityOf(plan, profile?.band ?? null);
  if (state === 'unknown' || !profile) throw new Refusal('refused', sentence);
  if (needed === null) return { profile, acknowledged: null };
  if (acknowledgement !== needed)
    throw new Refusal('refused', `${sentence} It is activated only with your acknowledgement.`, {
      details: { acknowledgement: needed },
    });
  return { profile, acknowledged: needed };
};

/** Store what the user agreed to, with the time. The answers that it was held against are stored too. */
export const keepAcknowledgement = async (
  tx: Transaction,
  { profile, acknowledged }: Assessment,
  subscription: { readonly id: number; readonly plan_id: string },
  at: number,
): Promise<void> => {
  if (acknowledged === null) return;
  await tx.query
    .insertInto('suitability_acknowledgements')
    .values({
      user_id: profile.user_id,
      plan_id: subscription.plan_id,
      subscription_id: subscription.id,
      profile_id: profile.id,
      text: acknowledged,
      at,
    })
    .execute();
};
