import { advanceProtection, stopHitOnBar } from '../../engine/protection.ts';
import type { BrokerTick } from '../brokers/broker.ts';
import { type ProtectiveExit, protectiveExits } from '../trading/protective-exits.ts';
import type { HeldPosition } from './held-position.ts';

/** A level of ours that a price has come to. */
export interface ReachedLevel {
  readonly positionId: number;
  readonly exit: ProtectiveExit;
  /** When it was traded there. */
  readonly at: number;
}

/** How long a resting stop may take to trigger. The price is beyond it; then the position is left from here. */
const TRIGGER_PATIENCE_MS = 3_000;

const isPart = (exit: ProtectiveExit): boolean => exit.key !== 'protection';

/**
 * Follows live positions tick by tick, and takes no time over it: targets and trailing, and stops that do not rest at
 * the broker or do not trigger there. What is to be done about it is kept until somebody asks, so no tick waits for an
 * order.
 */
export class ProtectionWatch {
  private readonly reached = new Map<number, ReachedLevel[]>();
  private moved = new Set<number>();

  /** Apply one tick of the held contract. Ticks come in the order in which they were traded. */
  onTick(held: HeldPosition, { price, at }: BrokerTick, lotSize: number): void {
    const { row } = held;
    const isLeaving = held.exits.some(({ quantity }) => quantity === null);
    const prices = { open: price, high: price, low: price };
    const isPast = stopHitOnBar(held.protection, prices);
    // Never in the future: a clock that was put back would be waited for.
    held.passedSince = isPast ? Math.min(held.passedSince ?? at, at) : null;
    // What the account shows otherwise has no levels to go by until that is settled.
    if (this.reached.has(row.id) || isLeaving || held.isHeldBack) return;
    if (isPast) return this.onStop(held, at, lotSize, prices);
    const due = protectiveExits(held.protection, row, lotSize, prices).filter(
      (exit) => !held.exits.some((intent) => isPart(exit) && intent.intent_key.includes(`:${exit.key}:`)),
    );
    if (due.length > 0) {
      this.reached.set(
        row.id,
        due.map((exit) => ({ positionId: row.id, exit, at })),
      );
      return;
    }
    const advanced = advanceProtection(held.protection, { high: price, low: price });
    if (advanced === held.protection) return;
    held.protection = advanced;
    this.noteMoved(row.id);
  }

  private onStop(
    held: HeldPosition,
    at: number,
    lotSize: number,
    prices: { open: number; high: number; low: number },
  ): void {
    const { row } = held;
    // A part is on its way out: what is left has its own stop, or none.
    const isInParts = held.exits.length > 0;
    const mayRest = row.protection_state === 'resting' || isInParts;
    // Triggered and in the market: on its way out, and followed by its price.
    if (row.protection_state === 'leaving' && !isInParts) return;
    if (mayRest && at - (held.passedSince ?? at) < TRIGGER_PATIENCE_MS) return;
    const exits = protectiveExits(held.protection, row, lotSize, prices);
    this.reached.set(
      row.id,
      exits.map((exit) => ({ positionId: row.id, exit, at })),
    );
  }

  get hasReached(): boolean {
    return this.reached.size > 0;
  }

  /** Levels that were reached since this was last asked. */
  drainReached(): ReachedLevel[] {
    const levels = [...this.reached.values()].flat();
    this.reached.clear();
    return levels;
  }

  /** A stop has trailed, and it is still to be asked for. */
  noteMoved(positionId: number): void {
    this.moved.add(positionId);
  }

  /** Positions whose stop has trailed since this was last asked. */
  drainMoved(): number[] {
    const ids = [...this.moved];
    this.moved = new Set();
    return ids;
  }
}
