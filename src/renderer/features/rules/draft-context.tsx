import { createContext, useContext } from 'react';
import type { LegDocument } from '../../../shared/leg-document.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { serverText } from '../../i18n/translate.ts';

/** Names and numbers that lead to a part of the document. An example is `['entry', 'conditions', 0]`. */
export type Path = readonly (string | number)[];

interface DraftContextValue<Document = unknown> {
  /** As it is typed: numbers that are not one yet are NaN. */
  readonly document: Document;
  /** Problems by path, such as `entry.conditions[0].left`. */
  readonly problems: Readonly<Record<string, string>>;
  readonly set: (path: Path, value: unknown) => void;
  /** Rules that only look, as those of a scan: they hold nothing and trade nothing. */
  readonly isScan?: boolean;
}

export const DraftContext = createContext<DraftContextValue | null>(null);

const useAnyDraft = (): DraftContextValue => {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('A part of the builder stands outside it.');
  return draft;
};

/** React hook: the rules that the builder edits. */
export const useDraft = () => useAnyDraft() as DraftContextValue<RuleDocument>;

/** React hook: the legs that the builder edits. */
export const useLegDraft = () => useAnyDraft() as DraftContextValue<LegDocument>;

/** `['entry', 'conditions', 0]` → `entry.conditions[0]`, as problems name it. */
export const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part),
    '',
  );

const isContainer = (node: unknown): node is Record<string | number, unknown> =>
  typeof node === 'object' && node !== null;

/** A copy of a document with another value at a path; what is not on the path is shared. */
export const withValue = (node: unknown, [head, ...rest]: Path, value: unknown): unknown => {
  if (head === undefined) return value;
  const child = withValue(isContainer(node) ? node[head] : undefined, rest, value);
  if (Array.isArray(node)) return node.map((old: unknown, index) => (index === head ? child : old));
  return { ...(isContainer(node) ? node : {}), [head]: child };
};

/** The value at a path. */
export const valueAt = (node: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, part) => (isContainer(at) ? at[part] : undefined), node);

/** React hook: the value at a path, its problem, and the way to change it. */
export const useAt = <Value,>(path: Path) => {
  const { document, problems, set } = useAnyDraft();
  const problem = problems[pathText(path)];
  return {
    value: valueAt(document, path) as Value,
    problem: problem && serverText(problem),
    set: (value: Value) => set(path, value),
  };
};
