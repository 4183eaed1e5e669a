import type { ImportedFile, OnBad } from '../../market/import/read-import.ts';
import { requirePlausibleActions } from '../../market/corporate-actions/plausible-actions.ts';
import { keepSymbolChanges } from '../../market/symbol-changes/kept-symbol-changes.ts';
import { type FiledChanges, parseSymbolChanges } from '../../market/symbol-changes/parse-symbol-changes.ts';
import type { SymbolChange } from '../../market/symbol-changes/symbol-change.ts';
import { pauses } from '../../pauses.ts';
import { type ListFile, listReport, tooLong, unlessRefused } from './list-report.ts';
import type { MarketDeps } from './market-deps.ts';

type Deps = Pick<MarketDeps, 'database' | 'marketRuns'>;

/** Keep changes. @returns how many are new @throws Refusal */
const keep = async (
  { database, marketRuns }: Deps,
  userId: number,
  changes: readonly SymbolChange[],
): Promise<number> =>
  database.write(userId, async (tx) => {
    const fresh = await keepSymbolChanges(tx, userId, changes);
    const symbols = [...new Set(changes.map(({ after }) => after))];
    await requirePlausibleActions(tx, userId, symbols);
    await marketRuns.markCorrected(tx, userId, symbols);
    return fresh;
  });

/**
 * Import lists of symbol changes, each with its report. Shares have the candles and actions of their earlier symbols from
 * then on: what is held on paper is carried over these.
 */
export const importSymbolChanges = async (
  { database, marketRuns }: Deps,
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
    const fresh = isWanted
      ? await unlessRefused(() => keep({ database, marketRuns }, userId, changes))
      : null;
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
