import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/database.ts';

/** Parts that a call depends on. */
export type Part = 'database' | 'market' | 'disk';

/** Whether calls can be served now; `failing` are the parts that forbid it. */
export interface Readiness {
  readonly ready: boolean;
  readonly failing: readonly Part[];
}

export interface ReadinessDeps {
  readonly database: Pick<Database, 'read'>;
  readonly dataDir: string;
  /** Whether the market has been prepared. */
  readonly isPrepared: () => boolean;
}

/** Time in which a ready database answers a read. */
const PATIENCE_MS = 1_000;
/** However many ask, the parts are looked at once in this time. */
const KEPT_MS = 1_000;
/** Free space below which the data may soon have no room: the log of the database grows by as much in a busy minute. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Looks at what a call depends on: the database, the market and the disk. Cheap, however often it is asked. */
export class ReadinessCheck {
  private readonly deps: ReadinessDeps;
  /** A read that has not ended; a database that hangs is not asked for more. */
  private reading: Promise<unknown> | null = null;
  private kept: { readonly at: number; readonly readiness: Promise<Readiness> } | null = null;

  constructor(deps: ReadinessDeps) {
    this.deps = deps;
  }

  /** How the parts stand; at most a second old. */
  current(): Promise<Readiness> {
    const now = performance.now();
    if (!this.kept || now - this.kept.at >= KEPT_MS) this.kept = { at: now, readiness: this.check() };
    return this.kept.readiness;
  }

  private async check(): Promise<Readiness> {
    const [database, disk] = await Promise.all([this.canRead(), this.hasSpace()]);
    const parts = { database, market: this.deps.isPrepared(), disk };
    const failing = (Object.keys(parts) as Part[]).filter((part) => !parts[part]);
    return { ready: failing.length === 0, failing };
  }

  private async canRead(): Promise<boolean> {
    const ending = new AbortController();
    // A read that fails for any reason means that the database is not ready; its own calls log why.
    const read = this.read().then(
      () => true,
      () => false,
    );
    try {
      return await Promise.race([read, delay(PATIENCE_MS, false, { ref: false, signal: ending.signal })]);
    } finally {
      ending.abort();
    }
  }

  private read(): Promise<unknown> {
    const { read } = this.deps.database;
    this.reading ??= read
      .selectFrom('meta')
      .select('key')
      .limit(1)
      .execute()
      .finally(() => (this.reading = null));
    return this.reading;
  }

  private async hasSpace(): Promise<boolean> {
    try {
      const { bavail, bsize } = await statfs(this.deps.dataDir);
      return bavail * bsize >= LEAST_FREE_BYTES;
    } catch {
      // A data folder that is not there any more has no space.
      return false;
    }
  }
}
