import { describe, expect, it } from 'vitest';
import { PUBLICATION_STATES, type PublicationState } from '../../shared/publication-states.ts';
import { nextPublication, PUBLICATION_EVENTS, type PublicationEvent } from './publication.ts';

/** Every cell, written out apart from the table: `-` is refused. */
const EXPECTED: Readonly<
  Record<PublicationState, Readonly<Record<PublicationEvent, PublicationState | '-'>>>
> = {
  draft: { submit: 'in-review', pass: '-', refuse: '-', withdraw: '-' },
  'in-review': { submit: '-', pass: 'published', refuse: 'refused', withdraw: 'draft' },
  published: { submit: 'updating', pass: '-', refuse: '-', withdraw: 'withdrawn' },
  updating: { submit: '-', pass: 'published', refuse: 'published', withdraw: 'withdrawn' },
  refused: { submit: 'in-review', pass: '-', refuse: '-', withdraw: '-' },
  withdrawn: { submit: 'in-review', pass: '-', refuse: '-', withdraw: '-' },
};

describe('the life of a publication', () => {
  const cells = PUBLICATION_STATES.flatMap((state) =>
    PUBLICATION_EVENTS.map((event) => [state, event, EXPECTED[state][event]] as const),
  );

  it.each(cells)('%s, on %s, is %s', (state, event, expected) => {
    expect(nextPublication(state, event) ?? '-').toBe(expected);
  });

  it('is seen by others only after a review that it passed', () => {
    const seen = new Set<PublicationState>(['published', 'updating']);
    const entered = cells.filter(([from, , to]) => to !== '-' && seen.has(to) && !seen.has(from));
    expect(entered.map(([, event]) => event)).toEqual(['pass']);
  });
});
