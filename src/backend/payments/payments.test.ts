import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVERYBODY } from '../cluster/own-users.ts';
import { MoneyWorld } from '../../../tests/support/money-world.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import { Payments } from './payments.ts';
import {
  type DeliverMessage,
  type PaymentProvider,
  type PaymentRequest,
  type Payout,
  type ProviderEvent,
  upiLink,
} from './payment-provider.ts';
import { signatureOf } from './signed-callback.ts';
import { allowWrites, refuseWrites } from '../../../tests/support/refused-writes.ts';

/** A provider that does nothing by itself: what it was asked is kept, what it tells the test says. */
class ScriptedProvider implements PaymentProvider {
  readonly isSandbox = false;
  readonly payee = { upiId: 'desk@bank', name: 'Desk' };
  readonly watched: string[] = [];
  readonly payouts: Payout[] = [];
  readonly secret = 'shared with the provider';
  private deliver: DeliverMessage = () => Promise.reject(new Error('not started'));

  start(deliver: DeliverMessage): void {
    this.deliver = deliver;
  }
  report(event: ProviderEvent): Promise<void> {
    const body = Buffer.from(JSON.stringify(event));
    return this.deliver(signatureOf(this.secret, money.now, body), body);
  }
  open(request: PaymentRequest): Promise<{ deepLink: string }> {
    return Promise.resolve({ deepLink: upiLink(this.payee, request) });
  }
  watch({ reference }: PaymentRequest): void {
    this.watched.push(reference);
  }
  payOut(payout: Payout): void {
    this.payouts.push(payout);
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

let money: MoneyWorld;
let provider: ScriptedProvider;
let payments: Payments;
let user = 0;

const openPayments = async (): Promise<void> => {
  provider = new ScriptedProvider();
  payments = new Payments({
    users: EVERYBODY,
    database: money.database,
    clock: money.clock,
    ledger: money.ledger,
    hub: money.hub,
    notify: money.notify,
    logActivity: money.logActivity,
    logger: money.logger,
    provider,
  });
  payments.listen();
  await payments.resume();
};

beforeEach(async () => {
  money = await MoneyWorld.open();
  user = await money.person();
  await openPayments();
});
afterEach(async () => {
  expect(await money.problems()).toEqual([]);
  await money.dispose();
});

const ask = async (amount: number) => {
  const prepared = await payments.prepare(amount, 'asha@okbank');
  return money.database.write(user, (tx) => payments.open(tx, user, prepared));
};
const intent = (id: number) =>
  money.database.read
    .selectFrom('payment_intents')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
let events = 0;
const report = (
  about: 'payment' | 'payout',
  reference: string,
  amount: number,
  outcome: 'done' | 'failed' = 'done',
  eventId = `event ${events++}`,
) => provider.report({ eventId, about, reference, outcome, amount });
const available = async () => (await money.balances(user)).available;

describe('a payment', () => {
  it('is asked for with a link that a UPI app reads', async () => {
    const { deep_link, reference, state, expires_at } = await ask(1_234_56);
    expect(deep_link).toBe(
      `upi://pay?pa=desk@bank&pn=Desk&am=1234.56&cu=INR&tr=${reference}&tn=Add%20to%20wallet%20${reference}`,
    );
    expect([state, expires_at]).toEqual(['pending', money.now + 15 * MINUTE_MS]);
    expect(provider.watched).toEqual([reference]);
    expect(await available()).toBe(0);
  });

  it('that is reported before its request is written is credited when it is reported again', async () => {
    const prepared = await payments.prepare(500_00, 'asha@okbank');
    await report('payment', prepared.reference, 500_00, 'done', 'early');
    await money.database.write(user, (tx) => payments.open(tx, user, prepared));
    await report('payment', prepared.reference, 500_00, 'done', 'early');
    await report('payment', prepared.reference, 500_00, 'done', 'early');
    expect(await available()).toBe(500_00);
  });

  it('is credited when the provider confirms it, once, also when the same event comes again', async () => {
    const { id, reference } = await ask(500_00);
    const published: unknown[] = [];
    money.hub.subscribe(user, ({ event }) =>
      published.push(event.type === 'payment' ? event.state : event.type),
    );
    await report('payment', reference, 500_00, 'done', 'same');
    await Promise.all([
      report('payment', reference, 500_00, 'done', 'same'),
      report('payment', reference, 500_00, 'done', 'same'),
    ]);
    expect(await available()).toBe(500_00);
    expect(await intent(id)).toMatchObject({
      state: 'confirmed',
      message: '₹500.00 was added to your wallet.',
    });
    const transfers = await money.database.read.selectFrom('ledger_transfers').select('reference').execute();
    expect(transfers).toEqual([{ reference }]);
    expect(await money.alertsOf(user)).toHaveLength(1);
    expect(published).toEqual(['alert', 'confirmed']);
  });

  it('that comes a second time moves nothing, and its owner is notified', async () => {
    const { id, reference } = await ask(500_00);
    await report('payment', reference, 500_00);
    await report('payment', reference, 500_00);
    expect(await available()).toBe(500_00);
    expect(await intent(id)).toMatchObject({
      state: 'confirmed',
      message: '₹500.00 was added to your wallet.',
    });
    expect((await money.alertsOf(user)).at(-1)).toMatchObject({
      is_critical: 1,
      body: expect.stringContaining('A second payment of ₹500.00 came') as string,
    });
  });

  it.each([
    ['more', 500_01],
    ['less', 499_99],
  ])('of %s than was asked for is not credited', async (_what, amount) => {
    const { id, reference } = await ask(500_00);
    await report('payment', reference, amount);
    expect(await available()).toBe(0);
    expect(await intent(id)).toMatchObject({ state: 'unmatched' });
    expect((await intent(id)).message).toMatch(/^₹(500\.01|499\.99) came where ₹500\.00 was asked for\./);
    expect((await money.alertsOf(user))[0]).toMatchObject({ is_critical: 1 });
    // The right amount after that is another payment; somebody has to look.
    await report('payment', reference, 500_00);
    expect(await available()).toBe(0);
  });

  it('that comes at the moment of the expiry or later is not credited', async () => {
    const [first, second] = [await ask(500_00), await ask(600_00)];
    money.now += 15 * MINUTE_MS;
    await report('payment', first.reference, 500_00);
    await payments.expire();
    expect(await intent(second.id)).toMatchObject({ state: 'expired' });
    await report('payment', second.reference, 600_00);
    for (const { id } of [first, second]) {
      expect(await intent(id)).toMatchObject({ state: 'unmatched' });
      expect((await intent(id)).message).toContain(
        'came after the request had expired at 21-11-2026, 10:15:00',
      );
    }
    expect(await available()).toBe(0);
    expect(await money.alertsOf(user)).toHaveLength(2);
  });

  it('a millisecond before the expiry is in time', async () => {
    const { reference } = await ask(500_00);
    money.now += 15 * MINUTE_MS - 1;
    await payments.expire();
    await report('payment', reference, 500_00);
    expect(await available()).toBe(500_00);
  });

  it('that fails adds nothing; what comes for it after all is not credited', async () => {
    const { id, reference } = await ask(500_00);
    await report('payment', reference, 500_00, 'failed');
    expect(await intent(id)).toMatchObject({ state: 'failed' });
    await report('payment', reference, 500_00, 'failed');
    expect(await money.alertsOf(user)).toHaveLength(1);
    await report('payment', reference, 500_00);
    expect(await intent(id)).toMatchObject({ state: 'unmatched' });
    expect(await available()).toBe(0);
  });

  it('a failure reported after the confirmation changes no balance', async () => {
    const { id, reference } = await ask(500_00);
    await report('payment', reference, 500_00);
    await report('payment', reference, 500_00, 'failed');
    expect(await intent(id)).toMatchObject({ state: 'confirmed' });
    expect(await available()).toBe(500_00);
  });

  it('with a reference that is not ours is written down and moves nothing', async () => {
    await report('payment', 'TD-20261121-NOTOURS', 500_00, 'done', 'stray');
    const stray = await money.database.read.selectFrom('provider_events').selectAll().executeTakeFirst();
    expect(stray).toMatchObject({ id: 'stray', effect: 'unknown', amount: 500_00 });
    expect(await available()).toBe(0);
  });

  it('is resumed after a restart, and reported twice across it has one effect', async () => {
    const [pending, done, old] = [await ask(500_00), await ask(600_00), await ask(700_00)];
    await report('payment', done.reference, 600_00, 'done', 'before');
    await money.database.write(user, (tx) =>
      tx.query
        .updateTable('payment_intents')
        .set({ expires_at: money.now })
        .where('id', '=', old.id)
        .execute(),
    );
    await money.restart();
    await openPayments();
    expect(provider.watched).toEqual([pending.reference]);
    expect(await intent(old.id)).toMatchObject({ state: 'expired' });
    await report('payment', done.reference, 600_00, 'done', 'before');
    await report('payment', pending.reference, 500_00);
    expect(await available()).toBe(1_100_00);
  });

  it('that could not be written is refused, so that the provider sends it again', async () => {
    const { reference } = await ask(500_00);
    await refuseWrites(money.database, { name: 'full_disk', change: 'insert on alerts', sentence: 'disk' });
    await expect(report('payment', reference, 500_00, 'done', 'again')).rejects.toThrow('disk');
    expect(await available()).toBe(0);
    await allowWrites(money.database, 'full_disk', 'alerts');
    await report('payment', reference, 500_00, 'done', 'again');
    expect(await available()).toBe(500_00);
  });
});

describe('a withdrawal', () => {
  const bank = { number_sealed: 'sealed', last4: '4321', ifsc: 'HDFC0001234' };
  const withdraw = (amount: number) =>
    money.database.write(user, (tx) =>
      payments.withdraw(tx, { userId: user, key: money.nextKey(), amount, bank }),
    );
  const withdrawal = (id: number) =>
    money.database.read.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  beforeEach(() => money.fund(user, 2_000_00));

  it('is held and submitted to the provider, then settled', async () => {
    const { id, reference } = await withdraw(1_500_00);
    expect(await money.balances(user)).toMatchObject({ available: 500_00, held: 1_500_00 });
    expect(provider.payouts).toEqual([
      { reference, amount: 1_500_00, ifsc: 'HDFC0001234', accountLast4: '4321', accountSealed: 'sealed' },
    ]);
    await report('payout', reference, 1_500_00);
    await report('payout', reference, 1_500_00);
    expect(await money.balances(user)).toMatchObject({ available: 500_00, held: 0 });
    expect(await withdrawal(id)).toMatchObject({
      state: 'settled',
      message: '₹1,500.00 has reached the account ending in 4321.',
    });
    expect(await money.alertsOf(user)).toHaveLength(1);
  });

  it('comes back when the bank refuses it', async () => {
    const { id, reference } = await withdraw(1_500_00);
    await report('payout', reference, 1_500_00, 'failed');
    await report('payout', reference, 1_500_00, 'failed');
    expect(await money.balances(user)).toMatchObject({ available: 2_000_00, held: 0 });
    expect(await withdrawal(id)).toMatchObject({ state: 'returned' });
  });

  it('of another amount stays held, and its owner is notified', async () => {
    const { id, reference } = await withdraw(1_500_00);
    await report('payout', reference, 1_400_00);
    expect(await money.balances(user)).toMatchObject({ available: 500_00, held: 1_500_00 });
    expect(await withdrawal(id)).toMatchObject({ state: 'held', settled_at: null });
    expect((await money.alertsOf(user))[0]).toMatchObject({ is_critical: 1 });
    await report('payout', reference, 1_500_00);
    expect(await withdrawal(id)).toMatchObject({ state: 'settled' });
  });

  it('reported both ways by the bank moves once', async () => {
    const { id, reference } = await withdraw(1_500_00);
    await report('payout', reference, 1_500_00, 'failed');
    await report('payout', reference, 1_500_00);
    expect(await money.balances(user)).toMatchObject({ available: 2_000_00, held: 0 });
    expect(await withdrawal(id)).toMatchObject({ state: 'returned' });
    expect((await money.alertsOf(user)).at(-1)).toMatchObject({ is_critical: 1 });
  });

  it('beyond what is there is refused, and the provider receives nothing of it', async () => {
    await expect(withdraw(2_000_01)).rejects.toThrow('Your wallet has ₹2,000.00; this needs ₹2,000.01.');
    expect(provider.payouts).toEqual([]);
  });

  it('that was held when the backend was killed is submitted again', async () => {
    const { reference } = await withdraw(1_500_00);
    await money.restart();
    await openPayments();
    expect(provider.payouts.map((payout) => payout.reference)).toEqual([reference]);
  });
});
