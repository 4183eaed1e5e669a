import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStream } from '../../../../tests/support/stream-reader.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { verifiedForWithdrawals } from '../../../../tests/support/verified-user.ts';
import { DAY_MS, istDate } from '../../../shared/time.ts';
import { checkLedger } from '../../ledger/ledger-check.ts';

let server: TestBackend;
let visitor: TestUser;
/** Wall time plus what has `passed`, so a test can skip days. */
let passed = 0;
const clock = { now: () => Date.now() + passed };

beforeAll(async () => {
  server = await startTestBackend({
    clock,
    accessTokenMs: 400 * DAY_MS,
    paymentDelayMs: 3_600_000,
    signInsPerMinute: 500,
  });
  visitor = await person();
}, 60_000);
afterAll(async () => {
  const { read } = server.backend.parts.database;
  expect((await checkLedger(read)).problems).toEqual([]);
  await server.dispose();
});

let names = 0;
const person = (): Promise<TestUser> => server.register(`wallet${names++}`);
const add = async (user: TestUser, amount: number) => {
  const { intentId, reference } = await user.call('wallet.add', { amount, upiId: 'asha@okbank' });
  await user.call('wallet.sandbox', { reference, action: 'confirm' });
  await until('the payment', async () => (await stateOf(user, intentId)) === 'confirmed');
};
const stateOf = async (user: TestUser, intentId: number) =>
  (await user.call('wallet.paymentStatus', { intentId })).state;
const rich = async (amount = 10_000_00): Promise<TestUser> => {
  const user = await person();
  await add(user, amount);
  return user;
};
const mine = (user: TestUser) => user.call('wallet.mine', {});
const codeOf = async (user: TestUser) => (await user.call('profile.mine', {})).referralCode;
const refusal = async (answer: ReturnType<TestUser['ask']>) => {
  const { status, body } = await answer;
  return { status, message: body.message, ...(body.fields ? { fields: body.fields } : {}) };
};

describe('adding money', () => {
  it('credits what the provider confirms and publishes it on the stream', async () => {
    const user = await person();
    const stream = await openStream(server.url, user.accessToken);
    const intent = await user.call('wallet.add', { amount: 500_00, upiId: 'asha@okbank' });
    expect(intent).toMatchObject({
      state: 'pending',
      isSandbox: true,
      payee: { upiId: 'trickdesk@sandbox' },
    });
    expect(intent.deepLink).toContain('am=500.00');
    expect((await mine(user)).available).toBe(0);
    await user.call('wallet.sandbox', { reference: intent.reference, action: 'confirm-twice' });
    const types = () => stream.received.map(({ event }) => event.type);
    await until('the payment on the stream', () => Promise.resolve(types().includes('payment')));
    expect(types().filter((type) => type === 'wallet')).toHaveLength(1);
    stream.close();
    expect(await mine(user)).toMatchObject({
      available: 500_00,
      held: 0,
      withdrawRefusal: expect.any(String) as string,
    });
    const { wallet_transaction_list: lines } = await user.call('wallet.history', {});
    expect(lines).toMatchObject([
      {
        kind: 'added',
        type: 'C',
        amount: 500_00,
        balance: 500_00,
        note: 'UPI from asha@okbank',
        counterparty: null,
      },
    ]);
  });

  it.each([
    ['confirm-late', 'unmatched'],
    ['wrong-amount', 'unmatched'],
    ['fail', 'failed'],
    ['wait', 'expired'],
  ] as const)('when set to %s ends %s, and nothing moves', async (action, state) => {
    const user = await person();
    const { intentId, reference } = await user.call('wallet.add', { amount: 500_00, upiId: 'asha@okbank' });
    await user.call('wallet.sandbox', { reference, action });
    if (action === 'confirm-late' || action === 'wait') passed += 16 * 60_000;
    await until(`the state ${state}`, async () => (await stateOf(user, intentId)) === state);
    expect((await user.call('wallet.paymentStatus', { intentId })).message).toMatch(/\.$/);
    expect((await mine(user)).available).toBe(0);
    expect((await user.call('wallet.history', {})).total).toBe(0);
  });

  it('returns the newest request that can still be paid, until it is paid or its time is over', async () => {
    const user = await person();
    const ask = (amount: number) => user.call('wallet.add', { amount, upiId: 'asha@okbank' });
    const open = async () => (await mine(user)).openPayment;
    expect(await open()).toBeNull();
    const first = await ask(500_00);
    const second = await ask(700_00);
    const { intentId, amount, expiresAt } = second;
    expect(await open()).toEqual({ intentId, amount, expiresAt });
    expect((await mine(await person())).openPayment).toBeNull();
    await user.call('wallet.sandbox', { reference: second.reference, action: 'confirm' });
    await until('the second is paid', async () => (await stateOf(user, intentId)) === 'confirmed');
    expect((await open())?.intentId).toBe(first.intentId);
    passed += 15 * 60_000;
    expect(await open()).toBeNull();
  });

  it('under one key asks once', async () => {
    const user = await person();
    const key = { 'idempotency-key': randomUUID() };
    const input = { amount: 500_00, upiId: 'asha@okbank' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => user.ask('wallet.add', input, key)));
    expect(new Set(answers.map(({ body }) => body.data?.intentId)).size).toBe(1);
    expect((await user.ask('wallet.add', { ...input, amount: 600_00 }, key)).status).toBe(409);
  });

  it('under a key that somebody else has used is their own', async () => {
    const [first, second] = [await rich(2_000_00), await rich(2_000_00)];
    const key = { 'idempotency-key': randomUUID() };
    for (const user of [first, second]) {
      const { status, body } = await user.ask('wallet.topUp', { packageId: 'credit-1000' }, key);
      expect([status, body.data]).toMatchObject([200, { available: 820_00 }]);
      expect(await mine(user)).toMatchObject({ available: 820_00, credit: 1_050_00 });
    }
  });

  it('under one key asks once, though it comes in capitals the second time', async () => {
    const user = await person();
    const key = randomUUID();
    const input = { amount: 500_00, upiId: 'asha@okbank' };
    const answers = [key, key.toUpperCase()].map((one) =>
      user.ask('wallet.add', input, { 'idempotency-key': one }),
    );
    const [first, second] = await Promise.all(answers);
    expect(first?.body.data?.intentId).toBeDefined();
    expect(second?.body.data).toEqual(first?.body.data);
  });

  it.each([
    [0, 'must be more than 0'],
    [-500_00, 'must be more than 0'],
    [100.5, 'must be a whole number'],
    [99_99, 'must be at least ₹100.00'],
    [1_00_000_01, 'must be at most ₹1,00,000.00'],
    [2 ** 53, undefined],
    ['50000', undefined],
    ['1e3', undefined],
    [null, undefined],
  ])('refuses the amount %s', async (amount, reported) => {
    const user = await person();
    const answer = await refusal(user.ask('wallet.add', { amount, upiId: 'asha@okbank' }));
    expect(answer.status).toBe(400);
    expect(answer.fields?.['amount']).toMatch(/^must be /);
    if (reported !== undefined) expect(answer.fields?.['amount']).toBe(reported);
  });

  it.each(['asha', 'asha@', '@okbank', 'asha@ok bank', 'a@b', 'asha@ok1', 5])(
    'refuses the UPI ID %s',
    async (upiId) => {
      const user = await person();
      const answer = await refusal(user.ask('wallet.add', { amount: 500_00, upiId }));
      expect([answer.status, Object.keys(answer.fields ?? {})]).toEqual([400, ['upiId']]);
    },
  );

  it("keeps other people's payments out of sight and out of reach", async () => {
    const [owner, other] = [await person(), await person()];
    const { intentId, reference } = await owner.call('wallet.add', { amount: 500_00, upiId: 'asha@okbank' });
    expect(await refusal(other.ask('wallet.paymentStatus', { intentId }))).toEqual({
      status: 404,
      message: 'No such payment.',
    });
    const theirs = await refusal(other.ask('wallet.sandbox', { reference, action: 'confirm' }));
    expect(theirs).toEqual({ status: 404, message: 'No such payment.' });
    expect(await stateOf(owner, intentId)).toBe('pending');
  });
});

describe('sending money', () => {
  it('finds the recipient by code, e-mail or phone, and shows a masked name', async () => {
    const [sender, other] = [await rich(), await person()];
    const profile = await other.call('profile.mine', {});
    for (const to of [
      profile.referralCode,
      profile.referralCode.toLowerCase(),
      ` ${profile.email.toUpperCase()} `,
      profile.phone,
      `+91 ${profile.phone.slice(0, 5)} ${profile.phone.slice(5)}`,
    ])
      expect(await sender.call('wallet.findRecipient', { to })).toEqual({
        name: 'wa••• Te•••',
        phone: `••••••${profile.phone.slice(-4)}`,
        email: 'w•••@example.com',
      });
    const sent = await sender.call('wallet.transfer', { to: profile.email, amount: 250_00, note: 'Chai' });
    expect(sent).toMatchObject({ available: 9_750_00, to: 'wa••• Te•••' });
    const line = async (user: TestUser) => (await user.call('wallet.history', {})).wallet_transaction_list[0];
    const both = { note: 'Chai', reference: sent.reference, counterparty: 'wa••• Te•••' };
    expect(await line(sender)).toMatchObject({
      ...both,
      kind: 'sent',
      type: 'D',
      amount: -250_00,
      balance: 9_750_00,
    });
    expect(await line(other)).toMatchObject({
      ...both,
      kind: 'received',
      type: 'C',
      amount: 250_00,
      balance: 250_00,
    });
    const [alert] = (await other.call('alerts.list', {})).notification_list;
    expect(alert).toMatchObject({ title: '₹250.00 received', categoryId: 5 });
    const { log_list: log } = await sender.call('logs.activity', { search: sent.reference });
    expect(log).toHaveLength(1);
  });

  it('looks up thirty people a day for one user, found or not, and anybody again', async () => {
    const [sender, known] = [await rich(), await person()];
    const { email } = await known.call('profile.mine');
    await sender.call('wallet.findRecipient', { to: email });
    for (let index = 1; index < 30; index++) {
      const { status } = await refusal(
        sender.ask('wallet.findRecipient', { to: `nobody${index}@example.com` }),
      );
      expect(status).toBe(422);
    }
    const one = { status: 429, message: 'You have looked up 30 people today. Look up others tomorrow.' };
    const to = 'nobody@example.com';
    expect(await refusal(sender.ask('wallet.findRecipient', { to }))).toEqual(one);
    expect(await refusal(sender.ask('wallet.transfer', { to, amount: 100_00 }))).toEqual(one);
    expect(await sender.ask('wallet.findRecipient', { to: email.toUpperCase() })).toMatchObject({
      status: 200,
    });
    await sender.call('wallet.transfer', { to: email, amount: 100_00 });
  });

  it('refuses oneself, nobody and the house', async () => {
    const sender = await rich();
    const own = 'This is your own account. Send to somebody else.';
    const nobody = 'Nobody here has this referral code, e-mail or phone number. Check it.';
    for (const [to, message] of [
      [await codeOf(sender), own],
      [sender.email, own],
      ['NOBODYXX', nobody],
      ['nobody@example.com', nobody],
      ['HOUSE1', nobody],
      ['tricker1@house.invalid', nobody],
      ["' or 1=1 --", nobody],
    ] as const)
      for (const call of ['wallet.transfer', 'wallet.findRecipient'] as const)
        expect(await refusal(sender.ask(call, { to, amount: 100_00 }))).toEqual({ status: 422, message });
    expect((await mine(sender)).available).toBe(10_000_00);
  });

  it('refuses more than there is, less than ₹10, and more than ₹50,000 in a day', async () => {
    const [sender, other] = [await rich(60_000_00), await person()];
    const to = other.email;
    expect((await refusal(sender.ask('wallet.transfer', { to, amount: 9_99 }))).fields).toEqual({
      amount: 'must be at least ₹10.00',
    });
    expect((await refusal(sender.ask('wallet.transfer', { to, amount: 50_000_01 }))).fields).toEqual({
      amount: 'must be at most ₹50,000.00',
    });
    await sender.call('wallet.transfer', { to, amount: 45_000_00 });
    expect(await refusal(sender.ask('wallet.transfer', { to, amount: 5_000_01 }))).toEqual({
      status: 422,
      message: 'Today you can still send ₹5,000.00; the limit is for each day.',
    });
    expect((await mine(sender)).limits.transfer).toEqual({
      least: 10_00,
      most: 50_000_00,
      leftToday: 5_000_00,
    });
    // What was received does not count against the one who got it.
    expect((await mine(other)).limits.transfer.leftToday).toBe(50_000_00);
    expect(await refusal(other.ask('wallet.transfer', { to: sender.email, amount: 45_000_01 }))).toEqual({
      status: 422,
      message: 'Your wallet has ₹45,000.00; this needs ₹45,000.01.',
    });
    passed += DAY_MS;
    expect((await mine(sender)).limits.transfer.leftToday).toBe(50_000_00);
    await sender.call('wallet.transfer', { to, amount: 15_000_00 });
    expect((await mine(sender)).available).toBe(0);
  });

  it('keeps to the limit of the day when many are sent at once', async () => {
    const [sender, other] = [await rich(1_00_000_00), await person()];
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => sender.ask('wallet.transfer', { to: other.email, amount: 9_000_00 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await mine(other)).available).toBe(45_000_00);
  });
});

describe('withdrawing', () => {
  it('needs Aadhaar, PAN and a bank account, and rests for a day after the account was changed', async () => {
    const user = await rich();
    const refused = async () => {
      const { status, message } = await refusal(user.ask('wallet.withdraw', { amount: 500_00 }));
      expect([status, (await mine(user)).withdrawRefusal]).toEqual([422, message]);
      return message;
    };
    const { database } = server.backend.parts;
    expect(await refused()).toContain('Verify your Aadhaar and PAN');
    await verifiedForWithdrawals(database, user.email, { pan: false, bank: false });
    expect(await refused()).toContain('Verify your PAN');
    await verifiedForWithdrawals(database, user.email, { bank: false });
    expect(await refused()).toContain('Add your bank account');
    await verifiedForWithdrawals(database, user.email, { heldUntil: clock.now() + DAY_MS });
    expect(await refused()).toContain('withdrawals rest until');
    expect((await mine(user)).available).toBe(10_000_00);
    passed += DAY_MS;
    expect((await mine(user)).withdrawRefusal).toBeNull();
    expect(await user.call('wallet.withdraw', { amount: 500_00 })).toMatchObject({ state: 'held' });
  });

  it.each([
    ['confirm', 'settled', 9_500_00],
    ['fail', 'returned', 10_000_00],
  ] as const)('when set to %s ends %s', async (action, state, available) => {
    const user = await rich();
    await verifiedForWithdrawals(server.backend.parts.database, user.email);
    const { reference, accountLast4 } = await user.call('wallet.withdraw', { amount: 500_00 });
    expect(accountLast4).toBe('4321');
    expect(await mine(user)).toMatchObject({ available: 9_500_00, held: 500_00 });
    await user.call('wallet.sandbox', { reference, action });
    const list = async (type: 'A' | 'C' | 'D' = 'A') =>
      (await user.call('wallet.bankHistory', { type })).wallet_transaction_list;
    await until(`the state ${state}`, async () => (await list())[0]?.state === state);
    expect(await mine(user)).toMatchObject({ available, held: 0 });
    expect([(await list('C')).length, (await list('D')).length]).toEqual(
      state === 'returned' ? [1, 0] : [0, 1],
    );
    expect(await user.call('wallet.bankHistory', { search: reference.toLowerCase() })).toMatchObject({
      total: 1,
    });
    expect(JSON.stringify(await list())).not.toContain('sealed');
  });

  it('keeps to its limits; what came back does not count', async () => {
    const user = await rich(1_00_000_00);
    await add(user, 1_00_000_00);
    await verifiedForWithdrawals(server.backend.parts.database, user.email);
    for (const [amount, reported] of [
      [499_99, 'must be at least ₹500.00'],
      [1_00_000_01, 'must be at most ₹1,00,000.00'],
    ] as const)
      expect((await refusal(user.ask('wallet.withdraw', { amount }))).fields).toEqual({ amount: reported });
    const { reference } = await user.call('wallet.withdraw', { amount: 60_000_00 });
    expect(await refusal(user.ask('wallet.withdraw', { amount: 40_000_01 }))).toEqual({
      status: 422,
      message: 'Today you can still withdraw ₹40,000.00; the limit is for each day.',
    });
    await user.call('wallet.sandbox', { reference, action: 'fail' });
    await until('the return', async () => (await mine(user)).held === 0);
    expect((await mine(user)).limits.withdraw.leftToday).toBe(1_00_000_00);
  });
});

describe('what does not fit', () => {
  it.each([
    ['wallet.transfer', { to: 'a@b.co', amount: 10_00, note: 'x'.repeat(141) }, 'note'],
    ['wallet.transfer', { to: '', amount: 10_00 }, 'to'],
    ['wallet.transfer', { to: 'x'.repeat(255), amount: 10_00 }, 'to'],
    ['wallet.transfer', { to: 'a@b.co', amount: -10_00 }, 'amount'],
    ['wallet.transfer', { to: 'a@b.co', amount: 0.1 + 0.2 }, 'amount'],
    ['wallet.withdraw', { amount: '50000' }, 'amount'],
    ['wallet.withdraw', { amount: 2 ** 53 }, 'amount'],
    ['wallet.topUp', { packageId: '' }, 'packageId'],
    ['wallet.topUp', { packageId: ['credit-500'] }, 'packageId'],
    ['wallet.sandbox', { reference: 'x', action: 'explode' }, 'action'],
    ['wallet.paymentStatus', { intentId: -1 }, 'intentId'],
    ['wallet.history', { type: 'X' }, 'type'],
    ['wallet.history', { wallet_id: 4 }, 'wallet_id'],
    ['wallet.history', { displayMode: 'bank' }, 'displayMode'],
    ['wallet.history', { pageSize: 101 }, 'pageSize'],
    ['wallet.history', { search: 'x'.repeat(81) }, 'Search'],
    ['wallet.bankHistory', { pageNumber: 0 }, 'pageNumber'],
  ] as const)('is refused by %s with the field %#', async (call, input, field) => {
    const { status, fields } = await refusal(visitor.ask(call, input));
    expect([status, Object.keys(fields ?? {})]).toEqual([400, [field]]);
  });

  it('sixty-four withdrawals at once of more than half take place once', async () => {
    const user = await rich(1_000_00);
    await verifiedForWithdrawals(server.backend.parts.database, user.email);
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => user.ask('wallet.withdraw', { amount: 600_00 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(63);
    expect(await mine(user)).toMatchObject({ available: 400_00, held: 600_00 });
  });
});

describe('histories', () => {
  it('page through all lines of a wallet, each with the balance after it', async () => {
    const [sender, other] = [await rich(1_000_00), await person()];
    for (let number = 1; number <= 25; number++)
      await sender.call('wallet.transfer', {
        to: other.email,
        amount: 10_00 + number,
        note: `Number ${number}`,
      });
    const lines = [];
    for (let pageNumber = 1; pageNumber <= 3; pageNumber++) {
      const page = await sender.call('wallet.history', { pageNumber });
      expect(page).toMatchObject({ total: 26, pageNumber, pageSize: 12, wallet_id: 0, type: 'A' });
      lines.push(...page.wallet_transaction_list);
    }
    expect(new Set(lines.map(({ entryId }) => entryId)).size).toBe(26);
    for (const [index, line] of lines.entries())
      expect(line.balance - line.amount).toBe(lines[index + 1]?.balance ?? 0);
    expect(await sender.call('wallet.history', { pageNumber: 9 })).toMatchObject({
      wallet_transaction_list: [],
      total: 26,
    });
    expect((await sender.call('wallet.history', { type: 'C' })).total).toBe(1);
    expect((await sender.call('wallet.history', { type: 'D' })).total).toBe(25);
    expect((await sender.call('wallet.history', { search: 'number 7' })).total).toBe(1);
    expect((await sender.call('wallet.history', { search: 'MONEY ADDED' })).total).toBe(1);
    expect((await sender.call('wallet.history', { search: '%' })).total).toBe(0);
    expect((await sender.call('wallet.history', { wallet_id: 3 })).total).toBe(0);
    expect(await sender.call('wallet.usdt', {})).toEqual({ balance: 0, entries: 0 });
  });

  it('take days in India, both included, and refuse days the wrong way round', async () => {
    const user = await rich(1_000_00);
    const day = (offset: number) => istDate(clock.now() + offset * DAY_MS);
    const total = async (from_date?: string, to_date?: string) =>
      (await user.call('wallet.history', { from_date, to_date })).total;
    expect(await total(day(0), day(0))).toBe(1);
    expect(await total(day(1))).toBe(0);
    expect(await total(undefined, day(-1))).toBe(0);
    expect(await total(day(-1), day(1))).toBe(1);
    for (const call of ['wallet.history', 'wallet.bankHistory'] as const) {
      const answer = await refusal(user.ask(call, { from_date: day(1), to_date: day(0) }));
      expect([answer.status, Object.keys(answer.fields ?? {}).sort()]).toEqual([
        400,
        ['from_date', 'to_date'],
      ]);
      const noDay = await refusal(user.ask(call, { from_date: '2026-02-30' }));
      expect([noDay.status, Object.keys(noDay.fields ?? {})]).toEqual([400, ['from_date']]);
    }
  });
});

describe('credit, rewards and activation', () => {
  it('sells credit by the package, GST on top', async () => {
    const user = await rich(2_000_00);
    const { list } = await user.call('wallet.topUps', {});
    expect(list[1]).toEqual({
      packageId: 'credit-1000',
      name: 'Medium',
      price: 1_000_00,
      gst: 180_00,
      credit: 1_050_00,
    });
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => user.ask('wallet.topUp', { packageId: 'credit-1000' }, key)),
    );
    for (const { body } of answers) expect(body).toEqual({ ...answers[0]?.body, requestId: body.requestId });
    expect(answers[0]?.body.data).toMatchObject({ credit: 1_050_00, available: 820_00 });
    expect(await refusal(user.ask('wallet.topUp', { packageId: 'credit-1000' }))).toEqual({
      status: 422,
      message: 'Your wallet has ₹820.00; this needs ₹1,180.00.',
    });
    expect((await refusal(user.ask('wallet.topUp', { packageId: 'nothing' }))).message).toBe(
      'No such package.',
    );
    expect(await mine(user)).toMatchObject({ credit: 1_050_00, available: 820_00 });
  });

  it('activates an account once', async () => {
    const user = await rich(5_000_00);
    expect((await mine(user)).activation).toEqual({ price: 999_00, gst: 179_82, isActive: false });
    const answers = await Promise.all(Array.from({ length: 8 }, () => user.ask('wallet.activate', {})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.message]).toEqual([409, 'Your account is active already.']);
    expect(await mine(user)).toMatchObject({
      available: 5_000_00 - 1_178_82,
      activation: { isActive: true },
    });
    expect((await user.call('profile.mine', {})).isActive).toBe(true);
  });

  it('does not activate without the money', async () => {
    const user = await rich(1_178_81);
    expect((await refusal(user.ask('wallet.activate', {}))).message).toBe(
      'Your wallet has ₹1,178.81; this needs ₹1,178.82.',
    );
    expect((await mine(user)).activation.isActive).toBe(false);
  });

  it('moves all rewards to the main wallet', async () => {
    const referrer = await rich(2_000_00);
    await referrer.call('wallet.activate', {});
    const member = await server.register('wallet-member', await codeOf(referrer));
    await add(member, 2_000_00);
    await member.call('wallet.activate', {});
    const { available } = await mine(referrer);
    expect((await mine(referrer)).reward).toBe(99_90);
    const claimed = await referrer.call('wallet.claimRewards', {});
    expect(claimed).toMatchObject({ amount: 99_90, available: available + 99_90 });
    const { wallet_transaction_list: lines } = await referrer.call('wallet.history', { wallet_id: 2 });
    expect(lines.map(({ type, amount, balance }) => [type, amount, balance])).toEqual([
      ['D', -99_90, 0],
      ['C', 99_90, 99_90],
    ]);
    expect(await refusal(referrer.ask('wallet.claimRewards', {}))).toEqual({
      status: 422,
      message: 'Your reward wallet is empty.',
    });
  });
});
