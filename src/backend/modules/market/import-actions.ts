import { shareRatioOf } from '../../../engine/corporate-actions/carry-over.ts';
import type { DatedAction } from '../../../engine/corporate-actions/corporate-action.ts';
import { formatCount } from '../../../shared/money.ts';
import { actionKey, keepActions, listedActions } from '../../market/corporate-actions/kept-actions.ts';
import {
  type FiledAction,
  type FiledActions,
  parseActions,
} from '../../market/corporate-actions/parse-actions.ts';
import { pauses } from '../../pauses.ts';
import type { ImportedFile, OnBad } from '../../market/import/read-import.ts';
import { type ListFile, listReport, tooLong } from './list-report.ts';
import type { MarketDeps } from './market-deps.ts';

/** Actions of one share, dividends included: none has had so many. */
const MOST_OF_SHARE = 500;
/** Shares that splits and bonuses may make of one. */
const MOST_SHARES_OF_ONE = 10_000;

/** Why the actions of a share cannot all be. Null where they can. */
const problemOfShare = (symbol: string, actions: readonly DatedAction[]): string | null => {
  if (actions.length > MOST_OF_SHARE)
    return `${symbol} would have more than ${formatCount(MOST_OF_SHARE)} actions`;
  const shares = actions.reduce((product, { action }) => {
    const ratio = shareRatioOf(action);
    return ratio ? product * (ratio.after / ratio.before) : product;
  }, 1);
  return shares > MOST_SHARES_OF_ONE || shares < 1 / MOST_SHARES_OF_ONE
    ? `the splits and bonuses of ${symbol} would change one share into ${shares > 1 ? 'more than' : 'less than a part in'} ${formatCount(MOST_SHARES_OF_ONE)}`
    : null;
};

/** Problem of a file as a whole; null where it has none. */
const problemOf = (
  { actions, problems }: FiledActions,
  kept: ReadonlyMap<string, readonly DatedAction[]>,
): string | null => {
  if (actions.length === 0 && problems.length === 0)
    return 'no row of it is a split, a bonus, a right, a dividend or a demerger of a share';
  for (const [symbol, own] of Map.groupBy(actions, (one) => one.symbol)) {
    const said = new Set(own.map(({ day, action }) => `${day} ${action.kind}`));
    const others = (kept.get(symbol) ?? []).filter(({ day, action }) => !said.has(`${day} ${action.kind}`));
    const problem = problemOfShare(symbol, [...others, ...own]);
    if (problem !== null) return problem;
  }
  return null;
};

/** Import lists of corporate actions, each with its report. What is held on paper is carried over those that are due. */
export const importActions = async (
  { database, marketRuns }: Pick<MarketDeps, 'database' | 'marketRuns'>,
  userId: number,
  files: readonly ListFile[],
  onBad: OnBad,
): Promise<ImportedFile[]> => {
  const pause = pauses();
  const tooMuch = tooLong(files, 'lists of corporate actions');
  const reports: ImportedFile[] = [];
  const symbols = new Set<string>();
  for (const list of files) {
    const parsed: FiledActions = tooMuch
      ? { actions: [], rowsRead: 0, rowsWithout: 0, rowsRefused: 0, problems: [tooMuch] }
      : await parseActions(list.text, pause);
    const named = [...new Set(parsed.actions.map(({ symbol }) => symbol))];
    const known = await listedActions(database.readOf(userId), userId, named);
    const problem = problemOf(parsed, known);
    const file = problem === null ? parsed : { ...parsed, problems: [{ line: 0, reason: problem }] };
    const { problems } = file;
    const isGood =
      problem === null && file.actions.length > 0 && (problems.length === 0 || onBad === 'keep-good');
    const fresh = isGood
      ? await database.write(userId, async (tx) => {
          const keys = await keepActions(tx, userId, file.actions);
          await marketRuns.markCorrected(tx, userId, named);
          return keys;
        })
      : new Set<string>();
    const linesOf = (actions: readonly FiledAction[]) => new Set(actions.map(({ line }) => line)).size;
    const kept = linesOf(file.actions.filter((one) => fresh.has(actionKey(one.symbol, one))));
    if (isGood) for (const symbol of named) symbols.add(symbol);
    reports.push(
      listReport(list, 'corporate-actions', {
        ...{ symbols: named, rowsRead: file.rowsRead, rowsWithout: file.rowsWithout, problems },
        rowsRefused: problem === null ? file.rowsRefused : file.rowsRead,
        kept: isGood ? { fresh: kept, repeated: linesOf(file.actions) - kept } : null,
      }),
    );
  }
  if (symbols.size > 0) await marketRuns.applyActions(userId);
  return reports;
};
