import { makeStyles, tokens } from '@fluentui/react-components';
import { t } from '../../i18n/translate.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import type { StrategyDetails } from './details.ts';
import { EntryRequirements } from './entry-requirements.tsx';
import { ProtectionForm } from './protection-form.tsx';
import { RunningForm } from './running-form.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
    '& > :last-child': { gridColumn: '1 / -1' },
  },
});

/** Settings of trading and protection, and the requirements of a start. */
export const SettingsTab = ({ details, onSaved }: { details: StrategyDetails; onSaved: () => void }) => {
  const styles = useStyles();
  const { strategyId, minimumCapital } = details.strategy;
  return (
    <div className={styles.root}>
      <RunningForm
        strategyId={strategyId}
        settings={details.settings}
        hasLegs={details.rules.legs !== null}
        minimumCapital={minimumCapital}
        onSaved={onSaved}
      />
      {/* Each leg has levels of its own. */}
      {!details.rules.legs && (
        <ProtectionForm strategyId={strategyId} settings={details.settings} onSaved={onSaved} />
      )}
      {details.rules.legs ? (
        <SectionCard title={t('Margin & risk per entry')}>
          {t(
            'Its contracts are chosen when they are entered. The builder shows the payoff and the margin of what they would be now.',
          )}
        </SectionCard>
      ) : (
        <EntryRequirements strategyId={strategyId} capital={details.settings.capital} />
      )}
    </div>
  );
};
