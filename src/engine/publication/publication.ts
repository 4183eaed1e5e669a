import type { PublicationState } from '../../shared/publication-states.ts';

/**
 * The life of a publication, as one table. Every change of its state goes through `nextPublication`: what the table does
 * not name is refused, never a silent move.
 */

export const PUBLICATION_EVENTS = [
  /** Its author hands rules in for review. */
  'submit',
  /** The review found nothing against them. */
  'pass',
  /** The review found something, and said what. */
  'refuse',
  /** Its author takes it back. */
  'withdraw',
] as const;
export type PublicationEvent = (typeof PUBLICATION_EVENTS)[number];

type Row = Partial<Readonly<Record<PublicationEvent, PublicationState>>>;

/** State × event → state. A first review that is taken back leaves a draft: nobody else has seen anything of it. */
const TABLE: Readonly<Record<PublicationState, Row>> = {
  draft: { submit: 'in-review' },
  'in-review': { pass: 'published', refuse: 'refused', withdraw: 'draft' },
  published: { submit: 'updating', withdraw: 'withdrawn' },
  // A next version that is refused takes nothing away from the one that is there.
  updating: { pass: 'published', refuse: 'published', withdraw: 'withdrawn' },
  refused: { submit: 'in-review' },
  withdrawn: { submit: 'in-review' },
};

/** The state after an event; null where the event cannot happen. */
export const nextPublication = (state: PublicationState, event: PublicationEvent): PublicationState | null =>
  TABLE[state][event] ?? null;
