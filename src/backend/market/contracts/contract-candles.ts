import type { Kysely } from 'kysely';
import type { Contract } from '../../../engine/contracts/contract.ts';
import type { Bar } from '../../../engine/bars.ts';
import { istDate, MINUTE_MS } from '../../../shared/time.ts';
import type { Transaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { MergeCount } from '../candle-store.ts';
import { seriesName, signedStrikeOf } from './contract-key.ts';

/**
 * Daily candle of a contract. Its close is that of the exchange's file: on the last day an average of half an hour, and
 * not what the contract is settled at.
 */
export interface ContractBar extends Bar {
  /** Contract within its series: `signedStrikeOf`. */
  readonly signedStrike: number;
  /** Units. */
  readonly openInterest: number;
}

/** Where a month of all contracts of a series is kept. */
export interface ContractChunkPlace {
  readonly owner_id: number;
  readonly series: string;
  readonly month: string;
}
/** Stored values of a chunk. */
export interface ContractChunkValues {
  readonly bars: number;
  readonly columns: Uint8Array;
}

/** Columns of 64 and of 32 bits. */
const [DOUBLES, WHOLES] = [2, 6] as const;
const BYTES_PER_BAR = DOUBLES * 8 + WHOLES * 4;

const columnsOf = (buffer: ArrayBuffer, count: number) => {
  const double = (index: number) => new Float64Array(buffer, index * count * 8, count);
  const whole = (index: number) => new Int32Array(buffer, (DOUBLES * 8 + index * 4) * count, count);
  return {
    volume: double(0),
    openInterest: double(1),
    minute: whole(0),
    signedStrike: whole(1),
    open: whole(2),
    high: whole(3),
    low: whole(4),
    close: whole(5),
  };
};

/** Bars as a chunk of columns. */
export const contractChunkOf = (bars: readonly ContractBar[]): ContractChunkValues => {
  const buffer = new ArrayBuffer(bars.length * BYTES_PER_BAR);
  const columns = columnsOf(buffer, bars.length);
  for (const [index, bar] of bars.entries()) {
    columns.volume[index] = bar.volume;
    columns.openInterest[index] = bar.openInterest;
    columns.minute[index] = Math.round(bar.time / MINUTE_MS);
    columns.signedStrike[index] = bar.signedStrike;
    columns.open[index] = bar.open;
    columns.high[index] = bar.high;
    columns.low[index] = bar.low;
    columns.close[index] = bar.close;
  }
  return { bars: bars.length, columns: new Uint8Array(buffer) };
};

/** Bars of a chunk, in order. */
export const barsOfChunk = (bytes: Uint8Array): ContractBar[] => {
  const count = bytes.byteLength / BYTES_PER_BAR;
  // A copy: columns must be aligned, and the bytes of a database are not.
  const columns = columnsOf(new Uint8Array(bytes).buffer, count);
  return Array.from(columns.volume, (volume, index) => ({
    time: columns.minute[index]! * MINUTE_MS,
    signedStrike: columns.signedStrike[index]!,
    open: columns.open[index]!,
    high: columns.high[index]!,
    low: columns.low[index]!,
    close: columns.close[index]!,
    volume,
    openInterest: columns.openInterest[index]!,
  }));
};

const FIELDS = ['open', 'high', 'low', 'close', 'volume', 'openInterest'] as const;

/** Bars with new ones among them. They are in order of time and strikes; where both have a place, the new one counts. */
export const mergeContractBars = <Kept extends ContractBar>(
  stored: readonly Kept[],
  fresh: readonly Kept[],
): { bars: Kept[] } & MergeCount => {
  const placeOf = ({ time, signedStrike }: ContractBar): string => `${time} ${signedStrike}`;
  const merged = new Map(stored.map((bar) => [placeOf(bar), bar]));
  let [kept, repeated, replaced] = [0, 0, 0];
  for (const bar of fresh) {
    const known = merged.get(placeOf(bar));
    if (!known) kept++;
    else if (FIELDS.every((field) => known[field] === bar[field])) repeated++;
    else replaced++;
    merged.set(placeOf(bar), bar);
  }
  const bars = [...merged.values()].sort((a, b) => a.time - b.time || a.signedStrike - b.signedStrike);
  return { bars, kept, repeated, replaced };
};

/** Month of a bar. */
export const monthOfBar = ({ time }: Bar): string => istDate(time).slice(0, 7);

/** Bars of a month that are there already. */
export const storedContractMonth = async (
  db: Kysely<Schema>,
  place: ContractChunkPlace,
): Promise<ContractBar[]> => {
  const stored = await db
    .selectFrom('contract_chunks')
    .select('columns')
    .where((eb) => eb.and({ ...place }))
    .executeTakeFirst();
  return stored ? barsOfChunk(stored.columns) : [];
};

/** Keep a month in place of what was there. */
export const putContractChunk = async (
  { query }: Transaction,
  place: ContractChunkPlace,
  values: ContractChunkValues,
): Promise<void> => {
  await query
    .insertInto('contract_chunks')
    .values({ ...place, ...values })
    .onConflict((on) => on.columns(['owner_id', 'series', 'month']).doUpdateSet(values))
    .execute();
};

/** Stored daily candles of a contract, in order of time. */
export const contractBars = async (
  db: Kysely<Schema>,
  ownerId: number,
  contract: Contract,
): Promise<ContractBar[]> => {
  const wanted = signedStrikeOf(contract);
  const rows = await db
    .selectFrom('contract_chunks')
    .select('columns')
    .where('owner_id', '=', ownerId)
    .where('series', '=', seriesName(contract))
    .orderBy('month')
    .execute();
  return rows.flatMap(({ columns }) =>
    barsOfChunk(columns).filter(({ signedStrike }) => signedStrike === wanted),
  );
};
