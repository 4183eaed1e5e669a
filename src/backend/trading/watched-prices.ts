import type { StreamEvent } from '../../shared/contract/stream.ts';
import type { Quote } from '../../shared/quotes.ts';
import { istIso } from '../../shared/time.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { Refusal } from '../refusal.ts';
import type { MarketRun } from './market-run.ts';
import type { MarketRuns } from './market-runs.ts';

/** Price of an instrument as it was last sent to a stream. */
type SentPrice = Pick<Quote, 'ltp' | 'previousClose' | 'tradingSymbol'> & { readonly tradedAt: number };

interface Stream {
  readonly userId: number;
  readonly send: (event: StreamEvent) => void;
  /** By source and symbol: only what differs from it goes out. */
  readonly sent: Map<string, SentPrice>;
}

interface Session {
  readonly streams: Set<Stream>;
  watched: ReadonlySet<string>;
}

const priceOn = ({ session }: MarketRun, symbol: string): SentPrice | null => {
  const last = session.lastPrice(symbol);
  if (!last) return null;
  const tradingSymbol = session.tradingSymbolOf?.(symbol);
  return {
    ltp: last.price,
    previousClose: session.previousClose(symbol),
    tradedAt: last.at,
    ...(tradingSymbol !== undefined && { tradingSymbol }),
  };
};

const isSame = (a: SentPrice | undefined, b: SentPrice): boolean =>
  a !== undefined &&
  a.ltp === b.ltp &&
  a.tradedAt === b.tradedAt &&
  a.previousClose === b.previousClose &&
  a.tradingSymbol === b.tradingSymbol;

/**
 * Prices on their way to streams: to each those that its windows show, and of them those that have changed since it was
 * last sent.
 */
export class WatchedPrices {
  private readonly marketRuns: Pick<MarketRuns, 'followedRunsOf'>;
  private readonly sessions = new Map<number, Session>();

  constructor(marketRuns: WatchedPrices['marketRuns']) {
    this.marketRuns = marketRuns;
  }

  /** Serve a stream of a session; it begins with what the session watches already. Returns the way to stop. */
  open(userId: number, sessionId: number, send: Stream['send']): () => void {
    const session = this.sessions.get(sessionId) ?? { streams: new Set(), watched: new Set() };
    this.sessions.set(sessionId, session);
    const stream: Stream = { userId, send, sent: new Map() };
    session.streams.add(stream);
    this.sendChanged(stream, session.watched);
    return () => {
      session.streams.delete(stream);
      if (session.streams.size === 0) this.sessions.delete(sessionId);
    };
  }

  /**
   * Watch these instruments and no others from now on. The prices of new ones go out at once.
   * @returns those that no instrument is known by; should one of that name be traded later, its prices come too
   * @throws Refusal `refused` while no stream of the session is open
   */
  watch(userId: number, sessionId: number, symbols: readonly string[]): string[] {
    const session = this.sessions.get(sessionId);
    if (!session)
      throw new Refusal(
        'refused',
        'No stream of this session is open. Open one first, then say what it shows.',
      );
    session.watched = new Set(symbols);
    for (const stream of session.streams) {
      for (const name of stream.sent.keys())
        if (!session.watched.has(name.slice(name.indexOf(' ') + 1))) stream.sent.delete(name);
      this.sendChanged(stream, session.watched);
    }
    const runs = this.marketRuns.followedRunsOf(userId);
    return [...session.watched].filter(
      (symbol) => !findInstrument(symbol) && !runs.some((run) => run.session.lastPrice(symbol)),
    );
  }

  /** Send every stream what has changed. `onFailed` is called for a stream to which it could not be sent. */
  publish(onFailed: (error: unknown, userId: number) => void): void {
    for (const { streams, watched } of this.sessions.values())
      for (const stream of streams)
        try {
          this.sendChanged(stream, watched);
        } catch (error) {
          onFailed(error, stream.userId);
        }
  }

  private sendChanged({ userId, send, sent }: Stream, watched: ReadonlySet<string>): void {
    if (watched.size === 0) return;
    const quotes: Quote[] = [];
    for (const run of this.marketRuns.followedRunsOf(userId)) {
      const { source } = run.identity;
      for (const symbol of watched) {
        const name = `${source} ${symbol}`;
        const price = priceOn(run, symbol);
        if (!price || isSame(sent.get(name), price)) continue;
        sent.set(name, price);
        const { tradedAt, ...figures } = price;
        quotes.push({ symbol, source, ...figures, at: istIso(tradedAt) });
      }
    }
    if (quotes.length > 0) send({ type: 'quote', quotes });
  }
}
