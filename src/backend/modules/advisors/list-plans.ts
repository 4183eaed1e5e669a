import type { ProPlan } from '../../../shared/contract/advisors.ts';
import { type AdvisorPlan } from '../../advisors/advisor-plans.ts';
import { currentProfile, suitabilityOf } from '../../advisors/suitability.ts';
import { gstOn } from '../../billing/gst.ts';
import { pricesOn } from '../../billing/price-list.ts';
import { workingPlan } from '../../billing/rights.ts';
import { dailyEquity, statisticsOf } from '../../trading/results.ts';
import { planOffers, profileView } from './plan-offers.ts';
import type { AdvisorsCalls, AdvisorsParts } from './advisors-deps.ts';

const DISCLOSURES = [
  'The advisors and their registration numbers are examples that come with this program. They belong to nobody; check a real analyst’s number with SEBI before you pay.',
  'Track records are results of the strategies on paper, after charges, on the simulated market. They say nothing about what real money would have made, or will.',
  'Investment in the securities market is subject to market risks. A registration with SEBI is no guarantee of an advisor’s performance or of any return.',
];

const trackRecord = async (deps: AdvisorsParts, plan: AdvisorPlan) => {
  const { marketRuns, records } = deps;
  const { session, identity } = marketRuns.simulated;
  const capital = plan.strategies.reduce((sum, strategy) => sum + strategy.capital, 0);
  const { fold, days } = await records.of(plan, identity, session.now);
  return {
    statistics: statisticsOf(fold, capital, identity.source),
    equity: dailyEquity(fold.net, days, session.now),
  };
};

/** Plans on offer, with records and whether they suit the user. */
export const listPlans =
  (deps: AdvisorsParts): AdvisorsCalls['plans'] =>
  async (_input, { userId }) => {
    const { database, clock } = deps;
    const found = await planOffers(deps);
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
          trackRecord: await trackRecord(deps, plan),
          isCurrent: working?.plan_id === plan.planId,
          suitability: suitabilityOf(plan, profile?.band ?? null),
        })),
      ),
      profile: profile ? await profileView(deps, profile) : null,
      disclosures: DISCLOSURES,
    };
  };
