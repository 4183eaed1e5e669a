import { withHoursOfDay } from '../../../engine/rules/hours-of-day.ts';
import { describeRules } from '../../../engine/rules/sentence.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { windowLanguage } from '../../i18n/translate.ts';
import { header } from '../../state/header.ts';
import { useLastKnown } from '../../state/use-last-known.ts';
import { useDraft } from '../../features/rules/draft-context.tsx';
import { knownInstruments } from '../../features/rules/known-instruments.ts';
import { WordsCard } from './words-card.tsx';

/**
 * Rules with the entry window and square-off of today's market. They are what the market leaves them, as far as it is
 * known.
 */
const useRulesOfToday = (rules: RuleDocument | null | undefined): RuleDocument | null => {
  const known = knownInstruments.use().value?.instruments ?? [];
  const marketTime = header.use((state) => state.value?.feed.now ?? null);
  if (!rules) return null;
  const traded = known.flatMap(({ symbol, kind }) => (rules.instruments.includes(symbol) ? [{ kind }] : []));
  return traded.length === 0 || marketTime === null
    ? rules
    : withHoursOfDay(rules, traded, Date.parse(marketTime));
};

/** The rules in words while they can be used; else their problems. */
export const ReadingPanel = ({ parsed }: { parsed: RuleDocument | null }) => {
  const { problems } = useDraft();
  const lastGood = useRulesOfToday(useLastKnown(parsed ?? undefined));
  const sentences = lastGood
    ? Object.values(describeRules(lastGood, windowLanguage())).filter((text: string) => text !== '')
    : [];
  return (
    <WordsCard
      sentences={sentences.map((text: string) => ({ key: text, text }))}
      problems={parsed ? null : problems}
    />
  );
};
