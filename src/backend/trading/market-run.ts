import type { Bar } from '../../engine/bars.ts';
import type { Timeframe } from '../../shared/rule-document.ts';
import type { PositionRow } from '../db/schema.ts';
import type { OrderPath, RunIdentity } from './order-path.ts';
import type { Runner } from './runner.ts';
import type { LastPrice } from '../market/last-price.ts';
import type { ShownPrice } from '../market/shown-price.ts';
import type { SessionCandles } from '../market/session-candles.ts';

/** Prices of a run: of a feed that is played, or of a broker. */
export interface PriceSource {
  /** Market time, epoch ms. */
  readonly now: number;
  /** Price of what a symbol is traded as now. */
  lastPrice(symbol: string): LastPrice | null;
  /** Price of the very contract that a position is held in. */
  lastPriceOf(position: PositionRow): LastPrice | null;
  /** The broker's name of what a symbol is traded as now. */
  tradingSymbolOf?(symbol: string): string | undefined;
  /** Close of the day before, paise; null where it is not known. */
  previousClose(symbol: string): number | null;
}

/** A feed with what trades on it, as calls need it: the simulated market, a replay, or a user's broker account. */
export interface MarketRun {
  readonly identity: RunIdentity;
  /** Whether orders go anywhere now: a broker account has a session for it, a feed always. */
  readonly isConnected: boolean;
  /** Whose candles it plays; 0 for the simulated market. */
  readonly historyOwnerId: number;
  readonly session: PriceSource;
  /** Candles of its day, built from ticks. */
  readonly dayCandles: SessionCandles;
  readonly execution: OrderPath;
  readonly runner: Runner;
  /** Price of a name that windows show, with its day. Null where there is none. */
  shownPrice(symbol: string): ShownPrice | null;
  /** Bring prices of these instruments, and no others, to be looked at. A feed has them anyway. */
  show?(symbols: ReadonlySet<string>): void;
  /** Today's closed candles that the history lacks, oldest first. */
  today(symbol: string, timeframe: Timeframe): Bar[];
}
