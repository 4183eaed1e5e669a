import { contractOf } from '../../../engine/contracts/contract.ts';
import { DAY_MS, istDayStart } from '../../../shared/time.ts';
import { instrumentNamed } from '../../market/instrument-master.ts';
import { pauses } from '../../pauses.ts';
import { notFound } from '../../refusal.ts';
import { listContractCandles } from './list-contract-candles.ts';
import type { MarketCalls, MarketDeps } from './market-deps.ts';

/** Newest candles of an instrument, up to now in its market. Prices are in paise; the market is the one in use. */
export const listCandles =
  (deps: MarketDeps): MarketCalls['candles'] =>
  async (input, { userId }) => {
    const { marketRuns, history } = deps;
    const contract = contractOf(input.symbol);
    if (contract) return listContractCandles(deps, contract, input, userId);
    const row = instrumentNamed(input.symbol);
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
  };
