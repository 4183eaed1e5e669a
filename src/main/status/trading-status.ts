import { contract } from '../../shared/contract/index.ts';
import type { OutputOf } from '../../shared/contract/endpoint.ts';
import type { Mode } from '../../shared/contract/fields.ts';
import type { StreamEvent } from '../../shared/contract/stream.ts';
import { movedSince } from '../../shared/open-result.ts';
import { noQuotes, type Quotes, withValues } from '../../shared/quotes.ts';
import type { Gateway } from '../gateway/gateway.ts';

interface ModeStatus {
  /** Result of today, paise. */
  readonly today: number;
  readonly running: number;
  readonly openPositions: number;
  readonly basketShares: number;
  /** Orders by hand that may still open something. */
  readonly resting: number;
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
/** Asked for all the same: not every change is announced, and a server may have no stream. */
const REFRESH_MS = 15_000;
/** Results move with prices. A menu that is open must not be built anew at the pace of a window's paints. */
const RESULT_EVERY_MS = 1_000;
const PRESSING = ['reconnect-broker', 'needs-attention'];

type Summary = OutputOf<typeof contract.home.summary>;

/**
 * How the person stands. The backend is asked after what may have changed it, and every quarter of a minute; between
 * its answers results move with the market, by the definition that the windows have.
 */
export class TradingStatusWatch {
  readonly #call: Gateway['call'];
  readonly #onChange: (status: TradingStatus | null) => void;
  readonly #prices: () => Quotes;
  #userId: number | null = null;
  /** Number of questions so far, and of the last whose answer counts; older ones come too late. */
  #asked = 0;
  #answered = 0;
  #summary: Summary | null = null;
  /** Worth of open positions, as the backend last said. */
  #values = noQuotes();
  #current: TradingStatus | null = null;
  #soon: NodeJS.Timeout | undefined;
  #moving: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;

  /** `prices` returns the last price of each instrument that a window shows. */
  constructor(
    call: Gateway['call'],
    onChange: (status: TradingStatus | null) => void,
    prices: () => Quotes = noQuotes,
  ) {
    this.#call = call;
    this.#onChange = onChange;
    this.#prices = prices;
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
    this.#answered = this.#asked;
    this.#summary = null;
    this.#values = noQuotes();
    this.#show();
    if (userId === null) return;
    this.#clock = setInterval(() => void this.#refresh(), REFRESH_MS);
    void this.#refresh();
  }

  onEvent(event: StreamEvent): void {
    if (this.#userId === null) return;
    if (event.type === 'positions') this.#values = withValues(this.#values, event.positions);
    if (event.type === 'quote' || event.type === 'positions') this.#showMoved();
    if (!TELLING.includes(event.type)) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      void this.#refresh();
    }, SETTLE_MS);
  }

  stop(): void {
    clearTimeout(this.#soon);
    clearTimeout(this.#moving);
    clearInterval(this.#clock);
    this.#soon = undefined;
    this.#moving = undefined;
  }

  async #refresh(): Promise<void> {
    const turn = ++this.#asked;
    const answer = await this.#call(contract.home.summary, {});
    // What cannot be had now stays as it was known; the windows say that they are offline.
    if (!answer.ok || turn <= this.#answered) return;
    this.#answered = turn;
    this.#summary = answer.value;
    this.#show();
  }

  #showMoved(): void {
    this.#moving ??= setTimeout(() => {
      this.#moving = undefined;
      this.#show();
    }, RESULT_EVERY_MS);
  }

  #show(): void {
    this.#current = this.#summary && this.#statusOf(this.#summary);
    this.#onChange(this.#current);
  }

  #statusOf(summary: Summary): TradingStatus {
    const quotes = { ...this.#values, quotes: this.#prices().quotes };
    const now = (mode: Mode): ModeStatus => {
      const figures = summary[mode];
      const moved = movedSince(figures, { mode, source: summary.source }, quotes);
      return { ...figures, today: figures.today + moved };
    };
    const needsPerson = summary.agenda.some(({ kind, isDone }) => PRESSING.includes(kind) && !isDone);
    return { live: now('live'), test: now('test'), needsPerson };
  }
}
