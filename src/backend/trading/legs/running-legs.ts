import { createHash } from 'node:crypto';
import {
  changedProgress,
  readProgress,
  type StructureProgress,
} from '../../../engine/legs/structure-progress.ts';
import { type LegWish, StructureRuntime } from '../../../engine/legs/structure-runtime.ts';
import type { LegDocument } from '../../../shared/leg-document.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import type { StrategyIdentity } from '../announce.ts';
import type { RunIdentity } from '../order-path.ts';

const identityOf = ({ id, name, owner_id: ownerId }: StrategyRow, isHouse: boolean): StrategyIdentity => ({
  id,
  name,
  ownerId,
  isHouse,
});

/** Entry of a leg that is wished for. */
export type EntryWish = Extract<LegWish, { do: 'enter' }>;

/** A strategy with legs under evaluation, with its wishes of a minute. */
export class RunningLegs {
  row: StrategyRow;
  identity: StrategyIdentity;
  readonly runtime: StructureRuntime;
  /** Realised net result on this run so far, paise. */
  realised = 0;
  /** Market time of the minute whose wishes these are, epoch ms. */
  minute = Number.NaN;
  wishes: LegWish[] = [];
  /** Entries of the last minute that had some. What is sold waits for what is bought. */
  entering: readonly EntryWish[] = [];
  /** Whether the account was asked for these entries, and can carry them. */
  isCovered = false;
  /** When they were wished for, epoch ms. */
  enteringAt = Number.NaN;
  /** Since when the entry of a leg is under way, epoch ms. */
  readonly workingSince = new Map<number, number>();
  /** Legs without a price that its owner was told of. */
  unpriced = '';
  private stored: string;
  /** Print of its document: progress under another one is no progress of this. */
  readonly print: string;

  constructor(row: StrategyRow, isHouse: boolean, document: LegDocument, progressJson: string | null) {
    this.row = row;
    this.identity = identityOf(row, isHouse);
    this.stored = progressJson ?? '';
    this.print = createHash('sha256').update(row.document_json).digest('hex').slice(0, 16);
    this.runtime = new StructureRuntime(
      document,
      progressJson === null ? undefined : this.progressOf(progressJson, document),
    );
  }

  /** Take its changed settings over. Its document is the same. */
  change(row: StrategyRow, isHouse: boolean): void {
    this.row = row;
    this.identity = identityOf(row, isHouse);
  }

  /** Add the wishes of a close. Those of earlier ones come first. */
  wish(minute: number, wishes: readonly LegWish[]): void {
    const entering = wishes.filter((wish) => wish.do === 'enter');
    if (entering.length > 0) {
      this.entering = [...this.wishes.filter((wish) => wish.do === 'enter'), ...entering];
      this.isCovered = false;
      this.enteringAt = minute;
    }
    this.wishes = [...this.wishes, ...wishes];
    this.minute = minute;
  }

  /** Whether a leg is still to be entered or left. Its order is not written yet. */
  isWished(leg: number): boolean {
    return this.wishes.some((wish) => (wish.do === 'enter' || wish.do === 'leave') && wish.leg === leg);
  }

  private progressOf(json: string, document: LegDocument): StructureProgress {
    const progress = readProgress(json, document);
    const isOfDocument = progress && (progress as { document?: unknown }).document === this.print;
    return isOfDocument ? progress : changedProgress(json, document);
  }

  /** Key of the present entry of a leg: one for each day, leg and number. */
  entryKey({ runId }: RunIdentity, leg: number): string {
    const { day } = this.runtime.snapshot();
    return `${runId}:${this.row.id}:leg ${leg}:${day}:${this.runtime.leg(leg).entries}`;
  }

  /** Write its progress, if that has changed since it was written. */
  async save(database: Database, run: RunIdentity, at: number): Promise<void> {
    const progress = JSON.stringify({ ...this.runtime.snapshot(), document: this.print });
    if (progress === this.stored) return;
    await database.write(this.row.owner_id, (tx) => this.write(tx, run, progress, at));
    this.stored = progress;
  }

  private async write(tx: Transaction, run: RunIdentity, progress: string, at: number): Promise<void> {
    await tx.query
      .insertInto('structures')
      .values({
        user_id: this.row.owner_id,
        strategy_id: this.row.id,
        source: run.source,
        run_id: run.runId,
        progress_json: progress,
        updated_at: at,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['strategy_id', 'source', 'run_id'])
          .doUpdateSet({ progress_json: progress, updated_at: at }),
      )
      .execute();
  }
}
