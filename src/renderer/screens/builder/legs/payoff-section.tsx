import { Link, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect } from 'react';
import { type Result, succeed } from '../../../../shared/failure.ts';
import type { LegDocument } from '../../../../shared/leg-document.ts';
import { api } from '../../../api/api.ts';
import { PayoffChart } from '../../../features/options/payoff-chart.tsx';
import { PayoffFigures } from '../../../features/options/payoff-figures.tsx';
import type { Payoff } from '../../../features/options/payoff-type.ts';
import { serverText, t } from '../../../i18n/translate.ts';
import { routeHref } from '../../../state/navigation.ts';
import { createPaneResource } from '../../../state/resource.ts';
import { useLastKnown } from '../../../state/use-last-known.ts';
import { SectionCard } from '../../../ui/section-card.tsx';

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  note: { margin: 0, fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

/** Time for which a document rests before it is looked at, ms. */
const REST_MS = 300;

/** Payoff of the contracts that a document would be entered in. */
const payoffNow = createPaneResource(
  async ({ document }: { document: LegDocument }): Promise<Result<Payoff | null>> => {
    const chosen = await api.options.chosen({ document });
    if (!chosen.ok) return chosen;
    const { legs } = chosen.value;
    return legs.length === 0 ? succeed(null) : api.options.payoff({ legs });
  },
  { isQuiet: true },
);

/** Payoff of the legs, were they entered now. */
export const PayoffSection = ({ parsed }: { parsed: LegDocument | null }) => {
  const styles = useStyles();
  const here = payoffNow.useHere();
  const { value, failure } = here.use();
  useEffect(() => {
    if (!parsed) return;
    const timer = setTimeout(() => void here.load({ document: parsed }), REST_MS);
    return () => clearTimeout(timer);
  }, [here, parsed]);
  const payoff = useLastKnown(value ?? undefined);
  return (
    <SectionCard title={t('Payoff if entered now')}>
      <div className={styles.stack}>
        {failure ? (
          <p className={styles.note}>{serverText(failure.message)}</p>
        ) : (
          payoff && (
            <>
              <PayoffChart payoff={payoff} days={0} />
              <PayoffFigures payoff={payoff} />
            </>
          )
        )}
        <p className={styles.note}>
          {t(
            'Without stops and targets, at prices of now. The strikes are chosen anew at the time of entry.',
          )}{' '}
          <Link href={routeHref('/option-chain')}>{t('Option chain')}</Link>
        </p>
      </div>
    </SectionCard>
  );
};
