import type { Mode } from '../../../shared/contract/fields.ts';
import { formatCount } from '../../../shared/money.ts';
import { AsOf } from '../../features/stream/as-of.tsx';
import { ModeToday } from '../../features/strategies/result-figures.tsx';
import { t } from '../../i18n/translate.ts';
import { myHome } from '../../state/header.ts';
import { PercentChange } from '../../ui/money.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';

/** Today and the last thirty days; the return is that of the tab in view. */
export const KeyFigures = ({ mode }: { mode: Mode }) => {
  const { value: home, failure } = myHome.use();
  if (!home) return failure ? null : <BlockSkeleton height={92} />;
  return (
    <StatRow label={t('Key figures')}>
      <StatTile
        label={t('Today · live')}
        value={<ModeToday home={home} mode="live" />}
        hint={<AsOf at={Date.parse(home.asOf)} />}
      />
      <StatTile
        label={t('Today · paper')}
        value={<ModeToday home={home} mode="test" />}
        hint={t('paper fills, charges included')}
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
        label={mode === 'live' ? t('30-day return · live') : t('30-day return · paper')}
        value={<PercentChange percent={home[mode].thirtyDayReturnPercent} hasMark />}
        hint={t('net after charges')}
      />
    </StatRow>
  );
};
