import type { StreamEvent } from '../../shared/contract/stream.ts';
import { DEPTHS_WATCHED_MOST, type Quote, symbolOfDepth } from '../../shared/quotes.ts';
import { istIso } from '../../shared/time.ts';
import { findInstrument } from '../market/instrument-master.ts';
import { looksLike, type ShownPrice } from '../market/shown-price.ts';
import { type Pause, pauses } from '../pauses.ts';
import { Refusal } from '../refusal.ts';
import { Rotation } from '../rotation.ts';
import type { MarketRuns } from './market-runs.ts';

interface Stream {
  readonly session: Session;
  readonly send: (event: StreamEvent) => void;
  /** By source and symbol: only what differs from it goes out. */
  readonly sent: Map<string, ShownPrice>;
}

/** Instruments looked at between two looks at the clock: the price of an option takes up to a tenth of a millisecond. */
const LOOKED_AT_ONCE = 50;

const NOTHING: ReadonlySet<string> = new Set();

const slicesOf = (names: ReadonlySet<string>): string[][] => {
  const all = [...names];
  return Array.from({ length: Math.ceil(all.length / LOOKED_AT_ONCE) }, (_, slice) =>
    all.slice(slice * LOOKED_AT_ONCE, (slice + 1) * LOOKED_AT_ONCE),
  );
};

interface Session {
  readonly userId: number;
  readonly streams: Set<Stream>;
  watched: ReadonlySet<string>;
}

/**
 * Prices on their way to streams: to each those that its windows show, and of them those that have changed since it was
 * last sent. Streams are sent to one after the other, those of different users in turn, and everybody else is let in
 * between.
 */
export class WatchedPrices {
  private readonly marketRuns: Pick<MarketRuns, 'followedRunsOf'>;
  private readonly onFailed: (error: unknown, userId: number) => void;
  private readonly sessions = new Map<number, Session>();
  /** By user: what all sessions of theirs watch. */
  private readonly shown = new Map<number, ReadonlySet<string>>();
  /** By user: streams that wait for what has changed. */
  private readonly due = new Rotation<number, Stream>();
  private isSending = false;

  /** `onFailed` is told of a stream that prices cannot be sent to. */
  constructor(marketRuns: WatchedPrices['marketRuns'], onFailed: WatchedPrices['onFailed']) {
    this.marketRuns = marketRuns;
    this.onFailed = onFailed;
  }

  /** Serve a stream of a session; it begins with what the session watches already. Returns the way to stop. */
  open(userId: number, sessionId: number, send: Stream['send']): () => void {
    const session = this.sessions.get(sessionId) ?? { userId, streams: new Set(), watched: NOTHING };
    this.sessions.set(sessionId, session);
    const stream: Stream = { session, send, sent: new Map() };
    session.streams.add(stream);
    this.sendTo(session.streams);
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
   * @throws Refusal `refused` while no stream of the session is open, and of more depths than one account may watch
   */
  async watch(userId: number, sessionId: number, symbols: readonly string[]): Promise<string[]> {
    const session = this.sessions.get(sessionId);
    if (!session)
      throw new Refusal(
        'refused',
        'No stream of this session is open. Open one first, then say what it shows.',
      );
    this.requireFewDepths(session, symbols);
    session.watched = new Set(symbols);
    this.gather(userId);
    for (const { sent } of session.streams)
      for (const name of sent.keys())
        if (!session.watched.has(name.slice(name.indexOf(' ') + 1))) sent.delete(name);
    this.sendTo(session.streams);
    return this.unknownOf(userId, session.watched);
  }

  private async unknownOf(userId: number, names: ReadonlySet<string>): Promise<string[]> {
    const unknown: string[] = [];
    const pause = pauses();
    for (const some of slicesOf(names)) {
      const runs = this.marketRuns.followedRunsOf(userId);
      for (const name of some) {
        // What has a price is known: its depth need not be worked out for that.
        const symbol = symbolOfDepth(name) ?? name;
        if (!findInstrument(symbol) && !runs.some((run) => run.shownPrice(symbol))) unknown.push(name);
      }
      await pause();
    }
    return unknown;
  }

  /** Send every stream what has changed. */
  publish(): void {
    // A broker may have been logged in to meanwhile.
    for (const [userId, symbols] of this.shown) this.show(userId, symbols);
    for (const { streams } of this.sessions.values()) this.sendTo(streams);
  }

  /** A depth is forty levels: what one account watches of them is bounded, over all of its sessions. */
  private requireFewDepths(session: Session, symbols: readonly string[]): void {
    const others = [...this.sessions.values()].filter(
      (other) => other !== session && other.userId === session.userId,
    );
    const watched = [...symbols, ...others.flatMap((other) => [...other.watched])];
    const depths = new Set(watched.filter((name) => symbolOfDepth(name) !== null));
    if (depths.size > DEPTHS_WATCHED_MOST)
      throw new Refusal(
        'refused',
        `One account watches the market depth of ${DEPTHS_WATCHED_MOST} instruments at most.`,
      );
  }

  private gather(userId: number): void {
    const symbols = new Set<string>();
    for (const session of this.sessions.values())
      if (session.userId === userId) for (const symbol of session.watched) symbols.add(symbol);
    if (symbols.size > 0) this.shown.set(userId, symbols);
    else this.shown.delete(userId);
    this.show(userId, symbols.size > 0 ? symbols : NOTHING);
  }

  /** Tell who brings prices which of them somebody looks at. */
  private show(userId: number, symbols: ReadonlySet<string>): void {
    for (const run of this.marketRuns.followedRunsOf(userId)) run.show?.(symbols);
  }

  private sendTo(streams: Iterable<Stream>): void {
    for (const stream of streams) this.due.add(stream.session.userId, stream);
    if (!this.isSending) void this.sendDue();
  }

  private async sendDue(): Promise<void> {
    this.isSending = true;
    const pause = pauses();
    for (let stream = this.due.next(); stream; stream = this.due.next())
      try {
        await this.sendChanged(stream, pause);
      } catch (error) {
        this.onFailed(error, stream.session.userId);
      }
    this.isSending = false;
  }

  /** One message, however many prices have changed. */
  private async sendChanged(stream: Stream, pause: Pause): Promise<void> {
    const { session, send } = stream;
    const quotes: Quote[] = [];
    // It may have ended, or show something else, since it was its turn.
    for (const names of slicesOf(session.watched)) {
      if (!session.streams.has(stream)) return;
      quotes.push(...this.changedOf(stream, names));
      await pause();
    }
    const shown = quotes.filter(({ symbol }) => session.watched.has(symbol));
    if (session.streams.has(stream) && shown.length > 0) send({ type: 'quote', quotes: shown });
  }

  private changedOf({ session, sent }: Stream, names: readonly string[]): Quote[] {
    const quotes: Quote[] = [];
    for (const run of this.marketRuns.followedRunsOf(session.userId)) {
      const { source } = run.identity;
      for (const symbol of names) {
        if (!session.watched.has(symbol)) continue;
        const name = `${source} ${symbol}`;
        const price = run.shownPrice(symbol);
        const before = sent.get(name);
        if (!price || (before && looksLike(before, price))) continue;
        sent.set(name, price);
        const { tradedAt, ...figures } = price;
        quotes.push({ symbol, source, ...figures, at: istIso(tradedAt) });
      }
    }
    return quotes;
  }
}
