import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { Closing } from '../closing.ts';
import { shardOf } from './own-users.ts';

/** Message of one process to the others. It is a hint: the rows are the truth. */
export type HouseMessage =
  /** News of a user; null where it was left out, so that they load again. */
  | {
      readonly kind: 'fact';
      readonly userId: number;
      readonly event: StreamEvent | null;
      readonly isVolatile: boolean;
    }
  | { readonly kind: 'session-ended'; readonly sessionId: number }
  /** Its sender was cut off: others may have missed something of it. */
  | { readonly kind: 'missed' }
  | { readonly kind: 'strategies'; readonly ids: readonly number[]; readonly owners: readonly number[] };

/** Carries messages between the processes of a house. */
export interface HouseBus {
  send(message: HouseMessage): void;
  close(): Promise<void>;
}

export interface BusOptions {
  /** Address of the NATS server. */
  readonly url: string;
  /** Begins the subjects of this house; others cannot guess it. */
  readonly secret: string;
  /** First and last shard whose facts are received. */
  readonly shards: { readonly from: number; readonly to: number };
  readonly onMessage: (message: HouseMessage) => void;
  /** Called when messages may have been missed. */
  readonly onGap: () => void;
  readonly logger: Logger;
}

const RECONNECT_MS = 500;
/** Time for a start to reach the server. */
const CONNECT_MS = 3_000;
/** Time for the last messages to leave. */
const DRAIN_MS = 1_000;

const subjectOf = (secret: string, message: HouseMessage): string =>
  message.kind === 'fact' ? `${secret}.shard.${shardOf(message.userId)}` : `${secret}.all`;

/**
 * Connects to NATS. Nothing waits for it: while it is away nobody hears anything, and the connection comes about, and
 * back, by itself.
 */
export const openBus = async (options: BusOptions): Promise<HouseBus> => {
  const bus = new NatsBus(options);
  await bus.open();
  return bus;
};

class NatsBus implements HouseBus {
  private readonly options: BusOptions;
  private readonly closing = new Closing();
  private connection: NatsConnection | null = null;
  private work: Promise<void> = Promise.resolve();

  constructor(options: BusOptions) {
    this.options = options;
  }

  async open(): Promise<void> {
    const { logger } = this.options;
    try {
      await this.connect();
    } catch (error) {
      logger.error({ err: error }, 'NATS cannot be reached; the server works on without, and tries again');
      this.work = this.connectLater();
    }
  }

  send(message: HouseMessage): void {
    try {
      this.connection?.publish(subjectOf(this.options.secret, message), JSON.stringify(message));
    } catch (error) {
      this.options.logger.error(
        { err: error, kind: message.kind },
        'a message to other processes could not be sent',
      );
    }
  }

  async close(): Promise<void> {
    this.closing.end();
    const { connection } = this;
    if (connection) {
      const drained = connection
        .drain()
        .catch((error: unknown) =>
          this.options.logger.warn({ err: error }, 'the last messages did not leave'),
        );
      // Where it is away this would wait until it is back.
      await Promise.race([drained, delay(DRAIN_MS, undefined, { ref: false })]);
      await connection.close();
    }
    await this.work;
  }

  private async connectLater(): Promise<void> {
    while (!this.connection) {
      await this.closing.pause(RECONNECT_MS);
      if (this.closing.isOver) return;
      await this.connect().catch((error: unknown) =>
        this.options.logger.debug({ err: error }, 'NATS cannot be reached still'),
      );
    }
    // It may have come about while this process was closing.
    if (this.closing.isOver) return this.connection.close();
    this.options.logger.warn('the connection to NATS is back');
    this.comeBack();
  }

  private async connect(): Promise<void> {
    const { url, secret, shards, logger } = this.options;
    const { connect } = await import('@nats-io/transport-node');
    const connection = await connect({
      servers: url,
      name: 'TrickDesk',
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
      timeout: CONNECT_MS,
      noEcho: true,
    });
    const callback = (error: Error | null, { data }: { data: Uint8Array }) => this.receive(error, data);
    connection.subscribe(`${secret}.all`, { callback });
    for (let shard = shards.from; shard < shards.to; shard++)
      connection.subscribe(`${secret}.shard.${shard}`, { callback });
    this.connection = connection;
    this.work = this.watch(connection).catch((error: unknown) =>
      logger.error({ err: error }, 'the state of the connection to NATS is not known any more'),
    );
  }

  private receive(error: Error | null, data: Uint8Array): void {
    try {
      if (error) throw error;
      this.options.onMessage(JSON.parse(Buffer.from(data).toString('utf8')) as HouseMessage);
    } catch (failure) {
      this.options.logger.error({ err: failure }, 'a message of another process could not be taken in');
    }
  }

  private async watch(connection: NatsConnection): Promise<void> {
    const { onGap, logger } = this.options;
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') logger.warn('the connection to NATS is lost');
      // Also when it is lost: what is cached is not kept up to date meanwhile.
      if (type === 'disconnect' || type === 'slowConsumer') onGap();
      if (type === 'reconnect') {
        // As loud as its loss: who read of that waits for this.
        logger.warn('the connection to NATS is back');
        this.comeBack();
      }
    }
  }

  private comeBack(): void {
    this.options.onGap();
    // What was published meanwhile is lost, and the others have noticed nothing.
    this.send({ kind: 'missed' });
  }
}
