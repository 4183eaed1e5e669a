import { nearestStop, readProtection, type Protection } from '../../engine/protection.ts';
import { isPriceGap } from '../../engine/trading/reconcile.ts';
import { istDate } from '../../shared/time.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { ExitIntentRow, PositionRow } from '../db/schema.ts';
import { contractKey } from './contract-key.ts';

/** A live position in memory, as it was last written, with what protects it and what is wanted of it. */
export interface HeldPosition {
  row: PositionRow;
  protection: Protection;
  /** The contract that is held; its tick and lot are of the day it was bought. */
  readonly instrument: BrokerInstrument;
  /** Exits that are wanted and not done, oldest first. */
  exits: readonly ExitIntentRow[];
  /** Stops that the broker refused in a row, and when the next is tried; epoch ms. */
  stopRetry: { failures: number; nextAt: number };
  /** Why the last exit was not taken; empty while none was refused. */
  exitProblem: string;
  /** What the account holds less than the position says; nothing of it is sold. */
  shortfall: number;
  /** The account shows something else, and it is not known or decided yet what that means. */
  isHeldBack: boolean;
  /**
   * The day, `YYYY-MM-DD`, on which a price was last believed: it was not far beyond the stop, or its owner took it for a
   * real one. Empty before the first.
   */
  priceBelievedOn: string;
  /** Since when the price is beyond a stop that rests and does not trigger; null while it is not. */
  passedSince: number | null;
}

const FRESH = { failures: 0, nextAt: 0 };

/** The protection of a position; where it cannot be read, the levels that are shown of it still hold. */
const storedProtection = (row: PositionRow, { tickSize }: BrokerInstrument): Protection => {
  try {
    return readProtection(row.protection_json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const entryPrice = Math.round(row.entry_value / row.entry_quantity);
    return {
      side: row.side,
      entryPrice,
      tickSize,
      stopLoss: row.stop_loss,
      target: row.target,
      partialExits: [],
      trailingStop: null,
      trailingDistance: null,
      best: entryPrice,
    };
  }
};

/** @throws Error when the row does not say what is held */
export const heldPosition = (
  row: PositionRow,
  protection?: Protection,
  exits: readonly ExitIntentRow[] = [],
): HeldPosition => {
  const instrument = JSON.parse(row.instrument_json ?? 'null') as BrokerInstrument | null;
  if (!instrument) throw new Error(`Position ${row.id} does not say what it is held in.`);
  return {
    row,
    protection: protection ?? storedProtection(row, instrument),
    instrument,
    exits,
    stopRetry: FRESH,
    exitProblem: '',
    shortfall: 0,
    isHeldBack: false,
    priceBelievedOn: '',
    passedSince: null,
  };
};

/**
 * The stop, paise, that a night may have taken the price far beyond: of what was held for delivery before today, has no
 * exit under way and has had no price today that was believed. Null otherwise.
 */
export const overnightStop = (
  { row, protection, exits, priceBelievedOn }: HeldPosition,
  now: number,
): number | null => {
  const today = istDate(now);
  const isFromBefore = row.product === 'delivery' && istDate(row.opened_at) < today;
  if (!isFromBefore || exits.length > 0 || priceBelievedOn === today) return null;
  return nearestStop(protection)?.price ?? null;
};

/** Takes a price of today; says whether it is so far beyond the stop that its owner is asked before it is believed. */
export const notePrice = (held: HeldPosition, price: number, now: number): boolean => {
  if (isPriceGap(held.row.side, overnightStop(held, now), price)) return true;
  held.priceBelievedOn = istDate(now);
  return false;
};

/** What is held, by id in the order it came, and by contract: a tick asks for its own only. */
export class HeldPositions {
  private readonly byId = new Map<number, HeldPosition>();
  private readonly byContract = new Map<string, Set<number>>();

  get(positionId: number): HeldPosition | undefined {
    return this.byId.get(positionId);
  }

  all(): HeldPosition[] {
    return [...this.byId.values()];
  }

  /** Positions in a contract, oldest first. */
  in(key: string): HeldPosition[] {
    return [...(this.byContract.get(key) ?? [])].flatMap((id) => this.byId.get(id) ?? []);
  }

  set(held: HeldPosition): void {
    const { id } = held.row;
    const key = contractKey(held.instrument);
    this.byId.set(id, held);
    const ids = this.byContract.get(key) ?? new Set();
    this.byContract.set(key, ids.add(id));
  }

  delete(positionId: number): void {
    const held = this.byId.get(positionId);
    if (!held) return;
    this.byId.delete(positionId);
    const key = contractKey(held.instrument);
    const ids = this.byContract.get(key);
    ids?.delete(positionId);
    if (ids?.size === 0) this.byContract.delete(key);
  }
}
