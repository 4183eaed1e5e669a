import type { z } from 'zod';
import type { ChainOptionSchema, ChainRowSchema } from '../../../shared/contract/options.ts';
import { api } from '../../api/api.ts';
import { createResource } from '../../state/resource.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export type ChainOption = z.output<typeof ChainOptionSchema>;
export type ChainRow = z.output<typeof ChainRowSchema>;

export const optionChainSearch = urlSearch({
  underlying: searchField.text(),
  expiry: searchField.day(),
  strikes: searchField.oneOf(['near', 'all'], 'near'),
});

/** The chain that is looked at. The server picks what is left empty. */
export const optionChain = createResource(
  ({ underlying, expiry }: { underlying: string; expiry: string }) =>
    api.options.chain({
      ...(underlying === '' ? {} : { underlying }),
      ...(expiry === '' ? {} : { expiry }),
    }),
  { isQuiet: true },
);

/** Rows around the money, so many on each side. All of them without a strike at the money. */
export const nearTheMoney = (
  rows: readonly ChainRow[],
  atTheMoney: number | null,
  aSide: number,
): readonly ChainRow[] => {
  const middle = rows.findIndex(({ strike }) => strike === atTheMoney);
  return middle === -1 ? rows : rows.slice(Math.max(0, middle - aSide), middle + aSide + 1);
};
