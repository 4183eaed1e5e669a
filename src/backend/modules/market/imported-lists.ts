import { type InputOf, Reply } from '../../../shared/contract/endpoint.ts';
import type { market } from '../../../shared/contract/market.ts';
import type { Transaction } from '../../db/database.ts';
import { keptLists } from '../../market/kept-lists.ts';
import { Refusal } from '../../refusal.ts';
import type { MarketCalls, MarketDeps } from './market-deps.ts';

type Removed = InputOf<typeof market.removeList>;
type Deps = Pick<MarketDeps, 'database' | 'marketRuns'>;

/** Sentences about a list: that there is none, and that it is removed. */
const sentencesOf = ({ list, index = '' }: Removed): { none: string; removed: string } => {
  switch (list) {
    case 'corporate-actions':
      return {
        none: 'There is no list of corporate actions.',
        removed: 'The list of corporate actions is removed.',
      };
    case 'symbol-changes':
      return {
        none: 'There is no list of symbol changes.',
        removed: 'The list of symbol changes is removed.',
      };
    case 'index-members':
      return {
        none: `There is no list of the members of ${index}.`,
        removed: `The list of the members of ${index} is removed.`,
      };
  }
};

/** Remove the rows of a list. @returns how many there were, and the symbols that they name */
const removeRows = async (
  { query }: Transaction,
  userId: number,
  { list, index = '' }: Removed,
): Promise<{ rows: number; symbols: string[] }> => {
  switch (list) {
    case 'corporate-actions': {
      const rows = await query
        .deleteFrom('corporate_actions')
        .where('user_id', '=', userId)
        .returning('symbol')
        .execute();
      return { rows: rows.length, symbols: [...new Set(rows.map(({ symbol }) => symbol))] };
    }
    case 'symbol-changes': {
      const rows = await query
        .deleteFrom('symbol_changes')
        .where('user_id', '=', userId)
        .returning(['symbol_before', 'symbol_after'])
        .execute();
      // Nothing leads from the one to the other any more: both are named.
      const symbols = rows.flatMap(({ symbol_before, symbol_after }) => [symbol_before, symbol_after]);
      return { rows: rows.length, symbols: [...new Set(symbols)] };
    }
    case 'index-members': {
      const rows = await query
        .deleteFrom('index_members')
        .where('user_id', '=', userId)
        .where('index_name', '=', index)
        .returning('symbol')
        .execute();
      return { rows: rows.length, symbols: [] };
    }
  }
};

const removeList = async ({ database, marketRuns }: Deps, userId: number, removed: Removed) => {
  const said = sentencesOf(removed);
  const isOfShares = removed.list !== 'index-members';
  const left = await database.write(userId, async (tx) => {
    const { rows, symbols } = await removeRows(tx, userId, removed);
    if (rows === 0) throw new Refusal('not-found', said.none);
    if (isOfShares) await marketRuns.markCorrected(tx, userId, symbols);
    return keptLists(tx.query, userId);
  });
  // A replay reads the lists anew. What it has applied stays.
  if (isOfShares) await marketRuns.applyActions(userId);
  return new Reply(left, said.removed);
};

/** Imported lists of the exchange: they are counted, and removed again. */
export const listCalls = (deps: MarketDeps): Pick<MarketCalls, 'lists' | 'removeList'> => ({
  lists: (_input, { userId }) => keptLists(deps.database.readOf(userId), userId),
  removeList: (input, { userId }) => deps.historyLanes.run(userId, () => removeList(deps, userId, input)),
});
