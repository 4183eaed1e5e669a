import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { describeWatched } from '../../../engine/rules/sentence.ts';
import { TIMEFRAMES, type RuleDocument } from '../../../shared/rule-document.ts';
import { ConditionEditor } from '../../features/rules/condition-editor.tsx';
import { IndicatorCondition } from '../../features/rules/indicator-condition.tsx';
import { SelectAt } from '../../features/rules/inputs.tsx';
import { knownInstruments } from '../../features/rules/known-instruments.ts';
import { TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { t, windowLanguage } from '../../i18n/translate.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  said: {
    margin: 0,
    paddingLeft: tokens.spacingHorizontalM,
    borderLeft: `2px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground2,
  },
});

/** The candles at whose close a condition is looked at. */
export const CandlesOf = () => (
  <SelectAt
    path={['timeframe']}
    label={t('Candles of')}
    options={TIMEFRAMES.map((timeframe) => [timeframe, TIMEFRAME_LABELS[timeframe]] as const)}
  />
);

interface RuleConditionProps {
  /** The typed rules, checked; null while something of it is wrong. */
  rules: RuleDocument | null;
  /** Whether it is the whole editor, rather than the short form. */
  isWhole: boolean;
  symbol: string;
}

/** The condition of an alert on candles, with its sentence. */
export const RuleCondition = ({ rules, isWhole, symbol }: RuleConditionProps) => {
  const styles = useStyles();
  useEffect(() => void knownInstruments.load(undefined), []);
  return (
    <div className={styles.root}>
      {isWhole ? <ConditionEditor path={['entry']} name={t('When')} /> : <IndicatorCondition />}
      <p className={styles.said} role="status">
        {rules
          ? describeWatched(
              { ...rules, instruments: [symbol === '' ? t('Symbol') : symbol] },
              windowLanguage(),
            )
          : t('Mend what is marked; then it can be saved.')}
      </p>
    </div>
  );
};
