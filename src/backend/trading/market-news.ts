import type { ClosedCandle } from '../market/session-candles.ts';
import type { MarketRun } from './market-run.ts';

/** Price of an instrument, paise. */
interface TradedPrice {
  readonly symbol: string;
  readonly price: number;
}

/** Follows the prices of every run beside its strategies. What it does keeps no strategy waiting. */
export interface MarketListener {
  /** Prices of one moment, market time. */
  onTicks(run: MarketRun, ticks: readonly TradedPrice[], at: number): void;
  /** Candles that have closed by a moment. */
  onCandles(run: MarketRun, closed: readonly ClosedCandle[], at: number): void;
  /** Resolves when nothing of a run is missed any more. Its market time stands still until then. */
  whenReady(run: MarketRun): Promise<void>;
  /** Resolves when all that a run's prices led to is written. */
  settled(run: MarketRun): Promise<void>;
  /** Instruments of a run that it needs prices of. */
  symbols(run: MarketRun): Iterable<string>;
  /** Instruments of a run that it needs whole candles of. */
  candleSymbols(run: MarketRun): Iterable<string>;
}

const NOBODY: MarketListener = {
  onTicks: () => undefined,
  onCandles: () => undefined,
  whenReady: () => Promise.resolve(),
  settled: () => Promise.resolve(),
  symbols: () => [],
  candleSymbols: () => [],
};

/** Way of the prices of every run to who follows them. The runs are there before who follows is. */
export class MarketNews {
  listener: MarketListener = NOBODY;
}
