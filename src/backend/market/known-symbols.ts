import type { Kysely } from 'kysely';
import { contractOf } from '../../engine/contracts/contract.ts';
import type { Schema } from '../db/schema.ts';
import { HOUSE_OWNER } from './contracts/store-contracts.ts';
import { findInstrument } from './instrument-master.ts';
import { knownShares } from './known-shares.ts';
import { isSimulatedContract } from './simulated/listed-contract.ts';

interface SimulatedMarket {
  /** Market time, epoch ms. */
  readonly now: number;
  /** Paise; null where an index has had no price. */
  readonly priceOf: (underlying: string) => number | null;
}

/**
 * Symbols that no market of a user knows: no share, index, future or option of NSE or BSE. Contracts that have ended
 * are known as long as a list of them is kept.
 */
export const unknownSymbols = async (
  db: Kysely<Schema>,
  userId: number,
  symbols: readonly string[],
  { now, priceOf }: SimulatedMarket,
): Promise<string[]> => {
  const contracts = new Map(
    symbols.flatMap((symbol) => {
      const contract = contractOf(symbol);
      return contract ? [[symbol, contract] as const] : [];
    }),
  );
  const shares = symbols.filter((symbol) => !contracts.has(symbol) && !findInstrument(symbol));
  const unlisted = [...contracts].flatMap(([symbol, contract]) =>
    isSimulatedContract(contract, now, priceOf(contract.underlying)) ? [] : [symbol],
  );
  const known = shares.length > 0 ? await knownShares(db, userId, shares) : new Set<string>();
  const listed = unlisted.length > 0 ? await listedContracts(db, userId, unlisted) : new Set<string>();
  return [
    ...shares.filter((symbol) => !known.has(symbol)),
    ...unlisted.filter((symbol) => !listed.has(symbol)),
  ];
};

/** Contracts of a broker's list, or of a file of the user. */
const listedContracts = async (
  db: Kysely<Schema>,
  userId: number,
  symbols: readonly string[],
): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('contracts')
    .select('symbol')
    .distinct()
    .where('owner_id', 'in', [HOUSE_OWNER, userId])
    .where('symbol', 'in', symbols)
    .execute();
  return new Set(rows.map(({ symbol }) => symbol));
};
