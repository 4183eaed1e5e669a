import { type Bar, dayNumber } from '../../engine/bars.ts';
import { type DistanceAtr, NO_ATR } from '../../engine/protection.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import type {
  CompiledRules,
  PositionState,
  RuleSignal,
  RuleStream,
} from '../../engine/rules/compiled-rules.ts';
import { isRebalanceDue } from '../../engine/rules/rotation.ts';
import { type SessionGuard, sessionGuard } from '../../engine/session-guard.ts';
import type { Rebalance, RuleDocument } from '../../shared/rule-document.ts';
import { istDate } from '../../shared/time.ts';
import type { TrickRow } from '../db/schema.ts';
import { candleStart } from '../market/candle-aggregate.ts';
import { findInstrument } from '../market/instrument-master.ts';
import type { TrickIdentity } from './announce.ts';
import { effectiveRules } from './effective-rules.ts';

interface SymbolState {
  readonly stream: RuleStream;
  /** Start of the last candle that was evaluated. */
  lastTime: number;
  /** Days of the last two candles, the later one first. */
  lastDays: readonly number[];
  barsHeld: number;
  atr: DistanceAtr;
}

const seen = (state: SymbolState, bar: Bar): void => {
  state.lastTime = bar.time;
  const day = dayNumber(bar.time);
  if (state.lastDays[0] !== day) state.lastDays = [day, ...state.lastDays].slice(0, 2);
};

/** What a trick has done on the current market day. */
export interface DayTally {
  readonly day: string;
  entries: number;
  readonly exits: Map<string, number>;
}

/** A trick that is being evaluated: its compiled rules and, for each instrument, a stream that is warm. */
export class RunningTrick {
  readonly row: TrickRow;
  readonly identity: TrickIdentity;
  readonly rules: CompiledRules;
  readonly guard: SessionGuard;
  /** Realised net result on this run so far, paise. */
  realised: number;
  /** A rotation's purchase that the cash cuts down to less than this is not made, paise. */
  leastPurchase = 0;
  private tally: DayTally;
  private readonly states = new Map<string, SymbolState>();
  private readonly refusalsTold = new Set<string>();

  constructor(row: TrickRow, isHouse: boolean, start: { realised: number; tally: DayTally }) {
    this.row = row;
    this.identity = { id: row.id, name: row.name, ownerId: row.owner_id, isHouse };
    this.rules = compileRules(effectiveRules(row));
    this.guard = sessionGuard(this.rules.document);
    this.realised = start.realised;
    this.tally = start.tally;
    for (const symbol of this.document.instruments)
      this.states.set(symbol, {
        stream: this.rules.stream(),
        lastTime: 0,
        lastDays: [],
        barsHeld: 0,
        atr: NO_ATR,
      });
  }

  get document(): RuleDocument {
    return this.rules.document;
  }

  get symbols(): readonly string[] {
    return this.document.instruments;
  }

  atrOf(symbol: string): DistanceAtr {
    return this.states.get(symbol)?.atr ?? NO_ATR;
  }

  /** Feeds closed candles of the past; `openedAt` tells since when a position is held. */
  warmUp(symbol: string, bars: readonly Bar[], openedAt: number | null): void {
    const state = this.states.get(symbol);
    if (!state) return;
    const entryBar = openedAt === null ? null : this.candleOf(symbol, openedAt);
    for (const bar of bars) {
      if (bar.time <= state.lastTime) continue;
      const signal = state.stream.next(bar, null);
      seen(state, bar);
      state.atr = signal.atr;
      if (entryBar !== null && bar.time >= entryBar) state.barsHeld++;
    }
  }

  /** What the rules say at the close of a candle; null when it was evaluated before. */
  next(
    symbol: string,
    bar: Bar,
    held: { profitPercent: number; openedAt: number } | null,
  ): RuleSignal | null {
    const state = this.states.get(symbol);
    if (!state || bar.time <= state.lastTime) return null;
    state.barsHeld = held && bar.time >= this.candleOf(symbol, held.openedAt) ? state.barsHeld + 1 : 0;
    const position: PositionState | null = held
      ? { barsHeld: state.barsHeld, profitPercent: held.profitPercent }
      : null;
    const signal = state.stream.next(bar, position);
    seen(state, bar);
    state.atr = signal.atr;
    return signal;
  }

  /**
   * Whether a portfolio is ranked anew at the close of this market day. It is asked once a day; the day before is the
   * last one of which candles were fed.
   */
  isRebalanceDue(day: number, every: Rebalance): boolean {
    return isRebalanceDue(this.dayBefore(day), day, every);
  }

  private dayBefore(day: number): number | null {
    const fed = [...this.states.values()].map(({ lastDays }) => lastDays.find((one) => one < day) ?? -1);
    const last = Math.max(...fed);
    return last < 0 ? null : last;
  }

  private candleOf(symbol: string, time: number): number {
    return candleStart(time, this.document.timeframe, findInstrument(symbol)?.kind ?? 'equity');
  }

  /** The current day's tally; a new day begins with an empty one. */
  today(now: number): DayTally {
    const day = istDate(now);
    if (this.tally.day !== day) {
      this.tally = { day, entries: 0, exits: new Map() };
      this.refusalsTold.clear();
    }
    return this.tally;
  }

  /** Whether this refusal is news: the same one is told once a day, not at every bar. */
  isNewRefusal(symbol: string, reason: string): boolean {
    const key = `${symbol}: ${reason}`;
    if (this.refusalsTold.has(key)) return false;
    this.refusalsTold.add(key);
    return true;
  }
}
