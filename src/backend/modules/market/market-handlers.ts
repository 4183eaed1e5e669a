import { RULE_LIMITS } from '../../../shared/rule-document.ts';
import { istDate } from '../../../shared/time.ts';
import { coverage } from '../../market/candle-store.ts';
import { ContractSearch } from '../../market/contracts/contract-search.ts';
import { keptIndices } from '../../market/index-members/kept-members.ts';
import { Refusal } from '../../refusal.ts';
import { fetchCalls } from './fetch-history.ts';
import { findContracts } from './find-contracts.ts';
import { listCalls } from './imported-lists.ts';
import { listInstruments } from './list-instruments.ts';
import { listCandles } from './list-candles.ts';
import { recorderCalls } from './record-chains.ts';
import { quotePrices } from './quote-prices.ts';
import { importCandles } from './import-candles.ts';
import { controlReplay } from './control-replay.ts';
import type { MarketCalls, MarketDeps } from './market-deps.ts';

const importedSeries = async (deps: MarketDeps, userId: number) =>
  (await coverage(deps.database.read, [userId])).map((series) => ({
    symbol: series.symbol,
    timeframe: series.timeframe,
    from: istDate(series.from),
    to: istDate(series.to),
    bars: series.bars,
  }));

/** Instruments, candles, quotes, import, and the feed in use with its controls. */
export const marketHandlers = (deps: MarketDeps): MarketCalls => {
  const search = new ContractSearch(deps.database);
  return {
    instruments: listInstruments(deps),
    candles: listCandles(deps),
    findContracts: findContracts(deps, search),
    quote: quotePrices(deps),
    import: importCandles(deps, search),
    feed: async (_input, { userId }) => ({
      feed: deps.marketRuns.feedState(userId),
      imported: await importedSeries(deps, userId),
    }),
    pace: async (input, { userId }) => {
      if (deps.isShared)
        throw new Refusal(
          'forbidden',
          'Everybody on this server shares its simulated market: its pace is fixed.',
        );
      await deps.marketRuns.setSpeed(deps.marketRuns.simulated, input.speed);
      return { feed: deps.marketRuns.feedState(userId) };
    },
    indices: async (_input, { userId }) => {
      const today = istDate(deps.clock.now());
      const kept = await keptIndices(deps.database.readOf(userId), userId, today);
      return {
        indices: kept.map(({ members, ...one }) => ({
          ...one,
          members: members.length,
          symbols: members.slice(0, RULE_LIMITS.instruments),
        })),
      };
    },
    replay: controlReplay(deps),
    ...listCalls(deps),
    ...fetchCalls(deps),
    ...recorderCalls(deps),
  };
};
