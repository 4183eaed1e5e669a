import { dateTimeText } from '../../i18n/dates.ts';
import type { Purchase } from '../../../shared/contract/subscription.ts';
import { succeed, type Result } from '../../../shared/failure.ts';

import { api } from '../../api/api.ts';
import { PURCHASE_WORDS } from '../../i18n/money-words.ts';
import { inEnglish } from '../../i18n/translate.ts';
import { allRows, csvRupees, type CsvTable } from '../../state/csv-export.ts';
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
    Search: search,
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

const csvRow = (row: Purchase): string[] => [
  dateTimeText(Date.parse(row.at)),
  row.text,
  csvRupees(row.total),
  csvRupees(row.gst),
  PURCHASE_WORDS[row.state],
  row.invoiceNumber ?? '',
  row.reference,
  row.message,
];

/** Every purchase that the filters let through, for a spreadsheet. */
export const purchasesTable = async (): Promise<Result<CsvTable>> => {
  const { filter } = purchasesList.get();
  const rows = await allRows(
    (page) => ask({ ...filter, ...page }),
    (answer) => ({ rows: answer.transactionDetails, total: answer.total }),
  );
  if (!rows.ok) return rows;
  return succeed({
    name: 'my-transactions',
    columns: ['Time (IST)', 'What', 'Total', 'Of it GST', 'State', 'Invoice', 'Reference', 'Message'],
    rows: inEnglish(() => rows.value.map(csvRow)),
  });
};
