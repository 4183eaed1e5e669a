import type { Logger } from 'pino';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { shardOf } from './own-users.ts';

/** A hint of one process to the others. Rows are the truth: whoever misses one loads again. */
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
const CONNECT_MS = 10_000;

const subjectOf = (secret: string, message: HouseMessage): string =>
  message.kind === 'fact' ? `${secret}.shard.${shardOf(message.userId)}` : `${secret}.all`;

/**
 * Connects to NATS. The connection comes back by itself; a start without the server fails.
 * @throws Error when the server cannot be reached
 */
export const openBus = async ({
  url,
  secret,
  shards,
  onMessage,
  onGap,
  logger,
}: BusOptions): Promise<HouseBus> => {
  const { connect } = await import('@nats-io/transport-node');
  const connection = await connect({
    servers: url,
    name: 'TrickDesk',
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MS,
    timeout: CONNECT_MS,
    noEcho: true,
  });
  const receive = (error: Error | null, { data }: { data: Uint8Array }): void => {
    try {
      if (error) throw error;
      onMessage(JSON.parse(Buffer.from(data).toString('utf8')) as HouseMessage);
    } catch (failure) {
      logger.error({ err: failure }, 'a message of another process could not be taken in');
    }
  };
  connection.subscribe(`${secret}.all`, { callback: receive });
  for (let shard = shards.from; shard < shards.to; shard++)
    connection.subscribe(`${secret}.shard.${shard}`, { callback: receive });
  const send = (message: HouseMessage): void => {
    try {
      connection.publish(subjectOf(secret, message), JSON.stringify(message));
    } catch (error) {
      logger.error({ err: error, kind: message.kind }, 'a message to other processes could not be sent');
    }
  };
  const watch = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') logger.warn('the connection to NATS is lost');
      // Also when it is lost: what is cached is not kept up to date meanwhile.
      if (type === 'disconnect' || type === 'reconnect' || type === 'slowConsumer') onGap();
      // What was published meanwhile is lost, and the others have noticed nothing.
      if (type === 'reconnect') send({ kind: 'missed' });
    }
  };
  const watching = watch().catch((error: unknown) =>
    logger.error({ err: error }, 'the state of the connection to NATS is not known any more'),
  );
  return {
    send,
    close: async () => {
      await connection
        .drain()
        .catch((error: unknown) => logger.warn({ err: error }, 'NATS was away at the end'));
      await watching;
    },
  };
};
