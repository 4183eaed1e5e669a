import { Button } from '@fluentui/react-components';
import { formatCount, formatPercent, formatRupees } from '../../../shared/money.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
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
  /** Of what time the figures are. */
  period: string;
  onClone: () => void;
  onClose: () => void;
}

/** One ranked strategy. */
export const TopTenDrawer = ({ row, mode, period, onClone, onClose }: TopTenDrawerProps) => (
  <DetailsDrawer title={row.name} onClose={onClose}>
    <Sparkline
      values={row.equity}
      height={72}
      label={t('Result of {{name}} over 30 days', { name: row.name })}
    />
    <Facts
      facts={[
        [t('Rank'), String(row.rank)],
        [t('By'), row.strategyAuthor],
        [t('Results'), <ModeChip mode={mode} />],
        [t('Source'), SOURCE_LABELS[row.source]],
        [t('Period'), period],
        [t('Return after charges'), <PercentChange percent={row.returnPercent} />],
        [t('Net P&L'), <MoneyChange paise={row.net} />],
        [t('Max drawdown'), formatPercent(row.worstFallPercent)],
        [t('Win rate'), row.winPercent === null ? '–' : formatPercent(row.winPercent)],
        [t('Trades'), formatCount(row.trades)],
        [t('Followers'), formatCount(row.followers)],
        [t('Minimum capital'), formatRupees(row.minimumCapital)],
      ]}
    />
    <Toolbar
      start={
        <>
          <OnlineButton appearance="primary" onClick={onClone}>
            {t('Clone')}
          </OnlineButton>
          <Button as="a" href={routeHref(`/strategies/${row.strategyId}`)}>
            {t('Open strategy')}
          </Button>
        </>
      }
    />
  </DetailsDrawer>
);
