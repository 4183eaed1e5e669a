import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import type { market } from '../../../shared/contract/market.ts';
import { formatCount } from '../../../shared/money.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { DAY_MS, istDate, istDayStart, istIso } from '../../../shared/time.ts';
import type { CallContext } from '../../call-context.ts';
import type { Database } from '../../db/database.ts';
import type { EventHub } from '../../http/event-hub.ts';
import { coverage } from '../../market/candle-store.ts';
import type { History } from '../../market/history.ts';
import { importFiles, type ImportPlace } from '../../market/import/import-files.ts';
import { contractOf, findInstrument, INSTRUMENT_MASTER } from '../../market/instrument-master.ts';
import { pauses } from '../../pauses.ts';
import { notFound, Refusal } from '../../refusal.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';

export interface MarketDeps {
  readonly database: Database;
  readonly marketRuns: MarketRuns;
  readonly history: History;
  readonly hub: EventHub;
  readonly isShared: boolean;
  readonly imports: ImportPlace;
}

const PAISE = 100;
const DEFAULT_REPLAY_SPEED = 60;

/** Minutes of the simulated market as an entry of an instrument's history. */
const simulatedMinutes = (days: { from: string; to: string; bars: number } | null) =>
  days ? [{ source: 'simulated' as const, timeframe: '1m' as const, ...days }] : [];

/** Instruments, candles, quotes, import, and the feed in use with its controls. */
export const marketHandlers = ({
  database,
  marketRuns,
  history,
  hub,
  isShared,
  imports,
}: MarketDeps): Handlers<typeof market, CallContext> => {
  const importedSeries = async (userId: number) =>
    (await coverage(database.read, [userId])).map((series) => ({
      symbol: series.symbol,
      timeframe: series.timeframe,
      from: istDate(series.from),
      to: istDate(series.to),
      bars: series.bars,
    }));

  return {
    instruments: async (input, { userId }) => {
      const wanted = input.search.toUpperCase();
      const rows = INSTRUMENT_MASTER.filter(
        (row) => row.symbol.includes(wanted) || row.name.toUpperCase().includes(wanted),
      );
      const from = pageOffset(input);
      const series = await coverage(database.read, [0, userId]);
      const session = marketRuns.isOpen ? marketRuns.runOf(userId).session : null;
      const now = session?.now ?? Date.now();
      const minutes = {
        equity: await history.simulatedMinutes({ kind: 'equity' }, now),
        'index-proxy': await history.simulatedMinutes({ kind: 'index-proxy' }, now),
      };
      return {
        instruments: rows.slice(from, from + input.pageSize).map((row) => {
          const price = session?.lastPrice(row.symbol)?.price ?? row.simulatedStart * PAISE;
          return {
            symbol: row.symbol,
            name: row.name,
            exchange: row.exchange,
            token: row.token,
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
              ...simulatedMinutes(minutes[row.kind]),
            ],
          };
        }),
        pageNumber: input.pageNumber,
        pageSize: input.pageSize,
        total: rows.length,
      };
    },

    candles: async (input, { userId }) => {
      const row = findInstrument(input.symbol);
      if (!row) throw notFound(`instrument as ${input.symbol}`);
      const inUse = marketRuns.runOf(userId);
      const source = input.source ?? inUse.identity.source;
      const run = source === 'broker' ? marketRuns.runFor(userId, 'live') : inUse;
      const isInUse = source === run?.identity.source;
      const now = isInUse
        ? run.session.now
        : source === 'simulated'
          ? marketRuns.simulated.session.now
          : Number.MAX_SAFE_INTEGER;
      const before = Math.min(
        now,
        input.to_date ? istDayStart(input.to_date) + DAY_MS : Number.MAX_SAFE_INTEGER,
      );
      const key = { ownerId: userId, source, symbol: input.symbol };
      const pause = pauses();
      const stored = await history.candlesBefore(key, input.timeframe, before, input.limit, pause);
      const today = isInUse ? run.today(input.symbol, input.timeframe) : [];
      const past = [...stored, ...today.filter(({ time }) => time < before)].slice(-input.limit);
      const from = input.from_date ? istDayStart(input.from_date) : Number.NEGATIVE_INFINITY;
      const bars = past.filter((bar) => bar.time >= from);
      const column = async (pick: (bar: (typeof bars)[number]) => number) => {
        await pause();
        return bars.map(pick);
      };
      return {
        symbol: row.symbol,
        timeframe: input.timeframe,
        source,
        hasVolume: bars.some((bar) => bar.volume > 0),
        time: await column((bar) => bar.time),
        open: await column((bar) => bar.open),
        high: await column((bar) => bar.high),
        low: await column((bar) => bar.low),
        close: await column((bar) => bar.close),
        volume: await column((bar) => bar.volume),
      };
    },

    quote: (input, { userId }) => {
      const { session, identity } = marketRuns.runOf(userId);
      const quotes = [];
      const missing = [];
      for (const symbol of input.symbols) {
        const last = session.lastPrice(symbol);
        if (last)
          quotes.push({
            symbol,
            source: identity.source,
            ltp: last.price,
            previousClose: session.previousClose(symbol),
            at: istIso(last.at),
          });
        else
          missing.push({
            symbol,
            reason: findInstrument(symbol)
              ? identity.source === 'replay'
                ? 'The replay has no candles of it, so it has no price now.'
                : 'It has had no tick yet.'
              : 'There is no such instrument.',
          });
      }
      return { quotes, missing };
    },

    import: async (input, { userId }) => {
      const files = await importFiles(imports, userId, input.files, input.onBad, (done, total, name) =>
        hub.publishVolatile(userId, { type: 'import', done, total, name }),
      );
      const sum = (pick: (file: (typeof files)[number]) => number) =>
        files.reduce((total, file) => total + pick(file), 0);
      const answer = {
        files,
        rowsRead: sum((file) => file.rowsRead),
        rowsKept: sum((file) => file.rowsKept),
        rowsRepeated: sum((file) => file.rowsRepeated),
        rowsRefused: sum((file) => file.rowsRefused),
        rowsOutsideSession: sum((file) => file.rowsOutsideSession),
      };
      const refusedFiles = files.filter((file) => file.outcome === 'refused').length;
      return new Reply(
        answer,
        `${formatCount(answer.rowsKept)} of ${formatCount(answer.rowsRead)} rows are new and kept` +
          (refusedFiles > 0
            ? `; ${refusedFiles === 1 ? 'one file was' : `${refusedFiles} files were`} refused.`
            : '.'),
      );
    },

    feed: async (_input, { userId }) => ({
      feed: marketRuns.feedState(userId),
      imported: await importedSeries(userId),
    }),

    pace: async (input, { userId }) => {
      if (isShared)
        throw new Refusal(
          'forbidden',
          'Everybody on this server shares its simulated market: its pace is fixed.',
        );
      await marketRuns.setSpeed(marketRuns.simulated, input.speed);
      return { feed: marketRuns.feedState(userId) };
    },

    replay: async (input, { userId }) => {
      switch (input.action) {
        case 'start':
          await marketRuns.startReplay(userId, {
            from: input.from,
            to: input.to,
            speed: input.speed ?? DEFAULT_REPLAY_SPEED,
            symbols: input.symbols,
          });
          break;
        case 'pause':
          await marketRuns.pauseReplay(userId, true);
          break;
        case 'resume':
          await marketRuns.pauseReplay(userId, false);
          break;
        case 'stop':
          marketRuns.requireReplay(userId);
          await marketRuns.stopReplay(userId);
          break;
        case 'speed':
          if (input.speed === undefined)
            throw new Refusal('invalid', 'speed is missing.', { fields: { speed: 'is missing' } });
          await marketRuns.setSpeed(marketRuns.requireReplay(userId), input.speed);
          break;
      }
      return { feed: marketRuns.feedState(userId) };
    },
  };
};
