import type { DatedAction } from '../../../engine/corporate-actions/corporate-action.ts';
import { actionKey, keepActions, listedActions } from '../../market/corporate-actions/kept-actions.ts';
import {
  type FiledAction,
  type FiledActions,
  parseActions,
} from '../../market/corporate-actions/parse-actions.ts';
import { problemOfShare, requirePlausibleActions } from '../../market/corporate-actions/plausible-actions.ts';
import { pauses } from '../../pauses.ts';
import type { ImportedFile, OnBad } from '../../market/import/read-import.ts';
import { type ListFile, listReport, tooLong, unlessRefused } from './list-report.ts';
import type { MarketDeps } from './market-deps.ts';

type Deps = Pick<MarketDeps, 'database' | 'marketRuns'>;

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

/** Keep the actions of a file. @returns keys of those that are new @throws Refusal */
const keep = async (
  { database, marketRuns }: Deps,
  userId: number,
  actions: readonly FiledAction[],
): Promise<ReadonlySet<string>> =>
  database.write(userId, async (tx) => {
    const fresh = await keepActions(tx, userId, actions);
    const symbols = [...new Set(actions.map(({ symbol }) => symbol))];
    await requirePlausibleActions(tx, userId, symbols);
    await marketRuns.markCorrected(tx, userId, symbols);
    return fresh;
  });

/** Import lists of corporate actions, each with its report. What is held on paper is carried over those that are due. */
export const importActions = async (
  { database, marketRuns }: Deps,
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
    const implausible = problemOf(parsed, known);
    const isWanted =
      implausible === null &&
      parsed.actions.length > 0 &&
      (parsed.problems.length === 0 || onBad === 'keep-good');
    const fresh = isWanted
      ? await unlessRefused(() => keep({ database, marketRuns }, userId, parsed.actions))
      : null;
    const problem = typeof fresh === 'string' ? fresh : implausible;
    const linesOf = (actions: readonly FiledAction[]) => new Set(actions.map(({ line }) => line)).size;
    const keptOf = (keys: ReadonlySet<string>) => {
      const kept = linesOf(parsed.actions.filter((one) => keys.has(actionKey(one.symbol, one))));
      return { fresh: kept, repeated: linesOf(parsed.actions) - kept };
    };
    const kept = fresh === null || typeof fresh === 'string' ? null : keptOf(fresh);
    if (kept) for (const symbol of named) symbols.add(symbol);
    reports.push(
      listReport(list, 'corporate-actions', {
        ...{ symbols: named, rowsRead: parsed.rowsRead, rowsWithout: parsed.rowsWithout, kept },
        rowsRefused: problem === null ? parsed.rowsRefused : parsed.rowsRead,
        problems: problem === null ? parsed.problems : [{ line: 0, reason: problem }],
      }),
    );
  }
  if (symbols.size > 0) await marketRuns.applyActions(userId);
  return reports;
};
