import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import type { ProPlan } from '../../../shared/contract/advisors.ts';
import { formatRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { RISK_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { createResource } from '../../state/resource.ts';
import { routeHref } from '../../state/navigation.ts';
import { PercentChange } from '../../ui/money.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Sentence } from '../../ui/sentence.tsx';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))',
    gap: tokens.spacingHorizontalL,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  item: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

// Nobody has asked for it by coming here: without an answer the strip is not there.
const plans = createResource(() => api.advisors.plans(), { isQuiet: true });

const Plan = ({ plan: { name, advisor, risk, fee, days, trackRecord } }: { plan: ProPlan }) => {
  const styles = useStyles();
  return (
    <li className={styles.item}>
      <span className={styles.name}>
        <SaidByServer>{name}</SaidByServer>
      </span>
      <span className={styles.note}>
        {advisor.name} · {RISK_LABELS[risk]}
      </span>
      <span className={styles.note}>
        <Sentence
          text="<change/> on paper"
          parts={{ change: <PercentChange percent={trackRecord.statistics.returnPercent} hasMark /> }}
        />
      </span>
      <span className={styles.note}>
        {t('{{fee}} + GST for {{days}} days', { fee: formatRupees(fee), days })}
      </span>
    </li>
  );
};

/** Strategies that advisors manage for a fee, at a glance. */
export const ProPlansStrip = () => {
  const styles = useStyles();
  const offered = plans.use((state) => state.value?.proPlans);
  useEffect(() => {
    void plans.load(undefined);
  }, []);
  if (!offered || offered.length === 0) return null;
  return (
    <SectionCard
      title={t('Pro plans')}
      aside={
        <Button as="a" size="small" href={routeHref('/pro-plans')}>
          {t('Compare the plans')}
        </Button>
      }
    >
      <ul className={styles.list} aria-label={t('Pro plans')}>
        {offered.map((plan) => (
          <Plan key={plan.planId} plan={plan} />
        ))}
      </ul>
    </SectionCard>
  );
};
