import { MAX_PAGE_SIZE } from '../../../shared/page-size.ts';
import { api } from '../../api/api.ts';
import { createResource } from '../../state/resource.ts';

/** One's own strategies, for the choice of what a ticket is about. */
export const myStrategies = createResource(() =>
  api.strategies.mine({ strategyStatus: 0, pageType: 'All', pageSize: MAX_PAGE_SIZE }),
);
