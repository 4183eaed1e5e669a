import { Link } from '@fluentui/react-components';
import { BoxMultipleRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { basketRoute } from '../../../shared/basket-rules.ts';
import type { InstrumentHolding } from '../../../shared/contract/baskets.ts';
import { succeed } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';
import { moreColumn } from '../../features/symbols/symbol-columns.tsx';
import { ValuesAsOf } from '../../features/stream/as-of.tsx';
import { LinkButton } from '../../features/navigation/link-button.tsx';
import { csvRupees } from '../../i18n/csv-cells.ts';
import { BY_HAND_ROUTE } from '../../features/strategies/strategy-link.tsx';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { holdingNow } from '../../state/held-now.ts';
import { useQuotes } from '../../state/quotes.ts';
import { useReloadOnFacts } from '../../state/reload-on-facts.ts';
import { routeHref } from '../../state/navigation.ts';
import { usePrintSource } from '../../state/print.ts';
import { createResource } from '../../state/resource.ts';
import { session } from '../../state/session.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { changeColumn, countColumn, rupeesColumn } from '../../ui/columns.tsx';
import { Content } from '../../ui/content.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Screen } from '../../ui/screen.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { sortedRows } from '../../ui/sorting.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { holdingColumns, signedPrice } from './holdings-columns.tsx';
import { holdingsDocument } from './holdings-document.ts';

type Part = InstrumentHolding['parts'][number];

const holdings = createResource(() => api.baskets.holdings());
const REFRESH_MS = 5_000;

const keyOf = ({ symbol, mode, source, runId }: InstrumentHolding): string =>
  `${symbol} ${mode} ${source} ${runId}`;

const partColumns = (): readonly Column<Part>[] => [
  {
    key: 'name',
    title: t('Held by'),
    render: ({ name, kind, basketId, strategyId, mode }) => {
      if (kind === 'manual') return <Link href={routeHref(BY_HAND_ROUTE)}>{name}</Link>;
      const route = basketId === null ? `/strategies/${strategyId}` : basketRoute(basketId, mode);
      return <Link href={routeHref(route)}>{name}</Link>;
    },
    csv: (part) => part.name,
  },
  countColumn('quantity', t('Quantity'), (part) => part.quantity),
  {
    key: 'average',
    title: t('Average'),
    align: 'end',
    render: (part) => signedPrice(part.averagePrice),
    csv: (part) => csvRupees(part.averagePrice),
  },
  changeColumn('pnl', t('Result after charges'), (part) => part.pnl),
  rupeesColumn('charges-to-come', t('Charges to come'), (part) => part.chargesToCome),
];

/** Delivered shares by instrument, over baskets and strategies. */
export const HoldingsScreen = () => {
  const { value, isLoading, failure, loadedAt } = holdings.use();
  const [opened, setOpened] = useState<string | null>(null);
  useEffect(() => {
    void holdings.load(undefined);
    const timer = setInterval(() => void holdings.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  useReloadOnFacts(['order', 'trade'], holdings);
  const sort = useUrlSort();
  const quotes = useQuotes((all) => all);
  const rows = (value?.listHoldings ?? []).map((row) => holdingNow(row, quotes));
  useCsvExport(
    value && csvOfRows('holdings', holdingColumns(), sortedRows(rows, holdingColumns(), sort.sorting)),
  );
  const holder = session.use((state) => state.user?.fullName ?? '');
  usePrintSource(
    rows.length === 0
      ? null
      : async () => {
          const latest = await api.baskets.holdings();
          return latest.ok
            ? succeed(holdingsDocument(latest.value.listHoldings, Date.parse(latest.value.asOf), holder))
            : latest;
        },
  );
  const shown = rows.find((row) => keyOf(row) === opened);
  return (
    <Screen title={t('Holdings')}>
      {rows.length > 0 && <Toolbar end={<ValuesAsOf loadedAt={loadedAt} />} />}
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={rows.length === 0}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void holdings.load(undefined)}
        skeleton={<TableSkeleton />}
        empty={{
          icon: <BoxMultipleRegular fontSize={32} />,
          sentence: t(
            'Nothing is held. What your baskets and strategies buy for delivery is added up here by instrument; intraday stands under Open positions.',
          ),
          action: <LinkButton to="/baskets?tab=explore">{t('Explore baskets')}</LinkButton>,
        }}
      >
        <DataTable
          label={t('Holdings by instrument')}
          columns={[...holdingColumns(), moreColumn()]}
          rows={rows}
          rowKey={keyOf}
          selectedKey={opened}
          onOpen={(row) => setOpened(keyOf(row))}
          {...sort}
        />
      </Content>
      {shown && (
        <DetailsDrawer title={shown.symbol} onClose={() => setOpened(null)}>
          <DataTable
            label={t('Who holds {{symbol}}', { symbol: shown.symbol })}
            columns={partColumns()}
            rows={shown.parts}
            rowKey={(part) => part.strategyId}
            csv={{ name: `holders-${shown.symbol}` }}
          />
        </DetailsDrawer>
      )}
    </Screen>
  );
};
