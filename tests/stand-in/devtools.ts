import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';

interface Incoming {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

/** One DevTools session: commands out, events in (emitted under their method's name). */
export class Session extends EventEmitter {
  readonly #connection: DevTools;
  readonly #id: string | undefined;

  constructor(connection: DevTools, id?: string) {
    super();
    this.setMaxListeners(0);
    this.#connection = connection;
    this.#id = id;
  }

  /** Sends a command; rejects with the browser's own words, or when the browser is gone. */
  send<T = unknown>(method: string, params: object = {}): Promise<T> {
    return this.#connection.send(method, params, this.#id) as Promise<T>;
  }
}

/** The DevTools protocol over Chromium's debugging pipe: messages are JSON, each ended by a zero byte. */
export class DevTools {
  readonly root = new Session(this);
  /** Resolves when the browser has closed its end. */
  readonly closed: Promise<void>;
  readonly #input: Writable;
  readonly #sessions = new Map<string, Session>();
  readonly #waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  #nextId = 1;
  #isClosed = false;

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    input.on('error', () => this.#close());
    let rest: Buffer = Buffer.alloc(0);
    output.on('data', (chunk: Buffer) => {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        this.#receive(JSON.parse(rest.toString('utf8', 0, end)) as Incoming);
        rest = rest.subarray(end + 1);
      }
    });
    this.closed = new Promise((done) => output.once('close', done)).then(() => this.#close());
  }

  session(id: string): Session {
    const session = this.#sessions.get(id) ?? new Session(this, id);
    this.#sessions.set(id, session);
    return session;
  }

  send(method: string, params: object, sessionId: string | undefined): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error(`${method}: the browser is gone`));
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, {
        resolve,
        reject: (error) => reject(new Error(`${method}: ${error.message}`)),
      });
      this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  #receive(message: Incoming): void {
    if (message.id !== undefined) {
      const waiter = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) waiter?.reject(new Error(message.error.message));
      else waiter?.resolve(message.result);
    } else if (message.method !== undefined) {
      const session = message.sessionId === undefined ? this.root : this.#sessions.get(message.sessionId);
      session?.emit(message.method, message.params);
    }
  }

  #close(): void {
    this.#isClosed = true;
    for (const waiter of this.#waiting.values()) waiter.reject(new Error('the browser is gone'));
    this.#waiting.clear();
  }
}
