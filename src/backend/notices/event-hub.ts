import type { StreamEvent } from '../../shared/contract/stream.ts';
import type { Clock } from '../clock.ts';

/** A client that reconnects within this time misses nothing. */
const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED_MOST = 5_000;
/** How often people who have received nothing for so long are forgotten. */
const SWEEP_MS = 60_000;

export interface StreamMessage {
  readonly id: number;
  readonly at: number;
  readonly event: StreamEvent;
  /** Out of date a moment later: received now, or replaced by a later one. */
  readonly isVolatile: boolean;
}

/** Users of other processes, and the way to them. */
export interface Elsewhere {
  has(userId: number): boolean;
  /** Sends a fact there; null where it was left out. One that is volatile is received now or not at all. */
  publish(userId: number, event: StreamEvent | null, isVolatile?: boolean): void;
}

const NOWHERE_ELSE: Elsewhere = { has: () => false, publish: () => undefined };

export type Listener = (message: StreamMessage) => void;

interface Channel {
  remembered: StreamMessage[];
  /** Every message up to this id is no longer remembered. */
  forgottenTo: number;
  readonly listeners: Set<Listener>;
  /** When the last listener left. */
  leftAt: number;
}

/**
 * Facts on their way to people. Ids increase across restarts (they start from the wall clock), so a client that
 * comes back with an id from before a restart is told to reload and never misses silently.
 */
export class EventHub {
  private readonly channels = new Map<number, Channel>();
  private readonly clock: Clock;
  private readonly elsewhere: Elsewhere;
  private lastId: number;
  /** Id up to which every message of unknown people is forgotten. Unknown are people of whom nothing is kept. */
  private forgottenTo: number;
  private sweptAt: number;

  constructor(clock: Clock, elsewhere: Elsewhere = NOWHERE_ELSE) {
    this.clock = clock;
    this.elsewhere = elsewhere;
    this.lastId = clock.now() * 1_000;
    this.forgottenTo = this.lastId;
    this.sweptAt = clock.now();
  }

  /** Where a client that connects for the first time begins. */
  get latestId(): number {
    return this.lastId;
  }

  private channel(userId: number): Channel {
    let channel = this.channels.get(userId);
    if (!channel) {
      channel = {
        remembered: [],
        forgottenTo: this.forgottenTo,
        listeners: new Set(),
        leftAt: Number.NEGATIVE_INFINITY,
      };
      this.channels.set(userId, channel);
    }
    return channel;
  }

  /** Whether anybody of a user listens, or may still resume. */
  isAwaited(userId: number): boolean {
    const channel = this.channels.get(userId);
    return channel !== undefined && this.isAwaiting(channel, this.clock.now());
  }

  private isAwaiting({ listeners, leftAt }: Channel, now: number): boolean {
    return listeners.size > 0 || now - leftAt < REMEMBERED_MS;
  }

  /** Open streams of a user. */
  listenersOf(userId: number): number {
    return this.channels.get(userId)?.listeners.size ?? 0;
  }

  /** Users with an open stream. */
  listeningUsers(): number[] {
    return [...this.channels].filter(([, channel]) => channel.listeners.size > 0).map(([userId]) => userId);
  }

  /** Users with an open stream, or with one that may still resume. */
  awaitedUsers(): number[] {
    const now = this.clock.now();
    return [...this.channels]
      .filter(([, channel]) => this.isAwaiting(channel, now))
      .map(([userId]) => userId);
  }

  /** Publish a fact to a user. It is remembered for streams that reconnect. */
  publish(userId: number, event: StreamEvent): void {
    if (this.elsewhere.has(userId)) return this.elsewhere.publish(userId, event);
    const channel = this.channel(userId);
    const message: StreamMessage = { id: ++this.lastId, at: this.clock.now(), event, isVolatile: false };
    channel.remembered.push(message);
    this.forget(channel, message.at - REMEMBERED_MS);
    // Either way: a clock that was far ahead is put right.
    if (Math.abs(message.at - this.sweptAt) >= SWEEP_MS) this.sweep(message.at);
    for (const listener of channel.listeners) listener(message);
  }

  /**
   * Note that a fact of a user was not published. Streams that resume from before it are told to reload, and so are
   * streams that have opened meanwhile.
   */
  leaveOut(userId: number): void {
    if (this.elsewhere.has(userId)) return this.elsewhere.publish(userId, null);
    const channel = this.channels.get(userId);
    if (!channel) return;
    channel.remembered = [];
    channel.forgottenTo = ++this.lastId;
    if (channel.listeners.size > 0) this.publish(userId, { type: 'reload' });
  }

  /** Publish to a user what is out of date soon (quotes). It is received now or not at all. */
  publishVolatile(userId: number, event: StreamEvent): void {
    if (this.elsewhere.has(userId)) return this.elsewhere.publish(userId, event, true);
    const message: StreamMessage = { id: this.lastId, at: this.clock.now(), event, isVolatile: true };
    for (const listener of this.channels.get(userId)?.listeners ?? []) listener(message);
  }

  /**
   * Forget people who are not awaited and of whom nothing is remembered. Whatever they have seen counts as forgotten, so
   * that they load again where a fact of theirs is left out from then on.
   */
  private sweep(now: number): void {
    this.sweptAt = now;
    const before = this.channels.size;
    for (const [userId, channel] of this.channels) {
      if (this.isAwaiting(channel, now)) continue;
      this.forget(channel, now - REMEMBERED_MS);
      if (channel.remembered.length === 0) this.channels.delete(userId);
    }
    if (this.channels.size < before) this.forgottenTo = ++this.lastId;
  }

  private forget(channel: Channel, oldest: number): void {
    const isFull = channel.remembered.length > REMEMBERED_MOST;
    if (!isFull && (channel.remembered[0]?.at ?? oldest) >= oldest) return;
    // Only from the front: of a clock that was ahead, later messages may bear an earlier time.
    const first = channel.remembered.findIndex((message) => message.at >= oldest);
    const kept = first === -1 ? [] : channel.remembered.slice(first).slice(-REMEMBERED_MOST / 2);
    const dropped = channel.remembered[channel.remembered.length - kept.length - 1];
    if (dropped) channel.forgottenTo = dropped.id;
    channel.remembered = kept;
  }

  /** Events that a client has missed since `lastSeen`; null when some of it is gone and it must load again. */
  missedSince(userId: number, lastSeen: number): StreamMessage[] | null {
    const channel = this.channels.get(userId);
    const forgottenTo = channel?.forgottenTo ?? this.forgottenTo;
    const remembered = channel?.remembered ?? [];
    if (lastSeen < forgottenTo || lastSeen > this.lastId) return null;
    return remembered.filter((message) => message.id > lastSeen);
  }

  subscribe(userId: number, listener: Listener): () => void {
    const channel = this.channel(userId);
    channel.listeners.add(listener);
    return () => {
      if (channel.listeners.delete(listener)) channel.leftAt = this.clock.now();
    };
  }
}
