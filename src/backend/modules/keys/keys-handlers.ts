import type { keys, KeyUse, ScriptKeyView } from '../../../shared/contract/api-keys.ts';
import {
  type Answer,
  type Handlers,
  type OutputOf,
  type ParsedOf,
  Reply,
} from '../../../shared/contract/endpoint.ts';
import { DAY_MS, istDate, istIso, istMidnight } from '../../../shared/time.ts';
import type { BackendParts } from '../../backend-parts.ts';
import type { CallContext } from '../../call-context.ts';
import { newKeySecret, scopesOf, sessionOfKey, strategiesOf } from '../../credentials/script-keys.ts';
import type { Transaction } from '../../db/database.ts';
import { paged } from '../../db/paged.ts';
import type { ScriptKeyRow } from '../../db/schema.ts';
import { mostOf, QUOTAS, requireRoom } from '../../quotas.ts';
import { notFound, Refusal } from '../../refusal.ts';

/** Parts that the calls about keys work with. */
export type KeysDeps = Pick<
  BackendParts,
  'database' | 'clock' | 'hub' | 'notify' | 'logActivity' | 'endSession'
>;

type Query = Transaction['query'];

/** Keys that ended longer ago are listed no more. */
const LISTED_DAYS = 30;

const KEYS_PAGE = '/settings?section=keys';

const stateOf = ({ revoked_at, expires_at }: ScriptKeyRow, now: number): ScriptKeyView['state'] => {
  if (revoked_at !== null) return 'revoked';
  return expires_at <= now ? 'expired' : 'good';
};

const viewOf = (row: ScriptKeyRow, names: ReadonlyMap<number, string>, now: number): ScriptKeyView => ({
  keyId: row.id,
  name: row.name,
  hint: row.hint,
  scopes: scopesOf(row),
  onlyStrategies:
    strategiesOf(row)?.map((strategyId) => ({ strategyId, name: names.get(strategyId) ?? '' })) ?? null,
  perMinute: row.per_minute,
  perDay: row.per_day,
  callsToday: row.counted_day === istDate(now) ? row.calls_of_day : 0,
  createdAt: istIso(row.created_at),
  expiresAt: istIso(row.expires_at),
  lastUsedAt: row.last_used_at === null ? null : istIso(row.last_used_at),
  state: stateOf(row, now),
});

const namesOf = async (query: Query, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await query.selectFrom('strategies').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

const listKeys = async (query: Query, userId: number, now: number): Promise<ScriptKeyView[]> => {
  const ended = now - LISTED_DAYS * DAY_MS;
  const rows = await query
    .selectFrom('script_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', ended)
    .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', ended)]))
    .orderBy('id', 'desc')
    .execute();
  const names = await namesOf(query, [...new Set(rows.flatMap((row) => strategiesOf(row) ?? []))]);
  return rows.map((row) => viewOf(row, names, now));
};

const countOf = async (query: Query, userId: number, now: number) => {
  const { good, ofToday } = await query
    .selectFrom('script_keys')
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere('revoked_at', 'is', null)
        .filterWhere('expires_at', '>', now)
        .as('good'),
      eb.fn.countAll<number>().filterWhere('created_at', '>=', istMidnight(now)).as('ofToday'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { good, ofToday };
};

/** Refuse strategies that are not the user's own. @throws Refusal `not-found` */
const requireOwn = async (query: Query, userId: number, ids: readonly number[]): Promise<void> => {
  const { own } = await query
    .selectFrom('strategies')
    .select((eb) => eb.fn.countAll<number>().as('own'))
    .where('owner_id', '=', userId)
    .where('kind', '=', 'rules')
    .where('removed_at', 'is', null)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  if (own !== ids.length) throw notFound('strategy');
};

const makeKey =
  ({ database, clock, hub, notify, logActivity }: KeysDeps) =>
  async (
    input: ParsedOf<(typeof keys)['make']>,
    { userId }: CallContext,
  ): Promise<Answer<OutputOf<(typeof keys)['make']>>> => {
    const { secret, hash, hint } = newKeySecret();
    const only = input.onlyStrategyIds && [...new Set(input.onlyStrategyIds)];
    const now = clock.now();
    const key = await database.write(userId, async (tx) => {
      if (only) await requireOwn(tx.query, userId, only);
      const row = await tx.query
        .insertInto('script_keys')
        .values({
          user_id: userId,
          name: input.name,
          hash,
          hint,
          scopes: input.scopes.join(' '),
          strategies_json: only ? JSON.stringify(only) : null,
          per_minute: input.perMinute,
          per_day: input.perDay,
          created_at: now,
          expires_at: now + input.days * DAY_MS,
          revoked_at: null,
          last_used_at: null,
          counted_day: null,
          calls_of_day: 0,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const { good, ofToday } = await countOf(tx.query, userId, now);
      requireRoom(
        good,
        QUOTAS.scriptKeys,
        mostOf(QUOTAS.scriptKeys, 'keys', 'Revoke one that you no longer need.'),
      );
      requireRoom(
        ofToday,
        QUOTAS.scriptKeysADay,
        `An account may make ${QUOTAS.scriptKeysADay} keys in a day. Make this one tomorrow.`,
      );
      await logActivity(tx, userId, 'key', `Made the key ${input.name}.`);
      await notify(tx, userId, 'system', {
        title: 'A key for scripts was made',
        body: `${input.name}. If it was not you, revoke it and change your password now.`,
        link: KEYS_PAGE,
        isCritical: true,
      });
      tx.afterCommit(() => hub.publish(userId, { type: 'key', keyId: row.id }));
      return viewOf(row, await namesOf(tx.query, only ?? []), now);
    });
    return new Reply({ key, secret }, `${input.name} is made. Copy it now: it is shown once.`);
  };

const revokeKey =
  ({ database, clock, hub, logActivity, endSession }: KeysDeps) =>
  async (
    { keyId }: ParsedOf<(typeof keys)['revoke']>,
    { userId }: CallContext,
  ): Promise<Answer<OutputOf<(typeof keys)['revoke']>>> => {
    const now = clock.now();
    const { name, list } = await database.write(userId, async (tx) => {
      const row = await tx.query
        .updateTable('script_keys')
        .set({ revoked_at: now })
        .where('id', '=', keyId)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .returning('name')
        .executeTakeFirst();
      if (!row) throw await whyNotRevoked(tx.query, userId, keyId);
      await logActivity(tx, userId, 'key', `Revoked the key ${row.name}.`);
      tx.afterCommit(() => {
        endSession(sessionOfKey(keyId));
        hub.publish(userId, { type: 'key', keyId });
      });
      return { name: row.name, list: await listKeys(tx.query, userId, now) };
    });
    return new Reply({ keys: list }, `${name} is revoked: no script can use it any more.`);
  };

const whyNotRevoked = async (query: Query, userId: number, keyId: number): Promise<Refusal> => {
  const known = await query
    .selectFrom('script_keys')
    .select('id')
    .where('id', '=', keyId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return known ? new Refusal('conflict', 'This key was revoked before.') : notFound('key');
};

/** Keys of scripts: made, listed and revoked by their person, with the log of each. */
export const keysHandlers = (deps: KeysDeps): Handlers<typeof keys, CallContext> => ({
  list: async (_input, { userId }) => ({
    keys: await listKeys(deps.database.read, userId, deps.clock.now()),
  }),
  make: makeKey(deps),
  revoke: revokeKey(deps),
  log: async (input, { userId }) => {
    const uses = deps.database
      .readOf(userId)
      .selectFrom('key_uses')
      .where('user_id', '=', userId)
      .where('key_id', '=', input.keyId);
    const known = await deps.database.read
      .selectFrom('script_keys')
      .select('id')
      .where('id', '=', input.keyId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!known) throw notFound('key');
    const { rows, total } = await paged(uses, input, (found) =>
      found.select(['call', 'at', 'result', 'address']).orderBy('id', 'desc'),
    );
    return {
      uses: rows.map((row): KeyUse => ({ ...row, at: istIso(row.at) })),
      pageNumber: input.pageNumber,
      pageSize: input.pageSize,
      total,
    };
  },
});
