import type { z } from 'zod';
import type { StrategyDetailsSchema } from '../../../shared/contract/strategies.ts';
import { api } from '../../api/api.ts';
import { createPaneResource } from '../../state/resource.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export type StrategyDetails = z.output<typeof StrategyDetailsSchema>;

export const TABS = ['overview', 'positions', 'trades', 'orders', 'fills', 'settings', 'log'] as const;
export type Tab = (typeof TABS)[number];

export const detailSearch = urlSearch({
  tab: searchField.oneOf(TABS, 'overview'),
  symbol: searchField.text(),
  page: searchField.page(),
});

/** Everything about one strategy. */
export const details = createPaneResource(api.strategies.details);
