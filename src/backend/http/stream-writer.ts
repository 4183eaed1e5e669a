import type { Writable } from 'node:stream';
import { wireTypeOf } from '../../shared/contract/wire-mapping.ts';
import { LatestEvents } from '../../shared/latest-events.ts';
import { eventBytes } from '../notices/event-bytes.ts';
import type { StreamMessage } from '../notices/event-hub.ts';

/**
 * Bytes that may wait for a slow client. One for which this much waits is cut off, and told to reload on its return.
 */
const BACKLOG_LIMIT = 4 * 1024 * 1024;

const END = Buffer.from('\n\n');

/** A message as bytes: a thousand positions as one text would be joined and encoded in one go, for milliseconds. */
const frame = ({ id, event }: Pick<StreamMessage, 'id' | 'event'>): Buffer =>
  Buffer.concat([Buffer.from(`id: ${id}\nevent: ${wireTypeOf(event)}\ndata: `), ...eventBytes(event), END]);

/**
 * Writes a stream at the pace of its reader: facts go out in their order, and what moves waits, the latest of each
 * thing, until what was written before has been taken.
 */
export class StreamWriter {
  private readonly out: Writable;
  private readonly latest = new LatestEvents();
  private lastId: number;

  /** `lastId` is what the client has seen. */
  constructor(out: Writable, lastId: number) {
    this.out = out;
    this.lastId = lastId;
    out.on('drain', () => this.catchUp());
  }

  send(message: StreamMessage): void {
    this.lastId = message.id;
    if (!message.isVolatile) {
      this.latest.supersede(message.event);
      this.write(frame(message));
    } else if (this.out.writableNeedDrain) this.latest.put(message.event);
    else this.write(frame(message));
  }

  /** Says where the client stands, and nothing else. */
  greet(): void {
    this.write(`id: ${this.lastId}\n: connected\n\n`);
  }

  /** A comment that keeps proxies and clients from giving up; whoever has not read the last needs none. */
  beat(): void {
    if (!this.out.writableNeedDrain) this.write(': still here\n\n');
  }

  private catchUp(): void {
    for (const event of this.latest.drain()) this.write(frame({ id: this.lastId, event }));
  }

  private write(frame: Buffer | string): void {
    this.out.write(frame);
    if (this.out.writableLength > BACKLOG_LIMIT) this.out.destroy();
  }
}
