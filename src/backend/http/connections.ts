import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections of nobody known that may wait at once. A slow line sends its head within a second or two. */
const MOST_STRANGERS = 512;
/** Connections of signed-in users. */
const MOST_KNOWN = 2_048;
/** Connections of other servers of a house that carry nothing: each of thirty keeps 16. */
const MOST_IDLE = 512;
/** Connections in all; well below the files that a system gives a program (4,096), which the data needs too. */
const MOST_CONNECTIONS = MOST_STRANGERS + MOST_KNOWN + MOST_IDLE;

/**
 * Connections by who has shown a token on them. They cost a file each for as long as they send nothing, so there are no
 * more than some of them. Of strangers, who comes takes the place of who has waited longest. Of those who are signed in,
 * whoever has most connections loses the one on which they were known longest: nobody can keep all places for themselves.
 * One between two servers of a house counts, at both, for the user whose request it carries.
 */
export class Connections {
  /** In the order in which they came. */
  private readonly waiting = new Set<Socket>();
  /** By user, in the order in which they became known. */
  private readonly known = new Map<number, Set<Socket>>();
  private readonly userOf = new WeakMap<Socket, number>();
  private countKnown = 0;

  /** To be called before the server listens. */
  watch(server: Server): void {
    server.maxConnections = MOST_CONNECTIONS;
    server.on('connection', (socket) => {
      this.waiting.add(socket);
      socket.once('close', () => this.forget(socket));
      const [longest] = this.waiting;
      if (this.waiting.size > MOST_STRANGERS && longest) this.end(longest);
    });
  }

  /** The connection has shown a token of a user that is right. */
  isKnown(socket: Socket, userId: number): void {
    if (this.waiting.delete(socket)) this.occupy(socket, userId);
  }

  /** A connection between two servers carries a request of a user. Returns how to say that it is done. */
  carries(socket: Socket, userId: number): () => void {
    this.forget(socket);
    this.occupy(socket, userId);
    return () => this.forget(socket);
  }

  private occupy(socket: Socket, userId: number): void {
    const own = this.known.get(userId) ?? new Set();
    this.known.set(userId, own.add(socket));
    this.userOf.set(socket, userId);
    this.countKnown++;
    if (this.countKnown > MOST_KNOWN) this.endOneOfMost();
  }

  private endOneOfMost(): void {
    let most: ReadonlySet<Socket> = new Set();
    for (const own of this.known.values()) if (own.size > most.size) most = own;
    const [longest] = most;
    if (longest) this.end(longest);
  }

  /** Its place is free at once: that it has closed is heard later, when many more may have come. */
  private end(socket: Socket): void {
    this.forget(socket);
    socket.destroy();
  }

  private forget(socket: Socket): void {
    this.waiting.delete(socket);
    const userId = this.userOf.get(socket);
    if (userId === undefined) return;
    this.userOf.delete(socket);
    this.countKnown--;
    const own = this.known.get(userId);
    own?.delete(socket);
    if (own?.size === 0) this.known.delete(userId);
  }
}
