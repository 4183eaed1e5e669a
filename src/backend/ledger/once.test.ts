import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addUser } from '../../../tests/support/new-user.ts';
import { Reply } from '../../shared/contract/endpoint.ts';
import type { CallContext } from '../call-context.ts';
import { HOUSE, type Database, type Transaction } from '../db/database.ts';
import { attemptOf } from '../attempt.ts';
import { Refusal } from '../refusal.ts';
import { balancesOf, Ledger } from './ledger.ts';
import { onceInLedger } from './once.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';

let folder = '';
let database: Database;
let userId = 0;
const clock = { now: () => Date.parse('2026-11-20T10:00:00+05:30') };
const ledger = new Ledger(clock);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-ledger-once-'));
  database = await openTestDatabase(folder);
  userId = await database.write(HOUSE, (tx) => addUser(tx, { number: 1 }));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const callOf = (key: string, payload: object, call = 'wallet.transfer'): CallContext => ({
  userId,
  sessionId: 1,
  ownKey: randomUUID(),
  address: '127.0.0.1',
  source: null,
  device: 'a test',
  language: 'en',
  key: null,
  attempt: attemptOf(userId, key, call, payload),
});

/** Credits an amount and answers with the balance. */
const credit = (amount: number) => async (tx: Transaction, attempt: { readonly key: string }) => {
  const { balances } = await ledger.post(tx, {
    userId,
    key: attempt.key,
    kind: 'added',
    postings: [
      { userId, account: 'available', amount },
      { house: 'upi-clearing', amount: -amount },
    ],
  });
  return new Reply({ balance: balances[0] ?? 0 }, 'Done.');
};
const once = (context: CallContext, work: Parameters<typeof onceInLedger>[3]) =>
  onceInLedger({ database, clock }, context, [], work);
const available = async () => (await balancesOf(database.read, userId)).available;

it('sixty-four of the same key at once move money once, and all get the first answer', async () => {
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => once(callOf(key, { amount: 700 }), credit(700))),
  );
  expect(await available()).toBe(700);
  for (const answer of answers) expect(answer).toEqual(new Reply({ balance: 700 }, 'Done.'));
});

it('the first answer comes again after a restart', async () => {
  const key = randomUUID();
  await once(callOf(key, { amount: 700 }), credit(700));
  await database.close();
  database = await openTestDatabase(folder);
  expect(await once(callOf(key, { amount: 700 }), credit(700))).toEqual(new Reply({ balance: 700 }, 'Done.'));
  expect(await available()).toBe(700);
});

it.each([
  ['another payload', { amount: 900 }, 'wallet.transfer'],
  ['another call', { amount: 700 }, 'wallet.withdraw'],
])('the same key with %s is a conflict and moves nothing', async (_what, payload, call) => {
  const key = randomUUID();
  await once(callOf(key, { amount: 700 }), credit(700));
  await expect(once(callOf(key, payload, call), credit(900))).rejects.toMatchObject({ code: 'conflict' });
  expect(await available()).toBe(700);
});

it('a refusal leaves nothing: neither what was moved before it nor the key', async () => {
  const key = randomUUID();
  const changesItsMind = async (tx: Transaction, attempt: { readonly key: string }) => {
    await credit(700)(tx, attempt);
    throw new Refusal('refused', 'Not today.');
  };
  await expect(once(callOf(key, { amount: 700 }), changesItsMind)).rejects.toThrow('Not today.');
  expect(await available()).toBe(0);
  await once(callOf(key, { amount: 900 }), credit(900));
  expect(await available()).toBe(900);
});

it('money never moves twice by one key, even when its answer is no longer kept', async () => {
  const key = randomUUID();
  await once(callOf(key, { amount: 700 }), credit(700));
  await database.write(userId, (tx) => tx.query.deleteFrom('idempotency').execute());
  await expect(once(callOf(key, { amount: 700 }), credit(700))).rejects.toThrow('was done before');
  expect(await available()).toBe(700);
});

it('a call without a key is a defect', () => {
  expect(() => once({ ...callOf(randomUUID(), {}), attempt: null }, credit(1))).toThrow('without its key');
});
