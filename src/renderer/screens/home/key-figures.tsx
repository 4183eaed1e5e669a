import { Link, makeStyles } from '@fluentui/react-components';
import { formatCount, formatRupees } from '../../../shared/money.ts';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { AsOf } from '../../features/stream/as-of.tsx';
import { ModeToday } from '../../features/strategies/result-figures.tsx';
import { t } from '../../i18n/translate.ts';
import { header, myHome } from '../../state/header.ts';
import { routeHref } from '../../state/navigation.ts';
import { Content } from '../../ui/content.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';

const useStyles = makeStyles({ wallet: { fontSize: 'inherit', lineHeight: 'inherit', color: 'inherit' } });

/** Today's live and test results, open positions and wallet. Live and test are never added together. */
export const KeyFigures = () => {
  const styles = useStyles();
  const { value: home, isLoading, failure, loadedAt } = myHome.use();
  const feedKind = header.use((state) => state.value?.feed.kind);
  return (
    <Content
      isLoading={isLoading}
      hasContent={home !== null}
      failure={failure}
      loadedAt={loadedAt}
      onRetry={() => void myHome.load(undefined)}
      skeleton={<BlockSkeleton height={92} />}
      empty={{ icon: null, sentence: '' }}
    >
      {home && (
        <StatRow label={t('Key figures')}>
          <StatTile
            label={t('Today · live')}
            value={<ModeToday home={home} mode="live" />}
            hint={t('{{number}} running', { number: formatCount(home.live.running) })}
          />
          <StatTile
            label={t('Today · paper')}
            value={<ModeToday home={home} mode="test" />}
            hint={SOURCE_LABELS[feedKind ?? home.source]}
          />
          <StatTile
            label={t('Open positions')}
            value={formatCount(home.live.openPositions + home.test.openPositions)}
            hint={t('{{live}} live, {{test}} paper', {
              live: formatCount(home.live.openPositions),
              test: formatCount(home.test.openPositions),
            })}
          />
          <StatTile
            label={t('Wallet')}
            value={
              <Link className={styles.wallet} href={routeHref('/wallet')}>
                {formatRupees(home.walletBalance)}
              </Link>
            }
            hint={<AsOf at={Date.parse(home.asOf)} />}
          />
        </StatRow>
      )}
    </Content>
  );
};
