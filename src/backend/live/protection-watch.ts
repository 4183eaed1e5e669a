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

/**
 * Follows live positions tick by tick, and takes no time over it: targets and trailing, and stops that do not rest at
 * the broker. What is to be done about it is kept until somebody asks, so no tick waits for an order.
 */
export class ProtectionWatch {
  private readonly reached = new Map<number, ReachedLevel>();
  private moved = new Set<number>();

  /** Takes one tick of the position's instrument, in the order in which they were traded. */
  see(held: HeldPosition, { price, at }: BrokerTick, lotSize: number): void {
    const { row } = held;
    if (this.reached.has(row.id)) return;
    const prices = { open: price, high: price, low: price };
    const [due] = protectiveExits(held.protection, row, lotSize, prices);
    if (due && (due.purpose === 'target' || row.protection_problem !== null)) {
      this.reached.set(row.id, { positionId: row.id, exit: due, at });
      return;
    }
    if (stopHitOnBar(held.protection, prices)) return;
    const advanced = advanceProtection(held.protection, { high: price, low: price });
    if (advanced === held.protection) return;
    held.protection = advanced;
    this.moved.add(row.id);
  }

  get hasReached(): boolean {
    return this.reached.size > 0;
  }

  /** Levels that were reached since this was last asked, one of each position. */
  takeReached(): ReachedLevel[] {
    const levels = [...this.reached.values()];
    this.reached.clear();
    return levels;
  }

  /** Positions whose stop has trailed since this was last asked. */
  takeMoved(): number[] {
    const ids = [...this.moved];
    this.moved = new Set();
    return ids;
  }
}
