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

/** Imports files of candles, and tells the window how far it is. */
export const importCandles =
  (deps: MarketDeps, search: ContractSearch): MarketCalls['import'] =>
  async (input, { userId }) => {
    const { hub, imports, historyLanes } = deps;
    const isList = [isActionList, isSymbolChangeList, isMemberList];
    const kindOf = ({ text }: { readonly text: string }): number => isList.findIndex((is) => is(text));
    const [ofActions = [], ofSymbols = [], ofMembers = [], ofCandles = []] = [0, 1, 2, -1].map((kind) =>
      input.files.filter((file) => kindOf(file) === kind),
    );
    const actions = ofActions.length === 0 ? [] : await importActions(deps, userId, ofActions, input.onBad);
    // It is merged with what is kept before it is written: nothing else may change that in between.
    const read = async () => [
      ...(await importSymbolChanges(deps, userId, ofSymbols, input.onBad)),
      ...(await importMembers(deps, userId, ofMembers)),
      ...(ofCandles.length === 0
        ? []
        : await importFiles(imports, userId, ofCandles, input.onBad, (done, total, name) =>
            hub.publishVolatile(userId, { type: 'import', done, total, name }),
          )),
    ];
    const history = ofActions.length < input.files.length ? await historyLanes.run(userId, read) : [];
    const files = [...actions, ...history];
    search.forget(userId);
    const sum = (pick: (file: (typeof files)[number]) => number) =>
      files.reduce((total, file) => total + pick(file), 0);
    const answer = {
      files,
      rowsRead: sum((file) => file.rowsRead),
      rowsKept: sum((file) => file.rowsKept),
      rowsRepeated: sum((file) => file.rowsRepeated),
      rowsRefused: sum((file) => file.rowsRefused),
      rowsOutsideSession: sum((file) => file.rowsOutsideSession),
    };
    const refusedFiles = files.filter((file) => file.outcome === 'refused').length;
    return new Reply(
      answer,
      `${formatCount(answer.rowsKept)} of ${formatCount(answer.rowsRead)} rows are new and kept` +
        (refusedFiles > 0
          ? `; ${refusedFiles === 1 ? 'one file was' : `${refusedFiles} files were`} refused.`
          : '.'),
    );
  };
