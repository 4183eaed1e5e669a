import type { Failure } from '../../shared/failure.ts';

/**
 * Presentation of a failure at the place that made the call: a dialog of its own, or nothing, so that a toast is due.
 */
export type Presentation = 'toast' | 'dialog';
type Listener = (failure: Failure, presentation: Presentation) => void;

const listeners = new Set<Listener>();

/** The application's failure policy listens here. Returns the way to stop listening. */
export const onFailure = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Report a failed call to the failure policy; the caller keeps the failure as a value all the same. */
export const reportFailure = (failure: Failure, presentation: Presentation = 'toast'): void => {
  for (const listener of listeners) listener(failure, presentation);
};
