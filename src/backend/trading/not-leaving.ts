import type { PositionRow } from '../db/schema.ts';
import { endedSentence } from '../ended-sentence.ts';

/** Of positions that are to be left: which of them do not leave now. */
export interface NotLeaving {
  readonly positionIds: readonly number[];
  /** Which, why, and what their owner can do; empty when all of them leave. */
  readonly text: string;
}

const whyOf = ({ protection_why: why }: PositionRow): string => why ?? '';

const names = (rows: readonly PositionRow[]): string =>
  [...new Set(rows.map(({ symbol }) => symbol))].join(', ');

/**
 * Which live positions are not being left although they should be. There is a session, but the account does not show
 * them, so nothing is sold for them, or their exit waits for something. What trades on paper always leaves.
 */
export const notLeaving = (rows: readonly PositionRow[]): NotLeaving => {
  const missing = rows.filter(({ protection_state: state }) => state === 'none');
  const waiting = rows.filter((row) => row.protection_state === 'leaving' && whyOf(row) !== '');
  const words =
    missing.length === 0
      ? []
      : [
          `${names(missing)} cannot be closed: the account does not show what TrickDesk holds, and nothing is sold that is not there. Decide under Reconciliation; what the account does hold can be closed in the broker's app.`,
        ];
  for (const why of new Set(waiting.map(whyOf)))
    words.push(
      `${names(waiting.filter((row) => whyOf(row) === why))} cannot be closed yet. ${endedSentence(why)}`,
    );
  return { positionIds: [...missing, ...waiting].map(({ id }) => id), text: words.join(' ') };
};
