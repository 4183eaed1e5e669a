import { Button } from '@fluentui/react-components';
import { formatCount, formatPercent, formatRupees } from '../../../shared/money.ts';
import { OnlineButton } from '../../flows/online-controls.tsx';
import { SOURCE_WORDS } from '../../i18n/trick-words.ts';
import { routeHref } from '../../state/navigation.ts';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import type { TopTenRow } from './top-ten.ts';

interface TopTenDrawerProps {
  row: TopTenRow;
  mode: 'test' | 'live';
  onClone: () => void;
  onClose: () => void;
}

/** One ranked strategy. */
export const TopTenDrawer = ({ row, mode, onClone, onClose }: TopTenDrawerProps) => (
  <DetailsDrawer title={row.name} onClose={onClose}>
    <Sparkline values={row.equity} height={72} label={`Result of ${row.name} over 30 days`} />
    <Facts
      facts={[
        ['Rank', String(row.rank)],
        ['By', row.tricker],
        ['Results', <ModeChip mode={mode} />],
        ['Made on', SOURCE_WORDS[row.source]],
        ['Return after charges', <PercentChange percent={row.returnPercent} />],
        ['Net P&L', <MoneyChange paise={row.net} />],
        ['Worst fall', formatPercent(row.worstFallPercent)],
        ['Winning trades', row.winPercent === null ? '–' : formatPercent(row.winPercent)],
        ['Trades', formatCount(row.trades)],
        ['Followers', formatCount(row.followers)],
        ['Minimum capital', formatRupees(row.minimumCapital)],
      ]}
    />
    <Toolbar
      start={
        <>
          <OnlineButton appearance="primary" onClick={onClone}>
            Clone
          </OnlineButton>
          <Button as="a" href={routeHref(`/strategies/${row.TricksId}`)}>
            Open strategy
          </Button>
        </>
      }
    />
  </DetailsDrawer>
);
