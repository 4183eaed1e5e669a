import { TextBulletListSquareRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import type { z } from 'zod';
import type { LogEntrySchema } from '../../../shared/contract/logs.ts';
import type { TrickCard } from '../../../shared/contract/trick-card.ts';
import { api } from '../../api/api.ts';
import { t, words } from '../../i18n/translate.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { useLiveReload } from '../../state/live.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { textColumn, timeColumn } from '../../ui/columns.tsx';
import { Content } from '../../ui/content.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { StatusText } from '../../ui/status-text.tsx';
import { detailSearch } from './details.ts';

type LogEntry = z.output<typeof LogEntrySchema>;

const list = createPagedList({
  call: (request: { TricksId: number; pageNumber: number; pageSize: number }) => api.logs.trading(request),
  page: (answer) => ({ rows: answer.log_list, total: answer.total }),
  idOf: (entry) => entry.logId,
  filter: { TricksId: 0 },
});

const tones = { info: 'neutral', warning: 'warning', error: 'bad' } as const;
const levels: Readonly<Record<LogEntry['level'], string>> = words({
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
    render: (row) => (
      <span lang="en" dir="auto">
        {row.text}
      </span>
    ),
    csv: (row) => row.text,
  },
];

/** Every decision of the strategy: signal, guard, order, fill. */
export const LogTab = ({ trick: { TricksId } }: { trick: TrickCard }) => {
  const [{ page }, setSearch] = useUrlSearch(detailSearch);
  const state = list.use();
  useEffect(() => {
    void list.load({ filter: { TricksId }, pageNumber: page });
  }, [TricksId, page]);
  useLiveReload(['order', 'trade', 'trick', 'position'], () => void list.reload());
  useCsvExport(() => csvTableOf(`strategy-${TricksId}-log`, columns(), list.all()));
  return (
    <>
      <Content
        isLoading={state.isLoading}
        hasContent={state.answer !== null}
        isEmpty={state.total === 0}
        failure={state.failure}
        loadedAt={state.loadedAt}
        onRetry={() => void list.load({ pageNumber: page })}
        skeleton={<TableSkeleton />}
        empty={{
          icon: <TextBulletListSquareRegular fontSize={32} />,
          sentence: t('This strategy has decided nothing yet. Start it to see every signal here.'),
        }}
      >
        <DataTable
          label={t('Log of the strategy')}
          columns={columns()}
          rows={state.rows}
          rowKey={(row) => row.logId}
        />
      </Content>
      <Pager {...state} onPage={(next) => setSearch({ page: next })} />
    </>
  );
};
