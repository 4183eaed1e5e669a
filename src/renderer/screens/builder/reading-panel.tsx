import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { withHoursOfDay } from '../../../engine/rules/hours-of-day.ts';
import { describeRules } from '../../../engine/rules/sentence.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { t, serverText, windowLanguage } from '../../i18n/translate.ts';
import { header } from '../../state/header.ts';
import { useLastKnown } from '../../state/use-last-known.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useDraft } from './draft-context.tsx';
import { knownInstruments } from './known-instruments.ts';

const useStyles = makeStyles({
  text: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  line: { margin: 0 },
  stale: { color: tokens.colorNeutralForeground3 },
  problems: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalL,
    color: tokens.colorStatusDangerForeground1,
    overflowWrap: 'anywhere',
  },
});

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
  const styles = useStyles();
  const { problems } = useDraft();
  const lastGood = useRulesOfToday(useLastKnown(parsed ?? undefined));
  const sentences = lastGood
    ? Object.values(describeRules(lastGood, windowLanguage())).filter((text) => text !== '')
    : [];
  return (
    <SectionCard title={t('Summary')}>
      <div className={mergeClasses(styles.text, !parsed && styles.stale)} aria-live="polite">
        {sentences.map((text: string) => (
          <p key={text} className={styles.line}>
            {text}
          </p>
        ))}
      </div>
      {!parsed && (
        <ul className={styles.problems} aria-label={t('What is wrong')}>
          {Object.entries(problems).map(([path, reason]) => (
            <li key={path}>
              {path}: {serverText(reason)}
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  );
};
