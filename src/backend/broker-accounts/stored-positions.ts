import type { DistanceAtr, Protection, ProtectionRules } from '../../engine/protection.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { PositionRow } from '../db/schema.ts';
import { notFound } from '../refusal.ts';
import { type EventSinks, announcePosition, type StrategyIdentity } from '../trading/announce.ts';
import { changedProtection } from '../trading/changed-protection.ts';
import type { RunIdentity, TradingTerms } from '../trading/order-path.ts';
import { shownLevels } from '../trading/settle-fill.ts';
import { type ManualLevels, withLevels } from '../trading/manual-terms.ts';
import { storedProtection } from '../trading/stored-protection.ts';
import { raiseAttention } from '../trading/attention.ts';
import { openExitIntents } from './exit-intents.ts';
import { type HeldPosition, heldPosition, type HeldPositions, withInstrument } from './held-position.ts';
import type { LivePrices } from './live-prices.ts';

export interface StoredPositionsDeps {
  readonly database: Database;
  readonly sinks: EventSinks;
  readonly clock: Clock;
  readonly run: RunIdentity;
  readonly termsOf: (strategyId: number) => Promise<TradingTerms>;
  readonly held: HeldPositions;
  readonly prices: LivePrices;
}

/** Restores an account's positions, and stores levels that change between fills. */
export class StoredPositions {
  private readonly deps: StoredPositionsDeps;

  constructor(deps: StoredPositionsDeps) {
    this.deps = deps;
  }

  /** Restore every open position that is not held yet. */
  async restore(): Promise<void> {
    const { database, run, held } = this.deps;
    const rows = await database.read
      .selectFrom('positions')
      .selectAll()
      .where('source', '=', run.source)
      .where('run_id', '=', run.runId)
      .where('status', '=', 'open')
      .orderBy('id')
      .execute();
    for (const row of rows) if (!held.get(row.id)) await this.restoreOne(row);
  }

  /** Restore one position. What cannot be read of it is reported to its owner, and does not hold up the others. */
  private async restoreOne(stored: PositionRow): Promise<void> {
    const { database, sinks, termsOf, clock, held } = this.deps;
    const { read } = database;
    const row = await withInstrument(read, stored);
    if (row && row.instrument_json !== stored.instrument_json) await this.writeInstrument(row);
    if (row) held.set(heldPosition(row, undefined, await openExitIntents(read, row.id)));
    const problem = row
      ? storedProtection(row).problem
      : `What is held of ${stored.symbol} could not be read, so it is not watched here and has no exit. Close it in the broker's app.`;
    if (problem === null) return;
    const { strategy } = await termsOf(stored.strategy_id);
    await database.write(stored.user_id, (tx) => raiseAttention(tx, sinks, strategy, problem, clock.now()));
  }

  /** Write a position's instrument, found in its orders. Thus every reader of the position has it. */
  private async writeInstrument({ id, user_id, instrument_json }: PositionRow): Promise<void> {
    await this.deps.database.write(user_id, (tx) =>
      tx.query.updateTable('positions').set({ instrument_json }).where('id', '=', id).execute(),
    );
  }

  /** Reads a position again that was changed by its owner's decision; what the account has of it is compared next. */
  async reload(positionId: number): Promise<void> {
    const { database, held } = this.deps;
    const row = await database.read
      .selectFrom('positions')
      .selectAll()
      .where('id', '=', positionId)
      .executeTakeFirstOrThrow();
    if (row.status !== 'open') {
      held.delete(positionId);
      return;
    }
    const reloaded = heldPosition(row, undefined, await openExitIntents(database.read, positionId));
    reloaded.isHeldBack = true;
    reloaded.passedSince = held.get(positionId)?.passedSince ?? null;
    held.set(reloaded);
  }

  /**
   * Protect a position by its strategy's present rules, and show that. Written with the rest of a transaction, in
   * force once that is on the disk.
   */
  async changeProtection(
    tx: Transaction,
    { row, protection }: HeldPosition,
    strategy: StrategyIdentity,
    rules: ProtectionRules,
    atr: DistanceAtr,
  ): Promise<void> {
    const { sinks, prices } = this.deps;
    const changed = (from: Protection) => changedProtection(from, row.symbol, rules, atr);
    const change = { ...shownLevels(changed(protection)), protection_problem: null };
    if (row.protection_problem === null && change.protection_json === JSON.stringify(protection)) return;
    const written = await tx.query
      .updateTable('positions')
      .set(change)
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    announcePosition(sinks, tx, strategy, written, prices.lastPriceOf(written));
    tx.afterCommit(() => {
      const held = this.deps.held.get(row.id);
      if (!held) return;
      held.row = { ...held.row, ...change };
      held.protection = changed(held.protection);
    });
  }

  /**
   * Give a position the levels that its owner sets; null for none. In force once they are on the disk.
   * @throws Refusal `not-found` of one that is closed
   */
  async setLevels(held: HeldPosition, levels: ManualLevels): Promise<PositionRow> {
    const { database, sinks, prices, termsOf } = this.deps;
    const { id, user_id: userId, strategy_id: strategyId } = held.row;
    const { strategy } = await termsOf(strategyId);
    return database.write(userId, async (tx) => {
      const written = await tx.query
        .updateTable('positions')
        .set(shownLevels(withLevels((this.deps.held.get(id) ?? held).protection, levels)))
        .where('id', '=', id)
        .where('status', '=', 'open')
        .returningAll()
        .executeTakeFirst();
      if (!written) throw notFound('open position');
      announcePosition(sinks, tx, strategy, written, prices.lastPriceOf(written));
      tx.afterCommit(() => {
        const now = this.deps.held.get(id);
        if (!now) return;
        const { stop_loss, target, protection_json } = written;
        now.row = { ...now.row, stop_loss, target, protection_json };
        // Prices may have moved what was best meanwhile.
        now.protection = withLevels(now.protection, levels);
      });
      return written;
    });
  }

  /** Writes the levels of a position as far as they have trailed. */
  async writeLevels(held: HeldPosition): Promise<void> {
    const levels = shownLevels(held.protection);
    await this.deps.database.write(held.row.user_id, (tx) =>
      tx.query.updateTable('positions').set(levels).where('id', '=', held.row.id).execute(),
    );
    held.row = { ...held.row, ...levels };
  }
}
