import type { Mode, Source } from '../../../shared/contract/fields.ts';
import type { Trade } from '../../../shared/contract/positions.ts';
import { FIRST_PAGE } from '../../../shared/page-size.ts';
import { api } from '../../api/api.ts';
import { csvTableOf, type CsvSource } from '../../state/csv-export.ts';
import { createPagedList } from '../../state/paged-list.ts';
import type { FilteredRows } from '../../state/use-paged-list.ts';
import { tradeFileColumns } from '../../features/trades/trade-columns.ts';
import { tradeHistoryFlag } from '../../../shared/trade-history-flag.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { modeField } from '../../state/first-side.ts';
import { historyRows } from '../../state/history-rows.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export type SourceChoice = 'in-use' | Exclude<Source, 'broker'>;

/** Kinds of rows: trades one by one, or summed up. */
export type TradeRows = 'trades' | 'structures' | 'mistakes' | 'calendar';

export const tradesSearch = urlSearch({
  mode: modeField(),
  /** `in-use` asks for trades made on the feed in use. */
  source: searchField.oneOf<SourceChoice>(['in-use', 'simulated', 'replay'], 'in-use'),
  search: searchField.text(),
  from: searchField.day(),
  to: searchField.day(),
  page: searchField.page(),
  trade: searchField.id(),
  rows: searchField.oneOf<TradeRows>(['trades', 'structures', 'mistakes', 'calendar'], 'trades'),
  /** Tag or mistake of the trades in view. */
  label: searchField.id(),
  /** The structure that is opened. */
  structure: searchField.id(),
});

/** Trades or structures that are asked for. */
export interface TradeFilter {
  mode: Mode;
  source: SourceChoice;
  search: string;
  from: string;
  to: string;
  /** Tag or mistake; null for all trades. */
  label: number | null;
}

const load = ({
  mode,
  source,
  search,
  from,
  to,
  label,
  pageNumber,
  pageSize,
}: TradeFilter & { pageNumber: number; pageSize: number }) =>
  api.positions.trades({
    isTest: tradeHistoryFlag(mode),
    source: source === 'in-use' ? undefined : source,
    search,
    from_date: from || undefined,
    to_date: to || undefined,
    labelId: label ?? undefined,
    pageNumber,
    pageSize,
  });

/** The mode and rows of an answer, whatever was asked for. */
export const answeredTrades = (answer: { test_tradehistory?: Trade[]; live_tradehistory?: Trade[] }) =>
  historyRows({ test: answer.test_tradehistory, live: answer.live_tradehistory });

const everything: TradeFilter = { mode: 'test', source: 'in-use', search: '', from: '', to: '', label: null };

export const tradesList = createPagedList({
  call: load,
  page: (answer) => ({ rows: answeredTrades(answer)?.rows ?? [], total: answer.total }),
  idOf: (trade) => trade.tradeId,
  filter: everything,
});

/** Every trade that the filters let through, for a spreadsheet. */
export const tradesCsv = ({ filter, all }: FilteredRows<typeof tradesList>): ReturnType<CsvSource> =>
  csvTableOf(`trades-${modeWord(filter.mode)}`, tradeFileColumns({ hasRunningTotal: true }), all());

/** A trade that a link speaks of is among the latest; older ones are found through the filters. */
const LOOKED_THROUGH = 100;

const places: readonly Pick<TradeFilter, 'mode' | 'source'>[] = [
  { mode: 'test', source: 'simulated' },
  { mode: 'test', source: 'replay' },
  { mode: 'live', source: 'in-use' },
];

/** Finds one trade by its id, whatever it was made on; null when it is not among the latest. */
export const findTrade = async (tradeId: number): Promise<Trade | null> => {
  for (const place of places) {
    const result = await load({ ...everything, ...place, pageNumber: FIRST_PAGE, pageSize: LOOKED_THROUGH });
    const found = result.ok && answeredTrades(result.value)?.rows.find((trade) => trade.tradeId === tradeId);
    if (found) return found;
  }
  return null;
};
