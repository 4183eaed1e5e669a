import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../tests/support/test-backend.ts';
import { DAY_MS } from '../../shared/time.ts';
import type { Transaction } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { KEPT_DAYS, prune } from './retention.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';

const NOW = Date.parse('2026-11-23T10:00:00+05:30');
const clock = { now: () => NOW };

let server: TestBackend;
let userId = 0;
beforeAll(async () => {
  server = await startTestBackend({ clock });
  await server.backend.prepared;
  userId = (await (await server.register('kept-days')).call('profile.mine')).id;
  await server.backend.parts.marketRuns.simulated.session.stop();
});
afterAll(() => server.dispose());

interface Kept {
  readonly what: string;
  readonly table: keyof Schema;
  /** Days after which it goes; null for what stays for good. */
  readonly days: number | null;
  readonly write: (query: Transaction['query'], at: number) => Promise<unknown>;
}

const alert =
  (change: { is_critical: number; read_at: number | null }): Kept['write'] =>
  (query, at) =>
    query
      .insertInto('alerts')
      .values({
        ...{ user_id: userId, category: 1, title: 'Old', body: '', link: '/home' },
        ...{ at, strategy_id: null, market_at: null },
        ...change,
      })
      .execute();

let orders = 0;
const orderEvent =
  (mode: 'test' | 'live', state: 'filled' | 'open'): Kept['write'] =>
  async (query, at) => {
    const { id: strategyId } = await query
      .selectFrom('strategies')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { id } = await query
      .insertInto('orders')
      .values({
        ...{
          user_id: userId,
          strategy_id: strategyId,
          position_id: null,
          symbol: 'ITC',
          mode,
          run_id: 9_999,
        },
        ...{ source: mode === 'live' ? 'broker' : 'simulated', broker_id: 1, side: 'buy', slot: 'entry' },
        ...{ purpose: 'entry', quantity: 1, filled_quantity: 0, filled_value: 0, state, reason: '' },
        ...{ intent_key: `kept ${++orders}`, atr_json: null, placed_at: at, updated_at: at },
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const event = { event: 'intend', state, at, reason: '', said: '', change_json: '' } as const;
    await query
      .insertInto('order_events')
      .values({ order_id: id, ...event })
      .execute();
  };

const KEPT: readonly Kept[] = [
  {
    what: 'an answer to a call with a key',
    table: 'idempotency',
    days: KEPT_DAYS.storedAnswers,
    write: (query, created_at) =>
      query
        .insertInto('idempotency')
        .values({
          ...{ user_id: userId, key: 'an old key', call: 'wallet.transfer', payload_hash: '' },
          ...{ answer_json: '{}', created_at },
        })
        .execute(),
  },
  {
    what: 'a code for a new password',
    table: 'password_resets',
    days: KEPT_DAYS.codes,
    write: (query, expires_at) =>
      query
        .insertInto('password_resets')
        .values({
          ...{ name: 'old@example.com', user_id: null, code_fingerprint: 'x', tries: 0 },
          ...{ created_at: expires_at, expires_at, used_at: null },
        })
        .execute(),
  },
  {
    what: 'a code of an Aadhaar check',
    table: 'aadhaar_requests',
    days: KEPT_DAYS.codes,
    write: (query, expires_at) =>
      query
        .insertInto('aadhaar_requests')
        .values({
          ...{ id: 'old', user_id: userId, last4: '1234', fingerprint: 'x', tries: 0 },
          ...{ state: 'sent', created_at: expires_at, expires_at },
        })
        .execute(),
  },
  {
    what: 'an alert that was read',
    table: 'alerts',
    days: KEPT_DAYS.alerts,
    write: alert({ is_critical: 0, read_at: 1 }),
  },
  {
    what: 'a critical alert, read or not',
    table: 'alerts',
    days: KEPT_DAYS.alerts,
    write: alert({ is_critical: 1, read_at: null }),
  },
  {
    what: 'a firing of an alert, with its deliveries',
    table: 'alert_firings',
    days: KEPT_DAYS.alertFirings,
    write: async (query, at) => {
      const { id } = await query
        .insertInto('alert_firings')
        .values({
          ...{ user_id: userId, rule_id: 1, mode: 'test', occasion: `old ${at}`, at, written_at: at },
          ...{ title: 'Old', body: '' },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await query
        .insertInto('alert_deliveries')
        .values({
          ...{ user_id: userId, firing_id: id, channel: 'ntfy', state: 'delivered', mark: 'old', text: '' },
          ...{ attempts: 1, unanswered: 0, problem: '', created_at: at, updated_at: at },
        })
        .execute();
    },
  },
  {
    what: 'the life of a paper order that has ended',
    table: 'order_events',
    days: KEPT_DAYS.paperOrderEvents,
    write: orderEvent('test', 'filled'),
  },
  {
    what: 'the life of a paper order that works',
    table: 'order_events',
    days: null,
    write: orderEvent('test', 'open'),
  },
  {
    what: 'the life of a live order',
    table: 'order_events',
    days: null,
    write: orderEvent('live', 'filled'),
  },
];

it.each(KEPT)('$what is kept until its day, and not after it', async ({ table, days, write }) => {
  const { database } = server.backend.parts;
  const left = async (age: number): Promise<number> => {
    await writeForAll(database, async ({ query }) => {
      await query.deleteFrom('alert_deliveries').execute();
      await query.deleteFrom(table).execute();
      await write(query, NOW - age * DAY_MS);
    });
    await prune({ database, clock });
    const rows = await database.read.selectFrom(table).selectAll().execute();
    return rows.length;
  };
  if (days === null) expect(await left(10_000)).toBe(1);
  else expect([await left(days - 1), await left(days + 1)]).toEqual([1, 0]);
});
