import { Reply } from '../../../shared/contract/endpoint.ts';
import { formatCount } from '../../../shared/money.ts';
import { isActionList } from '../../market/corporate-actions/parse-actions.ts';
import { isMemberList } from '../../market/index-members/parse-members.ts';
import { importFiles } from '../../market/import/import-files.ts';
import type { ContractSearch } from '../../market/contracts/contract-search.ts';
import { isSymbolChangeList } from '../../market/symbol-changes/parse-symbol-changes.ts';
import { importActions } from './import-actions.ts';
import { importMembers } from './import-members.ts';
import { importSymbolChanges } from './import-symbol-changes.ts';
import type { MarketCalls, MarketDeps } from './market-deps.ts';

/** Contents of a file, as its first line tells. */
const contentsOf = (text: string): 'actions' | 'symbols' | 'members' | 'candles' => {
  if (isActionList(text)) return 'actions';
  if (isSymbolChangeList(text)) return 'symbols';
  return isMemberList(text) ? 'members' : 'candles';
};

const sentenceOf = (rows: { rowsKept: number; rowsRead: number }, refusedFiles: number): string => {
  const [kept, read] = [formatCount(rows.rowsKept), formatCount(rows.rowsRead)];
  if (refusedFiles === 0) return `${kept} of ${read} rows are new and kept.`;
  return refusedFiles === 1
    ? `${kept} of ${read} rows are new and kept; one file was refused.`
    : `${kept} of ${read} rows are new and kept; ${refusedFiles} files were refused.`;
};

/** Imports files of candles, and tells the window how far it is. */
export const importCandles =
  (deps: MarketDeps, search: ContractSearch): MarketCalls['import'] =>
  async (input, { userId }) => {
    const { hub, imports, historyLanes } = deps;
    const files = Map.groupBy(input.files, ({ text }) => contentsOf(text));
    const { actions = [], symbols = [], members = [], candles = [] } = Object.fromEntries(files);
    // What is kept is read before it is written, and one import has several lists: nothing may change them in between.
    const reports = await historyLanes.run(userId, async () => [
      ...(await importActions(deps, userId, actions, input.onBad)),
      ...(await importMembers(deps, userId, members)),
      ...(await importSymbolChanges(deps, userId, symbols, input.onBad)),
      ...(candles.length === 0
        ? []
        : await importFiles(imports, userId, candles, input.onBad, (done, total, name) =>
            hub.publishVolatile(userId, { type: 'import', done, total, name }),
          )),
    ]);
    search.forget(userId);
    const sum = (pick: (file: (typeof reports)[number]) => number) =>
      reports.reduce((total, file) => total + pick(file), 0);
    const answer = {
      files: reports,
      rowsRead: sum((file) => file.rowsRead),
      rowsKept: sum((file) => file.rowsKept),
      rowsRepeated: sum((file) => file.rowsRepeated),
      rowsRefused: sum((file) => file.rowsRefused),
      rowsOutsideSession: sum((file) => file.rowsOutsideSession),
    };
    const refusedFiles = reports.filter((file) => file.outcome === 'refused').length;
    return new Reply(answer, sentenceOf(answer, refusedFiles));
  };
