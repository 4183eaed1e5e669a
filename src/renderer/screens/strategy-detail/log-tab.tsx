import { TextBulletListSquareRegular } from '@fluentui/react-icons';
import type { z } from 'zod';
import type { LogEntrySchema } from '../../../shared/contract/logs.ts';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { api } from '../../api/api.ts';
import { t, labels } from '../../i18n/translate.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { textColumn, timeColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { detailSearch } from './details.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';

type LogEntry = z.output<typeof LogEntrySchema>;

const entriesList = createPagedList({
  call: (request: { strategyId: number } & PageRequest) => api.logs.trading(request),
  page: (answer) => ({ rows: answer.log_list, total: answer.total }),
  idOf: (entry) => entry.logId,
  filter: { strategyId: 0 },
});

const tones = { info: 'neutral', warning: 'warning', error: 'bad' } as const;
const levels: Readonly<Record<LogEntry['level'], string>> = labels({
  info: 'Info',
  warning: 'Warning',
  error: 'Error',
});

const columns = (): readonly Column<LogEntry>[] => [
  timeColumn('at', t('Time (IST)'), (row) => row.at),
  {
    key: 'level',
    title: t('Level'),
    render: (row) => <StatusText tone={tones[row.level]}>{levels[row.level]}</StatusText>,
    csv: (row) => row.level,
  },
  textColumn('topic', t('Topic'), (row) => row.topic, { kind: 'quiet' }),
  {
    key: 'text',
    title: t('What happened'),
    kind: 'wrap',
    render: (row) => <SaidByServer>{row.text}</SaidByServer>,
    csv: (row) => row.text,
  },
];

/** Every decision of the strategy: signal, guard, order, fill. */
export const LogTab = ({ strategy: { strategyId } }: { strategy: StrategySummary }) => {
  const [{ page }, setSearch] = useUrlSearch(detailSearch);
  const list = usePagedList(entriesList, {
    filter: { strategyId },
    page,
    reloadOn: ['order', 'trade', 'strategy', 'position'],
  });
  useCsvExport(() => csvTableOf(`strategy-${strategyId}-log`, columns(), list.all()));
  return (
    <PagedListView
      list={list}
      onPage={(next) => setSearch({ page: next })}
      skeleton={<TableSkeleton />}
      empty={{
        icon: <TextBulletListSquareRegular fontSize={32} />,
        sentence: t('This strategy has decided nothing yet. Start it to see every signal here.'),
      }}
    >
      <DataTable
        label={t('Log of the strategy')}
        columns={columns()}
        rows={list.rows}
        rowKey={(row) => row.logId}
      />
    </PagedListView>
  );
};
