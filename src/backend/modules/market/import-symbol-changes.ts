import type { Database } from '../../db/database.ts';
import type { ImportedFile, OnBad } from '../../market/import/read-import.ts';
import { joinRenamed } from '../../market/symbol-changes/join-renamed.ts';
import { keepSymbolChanges } from '../../market/symbol-changes/kept-symbol-changes.ts';
import { type FiledChanges, parseSymbolChanges } from '../../market/symbol-changes/parse-symbol-changes.ts';
import type { SymbolChange } from '../../market/symbol-changes/symbol-change.ts';
import { pauses } from '../../pauses.ts';
import { requireHistoryQuota } from '../../quotas.ts';
import { Refusal } from '../../refusal.ts';
import { type ListFile, listReport, tooLong } from './list-report.ts';
import type { MarketDeps } from './market-deps.ts';

/** Keep changes and join their candles. @returns how many are new, or why they cannot be kept */
const keep = async (
  database: Database,
  userId: number,
  changes: readonly SymbolChange[],
): Promise<number | string> => {
  try {
    return await database.write(userId, async (tx) => {
      const fresh = await keepSymbolChanges(tx, userId, changes);
      await joinRenamed(tx, userId);
      await requireHistoryQuota(tx, userId);
      return fresh;
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
};

/**
 * Import lists of symbol changes, each with its report. Shares get the candles of their earlier symbols, and what is held
 * on paper is carried over the actions under these. Nothing else may change a user's history meanwhile.
 */
export const importSymbolChanges = async (
  { database, marketRuns }: Pick<MarketDeps, 'database' | 'marketRuns'>,
  userId: number,
  files: readonly ListFile[],
  onBad: OnBad,
): Promise<ImportedFile[]> => {
  const pause = pauses();
  const problem = tooLong(files, 'lists of symbol changes');
  const reports: ImportedFile[] = [];
  for (const file of files) {
    const read: FiledChanges = problem
      ? { changes: [], rowsRead: 0, rowsRefused: 0, problems: [problem] }
      : await parseSymbolChanges(file.text, pause);
    const { changes, rowsRead, rowsRefused } = read;
    const isWanted = changes.length > 0 && (read.problems.length === 0 || onBad === 'keep-good');
    const fresh = isWanted ? await keep(database, userId, changes) : null;
    const isEmpty = changes.length === 0 && read.problems.length === 0;
    const reason = isEmpty ? 'has no change of a symbol' : fresh;
    reports.push(
      listReport(file, 'symbol-changes', {
        symbols: [...new Set(changes.map(({ after }) => after))],
        ...{ rowsRead, rowsRefused },
        kept: typeof fresh === 'number' ? { fresh, repeated: rowsRead - rowsRefused - fresh } : null,
        problems: [...(typeof reason === 'string' ? [{ line: 0, reason }] : []), ...read.problems],
      }),
    );
  }
  if (reports.some(({ outcome }) => outcome === 'imported')) await marketRuns.applyActions(userId);
  return reports;
};
