import type { Failure } from '../../shared/failure.ts';
import { answerLost } from './fixed-labels.ts';

/** Whether all that is wrong with an attempt is said at fields. */
const isAllAtFields = ({ fields = {} }: Failure, shown: readonly string[]): boolean => {
  const wrong = Object.keys(fields);
  return wrong.length > 0 && wrong.every((field) => shown.includes(field));
};

/**
 * Sentence of a dialog about a failed attempt; `place` is where to look when its answer was lost. Null where all of it is
 * said at fields that are `shown`.
 */
export const failureSentence = (
  failure: Failure | null,
  place: string,
  shown: readonly string[] = [],
): string | null => {
  if (!failure || isAllAtFields(failure, shown)) return null;
  return failure.code === 'unknown-outcome' ? answerLost(place) : failure.message;
};
