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
