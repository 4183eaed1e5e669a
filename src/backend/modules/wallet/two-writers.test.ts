import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVERYBODY } from '../../cluster/own-users.ts';
import { MoneyWorld } from '../../../../tests/support/money-world.ts';
import { type Between, withSecondWriter } from '../../../../tests/support/second-writer.ts';
import { verifiedForWithdrawals } from '../../../../tests/support/verified-user.ts';
import type { CallContext } from '../../call-context.ts';
import type { Transaction } from '../../db/database.ts';
import { Payments } from '../../payments/payments.ts';
import type { PaymentProvider } from '../../payments/payment-provider.ts';
import { RecipientLookups } from './recipient-lookups.ts';
import { transferMoney } from './transfer-money.ts';
import type { WalletParts } from './wallet-deps.ts';
import { withdrawMoney } from './withdraw-money.ts';

/** Money of a user that moves while their payment is written. */

let world: MoneyWorld;
let sender = 0;
let recipient = 0;
beforeEach(async () => {
  world = await MoneyWorld.open();
  sender = await world.person({ paise: 3_00_000_00 });
  recipient = await world.person();
  await world.database.write(sender, ({ query }) =>
    query
      .insertInto('sessions')
      .values({
        ...{ id: 1, user_id: sender, created_at: 0, last_used_at: 0, revoked_at: null },
        ...{ device: '', address: '', proven_at: world.now },
      })
      .execute(),
  );
  const email = await emailOf(sender);
  await verifiedForWithdrawals(world.database, email);
});
afterEach(() => world.dispose());

const emailOf = async (id: number): Promise<string> =>
  (
    await world.database.read
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).email;

const context = (): CallContext => {
  const key = world.nextKey();
  return {
    ...{
      userId: sender,
      sessionId: 1,
      ownKey: key,
      address: '',
      source: null,
      device: '',
      language: 'en',
      key: null,
    },
    attempt: { userId: sender, key, call: 'a call', payloadHash: key },
  };
};

const partsWith = (between: Between): WalletParts => {
  const provider = { isSandbox: true, payOut: () => undefined } as unknown as PaymentProvider;
  const payments = new Payments({ ...world, users: EVERYBODY, provider });
  const database = withSecondWriter(world.database, between);
  return { ...world, database, payments, lookups: new RecipientLookups() } as unknown as WalletParts;
};

const sendMeanwhile = (amount: number) => (tx: Transaction) =>
  world.ledger.post(tx, {
    ...{ userId: sender, key: world.nextKey(), kind: 'transfer' },
    postings: [
      { userId: sender, account: 'available', amount: -amount, kind: 'sent', counterpartyId: recipient },
      { userId: recipient, account: 'available', amount, kind: 'received', counterpartyId: sender },
    ],
  });

const transfer = async (amount: number, between: Between) =>
  transferMoney(partsWith(between))({ to: await emailOf(recipient), amount, note: '' }, context());

const AFTER_LOOK = /as "sentToday"/;

describe('a transfer beside another of the same account', () => {
  it('does not pass the limit of the day', async () => {
    await expect(transfer(30_000_00, { after: AFTER_LOOK, write: sendMeanwhile(25_000_00) })).rejects.toThrow(
      'Today you can still send ₹25,000.00; the limit is for each day.',
    );
  });

  it('is sent when both are within the limit', async () => {
    await transfer(25_000_00, { after: AFTER_LOOK, write: sendMeanwhile(25_000_00) });
    expect((await world.balances(recipient)).available).toBe(50_000_00);
    expect(await world.problems()).toEqual([]);
  });

  it('asks for a proof where both together need one', async () => {
    await transfer(1_000_00, { after: AFTER_LOOK, write: () => Promise.resolve() });
    await world.database.write(sender, ({ query }) =>
      query.updateTable('sessions').set({ proven_at: null }).execute(),
    );
    await expect(transfer(5_000_00, { after: AFTER_LOOK, write: sendMeanwhile(5_000_00) })).rejects.toThrow(
      'Confirm that it is you with your password.',
    );
  });
});

it('a withdrawal beside another does not pass the limit of the day', async () => {
  const bank = { number_sealed: 'sealed', last4: '4321', ifsc: 'HDFC0000001' };
  const write = (tx: Transaction) =>
    partsWith({ after: /never/, write: () => Promise.resolve() }).payments.withdraw(tx, {
      ...{ userId: sender, key: world.nextKey(), amount: 60_000_00, bank },
    });
  const parts = partsWith({ after: /as withdrawn/, write });
  await expect(
    Promise.resolve().then(() => withdrawMoney(parts)({ amount: 60_000_00 }, context())),
  ).rejects.toThrow('Today you can still withdraw ₹40,000.00; the limit is for each day.');
});
