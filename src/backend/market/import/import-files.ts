import type { z } from 'zod';
import type { ImportedFileSchema } from '../../../shared/contract/market.ts';
import type { Database } from '../../db/database.ts';
import { storeBars } from '../candle-store.ts';
import { type ParsedFile, parseFile } from './parse-file.ts';

export type ImportedFile = z.output<typeof ImportedFileSchema>;

/** What to do with a file that has bad rows. */
export type OnBad = 'keep-good' | 'refuse-file';

const MOST_PROBLEMS = 100;

const reportOf = (
  file: ParsedFile,
  outcome: ImportedFile['outcome'],
  kept: number,
  repeated: number,
): ImportedFile => ({
  name: file.name,
  format: file.format,
  outcome,
  symbols: [...file.series.keys()],
  timeframe: file.timeframe,
  rowsRead: file.rowsRead,
  rowsKept: kept,
  rowsRepeated: repeated,
  rowsRefused: file.problems.length,
  rowsOutsideSession: file.rowsOutsideSession,
  problems: file.problems.slice(0, MOST_PROBLEMS).map((problem) => ({ ...problem })),
});

/**
 * Imports files into a user's history in one transaction: after a crash all of it is there or none. The same file
 * again changes nothing. `onProgress` hears of each file once it is read.
 */
export const importFiles = async (
  database: Database,
  userId: number,
  files: readonly { name: string; text: string }[],
  onBad: OnBad,
  onProgress: (done: number, total: number, name: string) => void,
): Promise<ImportedFile[]> => {
  const parsed: ParsedFile[] = [];
  for (const [index, { name, text }] of files.entries()) {
    parsed.push(parseFile(name, text));
    onProgress(index + 1, files.length, name);
    // Reading takes milliseconds a file; the market goes on in between.
    await new Promise(setImmediate);
  }
  return database.write(async (tx) => {
    const reports: ImportedFile[] = [];
    for (const file of parsed) {
      const isRefused =
        file.timeframe === null ||
        file.series.size === 0 ||
        (onBad === 'refuse-file' && file.problems.length > 0);
      if (isRefused || file.timeframe === null) {
        reports.push(reportOf(file, 'refused', 0, 0));
        continue;
      }
      let [kept, repeated] = [0, file.rowsRepeated];
      for (const [symbol, bars] of file.series) {
        const key = { ownerId: userId, source: 'replay' as const, symbol, timeframe: file.timeframe };
        const merged = await storeBars(tx, key, bars);
        kept += merged.kept + merged.replaced;
        repeated += merged.repeated;
      }
      reports.push(reportOf(file, 'imported', kept, repeated));
    }
    return reports;
  });
};
