import { type Database, HOUSE } from '../../db/database.ts';
import type { Pause } from '../../pauses.ts';
import type { ContractList } from './contract-list.ts';
import { keepList, knownContracts, ROWS_A_STATEMENT, underlyingsOf, writeChanges } from './contract-rows.ts';
import { changesOf, type TermsChange } from './dated-terms.ts';

/** Owner of what all may use. */
export const HOUSE_OWNER = 0;

/**
 * Keep a list of the house: what is new or has changed, dated. It is written a slice at a time, so that nobody waits
 * for all of it. A list that was kept in part is no mistake, and is kept to its end when it is read again.
 */
export const storeContracts = async (
  database: Database,
  { source, day, isWhole, listed, leftOut }: ContractList,
  pause: Pause,
): Promise<void> => {
  const owner = { ownerId: HOUSE_OWNER, source };
  const byUnderlying = Map.groupBy(listed, ({ contract }) => contract.underlying);
  const others = isWhole ? await underlyingsOf(database.read, HOUSE_OWNER) : [];
  let waiting: TermsChange[] = [];
  let kept = 0;
  const flush = async (least: number): Promise<void> => {
    while (waiting.length > least) {
      const slice = waiting.slice(0, ROWS_A_STATEMENT);
      waiting = waiting.slice(ROWS_A_STATEMENT);
      kept += slice.length;
      await database.write(HOUSE, (tx) => writeChanges(tx, owner, slice));
      await pause();
    }
  };
  for (const underlying of new Set([...byUnderlying.keys(), ...others])) {
    const known = await knownContracts(database.read, owner, underlying, day);
    await pause();
    waiting.push(...changesOf(known, byUnderlying.get(underlying) ?? [], { day, isWhole }));
    await flush(ROWS_A_STATEMENT - 1);
    await pause();
  }
  await flush(0);
  await database.write(HOUSE, (tx) => keepList(tx, owner, { day, contracts: kept, leftOut }));
};
