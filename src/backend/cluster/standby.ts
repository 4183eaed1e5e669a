import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { ReadMeta } from '../db/database-port.ts';
import { AnotherServer, DatabaseUnusable } from '../db/database-unusable.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { Connections } from '../db/postgres/connections.ts';
import { type Ask, leasesIn, requireUsable } from '../db/postgres/migrate.ts';
import { requireAddress, whyUnusable } from '../db/postgres/open-postgres.ts';
import { LEASE_LIFE_MS, type Lease, SeenLeases } from '../db/postgres/seen-leases.ts';
import { failureAnswer } from '../http/envelope.ts';
import { Refusal } from '../refusal.ts';
import { fitPlaces, type Offer } from './fit-places.ts';
import { type Place, placesOf } from './own-users.ts';
import { HEALTH_PATH, READINESS_PATH } from '../operations/probes.ts';

/** Where and on what a server stands by. */
export interface StandbyPlace {
  /** Address of the PostgreSQL database. */
  readonly database: string;
  /** Folder that it will work in. It is held while it waits: one in use would end it when it is needed. */
  readonly dataDir: string;
  readonly port: number;
  readonly host: string;
  /** It takes the first fit place that is free. */
  readonly offer: Offer;
  /** Refuses a database of which this server does not have the keys. */
  readonly requireKeys: (meta: ReadMeta) => Promise<void>;
  readonly logger: Logger;
}

const LOOK_AGAIN_MS = 250;
/** Pause after a look that failed: the database is away for a moment. */
const AWAY_MS = 1_000;

/** Answers to probes: alive, not ready. */
const PROBES: Readonly<Record<string, readonly [status: number, body: object]>> = {
  [HEALTH_PATH]: [200, { alive: true }],
  [READINESS_PATH]: [503, { ready: false, failing: ['standby'] }],
};

const refusal = () =>
  failureAnswer(
    new Refusal('unavailable', 'This server stands by while another one works. Try again in a moment.'),
    randomUUID(),
  ).body;

/** Answers while another server works: alive, not ready, and every call is to be sent there. */
const listen = async ({ port, host }: StandbyPlace): Promise<Server> => {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    const [status, body] = PROBES[path ?? ''] ?? [503, refusal()];
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
    response.end(JSON.stringify(body));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
};

const close = async (server: Server): Promise<void> => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
};

/** Refuses what a start would refuse: now, and not when the other server is gone. */
const requireFitToStart = async (connections: Connections, { requireKeys }: StandbyPlace): Promise<void> => {
  try {
    const client = await connections.reserve();
    await requireUsable(client, { beforeChange: requireKeys }).finally(() => client.release());
  } catch (error) {
    const why = error instanceof DatabaseUnusable ? null : whyUnusable(error);
    throw why === null ? error : new DatabaseUnusable(why, { cause: error });
  }
};

const isFree = ({ from, to }: Place, kept: ReadonlySet<number>): boolean => {
  for (let shard = from; shard < to; shard++) if (kept.has(shard)) return false;
  return true;
};

/** The leases, and places that are fit for this process. */
const look = async (client: Ask, offer: Offer): Promise<[readonly Lease[], readonly Place[]]> => {
  const leases = await leasesIn(client);
  // A new database has neither leases nor accounts.
  if (leases.length === 0) return [leases, placesOf(offer.processes)];
  return [leases, await fitPlaces((statement) => client.query(statement), offer)];
};

/** Waits until a place is free. Returns what was seen of the leases, by which it can be claimed at once. */
const untilFree = async (
  connections: Connections,
  { offer, logger }: Pick<StandbyPlace, 'offer' | 'logger'>,
): Promise<SeenLeases> => {
  const seen = new SeenLeases(LEASE_LIFE_MS);
  for (;;)
    try {
      const asked = performance.now();
      const client = await connections.reserve();
      const [leases, places] = await look(client, offer).finally(() => client.release());
      const kept = new Set(leases.map(({ id }) => id));
      for (const { id } of seen.ended(leases, asked)) kept.delete(id);
      if (places.some((place) => isFree(place, kept))) return seen;
      await delay(LOOK_AGAIN_MS);
    } catch (error) {
      logger.warn({ err: error }, 'a server that stands by cannot look at the leases');
      await delay(AWAY_MS);
    }
};

/**
 * Stands by until a place of the house is free, then starts. Where another that stood by was faster, it stands
 * by again. `onListening` is called with the port whenever it begins to.
 * @throws DatabaseUnusable, and what `start` throws
 */
export const standBy = async <Started>(
  place: StandbyPlace,
  start: (seen: SeenLeases) => Promise<Started>,
  onListening: (port: number) => void,
): Promise<Started> => {
  requireAddress(place.database);
  const hold = () => lockFolder(place.dataDir, Date.now());
  let folder = hold();
  const connections = new Connections(place.database, 1, () => undefined, { isReadOnly: true });
  try {
    await requireFitToStart(connections, place);
    for (;;) {
      const server = await listen(place);
      onListening((server.address() as AddressInfo).port);
      const seen = await untilFree(connections, place);
      await close(server);
      // A start holds it for itself.
      folder.release();
      try {
        return await start(seen);
      } catch (error) {
        if (!(error instanceof AnotherServer)) throw error;
        folder = hold();
      }
    }
  } finally {
    await connections.close();
  }
};
