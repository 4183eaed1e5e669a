import type { ClientRequest, IncomingMessage } from 'node:http';
import { type RawData, WebSocket } from 'ws';
import { BrokerTrouble } from '../broker.ts';
import type { Timing } from './timing.ts';

/** Intervals of a socket's work; the broker asks for a ping every ten seconds. */
export interface SocketPace {
  readonly pingMs: number;
  /** The silence after which a connection is given up. Nothing came, not even an answer to a ping. */
  readonly silenceMs: number;
  /** Time between checks for stalls and silence. */
  readonly beatMs: number;
  /** Before the first attempt to connect again; doubled for each that fails. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
}

export const SOCKET_PACE: SocketPace = {
  pingMs: 10_000,
  silenceMs: 25_000,
  beatMs: 1_000,
  firstRetryMs: 1_000,
  longestRetryMs: 30_000,
};

export interface SocketOwner {
  /** Connected, for the first time or again. */
  onOpen(): void;
  onText(text: string): void;
  onBinary(bytes: Buffer): void;
  /** Whether expected data fails to come, `ms` after the connection was made. */
  isStalled(ms: number): boolean;
  /** The connection is lost or cannot be made; of kind `session` it is not tried again. */
  onTrouble(trouble: BrokerTrouble): void;
}

export interface ReconnectingSocketOptions {
  readonly url: string;
  /** Secret, as they hold the session. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timing: Timing;
  readonly pace?: SocketPace;
  readonly owner: SocketOwner;
}

const HANDSHAKE_MS = 7_000;

const bufferOf = (data: RawData): Buffer => {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
};

/** A socket that is kept alive with pings and watched for silence. A lost one is made again, after growing pauses. */
export class ReconnectingSocket {
  // Private to the language, as both know the session: no log line and no `inspect` can show them.
  readonly #headers: Readonly<Record<string, string>>;
  #socket: WebSocket | null = null;
  private readonly url: string;
  private readonly timing: Timing;
  private readonly pace: SocketPace;
  private readonly owner: SocketOwner;
  private cancelTimer: (() => void) | null = null;
  private retryMs: number;
  private openedAt = 0;
  private receivedAt = 0;
  private pingedAt = 0;
  private isClosed = false;

  constructor(options: ReconnectingSocketOptions) {
    this.#headers = options.headers;
    this.url = options.url;
    this.timing = options.timing;
    this.pace = options.pace ?? SOCKET_PACE;
    this.owner = options.owner;
    this.retryMs = this.pace.firstRetryMs;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Connects; does nothing when it has been called before. */
  open(): void {
    if (!this.#socket && !this.cancelTimer && !this.isClosed) this.connect();
  }

  /** Says whether it was sent; what is not is for `onOpen` to say again. */
  send(text: string): boolean {
    if (!this.isOpen) return false;
    this.#socket?.send(text);
    return true;
  }

  /** For good. */
  close(): void {
    this.isClosed = true;
    this.cancelTimer?.();
    this.cancelTimer = null;
    this.#socket?.terminate();
    this.#socket = null;
  }

  private connect(): void {
    const socket = new WebSocket(this.url, {
      headers: { ...this.#headers },
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
    });
    this.#socket = socket;
    const isCurrent = (): boolean => this.#socket === socket;
    socket.on('open', () => {
      if (isCurrent()) this.opened();
    });
    socket.on('message', (data, isBinary) => {
      if (isCurrent()) this.onMessage(bufferOf(data), isBinary);
    });
    socket.on('unexpected-response', (request: ClientRequest, response: IncomingMessage) => {
      const trouble = this.refusal(response);
      request.destroy();
      if (isCurrent()) this.lost(trouble);
    });
    let said = '';
    // Always followed by the close.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      said = error.code ?? error.name;
    });
    socket.on('close', (code) => {
      const why = said || `closed with ${code}`;
      if (isCurrent())
        this.lost(new BrokerTrouble('unreachable', 'The connection to Angel One was lost.', why));
    });
  }

  private refusal(response: IncomingMessage): BrokerTrouble {
    const status = response.statusCode ?? 0;
    const text = [response.headers['x-error-message']].flat().join(' ').slice(0, 200);
    return status === 401
      ? new BrokerTrouble(
          'session',
          'The Angel One session is over. Log in again with a new TOTP code.',
          text,
        )
      : new BrokerTrouble('unreachable', `Angel One does not let this connection in (HTTP ${status}).`, text);
  }

  private opened(): void {
    const now = this.timing.now();
    this.openedAt = this.receivedAt = this.pingedAt = now;
    this.beatLater();
    this.owner.onOpen();
  }

  private onMessage(bytes: Buffer, isBinary: boolean): void {
    this.receivedAt = this.timing.now();
    this.retryMs = this.pace.firstRetryMs;
    if (isBinary) this.owner.onBinary(bytes);
    else {
      const text = bytes.toString('utf8');
      if (text !== 'pong') this.owner.onText(text);
    }
  }

  private beatLater(): void {
    this.cancelTimer = this.timing.after(this.pace.beatMs, () => this.beat());
  }

  private beat(): void {
    const now = this.timing.now();
    if (now - this.receivedAt >= this.pace.silenceMs || this.owner.isStalled(now - this.openedAt)) {
      this.lost(new BrokerTrouble('unreachable', 'Angel One has stopped sending; connecting again.'));
      return;
    }
    if (now - this.pingedAt >= this.pace.pingMs) {
      this.pingedAt = now;
      this.#socket?.send('ping');
    }
    this.beatLater();
  }

  private lost(trouble: BrokerTrouble): void {
    this.cancelTimer?.();
    this.cancelTimer = null;
    const socket = this.#socket;
    this.#socket = null;
    socket?.terminate();
    if (trouble.kind === 'session') this.isClosed = true;
    else {
      this.cancelTimer = this.timing.after(this.retryMs, () => {
        this.cancelTimer = null;
        this.connect();
      });
      this.retryMs = Math.min(this.retryMs * 2, this.pace.longestRetryMs);
    }
    this.owner.onTrouble(trouble);
  }
}
