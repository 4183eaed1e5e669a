import type { z } from 'zod';
import type {
  ChainOptionSchema,
  ChainRowSchema,
  ChainSchema,
  FutureQuoteSchema,
  OptionAnalysisSchema,
} from '../../../shared/contract/options.ts';
import { api } from '../../api/api.ts';
import { createPaneResource } from '../../state/resource.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export type Chain = z.output<typeof ChainSchema>;
export type ChainOption = z.output<typeof ChainOptionSchema>;
export type ChainRow = z.output<typeof ChainRowSchema>;
export type FutureQuote = z.output<typeof FutureQuoteSchema>;
export type TermPoint = z.output<typeof OptionAnalysisSchema>['term'][number];

export const VIEWS = ['chain', 'payoff', 'volatility', 'interest', 'straddle'] as const;
export type View = (typeof VIEWS)[number];

export const optionChainSearch = urlSearch({
  underlying: searchField.text(),
  expiry: searchField.day(),
  strikes: searchField.oneOf(['near', 'all'], 'near'),
  view: searchField.oneOf(VIEWS, 'chain'),
  /** Symbol of a contract that is looked for, and marked. */
  contract: searchField.text(),
  /** Legs as `legsText` writes them. */
  legs: searchField.text(),
});

/** Options that are looked at. The server picks what is left empty. */
export interface Chosen {
  readonly underlying: string;
  readonly expiry: string;
}

/** The same as a call wants it. */
export const chosenInput = ({ underlying, expiry }: Chosen) => ({
  ...(underlying === '' ? {} : { underlying }),
  ...(expiry === '' ? {} : { expiry }),
});

export const optionChain = createPaneResource(
  ({ aSide, ...chosen }: Chosen & { aSide: number | undefined }) =>
    api.options.chain({ ...chosenInput(chosen), ...(aSide === undefined ? {} : { aSide }) }),
  { isQuiet: true },
);

export const optionAnalysis = createPaneResource(
  (chosen: Chosen) => api.options.analysis(chosenInput(chosen)),
  {
    isQuiet: true,
  },
);

export const straddleMinutes = createPaneResource(
  (chosen: Chosen) => api.options.straddle(chosenInput(chosen)),
  {
    isQuiet: true,
  },
);
