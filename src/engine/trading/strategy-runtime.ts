import type { Rebalance, RuleDocument } from '../../shared/rule-document.ts';
import { formatRupees } from '../../shared/money.ts';
import type { Result } from '../../shared/failure.ts';
import { type Bar, dayNumber } from '../bars.ts';
import { distanceInPaise, NO_ATR, otherSide, type DistanceAtr, type Side } from '../protection.ts';
import {
  NOTHING_TODAY,
  type CompiledRules,
  type EntryReading,
  type PositionState,
  type RuleSignal,
  type RuleStream,
  type TodayState,
} from '../rules/compiled-rules.ts';
import { isRebalanceDue } from '../rules/rotation.ts';
import { sessionGuard, type SessionGuard } from '../session-guard.ts';
import { type EntryFunds, sizePosition } from '../sizing.ts';

/** Decisions of the rules at a close, for each side. Those of the other side are false where rules trade one. */
export interface Decisions {
  readonly entryFires: boolean;
  readonly exitFires: boolean;
  readonly reverseEntryFires: boolean;
  readonly reverseExitFires: boolean;
}

/** To enter a side, to leave, or to reverse. A reversal leaves, and enters the other side once that is done. */
export type Intent = Side | 'exit' | 'reverse';

/** Entries that are open in an instrument, and their side. */
interface Open {
  readonly entries: number;
  readonly side: Side;
}

/** Intent of rules that trade both sides. Where both entries fire at one close, neither counts. */
const intentOfBoth = (side: Side, decisions: Decisions, open: Open): Intent | null => {
  const { entryFires, reverseEntryFires } = decisions;
  const wanted = entryFires === reverseEntryFires ? null : entryFires ? side : otherSide(side);
  if (open.entries === 0) return wanted;
  if (wanted !== null && wanted !== open.side) return 'reverse';
  const exitFires = open.side === side ? decisions.exitFires : decisions.reverseExitFires;
  return exitFires ? 'exit' : null;
};

/**
 * Intent of the rules for an instrument at a candle's close. The exit rule closes all its open entries; an entry needs
 * room beside them. A rotation enters at its rebalances alone.
 */
export const intentAt = (
  { side, reverse, rotation, maxEntries }: RuleDocument,
  decisions: Decisions,
  open: Open,
): Intent | null => {
  if (reverse) return intentOfBoth(side, decisions, open);
  if (open.entries > 0 && decisions.exitFires) return 'exit';
  return decisions.entryFires && !rotation && open.entries < maxEntries ? side : null;
};

/** Quantity of an entry by the rules of a document; `capital` in paise. Refused as `sizePosition` is. */
export const sizeEntry = (
  { size, stopLoss }: RuleDocument,
  capital: number,
  funds: EntryFunds,
  atr: DistanceAtr,
): Result<number> =>
  // Named one by one: a spread here costs a backtest a tenth of its time.
  sizePosition({
    size,
    capital,
    stopDistance: stopLoss && distanceInPaise(stopLoss, funds.price, atr.stopLoss),
    cash: funds.cash,
    price: funds.price,
    lotSize: funds.lotSize,
    marginPercent: funds.marginPercent,
    chargesOn: funds.chargesOn,
  });

/** Why the loss of a day forbids an entry, or null. `dayResult` is in paise; a limit of null is none. */
export const lossBlockReason = (dayResult: number, maxLossPerDay: number | null): string | null =>
  maxLossPerDay !== null && dayResult <= -maxLossPerDay
    ? `The day's loss limit of ${formatRupees(maxLossPerDay)} was reached.`
    : null;

/** Activity in one instrument. */
interface DayState {
  trades: number;
  losses: number;
  lossesInARow: number;
  hasExited: boolean;
}

/** Activity of a strategy on the current market day. */
export class DayTally {
  /** Entries over all its instruments. */
  entries = 0;
  private readonly states = new Map<string, DayState>();
  private day = Number.NaN;

  /** Turns to the day of the market (`dayNumber`); true when it is another than before, and nothing is done on it yet. */
  turnTo(day: number): boolean {
    if (day === this.day) return false;
    this.day = day;
    this.entries = 0;
    this.states.clear();
    return true;
  }

  /** The activity in an instrument. */
  of(symbol: string): TodayState {
    return this.states.get(symbol) ?? NOTHING_TODAY;
  }

  hasExited(symbol: string): boolean {
    return this.states.get(symbol)?.hasExited ?? false;
  }

  /** Count entries in an instrument. */
  enter(symbol: string, count = 1): void {
    this.entries += count;
    this.stateOf(symbol).trades += count;
  }

  /** Count a trade that closed, by its profit before charges. */
  leave(symbol: string, gross: number): void {
    const state = this.stateOf(symbol);
    state.hasExited = true;
    state.lossesInARow = gross < 0 ? state.lossesInARow + 1 : 0;
    if (gross < 0) state.losses++;
  }

  private stateOf(symbol: string) {
    const known = this.states.get(symbol);
    if (known) return known;
    const state = { ...NOTHING_TODAY, hasExited: false };
    this.states.set(symbol, state);
    return state;
  }
}

interface InstrumentState {
  readonly stream: RuleStream;
  /** Start of the last candle that was evaluated. */
  lastTime: number;
  /** Days of the last two candles, the later one first. */
  lastDays: readonly number[];
  barsHeld: number;
  /** Side of what was held at the last candle. A reversal turns it between two of them. */
  heldSide: Side | null;
  atr: DistanceAtr;
}

const updateState = (state: InstrumentState, bar: Bar, { atr }: RuleSignal): void => {
  state.lastTime = bar.time;
  state.atr = atr;
  const day = dayNumber(bar.time);
  if (state.lastDays[0] !== day) state.lastDays = [day, ...state.lastDays].slice(0, 2);
};

/** A strategy that is asked candle by candle: its rules and, for each instrument, a stream that is warm. */
export class StrategyRuntime {
  readonly rules: CompiledRules;
  readonly guard: SessionGuard;
  private readonly states: ReadonlyMap<string, InstrumentState>;
  private readonly candleOf: (symbol: string, time: number) => number;

  /**
   * Build the runtime. `streamOf` returns a stream of the rules for an instrument, `candleOf` the start of the candle of
   * the document's timeframe that a moment falls into.
   */
  constructor(
    rules: CompiledRules,
    streamOf: (symbol: string) => RuleStream,
    candleOf: (symbol: string, time: number) => number,
  ) {
    this.rules = rules;
    this.guard = sessionGuard(rules.document);
    this.candleOf = candleOf;
    const fresh = { lastTime: 0, lastDays: [], barsHeld: 0, heldSide: null, atr: NO_ATR };
    this.states = new Map(this.symbols.map((symbol) => [symbol, { ...fresh, stream: streamOf(symbol) }]));
  }

  get document(): RuleDocument {
    return this.rules.document;
  }

  get symbols(): readonly string[] {
    return this.document.instruments;
  }

  /** Adds closed candles of another instrument that the rules read; before ours of the same time. */
  feed(other: string, bars: readonly Bar[]): void {
    for (const symbol of this.symbols) this.feedOne(symbol, other, bars);
  }

  /** As `feed`, for the rules of one instrument alone. */
  feedOne(symbol: string, other: string, bars: readonly Bar[]): void {
    const stream = this.states.get(symbol)?.stream;
    for (const bar of bars) stream?.feed(other, bar);
  }

  /** ATR of the document's distances at the last candle. */
  atrOf(symbol: string): DistanceAtr {
    return this.states.get(symbol)?.atr ?? NO_ATR;
  }

  /** Entry conditions at the last candle; null of an instrument not traded. */
  readingOf(symbol: string): EntryReading | null {
    return this.states.get(symbol)?.stream.latest() ?? null;
  }

  /** Feeds closed candles of the past; `openedAt` tells since when a position is held. */
  warmUp(symbol: string, bars: readonly Bar[], openedAt: number | null): void {
    const state = this.states.get(symbol);
    if (!state) return;
    const entryBar = openedAt === null ? Infinity : this.candleOf(symbol, openedAt);
    for (const bar of bars) {
      if (bar.time <= state.lastTime) continue;
      updateState(state, bar, state.stream.next(bar, null));
      if (bar.time >= entryBar) state.barsHeld++;
    }
  }

  /** Signals of the rules at the close of a candle; null when it was evaluated before. */
  next(
    symbol: string,
    bar: Bar,
    held:
      | (Pick<PositionState, 'profitPercent' | 'profit'> & { readonly openedAt: number; readonly side: Side })
      | null,
    today: TodayState,
  ): RuleSignal | null {
    const state = this.states.get(symbol);
    if (!state || bar.time <= state.lastTime) return null;
    const isTurned = held !== null && state.heldSide !== null && held.side !== state.heldSide;
    if (isTurned) state.barsHeld = 0;
    state.heldSide = held && held.side;
    state.barsHeld = held && bar.time >= this.candleOf(symbol, held.openedAt) ? state.barsHeld + 1 : 0;
    const position = held && {
      barsHeld: state.barsHeld,
      profitPercent: held.profitPercent,
      profit: held.profit,
    };
    const signal = state.stream.next(bar, position, today);
    updateState(state, bar, signal);
    return signal;
  }

  /**
   * Whether a portfolio is ranked anew at this market day's close. It is asked once a day; the day before is the last
   * one of which candles were fed.
   */
  isRebalanceDue(day: number, every: Rebalance): boolean {
    const fed = [...this.states.values()].map(({ lastDays }) => lastDays.find((one) => one < day) ?? -1);
    const last = Math.max(...fed);
    return isRebalanceDue(last < 0 ? null : last, day, every);
  }
}
