import { Tab, TabList } from '@fluentui/react-components';
import { TicketDiagonalRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { formatCount } from '../../../shared/money.ts';
import type { Ticket } from '../../../shared/contract/tickets.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { t } from '../../i18n/translate.ts';
import { useCsvExport } from '../../state/csv-export.ts';
import { useWhyNot } from '../../state/rights.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { useLastKnown } from '../../state/use-last-known.ts';
import { usePagedList } from '../../state/use-paged-list.ts';
import { DateRange } from '../../ui/date-range.tsx';
import { PagedListView } from '../../ui/paged-list-view.tsx';
import { Screen } from '../../ui/screen.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { RaiseDialog } from './raise-dialog.tsx';
import { useRaiseKey } from './raise-key.ts';
import { TicketDrawer } from './ticket-drawer.tsx';
import { stateText } from './ticket-labels.ts';
import { ticketsList, ticketsSearch, ticketsCsv, type TicketFilter } from './tickets-list.ts';
import { TicketsTable } from './tickets-table.tsx';

const NO_FILTERS = { state: 'all', from: '', to: '', page: 1 } as const;
const NOT_RAISING = { raise: 'no', order: null, strategy: null } as const;

interface Counts {
  openTicket: number;
  closeTicket: number;
}

const filterTitle = (filter: TicketFilter, counts: Counts | null): string => {
  const name = filter === 'all' ? t('All') : stateText(filter);
  if (!counts) return name;
  const { openTicket, closeTicket } = counts;
  const count = { all: openTicket + closeTicket, open: openTicket, closed: closeTicket }[filter];
  return `${name} (${formatCount(count)})`;
};

/** Tickets to support, their outcome, and a way to raise another. */
export const TicketsScreen = () => {
  const [query, setSearch] = useUrlSearch(ticketsSearch);
  const { state, from, to, page, ticket, raise, order, strategy } = query;
  const list = usePagedList(ticketsList, { filter: { state, from, to }, page, reloadOn: ['ticket'] });
  const here = ticketsList.useHere();
  const counts = useLastKnown<Counts>(list.answer);
  const [newId, setNewId] = useState<number | null>(null);
  useCsvExport(() => ticketsCsv(list));
  const startRaising = () => setSearch({ raise: 'yes' });
  const mayRaise = useWhyNot()('tickets.add') === null;
  useRaiseKey(() => mayRaise && startRaising());
  const onRaised = (raised: Ticket | undefined) => {
    setNewId(raised?.ticketId ?? null);
    setSearch({ ...NO_FILTERS, ...NOT_RAISING, ticket: null }, { replace: true });
    void here.load({ filter: { state: 'all', from: '', to: '' } });
  };
  const isFiltered = state !== 'all' || from !== '' || to !== '';
  return (
    <Screen title={t('Support tickets')}>
      <Toolbar
        start={
          <TabList
            aria-label={t('Which tickets')}
            selectedValue={state}
            onTabSelect={(_, data) => setSearch({ state: data.value as TicketFilter, page: 1 })}
          >
            <Tab value="all">{filterTitle('all', counts)}</Tab>
            <Tab value="open">{filterTitle('open', counts)}</Tab>
            <Tab value="closed">{filterTitle('closed', counts)}</Tab>
          </TabList>
        }
        end={
          <>
            <DateRange from={from} to={to} onChange={(range) => setSearch({ ...range, page: 1 })} />
            <OnlineButton
              call="tickets.add"
              appearance="primary"
              title={t('Raise ticket (N)')}
              onClick={startRaising}
            >
              {t('Raise ticket')}
            </OnlineButton>
          </>
        }
      />
      <PagedListView
        list={list}
        onPage={(next) => setSearch({ page: next })}
        skeleton={<TableSkeleton rows={8} />}
        empty={{
          icon: <TicketDiagonalRegular fontSize={32} />,
          sentence: t('You have not asked support anything yet.'),
          action: (
            <OnlineButton call="tickets.add" onClick={startRaising}>
              {t('Raise your first ticket')}
            </OnlineButton>
          ),
        }}
        onClearFilters={isFiltered ? () => setSearch(NO_FILTERS) : null}
      >
        <TicketsTable
          rows={list.rows}
          selectedId={ticket ?? newId}
          onOpen={(ticketId) => setSearch({ ticket: ticketId })}
        />
      </PagedListView>
      {raise === 'yes' && (
        <RaiseDialog
          about={{ strategy, order }}
          onRaised={onRaised}
          onClose={() => setSearch(NOT_RAISING, { replace: true })}
        />
      )}
      {ticket !== null && (
        <TicketDrawer
          ticketId={ticket}
          onChanged={() => void ticketsList.reload()}
          onClose={() => setSearch({ ticket: null })}
        />
      )}
    </Screen>
  );
};
