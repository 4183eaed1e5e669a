import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { CallId } from '../../shared/contract/index.ts';
import type { Endpoint, KeyScope } from '../../shared/contract/endpoint.ts';
import { istDate, MINUTE_MS } from '../../shared/time.ts';
import type { ScriptKey } from '../call-context.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { Schema, ScriptKeyRow } from '../db/schema.ts';
import { Refusal } from '../refusal.ts';

/** Secrets of keys begin like this: a token of a session never does. */
const PREFIX = 'tdk_';
/** Letters of a secret that are stored and shown. */
const HINT_LENGTH = 8;
/** Lines of the log that are kept of each key. */
const MOST_USES = 1_000;
/** Calls of a key after which its log is cut back. */
const CUT_EVERY = 50;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whether a bearer token is the secret of a key. */
export const isKeySecret = (token: string): boolean => token.startsWith(PREFIX);

/** A new secret, its hash that is stored, and its beginning. */
export const newKeySecret = (): { secret: string; hash: string; hint: string } => {
  const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  return { secret, hash: hashOf(secret), hint: secret.slice(0, HINT_LENGTH) };
};

/** Session id that stands for a key; those of sessions are positive. */
export const sessionOfKey = (keyId: number): number => -keyId;

/** Scopes of a stored key. */
export const scopesOf = ({ scopes }: Pick<ScriptKeyRow, 'scopes'>): KeyScope[] =>
  scopes.split(' ') as KeyScope[];

/** Ids of strategies that a stored key is limited to; null without a limit. */
export const strategiesOf = ({ strategies_json }: Pick<ScriptKeyRow, 'strategies_json'>): number[] | null =>
  strategies_json === null ? null : (JSON.parse(strategies_json) as number[]);

/** Revokes all keys of a user; after the commit `endSession` ends their streams. */
export const revokeKeysOf = async (
  tx: Transaction,
  userId: number,
  at: number,
  endSession: (sessionId: number) => void,
): Promise<void> => {
  const good = await tx.query
    .selectFrom('script_keys')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  if (good.length === 0) return;
  await tx.query
    .updateTable('script_keys')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  tx.afterCommit(() => {
    for (const { id } of good) endSession(sessionOfKey(id));
  });
};

const keyOf = (row: ScriptKeyRow): ScriptKey => ({
  keyId: row.id,
  name: row.name,
  scopes: scopesOf(row),
  onlyStrategyIds: strategiesOf(row),
  perMinute: row.per_minute,
  perDay: row.per_day,
  expiresAt: row.expires_at,
  countedDay: row.counted_day,
  callsOfDay: row.calls_of_day,
});

/** A key that is good, and whose it is; with the rights of that user. */
export interface FoundKey {
  readonly userId: number;
  readonly abilityJson: string | null;
  readonly key: ScriptKey;
}

/**
 * The key that a secret belongs to.
 * @throws Refusal `credentials` with the reason when it is unknown, revoked or expired
 */
export const findKey = async (db: Kysely<Schema>, clock: Clock, secret: string): Promise<FoundKey> => {
  const row = await db
    .selectFrom('script_keys')
    .innerJoin('users', 'users.id', 'script_keys.user_id')
    .selectAll('script_keys')
    .select('users.ability_json')
    .where('hash', '=', hashOf(secret))
    .executeTakeFirst();
  if (!row)
    throw new Refusal(
      'credentials',
      'There is no such key. Copy it again, or make another one in the settings.',
    );
  if (row.revoked_at !== null)
    throw new Refusal('credentials', 'This key was revoked. Make another one in the settings.');
  if (row.expires_at <= clock.now())
    throw new Refusal('credentials', 'This key has expired. Make another one in the settings.');
  return { userId: row.user_id, abilityJson: row.ability_json, key: keyOf(row) };
};

const SCOPE_TEXT: Readonly<Record<KeyScope, string>> = {
  read: 'This key may not read. Make one with the scope “read” in the settings.',
  propose: 'This key may not propose. Make one with the scope “propose” in the settings.',
  change: 'This key may not change anything. Make one with the scope “change” in the settings.',
};

const NEVER =
  'No key may do this: it could send an order, move money, or change who may do so. Do it in the window.';

/** Require that a key has the scope of a call. @throws Refusal `forbidden` */
export const requireScope = ({ scopes }: ScriptKey, { keyScope }: Pick<Endpoint, 'keyScope'>): void => {
  if (keyScope === null) throw new Refusal('forbidden', NEVER);
  if (!scopes.includes(keyScope)) throw new Refusal('forbidden', SCOPE_TEXT[keyScope]);
};

const ONLY_SOME =
  'This key is limited to some strategies: it may only do what names one of them, and read prices.';

/** A call as a limit to strategies looks at it. */
interface KeyCall {
  readonly id: CallId;
  readonly endpoint: Pick<Endpoint, 'right' | 'keyScope'>;
}

/** Domains that read prices, and what a person keeps: their lists, their rules, and the one scan that they have. */
const OWN_DOMAINS: readonly string[] = ['watchlists', 'scanner'];

/** Id of the strategy that an input is about: it names it, or a backtest or a trade of it. Null of none. */
const strategyOf = async (
  db: Kysely<Schema>,
  userId: number,
  { strategyId, backtestId, tradeId }: Readonly<Record<string, unknown>>,
): Promise<number | null> => {
  if (typeof strategyId === 'number') return strategyId;
  const [table, rowId] =
    typeof backtestId === 'number'
      ? (['backtest_runs', backtestId] as const)
      : (['trades', tradeId] as const);
  if (typeof rowId !== 'number') return null;
  const row = await db
    .selectFrom(table)
    .select('strategy_id')
    .where('id', '=', rowId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.strategy_id ?? null;
};

/**
 * Require a strategy that the key is limited to. Prices are nobody's, and of what is proposed the
 * proposal itself is looked at.
 * @throws Refusal `forbidden`
 */
export const requireStrategies = async (
  db: Kysely<Schema>,
  { userId, key }: { readonly userId: number; readonly key: ScriptKey },
  { id, endpoint: { right, keyScope } }: KeyCall,
  input: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const { onlyStrategyIds } = key;
  if (onlyStrategyIds === null || keyScope === 'propose') return;
  const [domain = ''] = id.split('.');
  if (right?.subject === 'Market' && right.action === 'read' && !OWN_DOMAINS.includes(domain)) return;
  const strategyId = await strategyOf(db, userId, input);
  if (strategyId === null || !onlyStrategyIds.includes(strategyId)) throw new Refusal('forbidden', ONLY_SOME);
};

interface Count {
  minute: number;
  inMinute: number;
  day: string;
  inDay: number;
  /** Lines that were written of it. */
  uses: number;
  /** Minute of the last line that says it called too often. */
  refusedIn: number;
}

/** Something that a key does: a call, or the opening of a stream. */
export type KeyDeed = CallId | 'stream';

/** Counts what keys do, and writes it to their logs. A user's calls come to one process, so this one has all of them. */
export class KeyUses {
  private readonly database: Database;
  private readonly clock: Clock;
  private readonly counts = new Map<number, Count>();

  constructor(database: Database, clock: Clock) {
    this.database = database;
    this.clock = clock;
  }

  private countOf(key: ScriptKey, now: number): Count {
    const [minute, day] = [Math.floor(now / MINUTE_MS), istDate(now)];
    const written = key.countedDay === day ? key.callsOfDay : 0;
    const count = this.counts.get(key.keyId) ?? {
      minute,
      inMinute: 0,
      day,
      inDay: written,
      uses: 0,
      refusedIn: -1,
    };
    this.counts.set(key.keyId, count);
    if (count.minute !== minute) Object.assign(count, { minute, inMinute: 0 });
    if (count.day !== day) Object.assign(count, { day, inDay: written });
    return count;
  }

  /** Count a call. @throws Refusal `rate` when the key has used up what it has */
  count(key: ScriptKey): void {
    const count = this.countOf(key, this.clock.now());
    if (count.inDay >= key.perDay)
      throw new Refusal(
        'rate',
        `This key has made its ${key.perDay} calls of today. It may call again tomorrow.`,
      );
    if (count.inMinute >= key.perMinute)
      throw new Refusal(
        'rate',
        `This key may make ${key.perMinute} calls a minute. Wait a minute and try again.`,
      );
    count.inMinute++;
    count.inDay++;
  }

  /** Write a line of a key's log, and its calls of today. `result` is `ok` or the code of a failure. */
  async write(
    userId: number,
    key: ScriptKey,
    use: { readonly call: KeyDeed; readonly result: string; readonly address: string },
  ): Promise<void> {
    const at = this.clock.now();
    const count = this.countOf(key, at);
    // One line a minute: a script that calls without end would fill the log.
    if (use.result === 'rate' && count.refusedIn === count.minute) return;
    if (use.result === 'rate') count.refusedIn = count.minute;
    const isCut = count.uses++ % CUT_EVERY === 0;
    const { day, inDay } = count;
    await this.database.write(userId, async ({ query }) => {
      await query
        .insertInto('key_uses')
        .values({ user_id: userId, key_id: key.keyId, at, ...use })
        .execute();
      await query
        .updateTable('script_keys')
        .set({ last_used_at: at, counted_day: day, calls_of_day: inDay })
        .where('id', '=', key.keyId)
        .execute();
      if (isCut) await cutBack(query, key.keyId);
    });
  }
}

/** Delete the oldest lines of a key's log. */
const cutBack = async (query: Transaction['query'], keyId: number): Promise<void> => {
  const oldest = await query
    .selectFrom('key_uses')
    .select('id')
    .where('key_id', '=', keyId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MOST_USES)
    .executeTakeFirst();
  if (oldest)
    await query.deleteFrom('key_uses').where('key_id', '=', keyId).where('id', '<=', oldest.id).execute();
};
