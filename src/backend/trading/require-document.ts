import type { Kysely } from 'kysely';
import { pathText } from '../../engine/rules/operand-places.ts';
import { parseRuleDocument } from '../../engine/rules/parse.ts';
import type { Failure } from '../../shared/failure.ts';
import { operandPlaces, type RuleDocument } from '../../shared/rule-document.ts';
import type { Schema } from '../db/schema.ts';
import { findInstrument, instrumentNamed } from '../market/instrument-master.ts';
import { knownShares } from '../market/known-shares.ts';
import { Refusal } from '../refusal.ts';

/** An instrument that a document names. */
interface Named {
  readonly symbol: string;
  /** Place in words, and field of the document. */
  readonly place: string;
  readonly field: string;
}

/** All instruments of a document. Those that its rules read are among them. */
const namedIn = (document: RuleDocument): Named[] => [
  ...document.instruments.map((symbol, index) => ({
    symbol,
    place: `instruments[${index}]`,
    field: `instruments.${index}`,
  })),
  ...operandPlaces(document).flatMap(([path, operand]) => {
    if (!('instrument' in operand) || !operand.instrument) return [];
    const place = pathText([...path, 'instrument']);
    return [{ symbol: operand.instrument, place, field: place }];
  }),
];

const refuse = ({ place, field }: Named, problem: string): never => {
  throw new Refusal('invalid', `${place}: ${problem}.`, { fields: { [`document.${field}`]: problem } });
};

/**
 * Require that each share of a document is known: to the list, by prices that the user keeps, or to the list of a broker.
 * Those of an index are asked for when it is known which of them a run needs.
 * @throws Refusal `invalid`
 */
export const requireKnownShares = async (
  db: Kysely<Schema>,
  userId: number,
  document: RuleDocument,
): Promise<void> => {
  const named = namedIn(document).filter(({ symbol }) => !findInstrument(symbol));
  const others = document.universe
    ? named.filter(({ symbol }) => !document.instruments.includes(symbol))
    : named;
  if (others.length === 0) return;
  const known = await knownShares(
    db,
    userId,
    others.map(({ symbol }) => symbol),
  );
  for (const one of others)
    if (!known.has(one.symbol))
      refuse(one, `${one.symbol} is not known: import its prices, or fetch them from your broker`);
};

/** Problems of a document by their paths in a payload. */
export const documentFields = ({ fields = {} }: Failure): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([path, reason]) => [`document.${path}`, reason]));

/** A rule document out of a payload's `document`; refused with the reason under the path of each fault. */
export const requireDocument = (input: unknown): RuleDocument => {
  const parsed = parseRuleDocument(input);
  if (!parsed.ok)
    throw new Refusal('invalid', parsed.failure.message, { fields: documentFields(parsed.failure) });
  for (const named of namedIn(parsed.value))
    if (!instrumentNamed(named.symbol))
      refuse(named, `${named.symbol} is not an instrument that can be traded here`);
  return parsed.value;
};
