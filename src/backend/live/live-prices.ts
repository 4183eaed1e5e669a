import type { BrokerTick } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { PriceSource } from '../trading/market-run.ts';
import type { LastPrice } from '../trading/views.ts';

/** The last tick of each instrument of a broker's feed, and which have come since somebody asked. */
export class LivePrices implements PriceSource {
  private readonly clock: Pick<Clock, 'now'>;
  private readonly ticks = new Map<string, BrokerTick>();
  private readonly closes = new Map<string, number>();
  private changed = new Set<string>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.clock = clock;
  }

  get now(): number {
    return this.clock.now();
  }

  get symbols(): Iterable<string> {
    return this.ticks.keys();
  }

  take(tick: BrokerTick): void {
    this.ticks.set(tick.symbol, tick);
    this.changed.add(tick.symbol);
  }

  /** A price that was asked for, with the close of the day before, paise. A tick of the feed that is newer stays. */
  know(tick: BrokerTick, close: number): void {
    this.closes.set(tick.symbol, close);
    const known = this.ticks.get(tick.symbol);
    if (!known || known.at <= tick.at) this.take(tick);
  }

  tick(symbol: string): BrokerTick | undefined {
    return this.ticks.get(symbol);
  }

  lastPrice(symbol: string): LastPrice | null {
    const tick = this.ticks.get(symbol);
    return tick ? { price: tick.price, at: tick.at } : null;
  }

  /** Known where the price was asked for; ticks do not tell it. */
  previousClose(symbol: string): number | null {
    return this.closes.get(symbol) ?? null;
  }

  takeChanged(): string[] {
    const symbols = [...this.changed];
    this.changed = new Set();
    return symbols;
  }
}
