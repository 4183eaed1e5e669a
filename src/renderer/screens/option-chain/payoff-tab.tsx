import { makeStyles, tokens } from '@fluentui/react-components';
import { DataLineRegular } from '@fluentui/react-icons';
import { useCsvExport, csvOfRows } from '../../state/csv-export.ts';
import { t } from '../../i18n/translate.ts';
import { Content } from '../../ui/content.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { GreeksTable } from './greeks-table.tsx';
import { LegsCard } from './legs-card.tsx';
import { StrategyOfLegs } from './strategy-of-legs.tsx';
import { PayoffChart, payoffColumns, payoffRows } from '../../features/options/payoff-chart.tsx';
import { PayoffFigures } from '../../features/options/payoff-figures.tsx';
import { usePayoff, useWhatIf } from './payoff.ts';
import type { Legs } from './use-legs.ts';
import { WhatIfCard } from './what-if-card.tsx';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
});

/** Payoff of the legs: figures, picture, what is tried out, and Greeks. */
export const PayoffTab = ({ legs }: { legs: Legs }) => {
  const styles = useStyles();
  const { whatIf, change } = useWhatIf();
  const { payoff, isLoading, failure, loadedAt, retry } = usePayoff(legs.legs, whatIf);
  useCsvExport(
    payoff && csvOfRows(`payoff-${payoff.underlying}`, payoffColumns(whatIf.days), payoffRows(payoff)),
  );
  return (
    <div className={styles.stack}>
      <LegsCard
        legs={legs}
        payoff={payoff}
        aside={legs.legs.length > 0 && <StrategyOfLegs legs={legs.legs} />}
      />
      {legs.legs.length > 0 && (
        <Content
          isLoading={isLoading && payoff === null}
          hasContent={payoff !== null}
          failure={failure}
          loadedAt={loadedAt}
          onRetry={retry}
          skeleton={<BlockSkeleton height={340} />}
          empty={{ icon: <DataLineRegular fontSize={32} />, sentence: t('No legs yet.') }}
        >
          {payoff && (
            <div className={styles.stack}>
              <SectionCard title={t('Figures')}>
                <PayoffFigures payoff={payoff} />
              </SectionCard>
              <SectionCard title={t('Payoff')}>
                <PayoffChart payoff={payoff} days={whatIf.days} />
              </SectionCard>
              <WhatIfCard whatIf={whatIf} daysLeft={payoff.daysLeft} onChange={change} />
              <SectionCard title={t('Greeks')}>
                <GreeksTable legs={legs.legs} payoff={payoff} />
              </SectionCard>
            </div>
          )}
        </Content>
      )}
    </div>
  );
};
