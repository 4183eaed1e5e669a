import type { Mode } from '../../../shared/contract/fields.ts';
import { formatCount } from '../../../shared/money.ts';
import { istTime } from '../../../shared/time.ts';
import { myHome } from '../../state/header.ts';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { BlockSkeleton } from '../../ui/skeletons.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';

/** Today and the last thirty days; the return is that of the tab in view. */
export const KeyFigures = ({ mode }: { mode: Mode }) => {
  const { value: home, failure } = myHome.use();
  if (!home) return failure ? null : <BlockSkeleton height={92} />;
  return (
    <StatRow label="Key figures">
      <StatTile
        label="Today · live"
        value={<MoneyChange paise={home.live.today} />}
        hint={`as of ${istTime(Date.parse(home.asOf))}`}
      />
      <StatTile
        label="Today · test"
        value={<MoneyChange paise={home.test.today} />}
        hint="paper fills, charges included"
      />
      <StatTile
        label="Open positions"
        value={formatCount(home.live.openPositions + home.test.openPositions)}
        hint={`${formatCount(home.live.openPositions)} live, ${formatCount(home.test.openPositions)} test`}
      />
      <StatTile
        label={`30-day return · ${mode}`}
        value={<PercentChange percent={home[mode].thirtyDayReturnPercent} hasMark />}
        hint="net after charges"
      />
    </StatRow>
  );
};
