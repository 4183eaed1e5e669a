import { randomBytes } from 'node:crypto';
import { BackendFactSchema } from '../../shared/backend-handshake.ts';
import type { BackendOrder } from '../../shared/backend-handshake.ts';
import type { KeyState } from '../../shared/key-state.ts';
import type { Settled } from '../../shared/backup.ts';
import type { BackendState } from '../../shared/desktop.ts';
import type { Target } from '../gateway/http.ts';
import type { Log } from '../log/log.ts';

/** A running backend process, however it was started. */
export interface BackendProcess {
  post(order: BackendOrder): void;
  kill(): void;
  onMessage(listener: (message: unknown) => void): void;
  onLine(listener: (line: string) => void): void;
  onExit(listener: (code: number) => void): void;
}

export interface BackendHostDeps {
  readonly fork: () => BackendProcess;
  readonly dataDir: string;
  readonly dataKeys: () => Promise<string[]>;
  readonly log: Log;
  readonly onChange: (state: BackendState) => void;
  readonly timing?: Partial<typeof TIMING>;
}

const TIMING = {
  /** Time after which a silent start counts as hung. A migration reports itself before that. */
  startMs: 60_000,
  stopMs: 5_000,
  backOffMs: [500, 2_000, 5_000],
  /** A death sooner than this after the start is a quick one. */
  quickMs: 10_000,
  quickDeaths: 3,
};
const TAIL_LINES = 40;

type State = BackendState['state'];
const NOTHING_SETTLED: Settled = { outcome: 'nothing', message: '' };

/**
 * Keeps the embedded backend running: starts it, waits for its word that it is ready, starts it again when it dies,
 * and gives up after three quick deaths, or when it says why it cannot run, with the reason and the end of its log.
 */
export class BackendHost {
  readonly #deps: BackendHostDeps;
  readonly #timing: typeof TIMING;
  #process: BackendProcess | null = null;
  #target: Target | null = null;
  #state: State = 'starting';
  #message = 'The trading service is starting.';
  #tail: string[] = [];
  #quickDeaths = 0;
  #startedAt = 0;
  #isStopping = false;
  /** It was wanted again while the process of before was still ending. */
  #isWantedAgain = false;
  #retry: NodeJS.Timeout | undefined;
  #started = Promise.withResolvers<void>();
  #settled: Settled = NOTHING_SETTLED;
  /** As the last start found it. */
  #keyState: KeyState = 'fits';
  #awaited: (() => void)[] = [];

  constructor(deps: BackendHostDeps) {
    this.#deps = deps;
    this.#timing = { ...TIMING, ...deps.timing };
  }

  get state(): BackendState {
    const logTail = [...this.#tail];
    return {
      state: this.#state,
      kind: 'embedded',
      message: this.#message,
      logTail,
      keyState: this.#keyState,
    };
  }

  /** Where it listens. Waits while it starts for the first time; null at once while it is away. */
  async target(): Promise<Target | null> {
    if (this.#state === 'starting') await this.#started.promise;
    return this.#target;
  }

  /** Starts it, or starts it over after it was given up; one that is still ending is waited for. */
  start(): void {
    clearTimeout(this.#retry);
    if (this.#process && !this.#isStopping) return;
    this.#quickDeaths = 0;
    // Who has been waiting for the first start goes on waiting for this one.
    if (this.#state !== 'starting') this.#started = Promise.withResolvers();
    this.#settled = NOTHING_SETTLED;
    this.#become('starting', 'The trading service is starting.');
    this.#isWantedAgain = this.#process !== null;
    if (this.#isWantedAgain) return;
    this.#isStopping = false;
    this.#run();
  }

  /** Asks it to end, waits, and ends it if it does not. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#isWantedAgain = false;
    clearTimeout(this.#retry);
    const running = this.#process;
    if (!running) return;
    const gone = new Promise<void>((done) => running.onExit(() => done()));
    const killer = setTimeout(() => {
      this.#deps.log.warn('The backend did not end when asked and is ended');
      running.kill();
    }, this.#timing.stopMs);
    running.post({ type: 'stop' });
    await gone;
    clearTimeout(killer);
  }

  /** Waits until it runs or has been given up; answers what its start had to finish in the data folder. */
  async whenStarted(): Promise<Settled> {
    while (this.#state !== 'up' && this.#state !== 'failed')
      await new Promise<void>((changed) => this.#awaited.push(changed));
    return this.#settled;
  }

  async restart(): Promise<void> {
    await this.stop();
    this.start();
  }

  #run(): void {
    const apiToken = randomBytes(32).toString('base64url');
    const child = this.#deps.fork();
    this.#process = child;
    this.#startedAt = Date.now();
    let reason: string | null = null;
    let hung: NodeJS.Timeout | undefined;
    let hasEnded = false;
    child.onLine((line) => {
      this.#tail = [...this.#tail, line].slice(-TAIL_LINES);
    });
    child.onMessage((message) => {
      const fact = BackendFactSchema.safeParse(message);
      if (!fact.success) return this.#deps.log.warn('The backend said something unknown', message);
      clearTimeout(hung);
      if (fact.data.type === 'failed') reason = fact.data.message;
      else if (fact.data.type === 'ready') {
        this.#settled = fact.data.settled;
        this.#keyState = fact.data.keyState;
        this.#becomeUp({ baseUrl: `http://127.0.0.1:${fact.data.port}`, apiToken });
      }
    });
    child.onExit((code) => {
      hasEnded = true;
      clearTimeout(hung);
      this.#onDeath(code, reason);
    });
    // The process boots while the keychain is asked.
    const { dataDir, dataKeys } = this.#deps;
    void dataKeys().then((keys) => {
      if (hasEnded) return;
      child.post({ type: 'start', dataDir, apiToken, dataKeys: keys });
      // From here on: a person may take a minute to unlock the keychain.
      hung = setTimeout(() => {
        reason = 'The trading service did not start in time.';
        child.kill();
      }, this.#timing.startMs);
    });
  }

  #becomeUp(target: Target): void {
    this.#target = target;
    this.#become('up', 'The trading service is running.');
  }

  #onDeath(code: number, reason: string | null): void {
    this.#process = null;
    this.#target = null;
    if (this.#isWantedAgain) return this.start();
    if (this.#isStopping) return;
    const isQuick = Date.now() - this.#startedAt < this.#timing.quickMs;
    this.#quickDeaths = isQuick ? this.#quickDeaths + 1 : 1;
    const why = reason ?? `The trading service ended by itself (code ${code}).`;
    this.#deps.log.error(why, { code, quickDeaths: this.#quickDeaths, tail: this.#tail });
    // A backend that says itself why it cannot run (a newer database, a full disk) would say it again.
    if (reason !== null || this.#quickDeaths >= this.#timing.quickDeaths) return this.#become('failed', why);
    this.#become('restarting', `${why} It is being started again.`);
    const { backOffMs } = this.#timing;
    this.#retry = setTimeout(() => this.#run(), backOffMs[this.#quickDeaths - 1] ?? backOffMs.at(-1));
  }

  #become(state: State, message: string): void {
    this.#state = state;
    this.#message = message;
    if (state !== 'starting') this.#started.resolve();
    for (const resolve of this.#awaited.splice(0)) resolve();
    this.#deps.onChange(this.state);
  }
}
