import { makeStyles, tokens } from '@fluentui/react-components';
import { DataLineRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { useCsvExport, csvOfRows } from '../../state/csv-export.ts';
import { t } from '../../i18n/translate.ts';
import { Content } from '../../ui/content.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { GreeksTable } from './greeks-table.tsx';
import { LegsCard } from './legs-card.tsx';
import type { Leg } from './legs.ts';
import { OrderLegsDialog } from './order-legs-dialog.tsx';
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
  const [ordered, setOrdered] = useState<readonly Leg[] | null>(null);
  const { payoff, isLoading, failure, loadedAt, retry } = usePayoff(legs.legs, whatIf);
  useCsvExport(
    payoff && csvOfRows(`payoff-${payoff.underlying}`, payoffColumns(whatIf.days), payoffRows(payoff)),
  );
  return (
    <div className={styles.stack}>
      <LegsCard
        legs={legs}
        payoff={payoff}
        aside={
          legs.legs.length > 0 && (
            <>
              <OnlineButton size="small" call="manual.place" onClick={() => setOrdered(legs.legs)}>
                {t('Order these legs…')}
              </OnlineButton>
              <StrategyOfLegs legs={legs.legs} />
            </>
          )
        }
      />
      {ordered && (
        <OrderLegsDialog
          legs={ordered}
          together={payoff?.margin.funds ?? null}
          onClose={() => setOrdered(null)}
        />
      )}
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
