import { PlanRecords } from '../../advisors/plan-records.ts';
import { listPlans } from './list-plans.ts';
import { keepDraft, saveQuestionnaire } from './risk-profile.ts';
import { listCalls } from './list-calls.ts';
import type { AdvisorsCalls, AdvisorsDeps, AdvisorsParts } from './advisors-deps.ts';

/** Advisor plans: what is on offer, whom it suits, and the calls of one's analysts. */
export const advisorsHandlers = (all: AdvisorsDeps): AdvisorsCalls => {
  const deps: AdvisorsParts = {
    ...all,
    records: new PlanRecords(all.imports),
  };
  return {
    plans: listPlans(deps),
    draft: keepDraft(deps),
    saveQuestionnaire: saveQuestionnaire(deps),
    calls: listCalls(deps),
  };
};
