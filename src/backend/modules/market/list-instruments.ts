import { pageOffset } from '../../../shared/paging.ts';
import { istDate } from '../../../shared/time.ts';
import {
  contractOf,
  findInstrument,
  INSTRUMENT_MASTER,
  instrumentNamed,
  type MasterRow,
  type NamedInstrument,
} from '../../market/instrument-master.ts';
import { pricedSymbols } from '../../market/known-shares.ts';
import { shareCoverage } from '../../market/share-coverage.ts';
import { symbolHistoryOf } from '../../market/symbol-changes/kept-symbol-changes.ts';
import type { MarketCalls, MarketDeps } from './market-deps.ts';

const PAISE = 100;

/** Minutes of the simulated market as an entry of an instrument's history. */
const simulatedMinutes = (days: { from: string; to: string; bars: number } | null) =>
  days ? [{ source: 'simulated' as const, timeframe: '1m' as const, ...days }] : [];

/** More shares than the exchange has: a list of made-up ones ends there. */
const MOST_IMPORTED = 5_000;

/** A page of instruments, each with the history there is of it. Those of the list first, then imported shares. */
export const listInstruments =
  (deps: MarketDeps): MarketCalls['instruments'] =>
  async (input, { userId }) => {
    const { database, marketRuns, history } = deps;
    const wanted = input.search.toUpperCase();
    const priced = await pricedSymbols(database.readOf(userId), userId)
      .orderBy('symbol')
      .limit(MOST_IMPORTED)
      .execute();
    const changes = await symbolHistoryOf(database.readOf(userId), userId);
    const imported = changes
      .since(priced.map(({ symbol }) => symbol))
      .sort()
      .flatMap((symbol) => (findInstrument(symbol) ? [] : (instrumentNamed(symbol) ?? [])));
    const rows: (MasterRow | NamedInstrument)[] = [...INSTRUMENT_MASTER, ...imported].filter(
      (row) => row.symbol.includes(wanted) || row.name.toUpperCase().includes(wanted),
    );
    const from = pageOffset(input);
    const page = rows.slice(from, from + input.pageSize);
    const series = await shareCoverage(database.readOf(userId), userId, {
      ...{ others: [0], symbols: page.map(({ symbol }) => symbol) },
    });
    const session = marketRuns.isOpen ? marketRuns.runOf(userId).session : null;
    const now = session?.now ?? Date.now();
    const minutes = {
      equity: await history.simulatedMinutes({ kind: 'equity' }, now),
      'index-proxy': await history.simulatedMinutes({ kind: 'index-proxy' }, now),
    };
    return {
      instruments: page.map((row) => {
        const made = 'simulatedStart' in row ? row : null;
        const price = session?.lastPrice(row.symbol)?.price ?? (made?.simulatedStart ?? 0) * PAISE;
        return {
          symbol: row.symbol,
          name: row.name,
          exchange: row.exchange,
          token: made?.token ?? '',
          kind: row.kind,
          segment: row.kind === 'equity' ? 'Cash' : 'Index proxy',
          ...contractOf(row, price, now),
          expiry: null,
          history: [
            ...series
              .filter((held) => held.symbol === row.symbol)
              .map((held) => ({
                source: held.source,
                timeframe: held.timeframe,
                from: istDate(held.from),
                to: istDate(held.to),
                bars: held.bars,
              })),
            ...(made ? simulatedMinutes(minutes[row.kind]) : []),
          ],
        };
      }),
      pageNumber: input.pageNumber,
      pageSize: input.pageSize,
      total: rows.length,
    };
  };
