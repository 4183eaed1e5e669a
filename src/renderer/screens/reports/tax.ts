import type { Mode } from '../../../shared/contract/fields.ts';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { reports } from '../../../shared/contract/reports.ts';
import { PAGE_SIZE } from '../../../shared/page-size.ts';
import { succeed } from '../../../shared/failure.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { api } from '../../api/api.ts';
import type { CsvSource } from '../../state/csv-export.ts';
import { createPaneResource } from '../../state/resource.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export type TaxReport = OutputOf<(typeof reports)['tax']>;

export const reportsSearch = urlSearch({
  mode: searchField.oneOf(['live', 'test'], 'live'),
  /** Empty for the latest in which something was completed. */
  year: searchField.text(),
  tradebook: searchField.oneOf(['with', 'without'], 'with'),
  page: searchField.page(),
  /** Of the list of imported fills. */
  fills: searchField.page(),
});

export interface Asked {
  mode: 'live' | 'test';
  year: string;
  withTradebook: boolean;
  page: number;
}

const loadNow = ({ mode, year, withTradebook, page }: Asked) =>
  api.reports.tax({
    mode,
    financialYear: /^20\d{2}-\d{2}$/.test(year) ? year : undefined,
    withTradebook: withTradebook && mode === 'live',
    pageNumber: page,
    pageSize: PAGE_SIZE,
  });

let before: Promise<unknown> = Promise.resolve();

/** Asks for one report after the other: the server makes one at a time for a user. */
const load = (asked: Asked): ReturnType<typeof loadNow> => {
  const mine = Promise.allSettled([before]).then(() => loadNow(asked));
  before = mine;
  return mine;
};

export const taxReport = createPaneResource(load);

/** The whole report, every lot included, as the server wrote it. */
export const taxTable = async ({ csv, financialYear }: TaxReport, mode: Mode): ReturnType<CsvSource> => {
  const { default: papa } = await import('papaparse');
  const [columns = [], ...rows] = papa.parse<string[]>(csv).data;
  return succeed({ name: `tax-${modeWord(mode)}-${financialYear}`, columns, rows });
};
