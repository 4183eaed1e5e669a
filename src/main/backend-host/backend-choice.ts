import type { BackendChoice, BackendState } from '../../shared/desktop.ts';
import type { Target } from '../gateway/http.ts';
import type { BackendHost } from './backend-host.ts';

/** The backend in use: the embedded one, or a server elsewhere, as the settings choose. */
export class ChosenBackend {
  readonly #host: Pick<BackendHost, 'state' | 'target' | 'start' | 'stop' | 'restart'>;
  readonly #onChange: () => void;
  #choice: BackendChoice;

  /** `onChange` hears when another one was chosen. */
  constructor(
    host: Pick<BackendHost, 'state' | 'target' | 'start' | 'stop' | 'restart'>,
    choice: BackendChoice,
    onChange: () => void,
  ) {
    this.#host = host;
    this.#choice = choice;
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

  target(): Promise<Target | null> {
    if (this.#choice.kind === 'embedded') return this.#host.target();
    return Promise.resolve({
      baseUrl: this.#choice.url.replace(/\/+$/, ''),
      apiToken: this.#choice.apiToken,
    });
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

  isUsing(choice: BackendChoice): boolean {
    return JSON.stringify(choice) === JSON.stringify(this.#choice);
  }

  /** Uses another backend; its session is another one, so that of before must have ended. */
  async choose(choice: BackendChoice): Promise<void> {
    if (this.isUsing(choice)) return;
    this.#choice = choice;
    if (choice.kind === 'embedded') this.#host.start();
    else await this.#host.stop();
    this.#onChange();
  }
}
