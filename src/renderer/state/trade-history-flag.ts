import type { Mode } from '../../shared/contract/fields.ts';

/** The wire's flag for the TEST history: the specification reads the test history when `isTest` is 1. */
const READS_TEST = 1;
const READS_LIVE = 0;

/** The one place that knows the trap of trade and order history: which `isTest` reads which history. */
export const tradeHistoryFlag = (mode: Mode): number => (mode === 'test' ? READS_TEST : READS_LIVE);

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
