import { useMemo, useState } from 'react';
import { parseRuleDocument } from '../../../engine/rules/parse.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { type Path, withValue } from '../../features/rules/draft-context.tsx';
import { isSimple, watchedRules, type WatchedRules } from '../../features/rules/watched-rules.ts';

/** The server's sentences about a document, by paths of the editor. */
const problemsIn = (fields: Readonly<Record<string, string>> | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([path, problem]) =>
      path.startsWith('document.') ? [[path.slice('document.'.length), problem]] : [],
    ),
  );

/**
 * React hook: the condition of an alert while it is typed. The short form has its own, and the whole one begins with it,
 * so that nothing is lost on the way between them.
 */
export const useWatchedDraft = (
  start: WatchedRules | null,
  isWhole: boolean,
  fields: Readonly<Record<string, string>> | undefined,
) => {
  const [short, setShort] = useState(() => watchedRules(start && isSimple(start.entry) ? start : null));
  const [whole, setWhole] = useState(() => (start && !isSimple(start.entry) ? watchedRules(start) : null));
  const document = isWhole ? (whole ?? short) : short;
  const parsed = useMemo(
    () =>
      // A daily candle is longer than what is squared off within the day.
      parseRuleDocument({ ...document, product: document.timeframe === '1d' ? 'delivery' : 'intraday' }),
    [document],
  );
  const draft = useMemo(() => {
    const change = (before: RuleDocument, path: Path, value: unknown): RuleDocument =>
      withValue(before, path, value) as RuleDocument;
    return {
      document,
      set: (path: Path, value: unknown): void => {
        if (isWhole) setWhole((before) => change(before ?? short, path, value));
        else setShort((before) => change(before, path, value));
      },
      isScan: true,
      problems: { ...problemsIn(fields), ...(parsed.ok ? {} : parsed.failure.fields) },
    };
  }, [document, isWhole, short, parsed, fields]);
  return { draft, rules: parsed.ok ? parsed.value : null };
};
