import { formatCount } from '../../../shared/money.ts';
import type { ImportedFile, OnBad } from '../../market/import/read-import.ts';
import { joinRenamed } from '../../market/symbol-changes/join-renamed.ts';
import { keepSymbolChanges } from '../../market/symbol-changes/kept-symbol-changes.ts';
import { type FiledChanges, parseSymbolChanges } from '../../market/symbol-changes/parse-symbol-changes.ts';
import { pauses } from '../../pauses.ts';
import { requireHistoryQuota } from '../../quotas.ts';
import type { MarketDeps } from './market-deps.ts';

/** Of all lists of one import together. */
const MOST_CHARACTERS = 5_000_000;

const refusedAsWhole = (reason: string): FiledChanges => ({
  ...{ changes: [], rowsRead: 0, rowsRefused: 0 },
  problems: [{ line: 0, reason }],
});

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
    const { changes, rowsRead, rowsRefused } = read;
    const problems =
      changes.length === 0 && read.problems.length === 0
        ? [{ line: 0, reason: 'has no change of a symbol' }]
        : read.problems;
    const isGood = changes.length > 0 && (problems.length === 0 || onBad === 'keep-good');
    const kept = isGood
      ? await database.write(userId, async (tx) => {
          const fresh = await keepSymbolChanges(tx, userId, changes);
          await joinRenamed(tx, userId);
          await requireHistoryQuota(tx, userId);
          return fresh;
        })
      : 0;
    reports.push({
      name,
      format: 'symbol-changes',
      outcome: isGood ? 'imported' : 'refused',
      symbols: [...new Set(changes.map(({ after }) => after))],
      timeframe: null,
      rowsRead,
      rowsKept: kept,
      rowsRepeated: isGood ? rowsRead - rowsRefused - kept : 0,
      rowsRefused,
      rowsOutsideSession: 0,
      rowsUntraded: 0,
      problems: problems.map((one) => ({ ...one })),
    });
  }
  return reports;
};
