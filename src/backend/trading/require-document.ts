import { parseRuleDocument } from '../../engine/rules/parse.ts';
import type { Failure } from '../../shared/failure.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { Refusal } from '../refusal.ts';

/** Every instrument of a document must be on the exchange's list. */
const requireKnownInstruments = (document: RuleDocument): void => {
  document.instruments.forEach((symbol, index) => {
    if (findInstrument(symbol)) return;
    const problem = `${symbol} is not an instrument that can be traded here`;
    throw new Refusal('invalid', `instruments[${index}]: ${problem}.`, {
      fields: { [`document.instruments.${index}`]: problem },
    });
  });
};

/** Problems of a document by their paths in a payload. */
export const documentFields = ({ fields = {} }: Failure): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([path, reason]) => [`document.${path}`, reason]));

/** A rule document out of a payload's `document`; refused with the reason under the path of each fault. */
export const requireDocument = (input: unknown): RuleDocument => {
  const parsed = parseRuleDocument(input);
  if (!parsed.ok)
    throw new Refusal('invalid', parsed.failure.message, { fields: documentFields(parsed.failure) });
  requireKnownInstruments(parsed.value);
  return parsed.value;
};
