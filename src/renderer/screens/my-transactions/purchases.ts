import type { Purchase } from '../../../shared/contract/subscription.ts';
import { api } from '../../api/api.ts';
import { csvRupees, csvTime } from '../../i18n/csv-cells.ts';
import { PURCHASE_LABELS } from '../../i18n/money-labels.ts';
import { t } from '../../i18n/translate.ts';
import { csvTableOf, type CsvColumn, type CsvSource } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import { createResource } from '../../state/resource.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

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

const ask = ({ search, from, to, ...page }: Filter & PageRequest) =>
  api.subscription.transactions({
    search,
    from_date: from || undefined,
    to_date: to || undefined,
    ...page,
  });

export const purchasesList = createPagedList({
  call: ask,
  page: (answer) => ({ rows: answer.transactionDetails, total: answer.total }),
  idOf: (purchase) => purchase.transactionId,
  filter: { search: '', from: '', to: '' },
});

/** The invoice of the opened purchase. */
export const invoice = createResource(
  ({ transactionId }: { transactionId: number }) => api.subscription.invoice({ transactionId }),
  { isQuiet: true },
);

const csvColumns = (): readonly CsvColumn<Purchase>[] => [
  { title: t('Time (IST)'), csv: (row) => csvTime(row.at) },
  { title: t('What'), csv: (row) => row.text },
  { title: t('Total'), csv: (row) => csvRupees(row.total) },
  { title: t('Of it GST'), csv: (row) => csvRupees(row.gst) },
  { title: t('State'), csv: (row) => PURCHASE_LABELS[row.state] },
  { title: t('Invoice'), csv: (row) => row.invoiceNumber ?? '' },
  { title: t('Reference'), csv: (row) => row.reference },
  { title: t('Message'), csv: (row) => row.message },
];

/** Every purchase that the filters let through, for a spreadsheet. */
export const purchasesCsv: CsvSource = () => csvTableOf('my-transactions', csvColumns(), purchasesList.all());
