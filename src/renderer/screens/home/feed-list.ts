import { api } from '../../api/api.ts';
import { createPagedList } from '../../state/paged-list.ts';

/** The strategy feed of Home: the marketplace in its own order, twelve a page. */
export const feedList = createPagedList({
  call: (request: { search: string; pageNumber: number; pageSize: number }) => api.home.marketplace(request),
  page: (answer) => ({ rows: answer.rows, total: answer.total }),
  idOf: (strategy) => strategy.strategyId,
  filter: { search: '' },
});
