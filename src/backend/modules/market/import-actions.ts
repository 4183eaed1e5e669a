import { formatCount } from '../../../shared/money.ts';
import { parseActions } from '../../market/corporate-actions/parse-actions.ts';
import { keepActions } from '../../market/corporate-actions/kept-actions.ts';
import type { ImportedFile, OnBad } from '../../market/import/read-import.ts';
import type { MarketDeps } from './market-deps.ts';

/** Ten times a list of a year. */
const MOST_CHARACTERS = 5_000_000;

/** Import lists of corporate actions, each with its report. What is held on paper is carried over those that are due. */
export const importActions = async (
  { database, marketRuns }: Pick<MarketDeps, 'database' | 'marketRuns'>,
  userId: number,
  files: readonly { readonly name: string; readonly text: string }[],
  onBad: OnBad,
): Promise<ImportedFile[]> => {
  const read = files.map(({ name, text }) => ({
    name,
    ...(text.length <= MOST_CHARACTERS
      ? parseActions(text)
      : {
          actions: [],
          rowsRead: 0,
          rowsWithout: 0,
          problems: [
            {
              line: 0,
              reason: `a list of corporate actions has at most ${formatCount(MOST_CHARACTERS)} characters`,
            },
          ],
        }),
  }));
  const isGood = ({ actions, problems }: (typeof read)[number]): boolean =>
    actions.length > 0 && (problems.length === 0 || onBad === 'keep-good');
  const good = read.filter(isGood).flatMap(({ actions }) => actions);
  await database.write(userId, async (tx) => {
    await keepActions(tx, userId, good);
    await marketRuns.markCorrected(tx, userId, [...new Set(good.map(({ symbol }) => symbol))]);
  });
  await marketRuns.applyActions(userId);
  return read.map((file) => ({
    name: file.name,
    format: 'corporate-actions' as const,
    outcome: isGood(file) ? ('imported' as const) : ('refused' as const),
    symbols: [...new Set(file.actions.map(({ symbol }) => symbol))],
    timeframe: null,
    rowsRead: file.rowsRead,
    rowsKept: isGood(file) ? file.actions.length : 0,
    rowsRepeated: 0,
    rowsRefused: file.problems.length,
    rowsOutsideSession: 0,
    rowsUntraded: file.rowsWithout,
    problems: file.problems.map((problem) => ({ ...problem })),
  }));
};
