import { nearestStop, type Protection } from '../../engine/protection.ts';
import { isPriceGap } from '../../engine/trading/reconcile.ts';
import { istDate, istMidnight } from '../../shared/time.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { Database } from '../db/database.ts';
import type { ExitIntentRow, PositionRow } from '../db/schema.ts';
import { storedProtection } from '../trading/stored-protection.ts';
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
  stopRetry: { readonly failures: number; readonly nextAt: number };
  /** Why the last exit was not taken; empty while none was refused. */
  exitProblem: string;
  /** What the account holds less than the position says; nothing of it is sold. */
  shortfall: number;
  /** The account shows something else, and it is not known or decided yet what that means. */
  isHeldBack: boolean;
  /** Its owner has looked at a split and left it alone: its old levels hold nothing, it leaves only when that is asked for. */
  isLeftAlone: boolean;
  /**
   * The day, `YYYY-MM-DD`, on which a price was last believed: it was not far beyond the stop, or its owner took it for a
   * real one. Empty before the first.
   */
  priceBelievedOn: string;
  /** Since when the price is beyond a stop that rests and does not trigger; null while it is not. */
  passedSince: number | null;
}

/** No stop was refused, or what was refused before counts no more. */
export const NO_REFUSALS: HeldPosition['stopRetry'] = { failures: 0, nextAt: 0 };

/** An instrument of a broker as it was written; null when that cannot be read. */
export const readInstrument = (json: string | null): BrokerInstrument | null => {
  try {
    const stored = JSON.parse(json ?? 'null') as Partial<BrokerInstrument> | null;
    return stored?.exchange && stored.token && stored.tradingSymbol ? (stored as BrokerInstrument) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/** A position with what it is held in; where that cannot be read, its entry says it. Null when neither does. */
export const withInstrument = async (
  read: Database['read'],
  row: PositionRow,
): Promise<PositionRow | null> => {
  if (readInstrument(row.instrument_json)) return row;
  const orders = await read
    .selectFrom('orders')
    .select('instrument_json')
    .where('position_id', '=', row.id)
    .orderBy('id')
    .execute();
  const known = orders.find(({ instrument_json: json }) => readInstrument(json));
  return known ? { ...row, instrument_json: known.instrument_json } : null;
};

/** @throws Error when the row does not say what is held */
export const heldPosition = (
  row: PositionRow,
  protection?: Protection,
  exits: readonly ExitIntentRow[] = [],
): HeldPosition => {
  const instrument = readInstrument(row.instrument_json);
  if (!instrument) throw new Error(`Position ${row.id} does not say what it is held in.`);
  return {
    row,
    protection: protection ?? storedProtection(row).protection,
    instrument,
    exits,
    stopRetry: NO_REFUSALS,
    exitProblem: '',
    shortfall: 0,
    isHeldBack: false,
    isLeftAlone: false,
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
  const isFromBefore = row.product === 'delivery' && row.opened_at < istMidnight(now);
  if (!isFromBefore || exits.length > 0 || priceBelievedOn === istDate(now)) return null;
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
