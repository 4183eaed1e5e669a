import type { z } from 'zod';
import type { PublicationSchema } from '../../../shared/contract/authors.ts';
import { api } from '../../api/api.ts';
import { createResource } from '../../state/resource.ts';

export type Publication = z.output<typeof PublicationSchema>;

/** Strategies that the person has published, or submitted for it. */
export const myPublications = createResource(() => api.authors.mine());

/** The publication of one of the user's own strategies. The strategy was submitted for it, or is a version of it. */
export const publicationOf = (publications: readonly Publication[], strategyId: number): Publication | null =>
  publications.find(
    ({ draftId, versions }) =>
      draftId === strategyId || versions.some((version) => version.strategyId === strategyId),
  ) ?? null;

/** React hook: the publication of a strategy; null while there is none, or it is not known. */
export const usePublicationOf = (strategyId: number): Publication | null =>
  myPublications.use(({ value }) => (value ? publicationOf(value.publications, strategyId) : null));
