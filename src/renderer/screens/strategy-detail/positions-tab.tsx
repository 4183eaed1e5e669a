import { DataUsageRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import type { Position } from '../../../shared/contract/positions.ts';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { markToMarket } from '../../../shared/mark-to-market.ts';
import { api } from '../../api/api.ts';
import {
  actionsColumn,
  type PositionActions,
  usePositionActions,
} from '../../features/trades/position-actions.tsx';
import { contractColumns, protectionColumn } from '../../features/trades/protection-columns.tsx';
import { LtpCell, PnlCell } from '../../features/trades/streaming-cells.tsx';
import { contractName } from '../../i18n/contract-name.ts';
import { csvRupees } from '../../i18n/csv-cells.ts';
import { t } from '../../i18n/translate.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { onStreamEvent } from '../../state/stream.ts';
import { quotesNow } from '../../state/quotes.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { countColumn, priceColumn, rupeesColumn, textColumn, timeColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { detailSearch } from './details.ts';

const positionsList = createPagedList({
  call: ({ strategyId, pageNumber, pageSize }: { strategyId: number } & PageRequest) =>
    api.positions.open({ strategyId, status: 'all', page: pageNumber, pageSize }),
  page: (answer) => ({ rows: answer.list, total: answer.total }),
  idOf: (position) => position.positionId,
  filter: { strategyId: 0 },
});

const columns = (isLive: boolean, actions: PositionActions | null): readonly Column<Position>[] => [
  { ...textColumn<Position>('symbol', t('Symbol'), contractName), csv: (row) => row.symbol },
  {
    key: 'status',
    title: t('Status'),
    render: (row) => t(row.status === 'open' ? 'Open' : 'Closed', { context: 'position-state' }),
    csv: (row) => row.status,
  },
  ...(isLive ? [protectionColumn()] : []),
  timeColumn('opened', t('Opened'), (row) => row.openedAt, { kind: 'quiet' }),
  countColumn('quantity', t('Qty'), (row) => row.quantity),
  priceColumn('average', t('Avg'), (row) => row.averagePrice),
  {
    key: 'ltp',
    title: 'LTP',
    align: 'end',
    render: (row) => <LtpCell position={row} />,
    csv: (row) => csvRupees(markToMarket(row, quotesNow()).ltp),
  },
  priceColumn('stop', t('Stop-loss'), (row) => row.stopLoss),
  priceColumn('target', t('Target'), (row) => row.target),
  rupeesColumn('charges', t('Charges so far'), (row) => row.charges),
  rupeesColumn('charges-to-come', t('Charges to come'), (row) => row.chargesToCome),
  {
    key: 'pnl',
    title: 'P&L',
    align: 'end',
    render: (row) => <PnlCell position={row} />,
    csv: (row) => csvRupees(markToMarket(row, quotesNow()).pnl),
  },
  ...(actions ? [actionsColumn(actions)] : []),
];

/** Open and closed positions of the strategy. */
export const PositionsTab = ({ strategy: { strategyId, mode } }: { strategy: StrategySummary }) => {
  const here = positionsList.useHere();
  useEffect(() => onStreamEvent(['positions'], ({ positions }) => here.replace(...positions)), [here]);
  const [{ page }, setSearch] = useUrlSearch(detailSearch);
  const list = usePagedList(positionsList, {
    filter: { strategyId },
    page,
    reloadOn: ['position'],
    isNews: ({ position }) => position.strategyId === strategyId,
  });
  const isLive = mode === 'live';
  const { question, ...actions } = usePositionActions(() => void positionsList.reload());
  useCsvExport(() =>
    csvTableOf(
      `strategy-${strategyId}-positions`,
      [...columns(isLive, null), ...(isLive ? contractColumns() : [])],
      list.all(),
    ),
  );
  return (
    <>
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ page: next })}
        skeleton={<TableSkeleton />}
        empty={{
          icon: <DataUsageRegular fontSize={32} />,
          sentence: t('This strategy has had no position yet.'),
        }}
      >
        <DataTable
          label={t('Positions of the strategy')}
          columns={columns(isLive, list.rows.some(({ status }) => status === 'open') ? actions : null)}
          rows={list.rows}
          rowKey={(row) => row.positionId}
        />
      </PagedListView>
      {question}
    </>
  );
};
