import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { DAY_MS, istDate } from '../../../shared/time.ts';
import { checkLedger } from '../../ledger/ledger-check.ts';
import { renewDue } from '../../billing/renewals.ts';
import { createLogger } from '../../log.ts';

let server: TestBackend;
let passed = 0;
const clock = { now: () => Date.now() + passed };

beforeAll(async () => {
  server = await startTestBackend({ clock, accessTokenMs: 400 * DAY_MS, signInsPerMinute: 500 });
}, 60_000);
afterAll(async () => {
  expect((await checkLedger(server.backend.parts.database.read)).problems).toEqual([]);
  await server.dispose();
});

const MONTH = 499_00 + 89_82;
const PLUS = 299_00 + 53_82;

let names = 0;
const rich = async (amount = 5_000_00): Promise<TestUser> => {
  const user = await server.register(`plans${names++}`);
  await add(user, amount);
  return user;
};
const add = async (user: TestUser, amount: number) => {
  const { intentId, reference } = await user.call('wallet.add', { amount, upiId: 'asha@okbank' });
  await user.call('wallet.sandbox', { reference, action: 'confirm' });
  await until(
    'the payment',
    async () => (await user.call('wallet.paymentStatus', { intentId })).state === 'confirmed',
  );
};
const renew = () => renewDue({ ...server.backend.parts, logger: createLogger('silent') });
const details = async (user: TestUser) => (await user.call('subscription.mine', {})).subscriptionDetails;
const available = async (user: TestUser) => (await user.call('wallet.mine', {})).available;
const refusal = async (answer: ReturnType<TestUser['ask']>) => {
  const { status, body } = await answer;
  return { status, message: body.message };
};

describe('plans', () => {
  it('are offered with price, tax and days; everybody begins on Free', async () => {
    const user = await server.register('plans-new');
    const { plans, quota } = await user.call('subscription.backtestPlans', {});
    expect(
      plans.map((plan) => [plan.planId, plan.runsPerMonth, plan.price, plan.gst, plan.days, plan.isCurrent]),
    ).toEqual([
      ['free', 20, 0, 0, null, true],
      ['plus', 200, 299_00, 53_82, 30, false],
      ['pro', 2_000, 999_00, 179_82, 30, false],
    ]);
    expect(quota).toMatchObject({ used: 0, left: 20 });
    const mine = await details(user);
    expect(mine).toMatchObject({
      subscriptions: [],
      usage: { runsPerMonth: 20 },
      isTradeactive: false,
      isActive: false,
    });
    expect(mine.tradePlans.map(({ planId, price, gst, days }) => [planId, price, gst, days])).toEqual([
      ['trade-month', 499_00, 89_82, 30],
      ['trade-quarter', 1_299_00, 233_82, 90],
      ['trade-year', 4_499_00, 809_82, 365],
    ]);
  });

  it('give the right to trade live, until they end', async () => {
    const user = await rich(MONTH);
    const bought = await user.call('subscription.activateTrading', { planId: 'trade-month' });
    expect(bought).toMatchObject({
      available: 0,
      subscription: { state: 'active', isRenewing: true, kind: 'trade' },
    });
    expect(await details(user)).toMatchObject({ isTradeactive: true });
    expect((await user.call('profile.mine', {})).isTradeactive).toBe(true);
    const { subscriptionId } = bought.subscription;
    expect(await user.call('subscription.cancel', { subscriptionId })).toMatchObject({
      state: 'cancelled',
      isRenewing: false,
    });
    expect((await details(user)).isTradeactive).toBe(true);
    const ending = async () =>
      (await user.call('home.summary', {})).agenda.filter(({ kind }) => kind === 'plan-ends');
    expect(await ending()).toEqual([]);
    passed += 24 * DAY_MS;
    expect(await ending()).toMatchObject([
      {
        title: expect.stringMatching(/ ends on \d\d-\d\d-\d{4}$/) as string,
        link: '/subscription',
        isDone: false,
      },
    ]);
    passed += 7 * DAY_MS;
    await renew();
    expect(await ending()).toEqual([]);
    const after = await details(user);
    expect(after).toMatchObject({ isTradeactive: false, subscriptions: [{ state: 'ended' }] });
    expect(after.tradePlans.some(({ isCurrent }) => isCurrent)).toBe(false);
  });

  it('of backtests give their runs at once, and Free again after they end', async () => {
    const user = await rich(2_000_00);
    const { subscription } = await user.call('subscription.buy', { planId: 'plus' });
    expect((await details(user)).usage).toMatchObject({ used: 0, left: 200, runsPerMonth: 200 });
    const pro = await user.call('subscription.buy', { planId: 'pro' });
    expect((await details(user)).usage).toMatchObject({ runsPerMonth: 2_000 });
    expect(
      (await user.call('subscription.backtestPlans', {})).plans.find(({ isCurrent }) => isCurrent)?.planId,
    ).toBe('pro');
    const states = (await details(user)).subscriptions.map(({ subscriptionId, state }) => [
      subscriptionId,
      state,
    ]);
    expect(states).toEqual([
      [pro.subscription.subscriptionId, 'active'],
      [subscription.subscriptionId, 'ended'],
    ]);
    await user.call('subscription.cancel', { subscriptionId: pro.subscription.subscriptionId });
    passed += 31 * DAY_MS;
    await renew();
    expect((await details(user)).usage).toMatchObject({ left: 20, runsPerMonth: 20 });
  });

  it('are refused in words when there is nothing to buy or cancel', async () => {
    const user = await rich(2_000_00);
    const ask = (call: 'subscription.buy' | 'subscription.activateTrading', planId: unknown) =>
      refusal(user.ask(call, { planId }));
    expect(await ask('subscription.buy', 'platinum')).toEqual({ status: 404, message: 'No such plan.' });
    expect(await ask('subscription.activateTrading', 'plus')).toEqual({
      status: 404,
      message: 'No such plan.',
    });
    expect((await ask('subscription.buy', 'free')).message).toContain('costs nothing');
    expect((await ask('subscription.buy', '')).status).toBe(400);
    expect((await ask('subscription.buy', 7)).status).toBe(400);
    expect(await ask('subscription.activateTrading', 'trade-year')).toEqual({
      status: 422,
      message: 'Your wallet has ₹2,000.00; this needs ₹5,308.82.',
    });
    const { subscription } = await user.call('subscription.buy', { planId: 'plus' });
    const again = await ask('subscription.buy', 'plus');
    expect([again.status, again.message]).toEqual([409, expect.stringContaining('it renews by itself')]);
    const { subscriptionId } = subscription;
    await user.call('subscription.cancel', { subscriptionId });
    expect((await refusal(user.ask('subscription.cancel', { subscriptionId }))).status).toBe(409);
    expect(await available(user)).toBe(2_000_00 - PLUS);
  });

  it('are bought once under one key, and once without, when many ask at the same time', async () => {
    const user = await rich();
    const key = { 'idempotency-key': randomUUID() };
    const same = await Promise.all(
      Array.from({ length: 16 }, () => user.ask('subscription.buy', { planId: 'plus' }, key)),
    );
    expect(new Set(same.map(({ body }) => body.data?.transactionId)).size).toBe(1);
    const others = await Promise.all(
      Array.from({ length: 16 }, () => user.ask('subscription.activateTrading', { planId: 'trade-month' })),
    );
    expect(others.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await available(user)).toBe(5_000_00 - PLUS - MONTH);
  });
});

describe('a renewal without the money', () => {
  it('can be tried again in its days of grace, from the list of transactions', async () => {
    const user = await rich(MONTH);
    const { subscription, transactionId } = await user.call('subscription.activateTrading', {
      planId: 'trade-month',
    });
    passed += 30 * DAY_MS;
    await renew();
    const [failed, paid] = (await user.call('subscription.transactions', {})).transactionDetails;
    expect(failed).toMatchObject({ state: 'failed', canRetry: true, total: MONTH, invoiceNumber: null });
    expect(paid).toMatchObject({ transactionId, state: 'paid', canRetry: false });
    const retry = { transactionId: failed?.transactionId ?? 0 };
    expect(await refusal(user.ask('subscription.retry', retry))).toEqual({
      status: 422,
      message: 'Your wallet has ₹0.00; this needs ₹588.82.',
    });
    expect(await refusal(user.ask('subscription.invoice', retry))).toEqual({
      status: 422,
      message: 'This was not paid, so there is no invoice.',
    });
    expect((await refusal(user.ask('subscription.retry', { transactionId }))).status).toBe(409);
    await add(user, MONTH);
    const answers = await Promise.all([1, 2, 3].map(() => user.ask('subscription.retry', retry)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await available(user)).toBe(0);
    expect((await details(user)).subscriptions[0]).toMatchObject({
      subscriptionId: subscription.subscriptionId,
      state: 'active',
      graceUntil: null,
    });
    expect((await user.call('subscription.transactions', {})).total).toBe(2);
  });

  it('can no longer be tried again once the plan has ended', async () => {
    const user = await rich(MONTH);
    await user.call('subscription.activateTrading', { planId: 'trade-month' });
    passed += 30 * DAY_MS;
    await renew();
    passed += 3 * DAY_MS;
    await renew();
    const [failed] = (await user.call('subscription.transactions', {})).transactionDetails;
    expect(failed).toMatchObject({ state: 'failed', canRetry: false });
    await add(user, MONTH);
    const answer = await refusal(user.ask('subscription.retry', { transactionId: failed?.transactionId }));
    expect(answer).toEqual({
      status: 409,
      message: 'The plan has ended since. Buy it again when you need it.',
    });
    expect(await available(user)).toBe(MONTH);
  });
});

describe('transactions and invoices', () => {
  it('list what was paid, by day and by words, with an invoice for real payments', async () => {
    const user = await rich(3_000_00);
    await user.call('wallet.topUp', { packageId: 'credit-500' });
    await user.call('subscription.buy', { planId: 'plus' });
    await user.call('subscription.activateTrading', { planId: 'trade-month' });
    const { transactionDetails, total } = await user.call('subscription.transactions', {});
    expect(total).toBe(3);
    expect(transactionDetails.map(({ kind, total: sum, gst }) => [kind, sum, gst])).toEqual([
      ['trade', MONTH, 89_82],
      ['backtest', 299_00, 0],
      ['top-up', 590_00, 90_00],
    ]);
    const [trade, backtest, topUp] = transactionDetails.map(({ transactionId }) => transactionId);
    const invoice = await user.call('subscription.invoice', { transactionId: trade ?? 0 });
    expect(invoice).toMatchObject({
      number: transactionDetails[0]?.invoiceNumber,
      lines: [{ text: 'Trade activation, 30 days', taxable: 499_00 }],
      total: MONTH,
      isSandbox: true,
    });
    expect(invoice.cgst + invoice.sgst + invoice.igst + invoice.taxable).toBe(invoice.total);
    expect((await user.call('subscription.invoice', { transactionId: topUp ?? 0 })).total).toBe(590_00);
    expect((await refusal(user.ask('subscription.invoice', { transactionId: backtest }))).message).toContain(
      'credit',
    );

    const found = async (search: string) => (await user.call('subscription.transactions', { search })).total;
    expect(await found('trade ACT')).toBe(1);
    expect(await found(invoice.number.toLowerCase())).toBe(1);
    expect(await found('_')).toBe(0);
    const day = (offset: number) => istDate(clock.now() + offset * DAY_MS);
    const between = async (from_date: string, to_date: string) =>
      (await user.call('subscription.transactions', { from_date, to_date })).total;
    expect([await between(day(0), day(0)), await between(day(1), day(2))]).toEqual([3, 0]);
    const wrong = await user.ask('subscription.transactions', { from_date: day(1), to_date: day(0) });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {}).length]).toEqual([400, 2]);
  });

  it("keeps other people's plans and transactions out of sight and out of reach", async () => {
    const [owner, other] = [await rich(), await rich()];
    const { subscription, transactionId } = await owner.call('subscription.buy', { planId: 'plus' });
    const { subscriptionId } = subscription;
    expect((await other.call('subscription.transactions', {})).total).toBe(0);
    for (const [call, theirs, nobodys] of [
      ['subscription.cancel', { subscriptionId }, { subscriptionId: 999_999 }],
      ['subscription.invoice', { transactionId }, { transactionId: 999_999 }],
      ['subscription.retry', { transactionId }, { transactionId: 999_999 }],
    ] as const) {
      const answer = await refusal(other.ask(call, theirs));
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await refusal(other.ask(call, nobodys)));
    }
    expect((await details(owner)).subscriptions[0]?.state).toBe('active');
  });
});
