import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections of nobody known that may wait at once. A slow line sends its head within a second or two. */
export const MOST_STRANGERS = 512;
/** Connections in all; well below the files that a system gives a program (4,096), which the data needs too. */
const MOST_CONNECTIONS = 2_560;

/**
 * Connections that have not shown a token yet. They cost a file each for as long as they send nothing, so there are no
 * more than some of them: who comes takes the place of who has waited longest. Whoever has shown a token stays.
 */
export class Strangers {
  /** In the order in which they came. */
  private readonly waiting = new Set<Socket>();

  /** To be called before the server listens. */
  watch(server: Server): void {
    server.maxConnections = MOST_CONNECTIONS;
    server.on('connection', (socket) => {
      this.waiting.add(socket);
      socket.once('close', () => this.waiting.delete(socket));
      const [longest] = this.waiting;
      if (this.waiting.size > MOST_STRANGERS) longest?.destroy();
    });
  }

  /** The connection has shown a token that is right. */
  isKnown(socket: Socket): void {
    this.waiting.delete(socket);
  }
}
