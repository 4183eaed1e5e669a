import type { Clock } from '../../clock.ts';
import { marketPhaseAt } from '../../../engine/trading/trading-day.ts';
import {
  type BrokerDepth,
  type BrokerFeed,
  type BrokerInstrument,
  type BrokerTick,
  BrokerTrouble,
} from '../broker.ts';
import type { AngelOneSession } from './angel-one-session.ts';
import { DepthSocket } from './depth-socket.ts';
import { FEED_MODES } from './market-packet.ts';
import { ReconnectingSocket, type SocketPace } from './reconnecting-socket.ts';
import { type Action, instrumentName, missingIn, subscriptionRequest, troubleIn } from './subscription.ts';
import { TickReader } from './tick-reader.ts';
import type { Timing } from './timing.ts';

/** In one session, whatever the number of its connections. */
const MOST_TOKENS = 1_000;
/** The longest silence that is no stall. In market hours, with something subscribed, packets come more often. */
const STALL_MS = 10_000;
/** Ticks given on in one turn of the event loop. A thousand at once would keep an order waiting for milliseconds. */
const GIVEN_AT_ONCE = 100;
/** More go at once where so many times as much waits: however slow turns are, what waits does not grow for ever. */
const MOST_TURNS = 4;
/** The longest wait. It doubles with each connection that brings nothing: what is watched may just not trade. */
const LONGEST_STALL_MS = 5 * 60_000;

export interface AngelOneFeedOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly session: AngelOneSession;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly pace?: SocketPace;
  readonly stallMs?: number;
  /** Called for a lost connection, an ended session or a failed subscription. */
  readonly onTrouble: (trouble: BrokerTrouble) => void;
  /** Called for trouble with what is only looked at. It says nothing about the session. */
  readonly onDepthTrouble: (trouble: BrokerTrouble) => void;
  /** Whether prices are to be expected; by the calendar unless told. */
  readonly isMarketOpen?: (now: number) => boolean;
}

const isOpenByCalendar = (now: number): boolean => marketPhaseAt(now).phase === 'open';

/** Prices of one account over the market socket. Its mode gives the day's price limits too. */
export class AngelOneFeed implements BrokerFeed {
  readonly mostWatched = MOST_TOKENS;
  private readonly options: Omit<AngelOneFeedOptions, 'session' | 'apiKey'>;
  private readonly socket: ReconnectingSocket;
  private readonly deep: DepthSocket;
  private readonly reader = new TickReader();
  private readonly listeners = new Set<(ticks: readonly BrokerTick[]) => void>();
  private readonly lostListeners = new Set<() => void>();
  private watched = new Map<string, BrokerInstrument>();
  private waiting: BrokerTick[] = [];
  private packetAt: number | null = null;
  private packetTick = 0;
  /** Connections in a row that were given up because nothing came. */
  private stalls = 0;
  private watchedSince = 0;
  /** Since when the market has been seen open; null while it is shut. */
  private openSince: number | null = null;

  constructor(options: AngelOneFeedOptions) {
    const { apiKey, session, ...rest } = options;
    this.options = rest;
    const headers = {
      Authorization: session.jwt,
      'x-api-key': apiKey,
      'x-client-code': session.clientCode,
      'x-feed-token': session.feedToken,
    };
    const { url, timing, pace, onTrouble, onDepthTrouble } = rest;
    this.deep = new DepthSocket({ url, headers, timing, pace, onTrouble: onDepthTrouble });
    this.socket = new ReconnectingSocket({
      url,
      headers,
      timing,
      pace,
      owner: {
        onOpen: () => this.subscribe('subscribe', [...this.watched.values()]),
        onText: (text) => {
          const trouble = troubleIn(text);
          if (trouble) onTrouble(trouble);
        },
        onBinary: (bytes) => this.onPacket(bytes),
        isStalled: (ms) => this.isStalled(ms),
        onTrouble: (trouble) => {
          for (const listener of this.lostListeners) listener();
          onTrouble(trouble);
        },
      },
    });
    this.socket.open();
  }

  get lastPacketAt(): number | null {
    return this.packetAt;
  }

  /** @throws BrokerTrouble when it is more than the broker streams; what was watched stays. */
  watch(instruments: readonly BrokerInstrument[]): void {
    const next = new Map(instruments.map((instrument) => [instrumentName(instrument), instrument]));
    if (next.size > MOST_TOKENS)
      throw new BrokerTrouble(
        'rate',
        `Angel One streams 1,000 instruments at a time, and these are ${next.size.toLocaleString('en-IN')}.`,
      );
    const before = this.watched;
    this.watched = next;
    this.watchedSince = this.options.timing.now();
    this.reader.watch([...next.values()]);
    // First what goes, so that the limit is never passed in between.
    this.subscribe('unsubscribe', missingIn(before, next));
    this.subscribe('subscribe', missingIn(next, before));
  }

  /** Ticks go on in their order. Where many come together, it is a hundred at a time. */
  onTicks(listener: (ticks: readonly BrokerTick[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Five levels come with each price; twenty of shares of the NSE over a connection of their own. */
  watchDepth(instruments: readonly BrokerInstrument[]): void {
    this.reader.watchDepth(instruments);
    this.deep.watch(instruments);
  }

  onDepth(listener: (depth: BrokerDepth) => void): () => void {
    return this.deep.onDepth(listener);
  }

  onLost(listener: () => void): () => void {
    this.lostListeners.add(listener);
    return () => this.lostListeners.delete(listener);
  }

  close(): void {
    this.listeners.clear();
    this.lostListeners.clear();
    this.socket.close();
    this.deep.close();
  }

  /** While there is no connection nothing is said: all of it is subscribed once there is one. */
  private subscribe(action: Action, instruments: readonly BrokerInstrument[]): void {
    if (instruments.length > 0)
      this.socket.send(subscriptionRequest(action, FEED_MODES.snapQuote, instruments));
  }

  /** Asked on every beat, so that it sees the market open: quiet before that means nothing. */
  private isStalled(sinceOpen: number): boolean {
    const { clock, timing, stallMs = STALL_MS, isMarketOpen = isOpenByCalendar } = this.options;
    const now = timing.now();
    this.openSince = isMarketOpen(clock.now()) ? (this.openSince ?? now) : null;
    if (this.openSince === null || this.watched.size === 0) return false;
    const expectedSince = Math.max(this.packetTick, this.watchedSince, this.openSince);
    const longest = Math.max(stallMs, LONGEST_STALL_MS);
    const isStalled =
      Math.min(sinceOpen, now - expectedSince) >= Math.min(stallMs * 2 ** this.stalls, longest);
    if (isStalled) this.stalls += 1;
    return isStalled;
  }

  private onPacket(bytes: Buffer): void {
    this.packetAt = this.options.clock.now();
    this.packetTick = this.options.timing.now();
    this.stalls = 0;
    const tick = this.reader.read(bytes);
    if (!tick) return;
    if (this.waiting.length === 0) setImmediate(() => this.deliver());
    this.waiting.push(tick);
  }

  private deliver(): void {
    const ticks = this.waiting.splice(0, Math.max(GIVEN_AT_ONCE, this.waiting.length / MOST_TURNS));
    if (this.waiting.length > 0) setImmediate(() => this.deliver());
    for (const listener of this.listeners) listener(ticks);
  }
}
