import { api } from '../../api/api.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export const basketsSearch = urlSearch({
  tab: searchField.oneOf(['mine', 'explore'], 'mine'),
  whose: searchField.oneOf(['all', 'mine'], 'all'),
  search: searchField.text(),
  page: searchField.page(),
});

interface Filter {
  search: string;
  whose: 'all' | 'mine';
}

export const offersList = createPagedList({
  call: (request: Filter & { pageNumber: number; pageSize: number }) => api.baskets.list(request),
  page: (answer) => ({ rows: answer.listBasket, total: answer.total }),
  idOf: (offer) => offer.basketId,
  filter: { search: '', whose: 'all' },
});
