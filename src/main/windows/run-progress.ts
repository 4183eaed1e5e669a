import type { StreamEvent } from '../../shared/contract/stream.ts';

type Backtest = Extract<StreamEvent, { type: 'backtest' }>;

/** Backtests under way as the one bar that a taskbar button has. */
export class RunProgress {
  readonly #percents = new Map<number, number>();
  readonly #show: (fraction: number | null) => void;

  /** `show` gets 0 to 1, or null when nothing is under way. */
  constructor(show: (fraction: number | null) => void) {
    this.#show = show;
  }

  /** Takes a run's progress; one that has ended counts no more. */
  take({ backtestId, state, progressPercent }: Backtest): void {
    if (state === 'queued' || state === 'running') this.#percents.set(backtestId, progressPercent);
    else this.#percents.delete(backtestId);
    this.#paint();
  }

  /** Nothing is known any more, such as when the session ends or the stream was away. */
  clear(): void {
    this.#percents.clear();
    this.#paint();
  }

  #paint(): void {
    const percents = [...this.#percents.values()];
    const sum = percents.reduce((total, percent) => total + percent, 0);
    this.#show(percents.length === 0 ? null : sum / percents.length / 100);
  }
}
