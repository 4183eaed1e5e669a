import type { RuleDocument } from '../../../shared/rule-document.ts';

const isReadOf = (node: object, name: string): boolean =>
  'kind' in node && node.kind === 'variable' && 'name' in node && node.name === name;

/** A copy of a part. What reads the variable `from` in it reads `to`. */
const readAs = (node: unknown, from: string, to: string): unknown => {
  if (Array.isArray(node)) return node.map((one: unknown) => readAs(one, from, to));
  if (typeof node !== 'object' || node === null) return node;
  if (isReadOf(node, from)) return { ...node, name: to };
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, readAs(child, from, to)]));
};

/** A document in which a variable has another name. What reads it is changed with it. */
export const renamed = (document: RuleDocument, at: number, to: string): RuleDocument => {
  const from = document.variables?.[at]?.name;
  if (from === undefined) return document;
  const { variables = [], ...rules } = readAs(document, from, to) as RuleDocument;
  return {
    ...rules,
    variables: variables.map((variable, index) => (index === at ? { ...variable, name: to } : variable)),
  };
};

/** Names as they are typed, by the places of their variables. Null where the variable is shown by its own. */
export type TypedNames = readonly (string | null)[];

/**
 * Rules with the names that are typed. The name of another variable is refused: what reads the two could not be told
 * apart any more.
 */
export const withTypedNames = (
  document: RuleDocument,
  typed: TypedNames,
): { readonly document: RuleDocument; readonly refused: TypedNames } => {
  let named = document;
  const refused = (document.variables ?? []).map(({ name }, at) => {
    const wanted = typed[at]?.trim() ?? name;
    if (named.variables?.some((one, index) => index !== at && one.name === wanted)) return typed[at] ?? null;
    if (wanted !== name) named = renamed(named, at, wanted);
    return null;
  });
  return { document: named, refused };
};
