import { Link } from '@fluentui/react-components';
import { NotepadRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { journal } from '../../../shared/contract/journal.ts';
import { tradeHistoryFlag } from '../../../shared/trade-history-flag.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { createPaneResource } from '../../state/resource.ts';
import { changeColumn, countColumn, rupeesColumn } from '../../ui/columns.tsx';
import { Content } from '../../ui/content.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import type { TradeFilter } from './trades-list.ts';

type Mistake = OutputOf<(typeof journal)['mistakes']>['mistakes'][number];

const mistakes = createPaneResource(({ mode, source, search, from, to }: TradeFilter) =>
  api.journal.mistakes({
    isTest: tradeHistoryFlag(mode),
    source: source === 'in-use' ? undefined : source,
    search,
    from_date: from || undefined,
    to_date: to || undefined,
  }),
);

const columns = (onOpen: (labelId: number) => void): readonly Column<Mistake>[] => [
  {
    key: 'name',
    title: t('Mistake'),
    render: ({ labelId, name }) => (
      <Link as="button" onClick={() => onOpen(labelId)}>
        {name}
      </Link>
    ),
    sortBy: ({ name }) => name,
    csv: ({ name }) => name,
  },
  countColumn('trades', t('Trades'), (row) => row.trades, { isSortable: true }),
  countColumn('losses', t('Lost'), (row) => row.losses, { isSortable: true }),
  rupeesColumn('cost', t('Cost'), (row) => row.cost, { isSortable: true }),
  changeColumn('net', t('Net'), (row) => row.net, { isSortable: true }),
];

interface MistakesViewProps {
  filter: TradeFilter;
  /** Show the trades of a mistake. */
  onLabel: (labelId: number) => void;
}

/** Cost of each mistake: the sum of what the trades lost that are marked with it. */
export const MistakesView = ({ filter, onLabel }: MistakesViewProps) => {
  const here = mistakes.useHere();
  const { value, ...state } = here.use();
  const asked = JSON.stringify(filter);
  useEffect(() => void here.load(JSON.parse(asked) as TradeFilter), [here, asked]);
  const shown = columns(onLabel);
  useCsvExport(value && csvOfRows('mistakes', shown, value.mistakes));
  return (
    <Content
      {...state}
      hasContent={value !== null}
      isEmpty={value?.mistakes.length === 0}
      onRetry={() => void here.load(filter)}
      skeleton={<TableSkeleton />}
      empty={{
        icon: <NotepadRegular fontSize={32} />,
        sentence: t('No trade is marked with a mistake. Open a trade and mark it.'),
      }}
    >
      {value && (
        <DataTable
          label={t('Cost of mistakes')}
          columns={shown}
          rows={value.mistakes}
          rowKey={(row) => row.labelId}
        />
      )}
    </Content>
  );
};
