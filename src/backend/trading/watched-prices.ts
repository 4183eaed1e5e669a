import type { StreamEvent } from '../../shared/contract/stream.ts';
import { type Quote, symbolOfDepth } from '../../shared/quotes.ts';
import { istIso } from '../../shared/time.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { looksLike, type ShownPrice } from '../market/shown-price.ts';
import { Refusal } from '../refusal.ts';
import type { MarketRuns } from './market-runs.ts';

interface Stream {
  readonly userId: number;
  readonly send: (event: StreamEvent) => void;
  /** By source and symbol: only what differs from it goes out. */
  readonly sent: Map<string, ShownPrice>;
}

const NOTHING: ReadonlySet<string> = new Set();

interface Session {
  readonly streams: Set<Stream>;
  watched: ReadonlySet<string>;
}

/**
 * Prices on their way to streams: to each those that its windows show, and of them those that have changed since it was
 * last sent.
 */
export class WatchedPrices {
  private readonly marketRuns: Pick<MarketRuns, 'followedRunsOf'>;
  private readonly sessions = new Map<number, Session>();
  /** By user: what all sessions of theirs watch. */
  private readonly shown = new Map<number, ReadonlySet<string>>();

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
      if (session.streams.size > 0) return;
      this.sessions.delete(sessionId);
      this.gather(userId);
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
    this.gather(userId);
    for (const stream of session.streams) {
      for (const name of stream.sent.keys())
        if (!session.watched.has(name.slice(name.indexOf(' ') + 1))) stream.sent.delete(name);
      this.sendChanged(stream, session.watched);
    }
    const runs = this.marketRuns.followedRunsOf(userId);
    return [...session.watched].filter(
      (name) => !findInstrument(symbolOfDepth(name) ?? name) && !runs.some((run) => run.shownPrice(name)),
    );
  }

  /** Send every stream what has changed. `onFailed` is called for a stream to which it could not be sent. */
  publish(onFailed: (error: unknown, userId: number) => void): void {
    // A broker may have been logged in to meanwhile.
    for (const [userId, symbols] of this.shown) this.show(userId, symbols);
    for (const { streams, watched } of this.sessions.values())
      for (const stream of streams)
        try {
          this.sendChanged(stream, watched);
        } catch (error) {
          onFailed(error, stream.userId);
        }
  }

  private gather(userId: number): void {
    const symbols = new Set<string>();
    for (const { streams, watched } of this.sessions.values())
      if ([...streams].some((stream) => stream.userId === userId))
        for (const symbol of watched) symbols.add(symbol);
    if (symbols.size > 0) this.shown.set(userId, symbols);
    else this.shown.delete(userId);
    this.show(userId, symbols.size > 0 ? symbols : NOTHING);
  }

  /** Tell who brings prices which of them somebody looks at. */
  private show(userId: number, symbols: ReadonlySet<string>): void {
    for (const run of this.marketRuns.followedRunsOf(userId)) run.show?.(symbols);
  }

  private sendChanged({ userId, send, sent }: Stream, watched: ReadonlySet<string>): void {
    if (watched.size === 0) return;
    const quotes: Quote[] = [];
    for (const run of this.marketRuns.followedRunsOf(userId)) {
      const { source } = run.identity;
      for (const symbol of watched) {
        const name = `${source} ${symbol}`;
        const price = run.shownPrice(symbol);
        const before = sent.get(name);
        if (!price || (before && looksLike(before, price))) continue;
        sent.set(name, price);
        const { tradedAt, ...figures } = price;
        quotes.push({ symbol, source, ...figures, at: istIso(tradedAt) });
      }
    }
    if (quotes.length > 0) send({ type: 'quote', quotes });
  }
}
