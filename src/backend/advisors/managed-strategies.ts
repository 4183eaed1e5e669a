import type { Kysely } from 'kysely';
import { STRATEGY_STATUS } from '../../shared/strategy-status.ts';
import type { PlanEffects } from '../billing/plan-effects.ts';
import type { Clock } from '../clock.ts';
import type { Transaction } from '../db/database.ts';
import type { Schema, SubscriptionRow, StrategyRow } from '../db/schema.ts';
import type { EventHub } from '../notices/event-hub.ts';
import { announceStrategy } from '../trading/announce.ts';
import { requireRunningQuota } from '../trading/running-quota.ts';
import { Refusal } from '../refusal.ts';
import { copyOf, freeName } from '../trading/copy-strategy.ts';
import { areEvaluated } from '../trading/evaluated-strategies.ts';
import type { StrategyStarts } from '../broker-accounts/strategy-starts.ts';
import type { MarketRuns } from '../trading/market-runs.ts';

interface ManagedDeps {
  readonly hub: EventHub;
  readonly marketRuns: MarketRuns;
  readonly starts: StrategyStarts;
  readonly clock: Clock;
  readonly logActivity: (tx: Transaction, userId: number, topic: string, text: string) => Promise<void>;
}

/**
 * The strategies that an advisor plan manages for its subscriber: copies of the analysts' own, in test. They run while
 * the plan does, and keep its mark afterwards, so that what they made stays told apart.
 */
export class ManagedStrategies implements PlanEffects {
  private readonly deps: ManagedDeps;

  constructor(deps: ManagedDeps) {
    this.deps = deps;
  }

  async begun(tx: Transaction, subscription: SubscriptionRow): Promise<void> {
    if (subscription.kind !== 'advisor') return;
    const { user_id: userId, plan_id: planId, name } = subscription;
    const parents = await tx.query
      .selectFrom('advisor_plan_strategies as managed')
      .innerJoin('strategies', 'strategies.id', 'managed.strategy_id')
      .selectAll('strategies')
      .where('managed.plan_id', '=', planId)
      .orderBy('strategies.id')
      .execute();
    const earlier = await this.earlierCopies(tx, userId, planId);
    for (const parent of parents) {
      const copy =
        earlier.find((row) => row.parent_id === parent.id)?.id ?? (await this.copy(tx, userId, parent));
      const row = await this.set(tx, copy, STRATEGY_STATUS.running, subscription.id);
      tx.afterCommit(() => this.startLater(row));
    }
    // Copies of before have the rules that their owner has given them since.
    await requireRunningQuota(tx, userId);
    await this.deps.logActivity(
      tx,
      userId,
      'plan',
      `${name} runs ${parents.length} strategies in your paper account.`,
    );
  }

  async ended(tx: Transaction, subscription: SubscriptionRow): Promise<void> {
    if (subscription.kind !== 'advisor') return;
    const running = await tx.query
      .selectFrom('strategies')
      .selectAll()
      .where('managed_by', '=', subscription.id)
      // One that waits for a decision still waits for it, and does not go on afterwards.
      .where(areEvaluated)
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute();
    for (const row of running) {
      const { id, status } = row;
      if (status === STRATEGY_STATUS.running)
        await this.set(tx, id, STRATEGY_STATUS.stopped, subscription.id);
      else
        await tx.query
          .updateTable('strategies')
          .set({ status_before: STRATEGY_STATUS.stopped })
          .where('id', '=', id)
          .execute();
      tx.afterCommit(() => this.deps.starts.endWithEntries(row, 'Its plan has ended'));
    }
    if (running.length > 0)
      await this.deps.logActivity(
        tx,
        subscription.user_id,
        'plan',
        `The strategies of ${subscription.name} are stopped. What they hold keeps its protection.`,
      );
  }

  /** Copies from the same plan, bought before: they are taken up again and not made twice. */
  private earlierCopies(tx: Transaction, userId: number, planId: string): Promise<StrategyRow[]> {
    return tx.query
      .selectFrom('strategies')
      .innerJoin('subscriptions as plan', 'plan.id', 'strategies.managed_by')
      .selectAll('strategies')
      .where('strategies.owner_id', '=', userId)
      .where('strategies.mode', '=', 'test')
      .where('strategies.status', '=', STRATEGY_STATUS.stopped)
      .where('strategies.removed_at', 'is', null)
      .where('plan.plan_id', '=', planId)
      .orderBy('strategies.id')
      .execute();
  }

  private async copy(tx: Transaction, ownerId: number, parent: StrategyRow): Promise<number> {
    const name = await freeName(tx, ownerId, parent.name);
    const { id } = await tx.query
      .insertInto('strategies')
      .values(copyOf(parent, { ownerId, name, capital: parent.capital, at: this.deps.clock.now() }))
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  private async set(
    tx: Transaction,
    strategyId: number,
    status: StrategyRow['status'],
    managedBy: number,
  ): Promise<StrategyRow> {
    const row = await tx.query
      .updateTable('strategies')
      .set({ status, managed_by: managedBy })
      .where('id', '=', strategyId)
      .returningAll()
      .executeTakeFirstOrThrow();
    announceStrategy(this.deps.hub, tx, row);
    return row;
  }

  /**
   * Start a strategy if the market is open. A market that is not open yet starts every running strategy when it opens.
   */
  private startLater(row: StrategyRow): void {
    if (this.deps.marketRuns.isOpen) this.deps.starts.launchLater(row);
  }
}

/** Refuses to start a strategy whose plan has ended. */
export const requirePlanInForce = async (query: Kysely<Schema>, strategy: StrategyRow): Promise<void> => {
  if (strategy.managed_by === null) return;
  const plan = await query
    .selectFrom('subscriptions')
    .select(['name', 'state'])
    .where('id', '=', strategy.managed_by)
    .executeTakeFirstOrThrow();
  if (plan.state !== 'ended') return;
  throw new Refusal(
    'refused',
    `${strategy.name} belongs to ${plan.name}, which has ended. Activate the plan again, or clone the strategy to run it yourself.`,
  );
};
