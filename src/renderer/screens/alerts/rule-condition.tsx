import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { describeWatched } from '../../../engine/rules/sentence.ts';
import { TIMEFRAMES, type RuleDocument } from '../../../shared/rule-document.ts';
import { ConditionEditor } from '../../features/rules/condition-editor.tsx';
import { DraftContext } from '../../features/rules/draft-context.tsx';
import { IndicatorCondition } from '../../features/rules/indicator-condition.tsx';
import { SelectAt } from '../../features/rules/inputs.tsx';
import { knownInstruments } from '../../features/rules/known-instruments.ts';
import { TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { t, windowLanguage } from '../../i18n/translate.ts';
import type { useWatchedDraft } from './watched-draft.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
  said: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalM,
    borderLeft: `2px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground2,
  },
});

interface RuleConditionProps {
  draft: ReturnType<typeof useWatchedDraft>['draft'];
  /** The same, checked; null while something of it is wrong. */
  rules: RuleDocument | null;
  /** Whether it is the whole editor, rather than the short form. */
  isWhole: boolean;
  symbol: string;
}

/** What an alert on candles waits for, and the same as a sentence. */
export const RuleCondition = ({ draft, rules, isWhole, symbol }: RuleConditionProps) => {
  const styles = useStyles();
  useEffect(() => void knownInstruments.load(undefined), []);
  return (
    <DraftContext value={draft}>
      <div className={styles.root}>
        {isWhole ? (
          <>
            <div className={styles.line}>
              <SelectAt
                path={['timeframe']}
                label={t('Candles of')}
                options={TIMEFRAMES.map((timeframe) => [timeframe, TIMEFRAME_LABELS[timeframe]] as const)}
              />
            </div>
            <ConditionEditor path={['entry']} name={t('When')} />
          </>
        ) : (
          <IndicatorCondition />
        )}
        <p className={styles.said} role="status">
          {rules
            ? describeWatched({ ...rules, instruments: [symbol === '' ? '…' : symbol] }, windowLanguage())
            : t('Mend what is marked; then it can be saved.')}
        </p>
      </div>
    </DraftContext>
  );
};
