import { Field, Link, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { routeHref } from '../../state/navigation.ts';
import { Content } from '../../ui/content.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { FetchForm } from './fetch-form.tsx';
import { FetchRows } from './fetch-rows.tsx';
import { fetches, followFetches, isGoing, type Fetch } from './fetches.ts';
import { GapDrawer } from './gap-drawer.tsx';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  note: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** The fetch under way: all of them go one after the other. */
const Progress = ({ rows }: { rows: readonly Fetch[] }) => {
  const going = rows.filter(isGoing).reverse();
  const [now, ...next] = going;
  if (!now) return null;
  return (
    <Field
      label={t('{{symbol}}: {{done}} of {{total}} months', {
        symbol: now.symbol,
        done: now.monthsDone,
        total: now.monthsTotal,
      })}
      validationState="none"
      validationMessage={
        next.length === 0
          ? undefined
          : t('Then {{symbols}}', { symbols: next.map(({ symbol }) => symbol).join(', ') })
      }
    >
      <ProgressBar value={now.monthsDone} max={now.monthsTotal} />
    </Field>
  );
};

/** Real prices from the user's own broker, in one click. */
export const FetchSection = () => {
  const styles = useStyles();
  const { value, ...state } = fetches.use();
  const [opened, setOpened] = useState<Fetch | null>(null);
  useEffect(() => {
    void fetches.load(undefined);
    return followFetches();
  }, []);
  const rows = value?.fetches ?? [];
  return (
    <SectionCard title={t('Fetch real prices')}>
      <Content
        {...state}
        hasContent={value !== null}
        onRetry={() => void fetches.load(undefined)}
        skeleton={<BlockSkeleton height={140} />}
        empty={{ icon: null, sentence: '' }}
      >
        {value && (
          <div className={styles.body}>
            {value.isLinked ? (
              <FetchForm />
            ) : (
              <p className={styles.note}>
                <Sentence
                  text="<a>Link Angel One</a>, and years of real prices come with one click."
                  parts={{ a: <Link href={routeHref('/profile/broker')} /> }}
                />
              </p>
            )}
            <p className={styles.note}>
              {t(
                'The prices are for your own use: the licence of the exchange does not let you pass them on. Orders always go first.',
              )}
            </p>
            <Progress rows={rows} />
            {rows.length > 0 && <FetchRows rows={rows} onOpen={setOpened} />}
            {rows.some(({ barsKept, state: at }) => at === 'done' && barsKept > 0) && (
              <p className={styles.note}>
                <Sentence
                  text="The prices are here: <a>start a backtest on them</a>."
                  parts={{ a: <Link href={routeHref('/backtest')} /> }}
                />
              </p>
            )}
          </div>
        )}
      </Content>
      {opened && (
        <GapDrawer symbol={opened.symbol} timeframe={opened.timeframe} onClose={() => setOpened(null)} />
      )}
    </SectionCard>
  );
};
