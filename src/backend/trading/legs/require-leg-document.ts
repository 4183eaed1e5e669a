import { parseLegDocument } from '../../../engine/rules/parse.ts';
import type { LegDocument } from '../../../shared/leg-document.ts';
import { SIMULATED_UNDERLYINGS } from '../../market/simulated/option-list.ts';
import { Refusal } from '../../refusal.ts';
import { documentFields } from '../require-document.ts';

/** Whether a payload means a document with legs. */
export const isLegsInput = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'version' in input && input.version === 2;

/**
 * A document with legs out of a payload's `document`.
 * @throws Refusal `invalid` with the reason under the path of each fault
 */
export const requireLegDocument = (input: unknown): LegDocument => {
  const parsed = parseLegDocument(input);
  if (!parsed.ok)
    throw new Refusal('invalid', parsed.failure.message, { fields: documentFields(parsed.failure) });
  const { underlying } = parsed.value;
  if (!SIMULATED_UNDERLYINGS.includes(underlying))
    throw new Refusal('invalid', `No options on ${underlying} are listed.`, {
      fields: { 'document.underlying': 'has no options here' },
    });
  return parsed.value;
};
