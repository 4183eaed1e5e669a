import { randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { marketPhaseAt } from '../../../engine/trading/trading-day.ts';
import { type BrokerFeed, type BrokerInstrument, type BrokerTick, BrokerTrouble } from '../broker.ts';
import type { AngelOneSession } from './angel-one-session.ts';
import { parseExactJson } from './broker-number.ts';
import { FEED_MODES, FEED_SEGMENTS } from './market-packet.ts';
import { ReconnectingSocket, type SocketPace } from './reconnecting-socket.ts';
import { TickReader } from './tick-reader.ts';
import type { Timing } from './timing.ts';

/** In one session, whatever the number of its connections. */
const MOST_TOKENS = 1_000;
/** The longest silence that is no stall. In market hours, with something subscribed, packets come more often. */
const STALL_MS = 10_000;

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
  /** Whether prices are to be expected; by the calendar unless told. */
  readonly isMarketOpen?: (now: number) => boolean;
}

type Action = 'subscribe' | 'unsubscribe';

const isOpenByCalendar = (now: number): boolean => marketPhaseAt(now).phase === 'open';

/** Ten letters and digits, by which an error names the request. */
const correlationId = (): string => randomBytes(5).toString('hex');

/** Subscribes and unsubscribes in one request for all segments. */
const request = (action: Action, instruments: readonly BrokerInstrument[]): string => {
  const tokens = new Map<number, string[]>();
  for (const { exchange, token } of instruments) {
    const segment = FEED_SEGMENTS[exchange];
    tokens.set(segment, [...(tokens.get(segment) ?? []), token]);
  }
  return JSON.stringify({
    correlationID: correlationId(),
    action: action === 'subscribe' ? 1 : 0,
    params: {
      mode: FEED_MODES.snapQuote,
      tokenList: [...tokens].map(([exchangeType, list]) => ({ exchangeType, tokens: list })),
    },
  });
};

const nameOf = ({ exchange, token }: BrokerInstrument): string => `${exchange}:${token}`;

/** Trouble in an error frame; null for any other text. */
const troubleIn = (text: string): BrokerTrouble | null => {
  let frame: unknown;
  try {
    frame = parseExactJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const { errorCode, errorMessage } = (frame ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof errorCode !== 'string') return null;
  const said = `${errorCode}: ${typeof errorMessage === 'string' ? errorMessage : ''}`.slice(0, 200);
  return errorCode === 'E1002'
    ? new BrokerTrouble('rate', 'Angel One streams no more instruments in this session.', said)
    : new BrokerTrouble('order', 'Angel One did not understand which instruments to stream.', said);
};

/** Prices of one account over the market socket. Its mode gives the day's price limits too. */
export class AngelOneFeed implements BrokerFeed {
  readonly mostWatched = MOST_TOKENS;
  private readonly options: Omit<AngelOneFeedOptions, 'session' | 'apiKey'>;
  private readonly socket: ReconnectingSocket;
  private readonly reader = new TickReader();
  private readonly listeners = new Set<(ticks: readonly BrokerTick[]) => void>();
  private watched = new Map<string, BrokerInstrument>();
  private waiting: BrokerTick[] = [];
  private packetAt: number | null = null;
  private packetTick = 0;
  private watchedSince = 0;
  /** Since when the market has been seen open; null while it is shut. */
  private openSince: number | null = null;

  constructor(options: AngelOneFeedOptions) {
    const { apiKey, session, ...rest } = options;
    this.options = rest;
    this.socket = new ReconnectingSocket({
      url: rest.url,
      headers: {
        Authorization: session.jwt,
        'x-api-key': apiKey,
        'x-client-code': session.clientCode,
        'x-feed-token': session.feedToken,
      },
      timing: rest.timing,
      pace: rest.pace,
      owner: {
        onOpen: () => this.subscribe('subscribe', [...this.watched.values()]),
        onText: (text) => {
          const trouble = troubleIn(text);
          if (trouble) options.onTrouble(trouble);
        },
        onBinary: (bytes) => this.onPacket(bytes),
        isStalled: (ms) => this.isStalled(ms),
        onTrouble: options.onTrouble,
      },
    });
    this.socket.open();
  }

  get lastPacketAt(): number | null {
    return this.packetAt;
  }

  /** @throws BrokerTrouble when it is more than the broker streams; what was watched stays. */
  watch(instruments: readonly BrokerInstrument[]): void {
    const next = new Map(instruments.map((instrument) => [nameOf(instrument), instrument]));
    if (next.size > MOST_TOKENS)
      throw new BrokerTrouble(
        'rate',
        `Angel One streams 1,000 instruments at a time, and these are ${next.size.toLocaleString('en-IN')}.`,
      );
    const before = this.watched;
    this.watched = next;
    this.watchedSince = this.options.timing.now();
    this.reader.watch([...next.values()]);
    const missing = (from: Map<string, BrokerInstrument>, within: Map<string, BrokerInstrument>) =>
      [...from].filter(([name]) => !within.has(name)).map(([, instrument]) => instrument);
    // First what goes, so that the limit is never passed in between.
    this.subscribe('unsubscribe', missing(before, next));
    this.subscribe('subscribe', missing(next, before));
  }

  /** Ticks of one turn of the event loop come together. */
  onTicks(listener: (ticks: readonly BrokerTick[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.listeners.clear();
    this.socket.close();
  }

  /** While there is no connection nothing is said: all of it is subscribed once there is one. */
  private subscribe(action: Action, instruments: readonly BrokerInstrument[]): void {
    if (instruments.length > 0) this.socket.send(request(action, instruments));
  }

  /** Asked on every beat, so that it sees the market open: quiet before that means nothing. */
  private isStalled(sinceOpen: number): boolean {
    const { clock, timing, stallMs = STALL_MS, isMarketOpen = isOpenByCalendar } = this.options;
    const now = timing.now();
    this.openSince = isMarketOpen(clock.now()) ? (this.openSince ?? now) : null;
    if (this.openSince === null || this.watched.size === 0) return false;
    const expectedSince = Math.max(this.packetTick, this.watchedSince, this.openSince);
    return Math.min(sinceOpen, now - expectedSince) >= stallMs;
  }

  private onPacket(bytes: Buffer): void {
    this.packetAt = this.options.clock.now();
    this.packetTick = this.options.timing.now();
    const tick = this.reader.read(bytes);
    if (!tick) return;
    if (this.waiting.length === 0) setImmediate(() => this.deliver());
    this.waiting.push(tick);
  }

  private deliver(): void {
    const ticks = this.waiting;
    this.waiting = [];
    for (const listener of this.listeners) listener(ticks);
  }
}
