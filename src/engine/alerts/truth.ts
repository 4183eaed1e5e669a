import type { Repeat } from '../../shared/alert-delivery.ts';

/** Progress of an alert that is true or false at a moment. That is a candle's close, or a turn of the clock. */
export interface TruthProgress {
  /** Has fired, and is armed once its condition is false. */
  readonly isWaiting: boolean;
  /** Nothing before this moment counts, epoch ms. */
  readonly since: number;
}

export type TruthEvent = 'fired' | 'armed' | null;

/** Event of an alert at a moment. Nothing happens where the condition is not known (null). */
export const eventAt = (
  { isWaiting, since }: TruthProgress,
  repeat: Repeat,
  isTrue: boolean | null,
  at: number,
): TruthEvent => {
  if (isTrue === null || at < since) return null;
  if (isWaiting) return isTrue || repeat !== 're-armed' ? null : 'armed';
  return isTrue ? 'fired' : null;
};
