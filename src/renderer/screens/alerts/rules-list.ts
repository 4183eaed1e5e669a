import type { AlertFiring, AlertRule } from '../../../shared/contract/alert-rules.ts';
import { MAX_PAGE_SIZE } from '../../../shared/page-size.ts';
import { api } from '../../api/api.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { createResource } from '../../state/resource.ts';

/** A person's own alert rules, the newest first. */
export const rulesList = createPagedList({
  call: (request: { pageNumber: number; pageSize: number }) => api.alertRules.list(request),
  page: (answer: { rules: AlertRule[]; total: number }) => ({ rows: answer.rules, total: answer.total }),
  idOf: (rule: AlertRule) => rule.ruleId,
  filter: {},
});

/** Firings of them, the newest first. */
export const firingsList = createPagedList({
  call: (request: { pageNumber: number; pageSize: number }) => api.alertRules.log(request),
  page: (answer: { firings: AlertFiring[]; total: number }) => ({
    rows: answer.firings,
    total: answer.total,
  }),
  idOf: (firing: AlertFiring) => firing.firingId,
  filter: {},
});

/** Channels by which alerts leave the computer. */
export const outsideChannels = createResource(() => api.alertRules.channels());

/** A person's strategies, whose rules and results may be watched. */
export const watchedStrategies = createResource(() =>
  api.strategies.mine({ strategyStatus: 0, pageType: 'All', pageSize: MAX_PAGE_SIZE }),
);
