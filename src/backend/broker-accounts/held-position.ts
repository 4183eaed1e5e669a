import { nearestStop, type Protection } from '../../engine/protection.ts';
import { isPriceGap } from '../../engine/trading/reconcile.ts';
import { istDate, istMidnight } from '../../shared/time.ts';
import type { BrokerInstrument } from '../brokers/broker.ts';
import type { Database } from '../db/database.ts';
import type { ExitIntentRow, PositionRow } from '../db/schema.ts';
import { storedProtection } from '../trading/stored-protection.ts';
import { contractKey } from './contract-key.ts';

/** A live position in memory, as last written. With its protection and its wanted exits. */
export interface HeldPosition {
  row: PositionRow;
  protection: Protection;
  /** The contract that is held; its tick and lot are of the day it was bought. */
  readonly instrument: BrokerInstrument;
  /** Exits that are wanted and not done, oldest first. */
  exits: readonly ExitIntentRow[];
  /** The broker's stop refusals in a row, and the next try. In epoch ms. */
  stopRetry: { readonly failures: number; readonly nextAt: number };
  /** Why the last exit was not taken; empty while none was refused. */
  exitProblem: string;
  /** Quantity that the account lacks of the position; nothing of it is sold. */
  shortfall: number;
  /**
   * Whether orders are held back because the account shows something else. What that means is not known or decided
   * yet.
   */
  isHeldBack: boolean;
  /** Its owner has looked at a split and left it alone: its old levels hold nothing, it leaves only when that is asked for. */
  isLeftAlone: boolean;
  /**
   * The day, `YYYY-MM-DD`, on which a price was last believed: it was not far beyond the stop, or its owner took it for a
   * real one. Empty before the first.
   */
  priceBelievedOn: string;
  /** When the price passed a resting stop that does not trigger. Null while it is not beyond the stop. */
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
 * The stop, in paise, that a night may have left far behind. It is that of a share held for delivery since before
 * today that has no exit under way and no believed price of today. Null otherwise.
 */
export const overnightStop = (
  { row, protection, exits, priceBelievedOn, instrument }: HeldPosition,
  now: number,
): number | null => {
  // A contract is not split, and a premium moves that far in a night.
  const isShare = instrument.exchange === 'NSE';
  const isFromBefore = isShare && row.product === 'delivery' && row.opened_at < istMidnight(now);
  if (!isFromBefore || exits.length > 0 || priceBelievedOn === istDate(now)) return null;
  return nearestStop(protection)?.price ?? null;
};

/**
 * Note a price of today. Returns whether it is so far beyond the stop that its owner is asked before it is believed.
 */
export const notePrice = (held: HeldPosition, price: number, now: number): boolean => {
  if (isPriceGap(held.row.side, overnightStop(held, now), price)) return true;
  held.priceBelievedOn = istDate(now);
  return false;
};

/** Live positions by id in order of arrival, and by contract. A tick looks up those of its contract only. */
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
