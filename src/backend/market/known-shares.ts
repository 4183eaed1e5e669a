import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { symbolHistoryOf } from './symbol-changes/kept-symbol-changes.ts';

/** Name of a share on the list of a broker. */
const ON_LIST = '-EQ';

/** Symbols that a user has imported or fetched prices of. */
export const pricedSymbols = (db: Kysely<Schema>, userId: number) =>
  db
    .selectFrom('candle_chunks')
    .select('symbol')
    .distinct()
    .where('owner_id', '=', userId)
    .where('source', '=', 'replay');

/** Symbols that the user keeps prices of, or of an earlier one. Those on the list of a broker as well. */
export const knownShares = async (
  db: Kysely<Schema>,
  userId: number,
  symbols: readonly string[],
): Promise<Set<string>> => {
  const history = await symbolHistoryOf(db, userId);
  const namesOf = new Map(
    symbols.map((symbol) => [symbol, history.parts(symbol).map((part) => part.symbol)]),
  );
  const names = [...namesOf.values()].flat();
  const rows = await pricedSymbols(db, userId).where('symbol', 'in', names).execute();
  const priced = new Set(rows.map(({ symbol }) => symbol));
  const listed = await db
    .selectFrom('broker_instruments')
    .select('trading_symbol')
    .where('kind', '=', 'equity')
    .where(
      'trading_symbol',
      'in',
      symbols.map((symbol) => `${symbol}${ON_LIST}`),
    )
    .execute();
  return new Set([
    ...symbols.filter((symbol) => namesOf.get(symbol)?.some((name) => priced.has(name))),
    ...listed.map(({ trading_symbol: name }) => name.slice(0, -ON_LIST.length)),
  ]);
};
