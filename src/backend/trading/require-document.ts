import { operandPlaces, pathText } from '../../engine/rules/operand-places.ts';
import { parseRuleDocument } from '../../engine/rules/parse.ts';
import type { Failure } from '../../shared/failure.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { Refusal } from '../refusal.ts';

const requireKnown = (symbol: string, place: string, field: string): void => {
  if (findInstrument(symbol)) return;
  const problem = `${symbol} is not an instrument that can be traded here`;
  throw new Refusal('invalid', `${place}: ${problem}.`, { fields: { [`document.${field}`]: problem } });
};

/** Require that all instruments are on the list. Those that the rules read are among them. */
const requireKnownInstruments = (document: RuleDocument): void => {
  document.instruments.forEach((symbol, index) =>
    requireKnown(symbol, `instruments[${index}]`, `instruments.${index}`),
  );
  for (const [path, operand] of operandPlaces(document))
    if ('instrument' in operand && operand.instrument) {
      const place = pathText([...path, 'instrument']);
      requireKnown(operand.instrument, place, place);
    }
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
