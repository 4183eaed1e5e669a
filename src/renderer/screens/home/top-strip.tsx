import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { TrophyRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { LosersNote } from '../../features/strategies/losers-note.tsx';
import { noRankingText, useIsReplay } from '../../features/strategies/no-ranking.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { createResource } from '../../state/resource.ts';
import { routeHref } from '../../state/navigation.ts';
import { Content } from '../../ui/content.tsx';
import { PercentChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { upTo } from '../../ui/page-width.ts';

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
    gap: tokens.spacingHorizontalL,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    [upTo(800)]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  },
  item: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: 0 },
  name: {
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    lineHeight: '24px',
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
  note: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const SHOWN = 5;
const best = createResource(() => api.home.topTen({ thirtyDay: '1', test: '1' }));

/** The five best of the last thirty days, on paper. */
export const TopStrip = () => {
  const styles = useStyles();
  const { value, isLoading, failure, loadedAt } = best.use();
  const isReplay = useIsReplay();
  useEffect(() => {
    void best.load(undefined);
  }, []);
  useReloadOnFacts([], best);
  return (
    <SectionCard
      title={t('Top ten')}
      aside={
        <Button as="a" appearance="primary" size="small" href={routeHref('/top-ten')}>
          {t('Explore top ten')}
        </Button>
      }
    >
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={value?.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void best.load(undefined)}
        skeleton={<BlockSkeleton height={96} />}
        empty={{
          icon: <TrophyRegular fontSize={32} />,
          sentence: isReplay ? noRankingText() : t('No strategy has traded yet.'),
        }}
      >
        <LosersNote period="month" returns={(value ?? []).slice(0, SHOWN).map((row) => row.returnPercent)} />
        <ol className={styles.list} aria-label={t('Best in 30 days, on paper')}>
          {value?.slice(0, SHOWN).map((row) => (
            <li key={row.strategyId} className={styles.item}>
              <Link
                className={styles.name}
                href={routeHref(`/strategies/${row.strategyId}`)}
                title={row.name}
              >
                {row.rank}. {row.name}
              </Link>
              <span className={styles.note}>
                <Sentence
                  text="<change/> in 30 days"
                  parts={{ change: <PercentChange percent={row.returnPercent} hasMark /> }}
                />
              </span>
              <Sparkline
                values={row.equity}
                height={32}
                label={t('Result of {{name}} over 30 days', { name: row.name })}
              />
            </li>
          ))}
        </ol>
      </Content>
    </SectionCard>
  );
};
