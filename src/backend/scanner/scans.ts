import { randomInt } from 'node:crypto';
import type { Source } from '../../shared/contract/fields.ts';
import type { Result } from '../../shared/failure.ts';
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
  run(name: 'scan', task: ScanTask, signal: AbortSignal): Promise<Result<ScanRow[]>>;
}

/** Time that one scan has of the thread, which is everybody's, ms: many times that of the rules people write. */
const MOST_SCAN_MS = 60_000;
/** Scans at work and waiting for the thread, of all people. */
const MOST_WAITING = 20;
const FIRST_IDS = 2 ** 40;
/** Results that are kept, of all people. */
const MOST_KEPT = 50;
/** Readings in them all: some fifty bytes each. */
const MOST_READINGS = 2_000_000;

const readingsOf = ({ rows }: DoneScan): number =>
  rows.reduce((sum, { parts }) => parts.reduce((more, { values }) => more + 1 + values.length, sum + 1), 0);

type Wanted = Omit<ScanTask, keyof CandlePlace | 'mostMs'>;

/** Scans of all people: one of each at a time, and the latest result of each. */
export class Scans {
  private readonly threads: ScanThreads;
  /** Where candles are. */
  readonly place: CandlePlace;
  private readonly underWay = new Map<number, AbortController>();
  /** By user, the longest unused first. */
  private readonly done = new Map<number, DoneScan>();
  private readonly readings = new WeakMap<DoneScan, number>();
  /** Not that of a process before: a window may still ask for rows of a scan of then. */
  private lastId = randomInt(FIRST_IDS);

  constructor(threads: ScanThreads, place: CandlePlace) {
    this.threads = threads;
    this.place = place;
  }

  /**
   * Scan on a thread. `prepare` says what of; a person's next scan is refused from its beginning on.
   * @throws Refusal `conflict` while a scan of the person is under way, `unavailable` while too many wait, `refused`
   * when it is given up or takes too long
   */
  async run(userId: number, prepare: () => Promise<Wanted>): Promise<DoneScan> {
    if (this.underWay.has(userId))
      throw new Refusal('conflict', 'A scan of yours is under way. Wait for it, or stop it.');
    if (this.underWay.size >= MOST_WAITING)
      throw new Refusal('unavailable', 'Many people are scanning now. Scan again in a minute.');
    const giveUp = new AbortController();
    this.underWay.set(userId, giveUp);
    try {
      const task = await prepare();
      const began = performance.now();
      giveUp.signal.throwIfAborted();
      const whole = { ...task, ...this.place, mostMs: MOST_SCAN_MS };
      const scanned = await this.threads.run('scan', whole, giveUp.signal);
      giveUp.signal.throwIfAborted();
      if (!scanned.ok) throw new Refusal('refused', scanned.failure.message);
      const rows = scanned.value;
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
    this.forgetLargest(userId);
    return scan;
  }

  /** Forget results of other people, the largest first, until there is room. */
  private forgetLargest(userId: number): void {
    let sum = [...this.done.values()].reduce((all, scan) => all + this.sizeOf(scan), 0);
    const others = [...this.done].filter(([owner]) => owner !== userId);
    for (const [owner, scan] of others.sort(([, a], [, b]) => this.sizeOf(b) - this.sizeOf(a))) {
      if (sum <= MOST_READINGS) return;
      this.done.delete(owner);
      sum -= this.sizeOf(scan);
    }
  }

  private sizeOf(scan: DoneScan): number {
    const size = this.readings.get(scan) ?? readingsOf(scan);
    this.readings.set(scan, size);
    return size;
  }
}
