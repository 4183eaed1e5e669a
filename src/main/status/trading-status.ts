import { contract } from '../../shared/contract/index.ts';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import type { Gateway } from '../gateway/gateway.ts';

interface ModeStatus {
  /** Result of today, paise. */
  readonly today: number;
  readonly running: number;
  readonly openPositions: number;
  readonly basketShares: number;
  /** Positions that only this program watches, and those whose stop holds nowhere. */
  readonly watched: number;
  readonly bare: number;
}

/** Trading status of a user, as the desktop itself shows it. */
export interface TradingStatus {
  readonly live: ModeStatus;
  readonly test: ModeStatus;
  /** Something waits for the person: an order of unknown outcome, the login of the morning. */
  readonly needsPerson: boolean;
}

/** Facts after which it may have changed. */
const TELLING: readonly StreamEvent['type'][] = ['trade', 'position', 'strategy', 'order', 'reload'];
/** A burst of facts is asked about once. */
const SETTLE_MS = 1_000;
/** Results move with prices, which nobody announces one by one. */
const REFRESH_MS = 15_000;
const PRESSING = ['reconnect-broker', 'needs-attention'];

/** Asks the backend how the person stands: after what may have changed it, and every quarter of a minute. */
export class TradingStatusWatch {
  readonly #call: Gateway['call'];
  readonly #onChange: (status: TradingStatus | null) => void;
  #userId: number | null = null;
  #current: TradingStatus | null = null;
  #soon: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;

  constructor(call: Gateway['call'], onChange: (status: TradingStatus | null) => void) {
    this.#call = call;
    this.#onChange = onChange;
  }

  /** The last that is known; null when nobody is signed in, or nothing has been answered yet. */
  get current(): TradingStatus | null {
    return this.#current;
  }

  /** Whose standing it is from now on; null when nobody is signed in. */
  follow(userId: number | null): void {
    if (userId === this.#userId) return;
    this.stop();
    this.#userId = userId;
    this.#set(null);
    if (userId === null) return;
    this.#clock = setInterval(() => void this.#refresh(), REFRESH_MS);
    void this.#refresh();
  }

  onEvent({ type }: StreamEvent): void {
    if (this.#userId === null || !TELLING.includes(type)) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      void this.#refresh();
    }, SETTLE_MS);
  }

  stop(): void {
    clearTimeout(this.#soon);
    clearInterval(this.#clock);
    this.#soon = undefined;
  }

  async #refresh(): Promise<void> {
    const userId = this.#userId;
    const answer = await this.#call(contract.home.summary, {});
    // What cannot be had now stays as it was known; the windows say that they are offline.
    if (!answer.ok || userId !== this.#userId) return;
    const { live, test, agenda } = answer.value;
    const needsPerson = agenda.some(({ kind, isDone }) => PRESSING.includes(kind) && !isDone);
    this.#set({ live, test, needsPerson });
  }

  #set(status: TradingStatus | null): void {
    this.#current = status;
    this.#onChange(status);
  }
}
