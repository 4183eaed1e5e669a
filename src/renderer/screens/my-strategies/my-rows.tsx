import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { StrategyToday, StrategyTotal } from '../../features/strategies/result-figures.tsx';
import { RunButton, useRunStrategy } from '../../features/strategies/run-strategy.tsx';
import { StrategyLink } from '../../features/strategies/strategy-link.tsx';
import { brokerText, STATUS_LABELS, STATUS_TONES } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { countColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { StatusText } from '../../ui/status-text.tsx';

const Run = ({ strategy, onChanged }: { strategy: StrategySummary; onChanged: () => void }) => {
  const run = useRunStrategy(strategy, onChanged);
  const { name } = strategy;
  return (
    <RunButton
      run={run}
      size="small"
      names={{ start: t('Start {{name}}', { name }), stop: t('Stop {{name}}', { name }) }}
    />
  );
};

const columns = (onChanged: () => void): readonly Column<StrategySummary>[] => [
  {
    key: 'name',
    title: t('Strategy'),
    render: ({ strategyId, name }) => <StrategyLink strategyId={strategyId}>{name}</StrategyLink>,
  },
  { key: 'mode', title: t('Mode'), render: ({ mode }) => <ModeChip mode={mode} /> },
  {
    key: 'status',
    title: t('Status'),
    render: ({ strategyStatus }) => (
      <StatusText tone={STATUS_TONES[strategyStatus]}>{STATUS_LABELS[strategyStatus]}</StatusText>
    ),
  },
  textColumn('broker', t('Broker'), brokerText, { kind: 'quiet' }),
  textColumn('instruments', t('Instruments'), ({ instruments }) => instruments.join(', '), { kind: 'wrap' }),
  countColumn('open', t('Open positions'), ({ openPositions }) => openPositions),
  { key: 'today', title: t('Today'), align: 'end', render: (row) => <StrategyToday strategy={row} /> },
  {
    key: 'total',
    title: t('Since start'),
    hint: t('Since start, live since it went live; open P&L included'),
    align: 'end',
    render: (row) => <StrategyTotal strategy={row} />,
  },
  {
    key: 'run',
    title: t('Actions'),
    isTitleHidden: true,
    isPinned: true,
    render: (row) => <Run strategy={row} onChanged={onChanged} />,
  },
];

/** The strategies of the cards, a line each, for users with many. */
export const MyRows = ({
  label,
  strategies,
  onChanged,
}: {
  label: string;
  strategies: readonly StrategySummary[];
  onChanged: () => void;
}) => (
  <DataTable
    label={label}
    columns={columns(onChanged)}
    rows={strategies}
    rowKey={({ strategyId }) => strategyId}
  />
);
