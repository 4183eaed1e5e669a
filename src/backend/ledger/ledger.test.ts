import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUSE, type Database } from '../db/database.ts';
import type { NewUser } from '../../../tests/support/new-user.ts';
import { interrupted } from '../../../tests/support/second-writer.ts';
import { addUser } from '../../../tests/support/new-user.ts';
import { Refusal } from '../refusal.ts';
import { USER_ACCOUNTS, type UserAccount } from '../db/account-kinds.ts';
import { checkLedger } from './ledger-check.ts';
import { KEEP_SENT } from './sent-today.ts';
import { balancesOf, Ledger, type Posting, type Transfer } from './ledger.ts';
import { writeForAll } from '../../../tests/support/write-for-all.ts';
import { isOnPostgres, openTestDatabase } from '../../../tests/support/test-database.ts';

/** Commands of the long run: `TRICKDESK_LEDGER_COMMANDS=1000000 npx vitest run src/backend/ledger`. */
const COMMANDS = Number(process.env['TRICKDESK_LEDGER_COMMANDS'] ?? (isOnPostgres ? 2_000 : 50_000));
// Of commands at once PostgreSQL orders those of the same users alone; the books on paper are in one order.
const AT_ONCE = isOnPostgres ? 1 : 256;

/** A statement that drops a trigger names its table on PostgreSQL. */
const ofEngine = (statement: string): string =>
  isOnPostgres ? statement.replace(/^drop trigger (ledger_\w+)_no_\w+$/, '$& on $1') : statement;
const USERS = 6;

let folder = '';
let database: Database;
let users: number[] = [];
const clock = { now: () => Date.parse('2026-11-20T10:00:00+05:30') };
const ledger = new Ledger(clock);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-ledger-'));
  database = await openTestDatabase(folder);
  users = await database.write(HOUSE, async (tx) => {
    const ids: number[] = [];
    for (let number = 0; number < USERS; number++) ids.push(await addUser(tx, { number } satisfies NewUser));
    return ids;
  });
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const post = (transfer: Transfer) => writeForAll(database, (tx) => ledger.post(tx, transfer));
let keys = 0;
const moved = (userId: number, postings: readonly Posting[], key = `key ${keys++}`): Transfer => ({
  userId,
  key,
  kind: 'correction',
  postings,
});
const fund = (userId: number, amount: number) =>
  post(
    moved(userId, [
      { house: 'upi-clearing', amount: -amount },
      { userId, account: 'available', amount },
    ]),
  );

/** A command as it is drawn: from one place to another, or a wrong one. */
interface Drawn {
  readonly from: number;
  readonly to: number;
  readonly fromAccount: UserAccount;
  readonly toAccount: UserAccount;
  readonly amount: number;
  /** Now and then an earlier command's key comes again. */
  readonly repeats: number | null;
}
const RUPEE_ACCOUNTS = USER_ACCOUNTS.filter((account) => account !== 'usdt');
/** The place after the users is the house, where money comes from. */
const anyUser = fc.integer({ min: 0, max: USERS - 1 });
const house = fc.constant(USERS);
const command: fc.Arbitrary<Drawn> = fc.record({
  from: fc.oneof({ weight: 3, arbitrary: anyUser }, { weight: 1, arbitrary: house }),
  to: fc.oneof({ weight: 8, arbitrary: anyUser }, { weight: 1, arbitrary: house }),
  fromAccount: fc.constantFrom(...RUPEE_ACCOUNTS),
  toAccount: fc.constantFrom(...RUPEE_ACCOUNTS),
  amount: fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 20_000 })),
  repeats: fc.oneof(
    { weight: 19, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.nat({ max: 50 }) },
  ),
});

/** The books as anybody would keep them on paper. */
class Model {
  readonly balances = new Map<string, number>();
  readonly keys = new Set<string>();
  outside = 0;

  private at(place: number, account: UserAccount): string {
    return `${place} ${account}`;
  }
  balance(place: number, account: UserAccount): number {
    return this.balances.get(this.at(place, account)) ?? 0;
  }
  /** Whether it may happen; then it has. */
  spend({ from, to, fromAccount, toAccount, amount }: Drawn, key: string): boolean {
    if (this.keys.has(key)) return false;
    if (from !== USERS && this.balance(from, fromAccount) < amount) return false;
    this.keys.add(key);
    const move = (place: number, account: UserAccount, by: number) => {
      if (place === USERS) this.outside += by;
      else this.balances.set(this.at(place, account), this.balance(place, account) + by);
    };
    move(from, fromAccount, -amount);
    move(to, toAccount, amount);
    return true;
  }
}

const postingOf = (place: number, account: UserAccount, amount: number): Posting =>
  place === USERS ? { house: 'upi-clearing', amount } : { userId: users[place] ?? 0, account, amount };

describe('the ledger', () => {
  it(
    `does the same as books kept on paper, over ${COMMANDS.toLocaleString('en-IN')} random commands`,
    { timeout: isOnPostgres ? 120_000 : 30_000 + COMMANDS },
    async () => {
      const model = new Model();
      const drawn = fc.sample(command, { numRuns: COMMANDS, seed: 20_261_121 });
      const usedKeys: string[] = [];
      let done = 0;
      for (let start = 0; start < drawn.length; start += AT_ONCE)
        await Promise.all(
          drawn.slice(start, start + AT_ONCE).map(async (one, offset) => {
            const repeated = one.repeats === null ? undefined : usedKeys.at(-1 - one.repeats);
            const key = repeated ?? `drawn ${start + offset}`;
            usedKeys.push(key);
            // Keys belong to a user; one user's are enough to have them clash.
            const happens = model.spend(one, key);
            const transfer = moved(
              users[0] ?? 0,
              [
                postingOf(one.from, one.fromAccount, -one.amount),
                postingOf(one.to, one.toAccount, one.amount),
              ],
              key,
            );
            const outcome = await post(transfer).then(
              () => true,
              (error: unknown) => {
                if (error instanceof Refusal) return false;
                throw error;
              },
            );
            expect({ one, happened: outcome }).toEqual({ one, happened: happens });
            if (outcome) done++;
          }),
        );
      expect(done).toBeGreaterThan(COMMANDS / 4);
      expect(done).toBeLessThan(COMMANDS);
      for (const [place, userId] of users.entries()) {
        const expected = Object.fromEntries(
          USER_ACCOUNTS.map((account) => [account, model.balance(place, account)]),
        );
        expect(await balancesOf(database.read, userId)).toEqual(expected);
      }
      const report = await checkLedger(database.read);
      // Held balances come from withdrawals; there are none here.
      expect(report.problems.filter((text) => !text.includes('withdrawals ask for'))).toEqual([]);
      expect({ transfers: report.transfers, entries: report.entries }).toEqual({
        transfers: done,
        entries: 2 * done,
      });
    },
  );

  it('refuses what a user has not, in words, and moves nothing', async () => {
    const [first = 0, second = 0] = users;
    await fund(first, 10_000);
    const tooMuch = moved(first, [
      { userId: first, account: 'available', amount: -10_001 },
      { userId: second, account: 'available', amount: 10_001 },
    ]);
    await expect(post(tooMuch)).rejects.toThrow('Your wallet has ₹100.00; this needs ₹100.01.');
    expect((await balancesOf(database.read, first)).available).toBe(10_000);
    expect((await balancesOf(database.read, second)).available).toBe(0);
  });

  it('lets the last paisa of an account go', async () => {
    const userId = users[0] ?? 0;
    await fund(userId, 10_00);
    const { balances } = await post(
      moved(userId, [
        { userId, account: 'available', amount: -10_00 },
        { userId, account: 'held', amount: 10_00 },
      ]),
    );
    expect(balances).toEqual([0, 10_00]);
  });

  it('refuses what an account could not hold to the paisa', async () => {
    const userId = users[0] ?? 0;
    await fund(userId, Number.MAX_SAFE_INTEGER);
    await expect(fund(userId, 1)).rejects.toThrow('This is more than an account can hold.');
    expect((await balancesOf(database.read, userId)).available).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('publishes nothing of money that did not move in the end', async () => {
    const userId = users[0] ?? 0;
    const reported: number[] = [];
    const notifying = new Ledger(clock, (_userId, { available }) => void reported.push(available));
    const added = moved(userId, [
      { house: 'upi-clearing', amount: -10_00 },
      { userId, account: 'available', amount: 10_00 },
    ]);
    const failing = writeForAll(database, async (tx) => {
      await notifying.post(tx, added);
      throw new Error('what came after it failed');
    });
    await expect(failing).rejects.toThrow('what came after it failed');
    expect(reported).toEqual([]);
    await writeForAll(database, (tx) => notifying.post(tx, added));
    expect(reported).toEqual([10_00]);
  });

  it('takes a second posting back when a later one of the same transfer is refused', async () => {
    const [first = 0, second = 0] = users;
    await fund(first, 500);
    const half = moved(first, [
      { userId: first, account: 'available', amount: -500 },
      { userId: second, account: 'available', amount: -1 },
      { house: 'fees', amount: 501 },
    ]);
    await expect(post(half)).rejects.toBeInstanceOf(Refusal);
    expect((await balancesOf(database.read, first)).available).toBe(500);
    expect((await checkLedger(database.read)).problems).toEqual([]);
  });

  it.each([
    ['does not sum to zero', [1, -2]],
    ['has a fraction of a paisa', [0.5, -0.5]],
    ['has nothing in it', [0, 0]],
    ['is beyond what a number holds', [2 ** 53, -(2 ** 53)]],
    ['has one side only', [5]],
  ])('takes a transfer that %s for a defect', async (_what, [credit = 0, debit]) => {
    const [first = 0] = users;
    const postings: Posting[] = [{ userId: first, account: 'available', amount: credit }];
    if (debit !== undefined) postings.push({ house: 'fees', amount: debit });
    await expect(post(moved(first, postings))).rejects.toBeInstanceOf(RangeError);
    expect((await balancesOf(database.read, first)).available).toBe(0);
  });

  it('keeps rupees and USDT apart', async () => {
    const [first = 0] = users;
    const mixed = moved(first, [
      { userId: first, account: 'usdt', amount: 5 },
      { house: 'upi-clearing', amount: -5 },
    ]);
    await expect(post(mixed)).rejects.toBeInstanceOf(RangeError);
  });

  it('one key of a user moves money once, for ever', async () => {
    const [first = 0, second = 0] = users;
    await fund(first, 1_000);
    const once = moved(first, [
      { userId: first, account: 'available', amount: -100 },
      { userId: second, account: 'available', amount: 100 },
    ]);
    await post(once);
    await expect(post(once)).rejects.toMatchObject({ code: 'conflict' });
    expect((await balancesOf(database.read, first)).available).toBe(900);
  });

  it('sixty-four at once that ask for more than there is have as much effect as there is money for', async () => {
    const [first = 0, second = 0] = users;
    await fund(first, 1_000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, () =>
        post(
          moved(first, [
            { userId: first, account: 'available', amount: -600 },
            { userId: second, account: 'available', amount: 600 },
          ]),
        ),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await balancesOf(database.read, first)).available).toBe(400);
    expect((await checkLedger(database.read)).problems).toEqual([]);
  });
});

describe('what an account has sent on a day', () => {
  it('is what its entries of the day say, over any number of days, and is not forgotten when the clock is set back', async () => {
    const [sender = 0, other = 0] = users;
    await fund(sender, 1_000_000);
    const kept = () =>
      database.read
        .selectFrom('ledger_accounts')
        .select(['sent', 'sent_on'])
        .where('user_id', '=', sender)
        .where('kind', '=', 'available')
        .executeTakeFirstOrThrow();
    const noon = Date.parse('2026-11-20T12:00:00+05:30');
    let [now, number] = [noon, 0];
    const timed = new Ledger({ now: () => now });
    const send = (amount: number) =>
      database.write([sender, other], (tx) =>
        timed.post(tx, {
          userId: sender,
          key: `sent ${++number}`,
          kind: 'transfer',
          postings: [
            { userId: sender, account: 'available', amount: -amount, kind: 'sent' },
            { userId: other, account: 'available', amount, kind: 'received' },
          ],
        }),
      );
    for (const [days, amount, day, sent] of [
      [0, 10, '2026-11-20', 10],
      [0, 5, '2026-11-20', 15],
      [1, 7, '2026-11-21', 7],
      [4, 1, '2026-11-24', 1],
      [2, 3, '2026-11-24', 4],
      [4, 2, '2026-11-24', 6],
    ] as const) {
      now = noon + days * 86_400_000;
      await send(amount);
      expect(await kept()).toEqual({ sent, sent_on: day });
      expect((await checkLedger(database.read)).problems).toEqual([]);
    }
    // From the entries alone it comes to the same.
    await writeForAll(database, async (tx) => {
      await sql`update ledger_accounts set sent = 0, sent_on = ''`.execute(tx.query);
      await sql.raw(KEEP_SENT).execute(tx.query);
    });
    expect(await kept()).toEqual({ sent: 6, sent_on: '2026-11-24' });
  });
});

describe('the books', () => {
  it.each([
    ['a changed entry', 'update ledger_entries set amount = amount + 1'],
    ['a deleted entry', 'delete from ledger_entries'],
    ['a changed transfer', "update ledger_transfers set note = 'x'"],
    ['a deleted transfer', 'delete from ledger_transfers'],
  ])('the database itself refuses %s', async (_what, statement) => {
    await fund(users[0] ?? 0, 700);
    await expect(writeForAll(database, (tx) => sql.raw(statement).execute(tx.query))).rejects.toThrow(
      'append-only',
    );
  });

  it('the database itself refuses a user below zero', async () => {
    await fund(users[0] ?? 0, 700);
    const statement = 'update ledger_accounts set balance = -1 where user_id is not null';
    await expect(writeForAll(database, (tx) => sql.raw(statement).execute(tx.query))).rejects.toThrow(
      'constraint',
    );
  });

  it.each([
    ['update ledger_accounts set balance = balance + 1 where user_id is not null', 'its entries'],
    ['drop trigger ledger_entries_no_update; update ledger_entries set amount = amount + 1', 'sum to zero'],
    ['drop trigger ledger_entries_no_update; update ledger_entries set balance = 3', 'a running balance'],
    [
      "update ledger_accounts set sent = 5, sent_on = '2026-11-20' where user_id is not null",
      'says it sent 5',
    ],
    [
      'drop trigger ledger_entries_no_delete; delete from ledger_entries; update ledger_accounts set balance = 0',
      'has no entries',
    ],
  ])('a check finds what %s does', async (statements, reported) => {
    await fund(users[0] ?? 0, 700);
    for (const statement of statements.split(';'))
      await writeForAll(database, (tx) => sql.raw(ofEngine(statement)).execute(tx.query));
    expect((await checkLedger(database.read)).problems.join('\n')).toContain(reported);
  });
});

it('two first postings of an account make one account with both', async () => {
  const [userId = 0] = users;
  const to = (amount: number) =>
    moved(userId, [
      { userId, account: 'available', amount },
      { house: 'upi-clearing', amount: -amount },
    ]);
  await writeForAll(database, (tx) =>
    ledger.post(
      interrupted(tx, {
        after: /^update ledger_accounts[^]*and kind = (?:\?|\$\d+) and balance/,
        write: (other) => ledger.post(other, to(300)),
      }),
      to(500),
    ),
  );
  expect((await balancesOf(database.read, userId)).available).toBe(800);
  expect((await checkLedger(database.read)).problems).toEqual([]);
});
