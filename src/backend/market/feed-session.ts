import type { Logger } from 'pino';
import type { Source } from '../../shared/contract/fields.ts';
import { istMidnight, MINUTE_MS } from '../../shared/time.ts';
import { DayRanges } from './day-ranges.ts';
import { tradedAs } from './instrument-master.ts';
import type { LastPrice } from './last-price.ts';
import type { ClosedCandle } from './session-candles.ts';
import { SessionCandles } from './session-candles.ts';
import type { ShownPrice } from './shown-price.ts';
import type { Tape, TapeStep, TickBatch } from './tape.ts';

/** Stretches without ticks (nights, gaps) are cut to this much market time. */
const IDLE_LIMIT_MS = 5 * MINUTE_MS;
/** Waits shorter than this are not worth a timer. */
const SHORTEST_WAIT_MS = 4;
/** Wall time without a tick after which a running feed has stalled. */
const STALL_MS = 30_000;
/** Pause before a failed step is tried again. It doubles with each failure, up to `LONGEST_PAUSE_MS`. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;

export type SessionState = 'running' | 'paused' | 'ended' | 'stopped' | 'stalled';

/** The session ends while a step of its minute cannot be done; the next start plays that minute again. */
class MinuteAbandoned extends Error {
  override readonly name = 'MinuteAbandoned';
}

/**
 * Listener of each market minute. A step that throws is called again with the very same arguments until it is done: it
 * resumes where it was interrupted, and does nothing twice.
 */
export interface FeedListener {
  onTicks(batch: TickBatch): Promise<void>;
  onMinute(closed: readonly ClosedCandle[], now: number): Promise<void>;
  /** The minute is done: `now` must be written before the next begins. */
  onMinuteDone(now: number): Promise<void>;
  onState(state: SessionState): void;
}

/** How far others are who play the same tape: the last minute that they closed, and for how long it has been closed, ms. */
export interface OthersTime {
  readonly at: number;
  readonly agoMs: number;
}

export interface FeedSessionOptions {
  readonly tape: Tape;
  readonly source: Source;
  readonly marketTime: number;
  readonly speed: number;
  readonly isPaused: boolean;
  readonly listener: FeedListener;
  readonly logger: Logger;
}

/** Plays a tape against the wall clock: ticks, candles, and market time, at any speed, pausable. */
export class FeedSession {
  readonly source: Source;
  readonly candles = new SessionCandles();
  private readonly tape: Tape;
  private readonly listener: FeedListener;
  private readonly logger: Logger;
  private readonly prices = new Map<string, LastPrice>();
  private readonly ranges = new DayRanges();
  private readonly dayOpenReference = new Map<string, number>();
  private marketTime: number;
  /** Of the day whose change is told. */
  private midnight: number;
  private speedFactor: number;
  private state: SessionState;
  private anchor = { wall: 0, played: 0 };
  private played = 0;
  private lastTickWall: number | null = null;
  private lag = 0;
  /** Played market time at which the minute at hand ends; null between two minutes. */
  private minuteEnd: number | null = null;
  /** How late the minute before was closed. */
  private closedLate = 0;
  /** Up to this market time nothing waits for the clock. */
  private hurriesTo = Number.NEGATIVE_INFINITY;
  private wake: (() => void) | null = null;
  private loop: Promise<void> | null = null;
  private isStopping = false;
  /** A step of the minute at hand cannot be done for now. */
  private isFailing = false;

  constructor(options: FeedSessionOptions) {
    this.tape = options.tape;
    this.source = options.source;
    this.marketTime = options.marketTime;
    this.midnight = istMidnight(options.marketTime);
    this.speedFactor = options.speed;
    this.state = options.isPaused ? 'paused' : 'running';
    this.listener = options.listener;
    this.logger = options.logger;
  }

  get now(): number {
    return this.marketTime;
  }
  get speed(): number {
    return this.speedFactor;
  }
  get symbols(): readonly string[] {
    return this.tape.symbols;
  }
  get lastTickAgeMs(): number | null {
    return this.lastTickWall === null ? null : Date.now() - this.lastTickWall;
  }
  /** Market milliseconds behind schedule. */
  get lagMs(): number {
    return this.status === 'running' ? this.lag : 0;
  }
  /** Wall milliseconds by which minutes are closed late: the last one, or the one at hand once that is later. */
  get minuteLagMs(): number {
    if (this.state !== 'running') return 0;
    return Math.max(this.closedLate, this.minuteEnd === null ? 0 : this.lateFor(this.minuteEnd));
  }
  get status(): SessionState {
    if (this.isFailing) return 'stalled';
    if (this.state === 'running' && (this.lastTickAgeMs ?? 0) > STALL_MS) return 'stalled';
    return this.state;
  }

  lastPrice(symbol: string): LastPrice | null {
    return this.prices.get(symbol) ?? null;
  }

  lastPriceOf({ symbol }: { readonly symbol: string }): LastPrice | null {
    return this.lastPrice(symbol);
  }

  /** Last price of an instrument with the figures of its day; null before its first. */
  shownPrice(symbol: string): ShownPrice | null {
    const last = this.lastPrice(symbol);
    if (!last) return null;
    const { volume, ...range } = this.ranges.of(symbol) ?? {};
    return {
      ltp: last.price,
      tradedAt: last.at,
      previousClose: this.previousClose(symbol),
      ...range,
      // The series of an index report no volume.
      ...(volume !== undefined && tradedAs(symbol).kind === 'equity' && { volume }),
    };
  }

  /** Previous day's close, as far as this session knows it. It has seen the close or was given it. */
  previousClose(symbol: string): number | null {
    return this.dayOpenReference.get(symbol) ?? null;
  }

  setPreviousClose(symbol: string, price: number): void {
    this.dayOpenReference.set(symbol, price);
  }

  /** Plays today's minutes before the market time again, without trading: candles and prices as they stood. */
  async rebuildToday(): Promise<void> {
    const target = this.marketTime;
    for (let time = istMidnight(target); ;) {
      const step = await this.tape.next(time);
      if (!step || step.end > target) return;
      this.beginDay(step.start);
      for (const batch of step.batches) this.onTicks(batch);
      await new Promise(setImmediate);
      this.candles.closeUntil(step.end, step.endsDay);
      time = step.end;
    }
  }

  /** Begin to play; `others` are caught up with first. */
  start(others: () => Promise<OthersTime | null> = () => Promise.resolve(null)): void {
    this.loop ??= this.run(others);
  }

  /** Play up to a market time at once, and trade; the session has not started yet. */
  async playTo(time: number): Promise<void> {
    this.hurriesTo = time;
    try {
      while (this.marketTime < time && !this.isStopping) {
        const step = await this.untilDone(() => this.tape.next(this.marketTime));
        if (!step || step.end > time) return;
        await this.play(step);
      }
    } finally {
      this.hurriesTo = Number.NEGATIVE_INFINITY;
    }
  }

  pause(): void {
    if (this.state !== 'running') return;
    this.state = 'paused';
    this.listener.onState('paused');
  }

  resume(): void {
    if (this.state !== 'paused') return;
    this.state = 'running';
    this.reanchor();
    this.wake?.();
    this.listener.onState('running');
  }

  setSpeed(speed: number): void {
    this.speedFactor = speed;
    this.reanchor();
    this.wake?.();
  }

  /** Ends after the minute at hand; resolves when nothing more happens. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.wake?.();
    await this.loop;
    this.state = 'stopped';
  }

  private reanchor(sinceMs = 0): void {
    this.anchor = { wall: Date.now() - sinceMs, played: this.played };
    this.lag = 0;
  }

  /** Catch up with others, and close the next minute when they do. */
  private async catchUp(others: () => Promise<OthersTime | null>): Promise<void> {
    for (;;) {
      const time = await this.untilDone(others);
      if (!time || time.at < this.marketTime) return;
      if (time.at === this.marketTime)
        return this.reanchor(Math.min(time.agoMs, MINUTE_MS / this.speedFactor));
      const before = this.marketTime;
      await this.playTo(time.at);
      // What they have closed is not on this tape.
      if (this.marketTime === before) return;
    }
  }

  private async run(others: () => Promise<OthersTime | null>): Promise<void> {
    this.reanchor();
    try {
      await this.catchUp(others);
      while (!this.isStopping) {
        if (this.state === 'paused') {
          await this.sleep(null);
          continue;
        }
        const step = await this.untilDone(() => this.tape.next(this.marketTime));
        // Looking for it may take its time: what was stopped meanwhile plays nothing more.
        if (this.isStopping) return;
        if (!step) {
          this.state = 'ended';
          this.listener.onState('ended');
          return;
        }
        await this.play(step);
      }
    } catch (error) {
      if (!(error instanceof MinuteAbandoned)) throw error;
      this.logger.warn({ source: this.source }, 'the feed ended within a minute that could not be done');
    }
  }

  /**
   * Do one step of the minute until it succeeds. The pauses between the tries grow. What the session has taken of the
   * minute (prices, candles, its time) stays as it is meanwhile, so nothing of it counts twice.
   */
  private async untilDone<T>(step: () => Promise<T>): Promise<T> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        const value = await step();
        this.resumeTape();
        return value;
      } catch (error) {
        this.stall(error);
      }
      if (!this.isStopping) await this.sleep(pause);
      if (this.isStopping) throw new MinuteAbandoned();
    }
  }

  private stall(error: unknown): void {
    this.logger.error({ err: error, source: this.source }, 'a market minute cannot be done for now');
    if (this.isFailing) return;
    this.isFailing = true;
    this.listener.onState('stalled');
  }

  private resumeTape(): void {
    if (!this.isFailing) return;
    this.isFailing = false;
    this.reanchor();
    this.listener.onState(this.state);
  }

  private async play(step: TapeStep): Promise<void> {
    const idle = Math.min(step.start - this.marketTime, IDLE_LIMIT_MS);
    const playedAtStart = this.played + Math.max(0, idle);
    this.minuteEnd = playedAtStart + (step.end - step.start);
    for (const batch of step.batches) {
      await this.waitUntilPlayed(playedAtStart + (batch.time - step.start));
      // Until its first price it is the evening before, whose change is told.
      this.beginDay(step.start);
      this.onTicks(batch);
      await this.untilDone(() => this.listener.onTicks(batch));
    }
    await this.waitUntilPlayed(this.minuteEnd);
    this.played = this.minuteEnd;
    const closed = this.candles.closeUntil(step.end, step.endsDay);
    this.marketTime = step.end;
    await this.untilDone(() => this.listener.onMinute(closed, step.end));
    await this.untilDone(() => this.listener.onMinuteDone(step.end));
    this.closedLate = this.lateFor(this.played);
    this.minuteEnd = null;
  }

  /** Wall milliseconds since a point of played market time was due. */
  private lateFor(played: number): number {
    return Math.max(0, Date.now() - this.dueAt(played));
  }

  private dueAt(played: number): number {
    return this.anchor.wall + (played - this.anchor.played) / this.speedFactor;
  }

  private onTicks(batch: TickBatch): void {
    this.candles.add(batch);
    this.ranges.add(batch);
    for (const { symbol, price } of batch.ticks) this.prices.set(symbol, { price, at: batch.time });
    this.lastTickWall = Date.now();
  }

  /**
   * Begin the day of a step, if it is a new one. After its close a day is still measured from the close before it; only
   * the next day counts from its own.
   */
  private beginDay(start: number): void {
    const midnight = istMidnight(start);
    if (midnight === this.midnight) return;
    this.midnight = midnight;
    this.ranges.clear();
    for (const [symbol, { price }] of this.prices) this.dayOpenReference.set(symbol, price);
  }

  /** Wait for a point of played market time. Measures how late the wall clock is. */
  private async waitUntilPlayed(played: number): Promise<void> {
    for (;;) {
      if (this.isStopping || this.marketTime < this.hurriesTo) return;
      if (this.state === 'paused') {
        await this.sleep(null);
        continue;
      }
      const wait = this.dueAt(played) - Date.now();
      this.lag = Math.max(0, -wait) * this.speedFactor;
      if (wait <= SHORTEST_WAIT_MS) return;
      await this.sleep(wait);
    }
  }

  /** Sleeps for a time, or until woken (null: only until woken). */
  private sleep(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === null ? null : setTimeout(() => this.wake?.(), ms);
      this.wake = () => {
        if (timer) clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }
}
