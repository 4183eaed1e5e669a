import { Refusal } from '../refusal.ts';

const isGone = (error: unknown): boolean => error instanceof Refusal && error.code === 'not-found';

/** Refusal of exits together, of which one position has an exit already. */
export const isBeingClosed = (symbol: string): Refusal =>
  new Refusal(
    'conflict',
    `Some of ${symbol} is being closed already, so nothing more was ordered. Wait for that order, or cancel it.`,
  );

/**
 * Waits for exits that were begun together: none waits for another's answer, and one that is refused keeps no other
 * from being sent. What was left meanwhile is left. @throws the first refusal, after all of them were tried
 */
export const leaveTogether = async <Left>(leaving: readonly Promise<Left>[]): Promise<Left[]> => {
  const outcomes = await Promise.allSettled(leaving);
  const failed = outcomes.find((one) => one.status === 'rejected' && !isGone(one.reason));
  if (failed?.status === 'rejected') throw failed.reason;
  return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
};
