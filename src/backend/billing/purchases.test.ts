import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MoneyWorld } from '../../../tests/support/money-world.ts';
import { inserter } from '../../../tests/support/raw-rows.ts';
import { interrupted } from '../../../tests/support/second-writer.ts';
import type { Invoice } from '../../shared/contract/subscription.ts';
import { HOUSE, DATABASE_FILE } from '../db/database.ts';
import { makeDatabase } from '../db/sqlite/open-sqlite.ts';
import { Refusal } from '../refusal.ts';
import { concernedByPurchase, type Item } from './purchases.ts';
import { isOnPostgres, openTestDatabase } from '../../../tests/support/test-database.ts';

let world: MoneyWorld;
beforeEach(async () => {
  world = await MoneyWorld.open();
});
afterEach(() => world.dispose());

const anything = (price: number): Item => ({
  kind: 'activation',
  itemId: 'x',
  text: 'Something',
  price,
  credit: null,
});
const topUp = (price: number, credit: number): Item => ({ ...anything(price), kind: 'top-up', credit });
const buy = async (userId: number, item: Item) =>
  world.database.write(await concernedByPurchase(world.database.read, userId), (tx) =>
    world.purchases.buy(tx, { userId, key: world.nextKey(), item }),
  );
const houseBalance = async (kind: 'fees' | 'gst' | 'promotions' | 'rewards'): Promise<number> =>
  (
    await world.database.read
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('user_id', 'is', null)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
  ).balance;
const invoices = () => world.database.read.selectFrom('invoices').selectAll().orderBy('sequence').execute();
const rewards = () => world.database.read.selectFrom('rewards').selectAll().orderBy('id').execute();

describe('a purchase', () => {
  it('takes price and GST from the wallet, and gives an invoice, an alert and a log line', async () => {
    const buyer = await world.person({ paise: 2_000_00 });
    const { purchaseId, reference } = await buy(buyer, anything(999_00));
    expect(await world.balances(buyer)).toMatchObject({ available: 2_000_00 - 1_178_82, credit: 0 });
    expect([await houseBalance('fees'), await houseBalance('gst')]).toEqual([999_00, 179_82]);
    const [row] = await invoices();
    expect(row).toMatchObject({ number: 'TD/2026-27/000001', purchase_id: purchaseId });
    expect(JSON.parse(row?.invoice_json ?? '') as Invoice).toMatchObject({
      buyer: { name: 'Person 0', state: '' },
      taxable: 999_00,
      cgst: 89_91,
      sgst: 89_91,
      igst: 0,
      total: 1_178_82,
      isSandbox: true,
    });
    const [alert] = await world.alertsOf(buyer);
    expect(alert?.body).toBe('Paid ₹1,178.82 including GST. The invoice is TD/2026-27/000001.');
    const log = await world.database.read.selectFrom('logs').select('text').executeTakeFirstOrThrow();
    expect(log.text).toContain('TD/2026-27/000001');
    const purchase = await world.database.read.selectFrom('purchases').selectAll().executeTakeFirstOrThrow();
    expect(purchase).toMatchObject({ state: 'paid', paid_with: 'wallet', reference });
    expect(await world.problems()).toEqual([]);
  });

  it('can be paid with its GST, to the paisa, and not without', async () => {
    const isEnoughWith = async (paise: number): Promise<boolean> => {
      const buyer = await world.person({ paise });
      const means = await world.database.write(buyer, (tx) =>
        world.purchases.meansFor(tx, buyer, anything(999_00)),
      );
      return means.isEnough;
    };
    expect([await isEnoughWith(1_178_81), await isEnoughWith(1_178_82)]).toEqual([false, true]);
  });

  it('takes IGST from a buyer of another state', async () => {
    const buyer = await world.person({ paise: 2_000_00 });
    await world.database.write(buyer, (tx) =>
      tx.query
        .insertInto('personal_details')
        .values({
          user_id: buyer,
          dob: null,
          address: '1 Lake Road',
          city: 'Mysuru',
          state_code: '29',
          pin_code: '570001',
        })
        .execute(),
    );
    await buy(buyer, anything(999_00));
    const [row] = await invoices();
    expect(JSON.parse(row?.invoice_json ?? '')).toMatchObject({
      buyer: { address: '1 Lake Road, Mysuru, 570001', state: 'Karnataka' },
      cgst: 0,
      sgst: 0,
      igst: 179_82,
    });
  });

  it('is paid with credit when that covers all of it, without GST, invoice or reward', async () => {
    const referrer = await world.person({ isActive: true });
    const buyer = await world.person({ referrerId: referrer, paise: 2_000_00 });
    await buy(buyer, topUp(1_000_00, 1_050_00));
    expect(await world.balances(buyer)).toMatchObject({ available: 820_00, credit: 1_050_00 });
    expect(await houseBalance('promotions')).toBe(-50_00);
    expect(await world.balances(referrer)).toMatchObject({ reward: 100_00 });

    await buy(buyer, anything(1_050_00));
    expect(await world.balances(buyer)).toMatchObject({ available: 820_00, credit: 0 });
    expect([await houseBalance('fees'), await houseBalance('gst')]).toEqual([1_050_00, 180_00]);
    expect(await invoices()).toHaveLength(1);
    expect(await rewards()).toHaveLength(1);
    expect(await world.problems()).toEqual([]);
  });

  it('leaves credit alone when it does not cover all of it', async () => {
    const buyer = await world.person({ paise: 2_000_00 });
    await buy(buyer, topUp(500_00, 500_00));
    await buy(buyer, anything(500_01));
    expect(await world.balances(buyer)).toMatchObject({
      available: 2_000_00 - 590_00 - 590_01,
      credit: 500_00,
    });
  });

  it('does not buy credit with credit', async () => {
    const buyer = await world.person({ paise: 590_00 });
    await buy(buyer, topUp(500_00, 500_00));
    await expect(buy(buyer, topUp(500_00, 500_00))).rejects.toThrow(
      'Your wallet has ₹0.00; this needs ₹590.00.',
    );
    expect(await world.balances(buyer)).toMatchObject({ available: 0, credit: 500_00 });
  });
});

describe('invoice numbers', () => {
  it('have no gap, whatever is refused among them, and begin again with the financial year', async () => {
    const rich = await world.person({ paise: 10_000_00 });
    const poor = await world.person({ paise: 10_00 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), async (tries) => {
        const before = (await invoices()).length;
        const outcomes = await Promise.allSettled(
          tries.map((isRich) => buy(isRich ? rich : poor, anything(50_00))),
        );
        const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Refusal);
        const numbers = (await invoices()).map(({ number }) => number);
        expect(numbers).toEqual(
          Array.from(
            { length: before + done },
            (_, index) => `TD/2026-27/${String(index + 1).padStart(6, '0')}`,
          ),
        );
      }),
      { numRuns: 20 },
    );
    world.now = Date.parse('2027-04-01T00:00:00+05:30');
    await world.fund(rich, 1_000_00);
    await buy(rich, anything(50_00));
    expect((await invoices()).map(({ number }) => number)).toContain('TD/2027-28/000001');
    expect(await world.problems()).toEqual([]);
    await world.database.write(HOUSE, ({ query }) =>
      query.updateTable('invoice_counters').set({ last: 3 }).where('year', '=', '2027-28').execute(),
    );
    expect(await world.problems()).toEqual([
      'The next invoice of 2027-28 would be 4, its invoices go up to 1',
    ]);
  });

  it('are two where two sales are written at once', async () => {
    const [one, other] = [await world.person({ paise: 100_00 }), await world.person({ paise: 100_00 })];
    const order = (userId: number) => ({ userId, key: world.nextKey(), item: anything(50_00) });
    await world.database.write([one, other], (tx) =>
      world.purchases.buy(
        interrupted(tx, {
          after: /from "invoices"|into "invoice_counters"/,
          write: (second) => world.purchases.buy(second, order(other)),
        }),
        order(one),
      ),
    );
    const rows = await invoices();
    expect(rows.map(({ number, user_id }) => [number, user_id])).toEqual([
      ['TD/2026-27/000001', one],
      ['TD/2026-27/000002', other],
    ]);
  });

  it.skipIf(isOnPostgres)('continue where those of an older SQLite file end', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trickdesk-invoices-'));
    const old = await makeDatabase(join(folder, DATABASE_FILE), 24);
    const user_id = inserter(
      old,
      'users',
    )({
      ...{ full_name: 'A', email: 'a@x', phone: '1', password_hash: '-', referral_code: '1' },
      ...{ role: 'user', is_house: 0, created_at: 0 },
    });
    const [purchase, invoice] = [inserter(old, 'purchases'), inserter(old, 'invoices')];
    for (const [year, sequence] of [
      ['2025-26', 1],
      ['2026-27', 1],
      ['2026-27', 2],
    ] as const) {
      const purchase_id = purchase({
        ...{ user_id, kind: 'trade', item_id: 'x', text: 'x', taxable: 1, gst: 0, paid_with: 'wallet' },
        ...{ state: 'paid', message: '', reference: `TD-${year}-${sequence}`, at: 0 },
      });
      const number = `TD/${year}/00000${sequence}`;
      invoice({ number, user_id, year, sequence, purchase_id, invoice_json: '{}', at: 0 });
    }
    old.close();
    const database = await openTestDatabase(folder);
    const counters = await database.read.selectFrom('invoice_counters').selectAll().orderBy('year').execute();
    await database.close();
    rmSync(folder, { recursive: true });
    expect(counters.map(({ year, last }) => [year, last])).toEqual([
      ['2025-26', 1],
      ['2026-27', 2],
    ]);
  });
});

describe('rewards', () => {
  it('go to the first three levels above who are active, each the share of their level', async () => {
    const top = await world.person({ isActive: true });
    const third = await world.person({ referrerId: top, isActive: true });
    const second = await world.person({ referrerId: third, isActive: false });
    const first = await world.person({ referrerId: second, isActive: true });
    const buyer = await world.person({ referrerId: first, paise: 2_000_00 });
    await buy(buyer, anything(999_00));
    const reward = async (userId: number) => (await world.balances(userId)).reward;
    expect(await Promise.all([first, second, third, top].map(reward))).toEqual([99_90, 0, 19_98, 0]);
    expect(await rewards()).toMatchObject([
      { user_id: first, from_user_id: buyer, level: 1, percent: 10, paid: 999_00, amount: 99_90 },
      { user_id: third, level: 3, percent: 2, amount: 19_98 },
    ]);
    expect((await world.alertsOf(third))[0]).toMatchObject({
      title: 'Reward of ₹19.98',
      body: 'Pe••• 4••• of your team (level 3) has made a payment.',
    });
  });

  it('are what books on paper say, over random teams and payments', async () => {
    const people: { id: number; referrer: number | null; isActive: boolean; reward: number }[] = [];
    const seed = fc.record({ above: fc.nat(), isActive: fc.boolean() });
    for (const drawn of fc.sample(seed, { numRuns: 25, seed: 7 })) {
      const referrer = people.length === 0 ? null : drawn.above % people.length;
      const id = await world.person({
        referrerId: referrer === null ? null : (people[referrer]?.id ?? null),
        isActive: drawn.isActive,
        paise: 20_000_00,
      });
      people.push({ id, referrer, isActive: drawn.isActive, reward: 0 });
    }
    const payment = fc.record({ by: fc.nat({ max: 24 }), price: fc.integer({ min: 1, max: 600_00 }) });
    for (const { by, price } of fc.sample(payment, { numRuns: 120, seed: 8 })) {
      await buy(people[by]?.id ?? 0, anything(price));
      let above = people[by]?.referrer ?? null;
      for (const percent of [10, 5, 2]) {
        const person = above === null ? undefined : people[above];
        if (!person) break;
        if (person.isActive) person.reward += Math.floor((price * percent) / 100);
        above = person.referrer;
      }
    }
    for (const { id, reward } of people) expect((await world.balances(id)).reward).toBe(reward);
    expect(people.some(({ reward }) => reward > 0)).toBe(true);
    expect(await world.problems()).toEqual([]);
  });
});
