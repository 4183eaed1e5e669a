import { formatCount } from '../../../shared/money.ts';
import type { Database } from '../../db/database.ts';
import type { ImportedFile, OnBad } from '../../market/import/read-import.ts';
import { joinRenamed } from '../../market/symbol-changes/join-renamed.ts';
import { keepSymbolChanges } from '../../market/symbol-changes/kept-symbol-changes.ts';
import { type FiledChanges, parseSymbolChanges } from '../../market/symbol-changes/parse-symbol-changes.ts';
import type { SymbolChange } from '../../market/symbol-changes/symbol-change.ts';
import { pauses } from '../../pauses.ts';
import { Refusal } from '../../refusal.ts';
import { requireHistoryQuota } from '../../quotas.ts';
import type { MarketDeps } from './market-deps.ts';

/** Of all lists of one import together. */
const MOST_CHARACTERS = 5_000_000;

const refusedAsWhole = (reason: string): FiledChanges => ({
  ...{ changes: [], rowsRead: 0, rowsRefused: 0 },
  problems: [{ line: 0, reason }],
});

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

/** Report of a file. `kept` is null where nothing was to be kept. */
const reportOf = (name: string, read: FiledChanges, kept: number | string | null): ImportedFile => {
  const { changes, rowsRead, rowsRefused } = read;
  const isKept = typeof kept === 'number';
  const isEmpty = changes.length === 0 && read.problems.length === 0;
  const reason = isEmpty ? 'has no change of a symbol' : kept;
  return {
    ...{ name, format: 'symbol-changes', timeframe: null, rowsOutsideSession: 0, rowsUntraded: 0 },
    outcome: isKept ? 'imported' : 'refused',
    symbols: [...new Set(changes.map(({ after }) => after))],
    rowsRead,
    rowsKept: isKept ? kept : 0,
    rowsRepeated: isKept ? rowsRead - rowsRefused - kept : 0,
    rowsRefused,
    problems: [
      ...(typeof reason === 'string' ? [{ line: 0, reason }] : []),
      ...read.problems.map((one) => ({ ...one })),
    ],
  };
};

/**
 * Import lists of symbol changes, each with its report. Shares get the candles of their earlier symbols. Nothing else may
 * change a user's history meanwhile.
 */
export const importSymbolChanges = async (
  { database }: Pick<MarketDeps, 'database'>,
  userId: number,
  files: readonly { readonly name: string; readonly text: string }[],
  onBad: OnBad,
): Promise<ImportedFile[]> => {
  const pause = pauses();
  const isTooMuch = files.reduce((sum, { text }) => sum + text.length, 0) > MOST_CHARACTERS;
  const reports: ImportedFile[] = [];
  for (const { name, text } of files) {
    const read = isTooMuch
      ? refusedAsWhole(
          `lists of symbol changes have at most ${formatCount(MOST_CHARACTERS)} characters together`,
        )
      : await parseSymbolChanges(text, pause);
    const isAsked = read.problems.length === 0 || onBad === 'keep-good';
    const kept = read.changes.length > 0 && isAsked ? await keep(database, userId, read.changes) : null;
    reports.push(reportOf(name, read, kept));
  }
  return reports;
};
