import type { Kysely } from 'kysely';
import type { Bar } from '../../engine/bars.ts';
import type { DistanceAtr, Side } from '../../engine/protection.ts';
import type { Schema } from '../db/schema.ts';
import type { OrderPath } from './order-path.ts';
import type { RunningStrategy } from './running-strategy.ts';

/** A position that is being left. The entry of the other side follows once it is. */
export interface Reversal {
  readonly strategy: RunningStrategy;
  readonly positionId: number;
  readonly symbol: string;
  /** The side to be entered. */
  readonly side: Side;
  /** The candle whose close decided it; the entry has its key, its price and its ATR. */
  readonly bar: Bar;
  readonly atr: DistanceAtr;
  /** Market time of that close, ms. */
  readonly decidedAt: number;
}

/** A reversal that waits no more: its entry is due, or it is over, and why. */
export interface EndedReversal {
  readonly reversal: Reversal;
  readonly problem: string | null;
}

export const NOT_LEFT =
  'The position could not be left before the next candle closed, so it was not turned to the other side.';
/** Reason where a part of the position was being sold. */
export const PART_EXIT =
  'A part of the position was being sold already, so the rest was not turned to the other side. It stays open.';
const TAKEN_BACK = 'The exit was taken back, so the position was not turned to the other side.';
const IN_DOUBT =
  'The exit was refused, or its answer was lost, so the position was not turned to the other side.';

/**
 * Reversals between their exit and their entry. They are kept here alone: after a restart the entry is not made. None
 * outlives the next close of its candle, nor its strategy.
 */
export class Reversals {
  private readonly waiting = new Map<string, Reversal>();
  private readonly execution: OrderPath;

  constructor(execution: OrderPath) {
    this.execution = execution;
  }

  get isIdle(): boolean {
    return this.waiting.size === 0;
  }

  begin(reversal: Reversal): void {
    this.waiting.set(keyOf(reversal.strategy, reversal.symbol), reversal);
  }

  /** Forget the reversal of an instrument: it is done, or its next candle has closed. Whether there was one. */
  end(strategy: RunningStrategy, symbol: string): boolean {
    return this.waiting.delete(keyOf(strategy, symbol));
  }

  /**
   * Reversals that wait no more. Each is to be ended once it is done. `isRunning` tells whether a strategy is still
   * evaluated as it was; those of others are forgotten.
   */
  ended(isRunning: (strategy: RunningStrategy) => boolean): EndedReversal[] {
    const ended: EndedReversal[] = [];
    for (const [key, reversal] of this.waiting) {
      const { strategy, symbol, positionId } = reversal;
      if (!isRunning(strategy)) {
        this.waiting.delete(key);
        continue;
      }
      const isOpen = this.execution.positionsOf(strategy.row.id, symbol).length > 0;
      if (isOpen && this.execution.isBeingLeft(positionId)) continue;
      ended.push({ reversal, problem: isOpen ? TAKEN_BACK : null });
    }
    return ended;
  }
}

const keyOf = ({ row }: RunningStrategy, symbol: string): string => `${row.id}:${symbol}`;

/**
 * Why a position that was left is not turned; null when nothing speaks against it. An exit that was once refused or
 * whose answer was lost is believed when it is seen to have filled, but nothing is put on top of it.
 */
export const exitDoubt = async (
  read: Kysely<Schema>,
  { positionId, decidedAt }: Reversal,
): Promise<string | null> => {
  const doubt = await read
    .selectFrom('order_events')
    .innerJoin('orders', 'orders.id', 'order_events.order_id')
    .select('order_events.id')
    .where('orders.position_id', '=', positionId)
    .where('orders.slot', '=', 'leaving')
    // An exit that was on its way before the decision counts too.
    .where((eb) => eb.or([eb('order_events.at', '>=', decidedAt), eb('orders.updated_at', '>=', decidedAt)]))
    .where('order_events.event', 'in', ['refuse', 'lose-answer'])
    .executeTakeFirst();
  return doubt ? IN_DOUBT : null;
};
