import type { Logger } from 'pino';
import type { Bar } from '../../engine/bars.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import { instrumentsNeeded } from '../../engine/rules/operand-places.ts';
import type { RuleDocument, Timeframe } from '../../shared/rule-document.ts';
import { MINUTE_MS, minuteStart } from '../../shared/time.ts';
import { type BrokerTick, BrokerTrouble } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import { type ClosedCandle, SessionCandles } from '../market/session-candles.ts';
import type { BrokerCandles } from './broker-candles.ts';

/** A feed that is silent for so long has lost something. */
const LOST_AFTER_MS = 5_000;

interface LiveCandlesDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly past: BrokerCandles;
  /** Instruments whose candles are decided on. */
  readonly traded: () => readonly string[];
}

/** Candles of a broker's day: built of ticks, and of what the broker has where ticks were missed. */
export class LiveCandles {
  readonly session: SessionCandles;
  private readonly deps: LiveCandlesDeps;
  private closedUntil: number;
  /** Instruments of which ticks were missed, and since which minute: asked of the broker before it is decided on. */
  private readonly lost = new Map<string, number>();
  private lastPacket: number | null = null;

  constructor(deps: LiveCandlesDeps) {
    this.deps = deps;
    this.closedUntil = minuteStart(deps.clock.now());
    this.session = new SessionCandles(this.closedUntil);
  }

  /** Closed candles of today, oldest first. */
  today(symbol: string, timeframe: Timeframe): Bar[] {
    return this.session.today(symbol, timeframe, this.deps.clock.now());
  }

  /** Every minute that ends by then is closed, epoch ms. */
  get until(): number {
    return this.closedUntil;
  }

  /** Apply a packet of ticks, at once. */
  add(ticks: readonly BrokerTick[]): void {
    const now = this.deps.clock.now();
    if (this.lastPacket !== null && now - this.lastPacket > LOST_AFTER_MS) this.noteLost(this.lastPacket);
    this.lastPacket = now;
    for (const { symbol, price, volume, at } of ticks) {
      // A tick that comes after its minute was closed counts for the current minute.
      const time = Math.min(Math.max(at, this.closedUntil), now);
      this.session.add({ time, ticks: [{ symbol, price, volume, isGap: false }] });
    }
  }

  /** Close the candles that end by a moment. Minutes in which ticks were missed come from the broker. */
  async close(until: number): Promise<ClosedCandle[]> {
    for (const symbol of [...this.lost.keys()])
      try {
        await this.mendLost(symbol, until);
      } catch (error) {
        if (!(error instanceof BrokerTrouble)) throw error;
        this.deps.logger.warn({ kind: error.kind, symbol }, 'lost minutes could not be brought');
      }
    this.closedUntil = until;
    return this.session.closeUntil(until, false);
  }

  /** Forgets the day: the clock was put back, and candles of a time to come would be waited for. */
  beginAnew(until: number): void {
    this.closedUntil = until;
    this.session.closeUntil(until, true);
    this.lost.clear();
    this.lastPacket = null;
  }

  /**
   * Bring the candles that rules look back on. They go up to the last closed minute. Instruments that were not
   * watched before must be watched by now. @throws BrokerTrouble
   */
  async bring(document: RuleDocument, isNew: (symbol: string) => boolean): Promise<void> {
    const { lookBack } = compileRules(document);
    const wholeUntil = new Map<string, number>();
    for (const symbol of instrumentsNeeded(document)) {
      const { minutes, until } = await this.deps.past.warmUp(symbol, document.timeframe, lookBack);
      // A minute that is not closed here is still built of ticks.
      const whole = Math.min(until, this.closedUntil);
      this.session.restore(
        symbol,
        minutes.filter(({ time }) => time + MINUTE_MS <= whole),
      );
      wholeUntil.set(symbol, whole);
    }
    for (const [symbol, until] of wholeUntil) {
      // What nobody watched before has lost the first part of the minute that runs, and what ended while others were asked.
      if (!isNew(symbol)) continue;
      this.lost.set(symbol, until);
      await this.mendLost(symbol, this.closedUntil);
    }
  }

  /** Packets were missing since a moment, of whatever is traded. */
  private noteLost(since: number): void {
    const minute = minuteStart(since);
    for (const symbol of this.deps.traded())
      this.lost.set(symbol, Math.min(this.lost.get(symbol) ?? minute, minute));
  }

  /** Fetch an instrument's missed minutes up to a minute that is over. @throws BrokerTrouble */
  private async mendLost(symbol: string, until: number): Promise<void> {
    const from = this.lost.get(symbol);
    if (from === undefined || from >= until) return;
    this.lost.delete(symbol);
    const minutes = await this.deps.past.minutes(symbol, from, until);
    this.session.mend(
      symbol,
      minutes.filter(({ time }) => time >= from && time + MINUTE_MS <= until),
    );
  }
}
