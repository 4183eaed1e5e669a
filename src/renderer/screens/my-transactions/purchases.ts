import { api } from '../../api/api.ts';
import { csvTableOf, type CsvSource } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import type { FilteredRows } from '../../state/use-paged-list.ts';
import { createPaneResource } from '../../state/resource.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';
import { purchaseColumns } from './purchases-table.tsx';

export const purchasesSearch = urlSearch({
  search: searchField.text(),
  from: searchField.day(),
  to: searchField.day(),
  page: searchField.page(),
  transaction: searchField.id(),
});

interface Filter {
  search: string;
  from: string;
  to: string;
}

const load = ({ search, from, to, ...page }: Filter & PageRequest) =>
  api.subscription.transactions({
    search,
    from_date: from || undefined,
    to_date: to || undefined,
    ...page,
  });

export const purchasesList = createPagedList({
  call: load,
  page: (answer) => ({ rows: answer.transactionDetails, total: answer.total }),
  idOf: (purchase) => purchase.transactionId,
  filter: { search: '', from: '', to: '' },
});

/** The invoice of the opened purchase. */
export const invoice = createPaneResource(
  ({ transactionId }: { transactionId: number }) => api.subscription.invoice({ transactionId }),
  { isQuiet: true },
);

/** Every purchase that the filters let through, for a spreadsheet. */
export const purchasesCsv = ({ all }: FilteredRows<typeof purchasesList>): ReturnType<CsvSource> =>
  csvTableOf('my-transactions', purchaseColumns(), all());
