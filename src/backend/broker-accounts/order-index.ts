import { isOver } from '../../engine/trading/order.ts';
import type { OrderReport } from '../brokers/broker.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { OrderRow } from '../db/schema.ts';
import type { RunIdentity } from '../trading/order-path.ts';

export interface OrderIndexDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly run: RunIdentity;
}

/** Orders of one account, as they were last seen: where each is found by its id, its position and its names. */
export class OrderIndex {
  private readonly deps: OrderIndexDeps;
  /** Orders that have not ended, and those of today that have: every book tells of them again. */
  private readonly rows = new Map<number, OrderRow>();
  private readonly byBrokerId = new Map<string, number>();
  private readonly byTag = new Map<string, number>();
  private readonly working = new Map<number, OrderRow>();
  private readonly byPosition = new Map<number, Set<number>>();
  /** When a position's exit order last changed at the broker, epoch ms. */
  private readonly exitsTouchedAt = new Map<number, number>();
  /** Numbers of today's orders that are not ours. */
  private readonly foreign = new Set<string>();

  constructor(deps: OrderIndexDeps) {
    this.deps = deps;
  }

  /** Every order that has not ended, oldest first. */
  all(): OrderRow[] {
    return [...this.working.values()];
  }

  /** An order that has not ended. */
  get(orderId: number): OrderRow | undefined {
    return this.working.get(orderId);
  }

  /** An order that has not ended, or one of today that has. */
  lastSeen(orderId: number): OrderRow | undefined {
    return this.rows.get(orderId);
  }

  /** Orders of a position that have not ended, oldest first. */
  of(positionId: number): OrderRow[] {
    return [...(this.byPosition.get(positionId) ?? [])].flatMap((id) => this.working.get(id) ?? []);
  }

  get hasUnknown(): boolean {
    for (const { state } of this.working.values()) if (state === 'unknown') return true;
    return false;
  }

  /**
   * When a position's exit orders last changed, or could have, epoch ms. A change is possible without our knowing
   * while one is out.
   */
  exitsTouched(positionId: number): number {
    const isOut = this.of(positionId).some(({ slot, state }) => slot !== 'entry' && state !== 'intended');
    return isOut ? this.deps.clock.now() : (this.exitsTouchedAt.get(positionId) ?? 0);
  }

  /** Index an order as it is now. */
  remember(order: OrderRow): void {
    const { id, position_id: positionId, broker_order_id: brokerOrderId, tag } = order;
    this.rows.set(id, order);
    if (brokerOrderId !== null) this.byBrokerId.set(brokerOrderId, id);
    if (tag !== null) this.byTag.set(tag, id);
    if (positionId !== null && order.slot !== 'entry' && order.state !== 'intended')
      this.exitsTouchedAt.set(positionId, this.deps.clock.now());
    const ids = positionId === null ? undefined : this.byPosition.get(positionId);
    if (isOver(order.state)) {
      this.working.delete(id);
      ids?.delete(id);
      if (positionId !== null && ids?.size === 0) this.byPosition.delete(positionId);
    } else {
      this.working.set(id, order);
      if (positionId !== null) this.byPosition.set(positionId, (ids ?? new Set<number>()).add(id));
    }
  }

  /**
   * The order of ours that a report is about. From the database where it is not in memory; undefined when it is not
   * ours.
   */
  async find(report: Pick<OrderReport, 'brokerOrderId' | 'tag'>): Promise<OrderRow | undefined> {
    const id =
      this.byBrokerId.get(report.brokerOrderId) ??
      (report.tag === null ? undefined : this.byTag.get(report.tag));
    if (id !== undefined) return this.rows.get(id);
    if (this.foreign.has(report.brokerOrderId)) return undefined;
    const { run, database } = this.deps;
    const mine = database.read
      .selectFrom('orders')
      .selectAll()
      .where('source', '=', run.source)
      .where('run_id', '=', run.runId);
    const row =
      (await mine.where('broker_order_id', '=', report.brokerOrderId).executeTakeFirst()) ??
      (report.tag === null ? undefined : await mine.where('tag', '=', report.tag).executeTakeFirst());
    if (row) this.remember(row);
    else this.foreign.add(report.brokerOrderId);
    return row;
  }

  /** Forgets what a day's books told: orders that ended and were sent before a moment, epoch ms, and what is not ours. */
  forgetBefore(moment: number): void {
    this.foreign.clear();
    for (const [id, row] of this.rows)
      if (isOver(row.state) && (row.sent_at ?? 0) < moment) {
        this.rows.delete(id);
        if (row.broker_order_id !== null) this.byBrokerId.delete(row.broker_order_id);
        if (row.tag !== null) this.byTag.delete(row.tag);
      }
  }
}
