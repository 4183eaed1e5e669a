import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add16Regular, Dismiss16Regular } from '@fluentui/react-icons';
import { RULE_LIMITS, type PartialExit } from '../../../shared/rule-document.ts';
import { t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { DistanceEditor } from './distance-editor.tsx';
import { useAt } from '../../features/rules/draft-context.tsx';
import { NumberAt } from '../../features/rules/inputs.tsx';
import { STARTING_DISTANCES } from '../../features/rules/starters.ts';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'flex-start' },
  problem: { margin: 0, color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

const newPartialExit = (): PartialExit => ({ distance: STARTING_DISTANCES.percent, percent: 50 });

/** Stop-loss, target, trailing stop, and leaving in parts on the way. */
export const RiskSection = () => {
  const styles = useStyles();
  const parts = useAt<readonly PartialExit[]>(['partialExits']);
  return (
    <SectionCard title={t('Protection')}>
      <DistanceEditor path={['stopLoss']} label={t('Stop-loss')} />
      <DistanceEditor path={['target']} label={t('Target')} />
      <DistanceEditor path={['trailing']} label={t('Trailing stop')} />
      {parts.value.map((_, index) => (
        <div
          key={index}
          className={styles.line}
          role="group"
          aria-label={t('Partial exit {{number}}', { number: index + 1 })}
        >
          <DistanceEditor
            path={['partialExits', index, 'distance']}
            label={t('Partial exit {{number}} at', { number: index + 1 })}
            isOptional={false}
          />
          <NumberAt path={['partialExits', index, 'percent']} label={t('Of the quantity')} suffix="%" />
          <Button
            appearance="subtle"
            icon={<Dismiss16Regular />}
            aria-label={t('Remove part {{number}}', { number: index + 1 })}
            onClick={() => parts.set(parts.value.filter((__, at) => at !== index))}
          />
        </div>
      ))}
      {parts.problem && <p className={styles.problem}>{parts.problem}</p>}
      {parts.value.length < RULE_LIMITS.partialExits && (
        <div className={styles.line}>
          <Button
            size="small"
            icon={<Add16Regular />}
            onClick={() => parts.set([...parts.value, newPartialExit()])}
          >
            {t('Partial exits (scale out)')}
          </Button>
        </div>
      )}
    </SectionCard>
  );
};
