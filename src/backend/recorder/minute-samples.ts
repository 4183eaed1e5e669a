import { signedStrikeOf } from '../market/contracts/contract-key.ts';
import type { ContractMinute } from '../market/contracts/contract-minutes.ts';
import type { OptionContract } from '../../engine/contracts/contract.ts';
import type { BrokerQuote } from '../brokers/broker.ts';

/** Prices of one contract in the minute at hand. */
interface Sampled {
  readonly open: number;
  high: number;
  low: number;
  close: number;
}

/** An option that is recorded. */
export interface RecordedContract {
  readonly contract: OptionContract;
  readonly symbol: string;
  readonly exchange: 'NFO';
  readonly token: string;
}

/**
 * Prices of a minute, from which candles are made. Ticks give the range; the quote at its end the close, bid and ask, open
 * interest, and what was traded since the quote before.
 */
export class MinuteSamples {
  private readonly sampled = new Map<string, Sampled>();
  /** Volume of the day at the last quote. */
  private readonly volumes = new Map<string, number>();

  /** Note a price that was traded in the minute at hand, paise. */
  add(symbol: string, price: number): void {
    const known = this.sampled.get(symbol);
    if (!known) {
      this.sampled.set(symbol, { open: price, high: price, low: price, close: price });
      return;
    }
    known.high = Math.max(known.high, price);
    known.low = Math.min(known.low, price);
    known.close = price;
  }

  /**
   * Candle of a contract by its quote at the end. Null where nothing was traded in it and nobody both buys and
   * sells: such a price is old.
   */
  close({ contract, symbol }: RecordedContract, quote: BrokerQuote, minute: number): ContractMinute | null {
    const { price, at, book } = quote;
    const isTraded = at === null || at >= minute;
    const [bid, ask] = [book?.bid ?? 0, book?.ask ?? 0];
    const before = this.volumes.get(symbol);
    if (book) this.volumes.set(symbol, book.volume);
    if (price <= 0 || (!isTraded && !(bid > 0 && ask >= bid))) return null;
    this.add(symbol, price);
    const range = this.sampled.get(symbol);
    if (!range) return null;
    return {
      ...{ time: minute, signedStrike: signedStrikeOf(contract), ...range, bid, ask },
      openInterest: book?.openInterest ?? 0,
      volume: book && before !== undefined ? Math.max(0, book.volume - before) : 0,
    };
  }

  /** Begin another minute. */
  next(): void {
    this.sampled.clear();
  }

  /** Begin another day: volumes begin at nothing. */
  nextDay(): void {
    this.next();
    this.volumes.clear();
  }
}
