import { type LegDocument, LegDocumentSchema } from '../../../shared/leg-document.ts';
import { SIMULATED_UNDERLYINGS } from '../../market/simulated/option-list.ts';
import { Refusal } from '../../refusal.ts';

/** Whether a payload means a document with legs. */
export const isLegsInput = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'version' in input && input.version === 2;

/**
 * A document with legs out of a payload's `document`.
 * @throws Refusal `invalid` with the reason under the path of each fault
 */
export const requireLegDocument = (input: unknown): LegDocument => {
  const parsed = LegDocumentSchema.safeParse(input);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    const fields = Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [['document', ...path].join('.'), message]),
    );
    const where = first?.path.join('.') ?? '';
    throw new Refusal(
      'invalid',
      `${where === '' ? 'document' : where}: ${first?.message ?? 'is no document'}.`,
      {
        fields,
      },
    );
  }
  const { underlying } = parsed.data;
  if (!SIMULATED_UNDERLYINGS.includes(underlying))
    throw new Refusal('invalid', `No options on ${underlying} are listed.`, {
      fields: { 'document.underlying': 'has no options here' },
    });
  return parsed.data;
};
