import type { Source } from '../../shared/contract/fields.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import type { CandlePlace } from '../backtests/load-candles.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { ScanRow } from './scan-result.ts';
import type { ScanTask } from './scan-task.ts';

/** A scan that is done. */
export interface DoneScan {
  readonly scanId: number;
  readonly document: RuleDocument;
  readonly day: string;
  readonly source: Source;
  readonly rows: readonly ScanRow[];
  /** Time that it took, ms. */
  readonly ms: number;
}

/** Threads that scan. */
interface ScanThreads {
  run(name: 'scan', task: ScanTask, signal: AbortSignal): Promise<ScanRow[]>;
}

/** Results that are kept, of all people: each has some hundred bytes a symbol. */
const MOST_KEPT = 50;

/** Scans of all people: one of each at a time, and the latest result of each. */
export class Scans {
  private readonly threads: ScanThreads;
  private readonly place: CandlePlace;
  private readonly underWay = new Map<number, AbortController>();
  /** By user, the longest unused first. */
  private readonly done = new Map<number, DoneScan>();
  private lastId = 0;

  constructor(threads: ScanThreads, place: CandlePlace) {
    this.threads = threads;
    this.place = place;
  }

  /**
   * Scan on a thread. `prepare` says what of; a person's next scan is refused from its beginning on.
   * @throws Refusal `conflict` while a scan of the person is under way, `refused` when it is given up
   */
  async run(userId: number, prepare: () => Promise<Omit<ScanTask, keyof CandlePlace>>): Promise<DoneScan> {
    if (this.underWay.has(userId))
      throw new Refusal('conflict', 'A scan of yours is under way. Wait for it, or stop it.');
    const giveUp = new AbortController();
    this.underWay.set(userId, giveUp);
    try {
      const task = await prepare();
      const began = performance.now();
      const rows = giveUp.signal.aborted
        ? []
        : await this.threads.run('scan', { ...task, ...this.place }, giveUp.signal);
      giveUp.signal.throwIfAborted();
      const { document, day, source } = task;
      const ms = Math.round(performance.now() - began);
      return this.keep(userId, { scanId: ++this.lastId, document, day, source, rows, ms });
    } catch (error) {
      throw giveUp.signal.aborted ? new Refusal('refused', 'The scan was stopped.') : error;
    } finally {
      this.underWay.delete(userId);
    }
  }

  /** Give up the scan of a person. False where none is under way. */
  cancel(userId: number): boolean {
    const giveUp = this.underWay.get(userId);
    giveUp?.abort();
    return giveUp !== undefined;
  }

  /** The latest scan of a person. @throws Refusal `not-found` for any other */
  require(userId: number, scanId: number): DoneScan {
    const scan = this.done.get(userId);
    if (scan?.scanId !== scanId) throw notFound('scan');
    return this.keep(userId, scan);
  }

  private keep(userId: number, scan: DoneScan): DoneScan {
    this.done.delete(userId);
    this.done.set(userId, scan);
    const [oldest] = this.done.keys();
    if (this.done.size > MOST_KEPT && oldest !== undefined) this.done.delete(oldest);
    return scan;
  }
}
