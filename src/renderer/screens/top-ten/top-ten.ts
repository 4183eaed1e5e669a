import type { z } from 'zod';
import type { TopTenRowSchema } from '../../../shared/contract/home.ts';
import { api } from '../../api/api.ts';
import { createPaneResource } from '../../state/resource.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export type TopTenRow = z.output<typeof TopTenRowSchema>;

export const topTenSearch = urlSearch({
  mode: searchField.oneOf(['test', 'live'], 'test'),
  window: searchField.oneOf(['30-days', 'all'], '30-days'),
});

export const topTen = createPaneResource((input: { thirtyDay: '0' | '1'; test: '0' | '1' }) =>
  api.home.topTen(input),
);
