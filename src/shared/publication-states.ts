/**
 * States of a publication. `updating` is published with a next version in review; `refused` has never been seen by
 * others.
 */
export const PUBLICATION_STATES = [
  'draft',
  'in-review',
  'published',
  'updating',
  'refused',
  'withdrawn',
] as const;
export type PublicationState = (typeof PUBLICATION_STATES)[number];

/** Checks of the machine review, in the order of their display. */
export const REVIEW_CHECKS = ['look-ahead', 'liquidity', 'sample', 'costs'] as const;
export type ReviewCheckName = (typeof REVIEW_CHECKS)[number];

/** One finding of the machine review, as a sentence. */
export interface ReviewCheck {
  readonly check: ReviewCheckName;
  readonly isPassed: boolean;
  readonly sentence: string;
}
