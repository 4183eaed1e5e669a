import type { Mode } from '../../../shared/contract/fields.ts';
import type { Trade } from '../../../shared/contract/positions.ts';
import { api } from '../../api/api.ts';
import { createPagedList } from '../../state/paged-list.ts';
import { historyRows, tradeHistoryFlag } from '../../state/trade-history-flag.ts';
import { searchField, urlSearch } from '../../state/url-search.ts';

export const tradesSearch = urlSearch({
  mode: searchField.oneOf(['live', 'test'], 'test'),
  search: searchField.text(),
  from: searchField.day(),
  to: searchField.day(),
  page: searchField.page(),
  trade: searchField.id(),
});

interface Filter {
  mode: Mode;
  search: string;
  from: string;
  to: string;
}

const ask = ({
  mode,
  search,
  from,
  to,
  pageNumber,
  pageSize,
}: Filter & { pageNumber: number; pageSize: number }) =>
  api.positions.trades({
    is_live: tradeHistoryFlag(mode),
    Search: search,
    from_date: from || undefined,
    to_date: to || undefined,
    pageNumber,
    pageSize,
  });

/** The mode and rows that the server answered with, whatever was asked for. */
export const answeredTrades = (answer: { test_tradehistory?: Trade[]; live_tradehistory?: Trade[] }) =>
  historyRows({ test: answer.test_tradehistory, live: answer.live_tradehistory });

export const tradesList = createPagedList({
  call: ask,
  page: (answer) => ({ rows: answeredTrades(answer)?.rows ?? [], total: answer.total }),
  idOf: (trade) => trade.tradeId,
  filter: { mode: 'test', search: '', from: '', to: '' },
});

/** A trade that a link speaks of is among the latest; older ones are found through the filters. */
const LOOKED_THROUGH = 100;

/** Finds one trade by its id, in test and then in live; null when it is not among the latest. */
export const findTrade = async (tradeId: number): Promise<Trade | null> => {
  for (const mode of ['test', 'live'] as const) {
    const result = await ask({
      mode,
      search: '',
      from: '',
      to: '',
      pageNumber: 1,
      pageSize: LOOKED_THROUGH,
    });
    const found = result.ok && answeredTrades(result.value)?.rows.find((trade) => trade.tradeId === tradeId);
    if (found) return found;
  }
  return null;
};
