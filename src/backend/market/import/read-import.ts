import type { z } from 'zod';
import type { Bar } from '../../../engine/bars.ts';
import type { ImportedFileSchema } from '../../../shared/contract/market.ts';
import { contractOf } from '../../../engine/contracts/contract.ts';
import { openReader } from '../../db/database.ts';
import {
  byMonth,
  chunkOf,
  type ChunkPlace,
  type ChunkValues,
  mergeMonth,
  storedMonth,
} from '../candle-store.ts';
import { ContractImport, type ReadContracts } from './import-contracts.ts';
import { type ParsedFile, parseFile } from './parse-file.ts';

export type ImportedFile = z.output<typeof ImportedFileSchema>;

/** Treatment of a file that has bad rows. */
export type OnBad = 'keep-good' | 'refuse-file';

export interface ImportTask {
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  readonly userId: number;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly onBad: OnBad;
  /** Number of files read, in memory that every thread sees. */
  readonly filesRead: Int32Array;
}

/** Data for an import to write, and its report on each file. */
export interface ReadImport {
  readonly reports: readonly ImportedFile[];
  readonly chunks: readonly { readonly place: ChunkPlace; readonly values: ChunkValues }[];
  readonly contracts: ReadContracts;
}

/** Symbols of a file. Of futures and options they are their underlyings: a day has tens of thousands of contracts. */
const symbolsOf = ({ series, contracts, contractMinutes }: ParsedFile): string[] => [
  ...new Set([
    ...series.keys(),
    ...contracts.map(({ listed }) => listed.contract.underlying),
    ...[...contractMinutes.keys()].flatMap((symbol) => contractOf(symbol)?.underlying ?? []),
  ]),
];

const reportOf = (
  file: ParsedFile,
  outcome: ImportedFile['outcome'],
  kept: number,
  repeated: number,
): ImportedFile => ({
  name: file.name,
  format: file.format,
  outcome,
  symbols: symbolsOf(file),
  timeframe: file.timeframe,
  rowsRead: file.rowsRead,
  rowsKept: kept,
  rowsRepeated: repeated,
  rowsRefused: file.rowsRefused,
  rowsOutsideSession: file.rowsOutsideSession,
  rowsUntraded: file.rowsUntraded,
  problems: file.problems.map((problem) => ({ ...problem })),
});

/**
 * Read the files of an import and merge them with stored candles. They are merged month by month; a later file counts
 * before an earlier one. A task of a worker thread: nothing is written here.
 */
export const readImport = async (task: ImportTask): Promise<ReadImport> => {
  const db = await openReader(task.databaseAt);
  /** Months that this import has come to; those without anything new are not written. */
  const months = new Map<string, { place: ChunkPlace; bars: readonly Bar[]; isNew: boolean }>();
  const mergeInto = async (place: ChunkPlace, fresh: readonly Bar[]) => {
    const id = `${place.symbol} ${place.timeframe} ${place.month}`;
    const known = months.get(id);
    const { bars, ...counts } = mergeMonth(known?.bars ?? (await storedMonth(db, place)), fresh);
    const isNew = counts.kept + counts.replaced > 0;
    months.set(id, { place, bars, isNew: isNew || (known?.isNew ?? false) });
    return counts;
  };
  const contractImport = new ContractImport(db, task.userId);
  const readOne = async (file: ParsedFile): Promise<ImportedFile> => {
    const { timeframe, series, contracts, contractMinutes, rowsRefused } = file;
    const isEmpty = series.size + contracts.length + contractMinutes.size === 0;
    if (timeframe === null || isEmpty || (task.onBad === 'refuse-file' && rowsRefused > 0))
      return reportOf(file, 'refused', 0, 0);
    let [kept, repeated] = [0, file.rowsRepeated];
    for (const [symbol, bars] of series)
      for (const [month, fresh] of byMonth(bars)) {
        const place = { owner_id: task.userId, source: 'replay' as const, symbol, timeframe, month };
        const merged = await mergeInto(place, fresh);
        kept += merged.kept + merged.replaced;
        repeated += merged.repeated;
      }
    for (const counts of [
      await contractImport.add(contracts),
      await contractImport.addMinutes(contractMinutes),
    ]) {
      kept += counts.kept;
      repeated += counts.repeated;
    }
    return reportOf(file, 'imported', kept, repeated);
  };
  try {
    const reports: ImportedFile[] = [];
    for (const { name, text } of task.files) {
      reports.push(await readOne(parseFile(name, text)));
      Atomics.add(task.filesRead, 0, 1);
    }
    const chunks = [...months.values()]
      .filter(({ isNew }) => isNew)
      .map(({ place, bars }) => ({ place, values: chunkOf(bars) }));
    return { reports, chunks, contracts: contractImport.read() };
  } finally {
    await db.destroy();
  }
};
