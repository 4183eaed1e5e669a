import type { Mode } from '../../shared/contract/fields.ts';

/**
 * Rows of a history answer with the mode they belong to. The mode comes from the key that the server answered
 * with, never from the flag that was sent; null when it answered with neither.
 */
export const historyRows = <Row>(answer: {
  test?: readonly Row[];
  live?: readonly Row[];
}): { mode: Mode; rows: readonly Row[] } | null => {
  if (answer.test) return { mode: 'test', rows: answer.test };
  if (answer.live) return { mode: 'live', rows: answer.live };
  return null;
};
