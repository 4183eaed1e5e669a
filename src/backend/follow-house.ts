import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { House } from './cluster/alone.ts';
import type { HouseMessage } from './cluster/house-bus.ts';
import type { Database } from './db/database.ts';
import { ANYTHING_CHANGED } from './db/strategy-changes.ts';
import type { OpenStreams } from './http/stream.ts';
import type { Elsewhere, EventHub } from './notices/event-hub.ts';
import type { MarketRuns } from './trading/market-runs.ts';

/** Changes of strategies are told together: each fill is one. */
const TOGETHER_MS = 50;

interface Followers {
  readonly hub: EventHub;
  readonly streams: OpenStreams;
  readonly database: Database;
  readonly marketRuns: MarketRuns;
  readonly logger: Logger;
}

/** The way of facts to users whom another process serves. */
export const elsewhereOf = ({ users, others }: Pick<House, 'users' | 'others'>): Elsewhere => ({
  has: (userId) => !users.has(userId),
  publish: (userId, event, isVolatile = false) => others?.send({ kind: 'fact', userId, event, isVolatile }),
});

/** Those of some sessions that were ended. */
const revokedOf = async ({ read }: Database, ids: readonly number[]): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from sessions where id in (select value from json_each(${JSON.stringify(ids)}))
      and revoked_at is not null`.execute(read);
  return rows.map(({ id }) => id);
};

/** Apply messages of other processes, and notify them of changes. */
export const followHouse = (
  { others }: House,
  { hub, streams, database, marketRuns, logger }: Followers,
): void => {
  if (!others) return;
  const checkEverything = (): void => {
    database.reportStrategiesChanged(ANYTHING_CHANGED);
    streams
      .endRevoked((ids) => revokedOf(database, ids))
      .catch((error: unknown) => logger.error({ err: error }, 'streams of ended sessions may be open still'));
  };
  const catchUp = (): void => {
    checkEverything();
    marketRuns.publishReload();
  };
  const receive = (message: HouseMessage): void => {
    switch (message.kind) {
      case 'fact':
        if (!message.event) hub.leaveOut(message.userId);
        else if (message.isVolatile) hub.publishVolatile(message.userId, message.event);
        else hub.publish(message.userId, message.event);
        return;
      case 'session-ended':
        streams.closeSession(message.sessionId);
        return;
      case 'missed':
        catchUp();
        return;
      case 'strategies':
        database.reportStrategiesChanged({
          ids: new Set(message.ids),
          owners: new Set(message.owners),
          of: 'commit elsewhere',
        });
    }
  };
  others.listen(receive, catchUp);
  others.map.onLeft(checkEverything);
  let waiting: { readonly ids: Set<number>; readonly owners: Set<number> } | null = null;
  database.onStrategiesChanged(({ ids, owners, of }) => {
    if (of !== 'own commit') return;
    if (!waiting) {
      const gathered = { ids: new Set<number>(), owners: new Set<number>() };
      waiting = gathered;
      setTimeout(() => {
        waiting = null;
        others.send({ kind: 'strategies', ids: [...gathered.ids], owners: [...gathered.owners] });
      }, TOGETHER_MS).unref();
    }
    for (const id of ids) waiting.ids.add(id);
    for (const owner of owners) waiting.owners.add(owner);
  });
};
