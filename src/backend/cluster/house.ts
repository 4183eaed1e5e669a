import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { openPostgresAside } from '../db/postgres/open-postgres.ts';
import type { SeenLeases } from '../db/postgres/seen-leases.ts';
import type { Schema } from '../db/schema.ts';
import type { Offer } from './fit-places.ts';
import { type HouseBus, type HouseMessage, openBus } from './house-bus.ts';
import { HouseMap } from './house-map.ts';
import type { House, Others } from './alone.ts';
import { NOBODY, type OwnUsers } from './own-users.ts';
import { PlaceTimes } from './place-times.ts';
import { LEASE_TIMES, ShardLeases } from './shard-leases.ts';

/** A house of several processes, as an operator starts each of them. */
export interface HouseOptions extends Offer {
  /** Address of the NATS server that carries their messages. */
  readonly nats: string;
  /** Backtests are left to processes that do nothing else. */
  readonly hasBacktestWorkers?: boolean;
  /** URL at which the other processes reach this one; made of its host and port unless given. */
  readonly address?: string;
}

const SECRET_KEY = 'house.secret';
const SECRET_BYTES = 32;

/** A secret that only the processes on this database know. The first of them draws it. */
const secretOf = async (db: Kysely<Schema>): Promise<string> => {
  await db
    .insertInto('meta')
    .values({ key: SECRET_KEY, value: randomBytes(SECRET_BYTES).toString('hex') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', SECRET_KEY)
    .executeTakeFirstOrThrow();
  return row.value;
};

const derived = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('hex');

interface Place {
  readonly database: string;
  readonly house: HouseOptions | undefined;
  readonly seenLeases: SeenLeases | undefined;
  readonly logger: Logger;
  /** Called when this process does not own its users any more: it must end at once. */
  readonly onLost: () => void;
}

/**
 * Enter the house of a PostgreSQL database: claim a place, and reach the other processes.
 * @throws AnotherServer when none is free; HouseUnusable when none is fit
 */
export const enterHouse = async ({ database, house, seenLeases, logger, onLost }: Place): Promise<House> => {
  const aside = openPostgresAside(database);
  const closers = [() => aside.destroy()];
  const close = async (): Promise<void> => {
    for (const end of closers.toReversed()) await end();
  };
  try {
    const lost = (reason: string): void => {
      logger.fatal({ reason }, 'this server no longer owns its users, and trades for nobody');
      onLost();
    };
    const leases = await ShardLeases.claim(aside, lost, {
      ...(house && { offer: house }),
      times: LEASE_TIMES,
      ...(seenLeases && { seen: seenLeases }),
    });
    closers.push(() => leases.release());
    const { users } = leases;
    const alone = { users, ownership: leases, times: new PlaceTimes(users), close };
    if (!house) return { ...alone, others: null, announce: () => Promise.resolve() };
    // Apart from the leases: nothing may hold up their renewal.
    const lookups = openPostgresAside(database);
    closers.push(() => lookups.destroy());
    const secret = await secretOf(lookups);
    const map = new HouseMap(lookups, users, logger);
    closers.push(() => map.close());
    const { others, bus } = await reachOthers(house.nats, secret, map, users, logger);
    closers.push(() => bus.close());
    return {
      ...alone,
      others,
      announce: async (url) => {
        await leases.announce(house.address ?? url);
        map.start();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Reach the processes of a house without a place in it. */
export const visitHouse = async (
  database: string,
  nats: string,
  logger: Logger,
): Promise<{ readonly others: Others; close(): Promise<void> }> => {
  const lookups = openPostgresAside(database);
  try {
    const map = new HouseMap(lookups, NOBODY, logger);
    const { others, bus } = await reachOthers(nats, await secretOf(lookups), map, NOBODY, logger);
    return {
      others,
      close: async () => {
        await bus.close();
        await lookups.destroy();
      },
    };
  } catch (error) {
    await lookups.destroy();
    throw error;
  }
};

const reachOthers = async (
  url: string,
  secret: string,
  map: HouseMap,
  users: OwnUsers,
  logger: Logger,
): Promise<{ readonly others: Others; readonly bus: HouseBus }> => {
  let [receive, notice]: [(message: HouseMessage) => void, () => void] = [() => undefined, () => undefined];
  const bus = await openBus({
    url,
    secret: `trickdesk.${derived(secret, 'bus')}`,
    shards: users.place,
    onMessage: (message) => receive(message),
    onGap: () => notice(),
    logger,
  });
  const others: Others = {
    map,
    secret: derived(secret, 'forward'),
    send: (message) => bus.send(message),
    listen: (onMessage, onGap) => {
      [receive, notice] = [onMessage, onGap];
    },
  };
  return { others, bus };
};
