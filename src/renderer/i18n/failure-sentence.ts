import type { Failure } from '../../shared/failure.ts';
import { answerLost } from './fixed-labels.ts';

/** Sentence of a dialog about a failed attempt; `place` is where to look when its answer was lost. */
export const failureSentence = (failure: Failure | null, place: string): string | null => {
  if (!failure) return null;
  return failure.code === 'unknown-outcome' ? answerLost(place) : failure.message;
};
