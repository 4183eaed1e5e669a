import type { BackendChange, BackendChoice, BackendState } from '../../shared/desktop.ts';
import type { Target } from '../gateway/http.ts';
import type { ServerTokens } from '../vault/server-token.ts';
import type { BackendHost } from './backend-host.ts';

/** The backend in use: the embedded one, or a server elsewhere, as the settings choose. */
export class ChosenBackend {
  readonly #host: Pick<BackendHost, 'state' | 'target' | 'start' | 'stop' | 'restart'>;
  readonly #tokens: ServerTokens;
  readonly #onChange: () => void;
  #choice: BackendChoice;

  /** `onChange` hears when another one was chosen. */
  constructor(
    host: Pick<BackendHost, 'state' | 'target' | 'start' | 'stop' | 'restart'>,
    choice: BackendChoice,
    tokens: ServerTokens,
    onChange: () => void,
  ) {
    this.#host = host;
    this.#choice = choice;
    this.#tokens = tokens;
    this.#onChange = onChange;
  }

  get state(): BackendState {
    if (this.#choice.kind === 'embedded') return this.#host.state;
    const { host } = new URL(this.#choice.url);
    return {
      state: 'up',
      kind: 'server',
      message: `In use: the server ${host}.`,
      logTail: [],
      keyState: 'fits',
    };
  }

  async target(): Promise<Target | null> {
    if (this.#choice.kind === 'embedded') return this.#host.target();
    const { url } = this.#choice;
    return { baseUrl: url.replace(/\/+$/, ''), apiToken: await this.#tokens.of(url) };
  }

  start(): void {
    if (this.#choice.kind === 'embedded') this.#host.start();
  }
  stop(): Promise<void> {
    return this.#host.stop();
  }
  async restart(): Promise<void> {
    if (this.#choice.kind === 'embedded') await this.#host.restart();
  }

  /** Whether nothing is to be changed; a token that is given is taken for another one. */
  isUsing(change: BackendChange): boolean {
    if (change.kind === 'embedded' || this.#choice.kind === 'embedded')
      return change.kind === this.#choice.kind;
    return change.url === this.#choice.url && change.apiToken === undefined;
  }

  /** Uses another backend; its session is another one, so that of before must have ended. */
  async choose(change: BackendChange): Promise<void> {
    if (this.isUsing(change)) return;
    if (change.kind === 'embedded') {
      this.#choice = change;
      this.#host.start();
    } else {
      const { url, apiToken } = change;
      if (apiToken !== undefined) await this.#tokens.store(url, apiToken);
      this.#choice = { kind: 'server', url };
      await this.#host.stop();
    }
    this.#onChange();
  }
}
