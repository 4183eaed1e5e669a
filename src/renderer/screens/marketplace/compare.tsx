import { Button } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { TrickCard } from '../../../shared/contract/trick-card.ts';
import { formatCount, formatPercent, formatRupees } from '../../../shared/money.ts';
import { RISK_WORDS, SOURCE_WORDS, TIMEFRAME_WORDS } from '../../i18n/trick-words.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PercentChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

interface Line {
  name: string;
  value: (trick: TrickCard) => ReactNode;
}

const lines: readonly Line[] = [
  { name: 'Return', value: ({ statistics }) => <PercentChange percent={statistics.returnPercent} /> },
  { name: 'Worst fall', value: ({ statistics }) => formatPercent(statistics.maxDrawdownPercent) },
  {
    name: 'Winning trades',
    value: ({ statistics }) => (statistics.winPercent === null ? '–' : formatPercent(statistics.winPercent)),
  },
  {
    name: 'Profit factor',
    value: ({ statistics }) => (statistics.profitFactor === null ? '–' : statistics.profitFactor.toFixed(2)),
  },
  { name: 'Trades', value: ({ statistics }) => formatCount(statistics.trades) },
  { name: 'Timeframe', value: (trick) => TIMEFRAME_WORDS[trick.timeframe] },
  { name: 'Risk', value: (trick) => RISK_WORDS[trick.risk] },
  { name: 'Minimum capital', value: (trick) => formatRupees(trick.minimumCapital) },
  { name: 'Made on', value: ({ statistics }) => SOURCE_WORDS[statistics.source] },
];

/** Up to three strategies side by side. */
export const Compare = ({ tricks, onClose }: { tricks: readonly TrickCard[]; onClose: () => void }) => {
  const columns: readonly Column<Line>[] = [
    { key: 'name', title: 'Compared', render: (line) => line.name },
    ...tricks.map((trick): Column<Line> => ({
      key: String(trick.TricksId),
      title: trick.name,
      align: 'end',
      render: (line) => line.value(trick),
    })),
  ];
  return (
    <SectionCard
      title="Compare"
      aside={
        <Button size="small" onClick={onClose}>
          Close comparison
        </Button>
      }
    >
      <DataTable label="Comparison" columns={columns} rows={lines} rowKey={(line) => line.name} />
    </SectionCard>
  );
};
