import { orderedDepth } from '../../market/market-depth.ts';
import type { BrokerDepth, BrokerInstrument, BrokerTrouble } from '../broker.ts';
import { depthIn, emptyPacket, FEED_MODES, FEED_SEGMENTS, readPacket } from './market-packet.ts';
import { ReconnectingSocket, type ReconnectingSocketOptions } from './reconnecting-socket.ts';
import { type Action, instrumentName, missingIn, subscriptionRequest, troubleIn } from './subscription.ts';

/** Shares whose twenty levels come at a time. */
const MOST_TOKENS = 50;

interface DepthSocketOptions extends Omit<ReconnectingSocketOptions, 'owner'> {
  readonly onTrouble: (trouble: BrokerTrouble) => void;
}

/**
 * Twenty levels of depth of shares of the NSE. They have a connection of their own, which is open while somebody looks:
 * a packet of this mode has no price, and no strategy must lose the prices that it trades by.
 */
export class DepthSocket {
  // Private to the language, as the options hold the session.
  readonly #options: DepthSocketOptions;
  private socket: ReconnectingSocket | null = null;
  private watched = new Map<string, BrokerInstrument>();
  private byToken = new Map<number, BrokerInstrument>();
  private readonly packet = emptyPacket();
  private readonly listeners = new Set<(depth: BrokerDepth) => void>();
  private isClosed = false;

  constructor(options: DepthSocketOptions) {
    this.#options = options;
  }

  /** Watch the shares of the NSE among these instruments, the first fifty. Others have five levels. */
  watch(instruments: readonly BrokerInstrument[]): void {
    const shares = instruments.filter(({ exchange }) => exchange === 'NSE').slice(0, MOST_TOKENS);
    const before = this.watched;
    this.watched = new Map(shares.map((share) => [instrumentName(share), share]));
    this.byToken = new Map(shares.map((share) => [Number(share.token), share]));
    if (this.watched.size === 0) {
      this.socket?.close();
      this.socket = null;
    } else if (!this.socket && !this.isClosed) this.connect();
    else {
      this.send('unsubscribe', missingIn(before, this.watched));
      this.send('subscribe', missingIn(this.watched, before));
    }
  }

  onDepth(listener: (depth: BrokerDepth) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** For good. */
  close(): void {
    this.isClosed = true;
    this.listeners.clear();
    this.socket?.close();
    this.socket = null;
  }

  private connect(): void {
    const { onTrouble, ...options } = this.#options;
    this.socket = new ReconnectingSocket({
      ...options,
      owner: {
        onOpen: () => this.send('subscribe', [...this.watched.values()]),
        onText: (text) => {
          const trouble = troubleIn(text);
          if (trouble) onTrouble(trouble);
        },
        onBinary: (bytes) => this.onPacket(bytes),
        // Nobody's orders depend on it: silence of a share that hardly trades is no fault.
        isStalled: () => false,
        onTrouble,
      },
    });
    this.socket.open();
  }

  private send(action: Action, instruments: readonly BrokerInstrument[]): void {
    if (instruments.length > 0) this.socket?.send(subscriptionRequest(action, FEED_MODES.depth, instruments));
  }

  private onPacket(bytes: Buffer): void {
    const { packet } = this;
    if (!readPacket(bytes, packet) || packet.mode !== FEED_MODES.depth) return;
    const share = packet.segment === FEED_SEGMENTS.NSE ? this.byToken.get(packet.token) : undefined;
    if (!share) return;
    const { symbol, exchange, token } = share;
    for (const listener of this.listeners)
      listener({ symbol, exchange, token, depth: orderedDepth(depthIn(bytes)) });
  }
}
