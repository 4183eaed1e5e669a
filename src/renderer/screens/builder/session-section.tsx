import { makeStyles, tokens } from '@fluentui/react-components';
import { t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useAt, useDraft } from '../../features/rules/draft-context.tsx';
import { ClockAt, NumberAt, SwitchAt } from '../../features/rules/inputs.tsx';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'flex-start' },
  problem: { margin: 0, color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

/** Limits of the trading day. */
export const SessionSection = () => {
  const styles = useStyles();
  const { document } = useDraft();
  const { problem } = useAt(['window']);
  const isDaily = document.timeframe === '1d';
  return (
    <SectionCard title={t('Trading hours')}>
      <div className={styles.line}>
        {!isDaily && <ClockAt path={['window', 'from']} label={t('Entry window from')} />}
        {!isDaily && <ClockAt path={['window', 'to']} label={t('to')} />}
        {document.product === 'intraday' && <ClockAt path={['squareOffTime']} label={t('Auto square-off')} />}
        <NumberAt path={['maxTradesPerDay']} label={t('Max trades/day')} />
      </div>
      {problem && <p className={styles.problem}>{problem}</p>}
      <SwitchAt path={['reentry']} label={t('Re-entry on the same day')} />
    </SectionCard>
  );
};
