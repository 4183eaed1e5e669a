import { type Place, placesOf, SHARDS, shardOf } from './own-users.ts';

/** Runs a statement that reads. */
export type Ask = (statement: string) => Promise<{ readonly rows: readonly unknown[] }>;

/** Offer of a process to a house. */
export interface Offer {
  /** Number of processes that the users are divided among. */
  readonly processes: number;
  /** Addresses that its orders leave from; undefined where it does not matter. */
  readonly leavesFrom?: readonly string[] | undefined;
}

const ADDRESSES = `select user_id, registered_address from broker_accounts where registered_address is not null`;

interface AddressRow {
  readonly user_id: number;
  readonly registered_address: string;
}

/**
 * Places that a process may take. A broker refuses orders that do not come from the address registered for an account,
 * so a place with such accounts is only for a process that has their addresses.
 */
export const fitPlaces = async (ask: Ask, { processes, leavesFrom }: Offer): Promise<Place[]> => {
  const places = placesOf(processes);
  if (!leavesFrom) return places;
  const needed = new Array<boolean>(SHARDS).fill(false);
  for (const { user_id, registered_address } of (await ask(ADDRESSES)).rows as readonly AddressRow[])
    if (!leavesFrom.includes(registered_address)) needed[shardOf(user_id)] = true;
  return places.filter(({ from, to }) => !needed.slice(from, to).includes(true));
};
