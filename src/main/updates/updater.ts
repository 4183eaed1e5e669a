import type { UpdateState } from '../../shared/desktop.ts';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import { istDate, minutesToClock } from '../../shared/time.ts';
import { isMarketTime, marketHoursOn } from '../../shared/trading-days.ts';
import { t } from '../messages/messages.ts';

/** Where new versions come from. */
export interface UpdateSource {
  /** The version that is newer than this one, or null. */
  check(): Promise<string | null>;
  /** `onPercent` gets 0 to 100. */
  download(onPercent: (percent: number) => void): Promise<void>;
  /** Ends the app and starts the new version; rejects when it is not to be trusted. */
  install(): Promise<void>;
}

export interface UpdaterDeps {
  /** Null for a copy that has nowhere to look. */
  readonly source: UpdateSource | null;
  readonly isWanted: () => boolean;
  /** Something live runs or is open. */
  readonly isTradingLive: () => boolean;
  readonly onChange: (state: UpdateState) => void;
}

const FIRST_CHECK_MS = 60_000;
const CHECK_EVERY_MS = 6 * 3_600_000;

/** New versions: looked for in silence, downloaded and installed when the person says so, never during the market. */
export class Updater {
  readonly #deps: UpdaterDeps;
  #state: UpdateState;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: UpdaterDeps) {
    this.#deps = deps;
    const state = deps.source ? 'none' : 'off';
    this.#state = { state, version: null, percent: 0, message: '', checkedAt: null };
  }

  get state(): UpdateState {
    return this.#state;
  }

  /** Looks soon after the start and then a few times a day. */
  start(): void {
    if (!this.#deps.source) return;
    const poll = () => {
      if (this.#deps.isWanted()) void this.check();
      this.#timer = setTimeout(poll, CHECK_EVERY_MS);
    };
    this.#timer = setTimeout(poll, FIRST_CHECK_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async check(): Promise<UpdateState> {
    const { source } = this.#deps;
    // What is on its way or waiting needs no second look.
    if (!source || !['none', 'available', 'failed'].includes(this.#state.state)) return this.#state;
    this.#set({ state: 'checking', message: '' });
    try {
      const version = await source.check();
      this.#set({ state: version === null ? 'none' : 'available', version, checkedAt: Date.now() });
    } catch (error) {
      this.#fail(t('It could not be looked for a new version: {{reason}}', { reason: reasonOf(error) }));
    }
    return this.#state;
  }

  async download(): Promise<UpdateState> {
    const { source } = this.#deps;
    if (!source || this.#state.state !== 'available') return this.#state;
    this.#set({ state: 'downloading', percent: 0 });
    try {
      await source.download((percent) => this.#set({ percent }));
      this.#set({ state: 'ready', percent: 100 });
    } catch (error) {
      this.#fail(t('The new version could not be downloaded: {{reason}}', { reason: reasonOf(error) }));
    }
    return this.#state;
  }

  /** Installs what is ready; refused with a sentence while it could cost money. */
  async install(now = Date.now()): Promise<Result<UpdateState>> {
    if (!this.#deps.source || this.#state.state !== 'ready')
      return fail('conflict', t('There is no new version to install.'));
    const hours = marketHoursOn(istDate(now));
    if (hours && isMarketTime(now)) {
      const time = minutesToClock(hours.to);
      return fail('refused', t('The market is open. The new version is installed after {{time}}.', { time }));
    }
    if (this.#deps.isTradingLive())
      return fail('refused', t('Something live is running or open. Stop it first, or install later.'));
    try {
      await this.#deps.source.install();
    } catch (error) {
      const message = t('The new version could not be installed: {{reason}}', { reason: reasonOf(error) });
      this.#fail(message);
      return fail('refused', message);
    }
    return succeed(this.#state);
  }

  #fail(message: string): void {
    this.#set({ state: 'failed', message });
  }

  #set(part: Partial<UpdateState>): void {
    this.#state = { ...this.#state, ...part };
    this.#deps.onChange(this.#state);
  }
}

const reasonOf = (error: unknown): string => (error as Error).message.split('\n')[0] ?? '';
