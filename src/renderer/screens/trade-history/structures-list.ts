import type { Structure } from '../../../shared/contract/positions.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { tradeHistoryFlag } from '../../../shared/trade-history-flag.ts';
import { api } from '../../api/api.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { csvTableOf, type CsvSource } from '../../state/csv-export.ts';
import { createPagedList, type PageRequest } from '../../state/paged-list.ts';
import type { FilteredRows } from '../../state/use-paged-list.ts';
import {
  changeColumn,
  countColumn,
  rupeesColumn,
  saidColumn,
  textColumn,
  timeColumn,
} from '../../ui/columns.tsx';
import type { Column } from '../../ui/data-table.tsx';
import type { TradeFilter } from './trades-list.ts';

/** A structure by its index and the day of its entry: `NIFTY, 27-11-2026`. */
export const structureName = ({ underlying, day }: Structure): string =>
  `${underlying}, ${dayText(Date.parse(day))}`;

/** Columns of a structure, in the order of a file. */
export const structureColumns = (): readonly Column<Structure>[] => [
  timeColumn('exitedAt', t('Time (IST)'), (row) => row.exitedAt, { fullTitle: t('Exit time (IST)') }),
  textColumn('structure', t('Structure'), structureName, { kind: 'name' }),
  textColumn('strategy', t('Strategy'), (row) => row.strategyName, { kind: 'quiet' }),
  countColumn('trades', t('Trades'), (row) => row.trades),
  countColumn('openLegs', t('Open legs'), (row) => row.openLegs),
  saidColumn('exitReason', t('Why it left'), (row) => row.exitReason),
  changeColumn('gross', t('Gross'), (row) => row.gross),
  rupeesColumn('charges', t('Charges'), (row) => row.charges),
  changeColumn('net', t('P&L'), (row) => row.net, { fullTitle: t('Net') }),
];

const everything: TradeFilter = { mode: 'test', source: 'in-use', search: '', from: '', to: '', label: null };

export const structuresList = createPagedList({
  call: ({ mode, source, search, from, to, pageNumber, pageSize }: TradeFilter & PageRequest) =>
    api.positions.structures({
      isTest: tradeHistoryFlag(mode),
      source: source === 'in-use' ? undefined : source,
      search,
      from_date: from || undefined,
      to_date: to || undefined,
      pageNumber,
      pageSize,
    }),
  page: (answer) => ({ rows: answer.list, total: answer.total }),
  idOf: (structure) => structure.structureId,
  filter: everything,
});

/** Every structure that the filters let through, for a spreadsheet. */
export const structuresCsv = ({ filter, all }: FilteredRows<typeof structuresList>): ReturnType<CsvSource> =>
  csvTableOf(`structures-${modeWord(filter.mode)}`, structureColumns(), all());
