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
  ({ underlying, expiry, aSide }: { underlying: string; expiry: string; aSide: number | undefined }) =>
    api.options.chain({
      ...(underlying === '' ? {} : { underlying }),
      ...(expiry === '' ? {} : { expiry }),
      ...(aSide === undefined ? {} : { aSide }),
    }),
  { isQuiet: true },
);
