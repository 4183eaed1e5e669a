import type { StreamEvent } from '../../shared/contract/stream.ts';

/** Backtests and imports under way, as the taskbar button's one bar. */
export class RunProgress {
  /** Fractions from 0 to 1. */
  readonly #fractions = new Map<string, number>();
  readonly #show: (fraction: number | null) => void;

  /** `show` gets 0 to 1, or null when nothing is under way. */
  constructor(show: (fraction: number | null) => void) {
    this.#show = show;
  }

  /** Apply the progress of a run or an import; one that has ended counts no more. Other facts say nothing here. */
  onEvent(event: StreamEvent): void {
    if (event.type === 'backtest') {
      const isUnderWay = event.state === 'queued' || event.state === 'running';
      this.#set(`backtest ${event.backtestId}`, isUnderWay ? event.progressPercent / 100 : null);
    }
    if (event.type === 'import') {
      const isUnderWay = event.done < event.total;
      this.#set('import', isUnderWay ? event.done / event.total : null);
    }
    if (event.type === 'reload') this.clear();
  }

  /** Forget all progress. Nothing is known any more, such as when the session ends or the stream was away. */
  clear(): void {
    this.#fractions.clear();
    this.#paint();
  }

  #set(name: string, fraction: number | null): void {
    if (fraction === null) this.#fractions.delete(name);
    else this.#fractions.set(name, fraction);
    this.#paint();
  }

  #paint(): void {
    const fractions = [...this.#fractions.values()];
    const sum = fractions.reduce((total, fraction) => total + fraction, 0);
    this.#show(fractions.length === 0 ? null : sum / fractions.length);
  }
}
