import { Button } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { formatCount, formatPercent, formatRupees } from '../../../shared/money.ts';
import { levelOf } from '../../../shared/result-level.ts';
import { LevelChip } from '../../features/publications/level-chip.tsx';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { RISK_LABELS, SOURCE_LABELS, TIMEFRAME_LABELS } from '../../i18n/strategy-labels.ts';
import { textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PercentChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

interface Line {
  name: string;
  value: (strategy: StrategySummary) => ReactNode;
  csv: (strategy: StrategySummary) => string;
}

const lines = (): readonly Line[] => [
  {
    name: t('Return'),
    value: ({ statistics }) => <PercentChange percent={statistics.returnPercent} />,
    csv: ({ statistics }) => csvNumber(statistics.returnPercent),
  },
  {
    name: t('Max drawdown'),
    value: ({ statistics }) => formatPercent(statistics.maxDrawdownPercent),
    csv: ({ statistics }) => csvNumber(statistics.maxDrawdownPercent),
  },
  {
    name: t('Win rate'),
    value: ({ statistics }) => (statistics.winPercent === null ? '–' : formatPercent(statistics.winPercent)),
    csv: ({ statistics }) => csvNumber(statistics.winPercent),
  },
  {
    name: t('Profit factor'),
    value: ({ statistics }) => (statistics.profitFactor === null ? '–' : statistics.profitFactor.toFixed(2)),
    csv: ({ statistics }) => csvNumber(statistics.profitFactor),
  },
  {
    name: t('Trades'),
    value: ({ statistics }) => formatCount(statistics.trades),
    csv: ({ statistics }) => String(statistics.trades),
  },
  {
    name: t('Timeframe'),
    value: (strategy) => TIMEFRAME_LABELS[strategy.timeframe],
    csv: (strategy) => strategy.timeframe,
  },
  { name: t('Risk'), value: (strategy) => RISK_LABELS[strategy.risk], csv: (strategy) => strategy.risk },
  {
    name: t('Minimum capital'),
    value: (strategy) => formatRupees(strategy.minimumCapital),
    csv: (strategy) => csvRupees(strategy.minimumCapital),
  },
  {
    name: t('Level'),
    value: ({ mode, statistics }) => <LevelChip level={levelOf(mode, statistics.source)} />,
    csv: ({ mode, statistics }) => levelOf(mode, statistics.source),
  },
  {
    name: t('Source'),
    value: ({ statistics }) => SOURCE_LABELS[statistics.source],
    csv: ({ statistics }) => statistics.source,
  },
];

/** Up to three strategies side by side. */
export const Compare = ({
  strategies,
  onClose,
}: {
  strategies: readonly StrategySummary[];
  onClose: () => void;
}) => {
  const columns: readonly Column<Line>[] = [
    textColumn('name', t('Compared'), (line) => line.name),
    ...strategies.map((strategy): Column<Line> => ({
      key: String(strategy.strategyId),
      title: strategy.name,
      align: 'end',
      render: (line) => line.value(strategy),
      csv: (line) => line.csv(strategy),
    })),
  ];
  return (
    <SectionCard
      title={t('Compare')}
      aside={
        <Button size="small" onClick={onClose}>
          {t('Close comparison')}
        </Button>
      }
    >
      <DataTable
        label={t('Comparison')}
        columns={columns}
        rows={lines()}
        rowKey={(line) => line.name}
        csv={{ name: 'comparison' }}
      />
    </SectionCard>
  );
};
