import { DataUsageRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { dateTimeText } from '../../i18n/dates.ts';
import type { Position } from '../../../shared/contract/positions.ts';
import type { TrickCard } from '../../../shared/contract/trick-card.ts';
import { formatCount, formatPrice } from '../../../shared/money.ts';

import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { csvRupees, csvTime } from '../../i18n/csv-cells.ts';
import { csvTableOf, useCsvExport } from '../../state/csv-export.ts';
import { onLive, useLiveReload } from '../../state/live.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { detailSearch } from './details.ts';
import { TabPage } from './tab-page.tsx';

const list = createPagedList({
  call: ({ TricksId, pageNumber, pageSize }: { TricksId: number; pageNumber: number; pageSize: number }) =>
    api.positions.open({ TricksId, status: 'all', page: pageNumber, pageSize }),
  page: (answer) => ({ rows: answer.list, total: answer.total }),
  idOf: (position) => position.positionId,
  filter: { TricksId: 0 },
});

const priceOrDash = (price: number | null): string => (price === null ? '–' : formatPrice(price));

const columns = (): readonly Column<Position>[] => [
  { key: 'symbol', title: t('Symbol'), render: (row) => row.symbol, csv: (row) => row.symbol },
  {
    key: 'status',
    title: t('State'),
    render: (row) => t(row.status === 'open' ? 'Open' : 'Closed', { context: 'position-state' }),
    csv: (row) => row.status,
  },
  {
    key: 'opened',
    title: t('Opened'),
    kind: 'quiet',
    render: (row) => dateTimeText(Date.parse(row.openedAt)),
    csv: (row) => csvTime(row.openedAt),
  },
  {
    key: 'quantity',
    title: t('Qty'),
    align: 'end',
    render: (row) => formatCount(row.quantity),
    csv: (row) => String(row.quantity),
  },
  {
    key: 'average',
    title: t('Avg'),
    align: 'end',
    render: (row) => formatPrice(row.averagePrice),
    csv: (row) => csvRupees(row.averagePrice),
  },
  {
    key: 'ltp',
    title: 'LTP',
    align: 'end',
    render: (row) => priceOrDash(row.ltp),
    csv: (row) => csvRupees(row.ltp),
  },
  {
    key: 'stop',
    title: t('Stop-loss'),
    align: 'end',
    render: (row) => priceOrDash(row.stopLoss),
    csv: (row) => csvRupees(row.stopLoss),
  },
  {
    key: 'target',
    title: t('Target'),
    align: 'end',
    render: (row) => priceOrDash(row.target),
    csv: (row) => csvRupees(row.target),
  },
  {
    key: 'pnl',
    title: 'P&L',
    align: 'end',
    render: (row) => <MoneyChange paise={row.pnl} />,
    csv: (row) => csvRupees(row.pnl),
  },
];

/** Open and closed positions of the strategy. */
export const PositionsTab = ({ trick: { TricksId } }: { trick: TrickCard }) => {
  const [{ page }] = useUrlSearch(detailSearch);
  const state = list.use();
  useEffect(() => {
    void list.load({ filter: { TricksId }, pageNumber: page });
  }, [TricksId, page]);
  useEffect(() => onLive(['positions'], ({ positions }) => list.replace(...positions)), []);
  useLiveReload(
    ['position'],
    () => void list.reload(),
    ({ position }) => position.TricksId === TricksId,
  );
  useCsvExport(() => csvTableOf(`strategy-${TricksId}-positions`, columns(), list.all()));
  return (
    <TabPage
      state={state}
      onRetry={() => void list.load({ pageNumber: page })}
      empty={{
        icon: <DataUsageRegular fontSize={32} />,
        sentence: t('This strategy has had no position yet.'),
      }}
    >
      <DataTable
        label={t('Positions of the strategy')}
        columns={columns()}
        rows={state.rows}
        rowKey={(row) => row.positionId}
      />
    </TabPage>
  );
};
