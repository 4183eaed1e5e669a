import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '../../../../tests/support/new-user.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { DAY_MS, istDate } from '../../../shared/time.ts';
import { countActive } from '../../team/designations.ts';
import { isInTeam } from '../../team/team-tree.ts';
import { countVolume } from '../../team/team-levels.ts';
import { pricesOn } from '../../billing/price-list.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend({ signInsPerMinute: 500 });
}, 60_000);
afterAll(() => server.dispose());

const database = () => server.backend.parts.database;
const idOf = async (user: TestUser) => (await user.call('profile.mine', {})).id;
const codeOf = async (user: TestUser) => (await user.call('profile.mine', {})).referralCode;
const activate = async (user: TestUser, amount = 2_000_00) => {
  const { intentId, reference } = await user.call('wallet.add', { amount, upiId: 'asha@okbank' });
  await user.call('wallet.sandbox', { reference, action: 'confirm' });
  await until(
    'the payment',
    async () => (await user.call('wallet.paymentStatus', { intentId })).state === 'confirmed',
  );
  await user.call('wallet.activate', {});
};

let numbers = 50_000;
/** People who are only in the books, at once in great number. */
const addPeople = (referrerIds: readonly number[]): Promise<number[]> =>
  writeForAll(database(), async (tx) => {
    const ids: number[] = [];
    for (const referrerId of referrerIds) ids.push(await addUser(tx, { number: numbers++, referrerId }));
    return ids;
  });
/** Makes somebody active without a payment. */
const makeActive = (userId: number): Promise<void> =>
  writeForAll(database(), async (tx) => {
    await tx.query.updateTable('users').set({ is_active: 1 }).where('id', '=', userId).execute();
    const { notify, clock } = server.backend.parts;
    await countActive(tx, { notify, designations: pricesOn(clock.now()).designations }, userId);
  });

describe('a team', () => {
  it('is counted by level, with what its members have really paid', async () => {
    const head = await server.register('team-head');
    const first = await server.register('team-first', await codeOf(head));
    const second = await server.register('team-second', (await codeOf(first)).toLowerCase());
    const fourth = await server
      .register('team-third', await codeOf(second))
      .then(async (third) => server.register('team-fourth', await codeOf(third)));
    await activate(head);
    await activate(first);
    await activate(fourth);
    // Paid with credit: no volume beyond that of the credit.
    await second
      .call('wallet.add', { amount: 600_00, upiId: 'asha@okbank' })
      .then(({ reference }) => second.call('wallet.sandbox', { reference, action: 'confirm' }));
    await until('the money', async () => (await second.call('wallet.mine', {})).available > 0);
    await second.call('wallet.topUp', { packageId: 'credit-500' });
    await second.call('subscription.buy', { planId: 'plus' });

    const team = await head.call('team.mine', {});
    expect(team).toMatchObject({
      sponsor: null,
      direct: 1,
      indirect: 3,
      active: 2,
      volume: 999_00 + 500_00 + 999_00,
      rewards: 99_90 + 25_00,
      designation: { level: 0, name: 'Associate' },
      next: { level: 1, name: 'Bronze', direct: 5, members: 5, missingDirect: 4, missingMembers: 3 },
    });
    expect(team.levels).toEqual([
      { level: 1, members: 1, active: 1, volume: 999_00, percent: 10 },
      { level: 2, members: 1, active: 0, volume: 500_00, percent: 5 },
      { level: 3, members: 1, active: 0, volume: 0, percent: 2 },
      { level: 4, members: 1, active: 1, volume: 999_00, percent: 0 },
    ]);
    expect(team.inviteLink).toBe(`trickdesk://open/register?code=${team.referralCode}`);
    expect((await first.call('team.mine', {})).sponsor).toBe('team-head Tester');

    const { rows: direct, total } = await head.call('team.direct', {});
    expect(total).toBe(1);
    expect(direct[0]).toMatchObject({
      fullName: 'team-first Tester',
      email: 't•••@example.com',
      level: 1,
      isActive: true,
      volume: 999_00,
      members: 3,
      sponsor: 'team-head Tester',
    });
    expect(direct[0]?.phone).toMatch(/^••••••\d{4}$/);
    const { rows: indirect } = await head.call('team.indirect', {});
    expect(indirect.map(({ fullName, level, members }) => [fullName, level, members])).toEqual([
      ['team-second Tester', 2, 2],
      ['team-third Tester', 3, 1],
      ['team-fourth Tester', 4, 0],
    ]);
    expect((await head.call('team.indirect', { level: 3 })).rows).toMatchObject([
      { fullName: 'team-third Tester' },
    ]);
    expect((await head.call('team.indirect', { level: 0 })).total).toBe(0);

    const rewards = await head.call('team.rewards', {});
    expect(rewards).toMatchObject({ total: 2, earned: 124_90, pageSize: 12 });
    expect(rewards.wallet_transaction_list).toMatchObject([
      { level: 2, fromName: 'team-second Tester', percent: 5, paid: 500_00, amount: 25_00, balance: 124_90 },
      { level: 1, fromName: 'team-first Tester', percent: 10, paid: 999_00, amount: 99_90, balance: 99_90 },
    ]);
    expect(await head.call('team.rewards', { level: 1 })).toMatchObject({ total: 1, earned: 99_90 });
    const tomorrow = istDate(Date.now() + DAY_MS);
    expect(await head.call('team.rewards', { from_date: tomorrow })).toMatchObject({ total: 0, earned: 0 });
    const today = istDate(Date.now());
    expect((await head.ask('team.rewards', { from_date: tomorrow, to_date: today })).status).toBe(400);
    expect((await head.ask('team.rewards', { level: 4 })).status).toBe(400);

    expect(await isInTeam(database().read, await idOf(head), await idOf(fourth))).toBe(true);
    expect(await isInTeam(database().read, await idOf(fourth), await idOf(head))).toBe(false);
    expect(await isInTeam(database().read, await idOf(head), await idOf(head))).toBe(false);
  });

  it('can be filtered, ordered and paged', async () => {
    const head = await server.register('filter-head');
    const headId = await idOf(head);
    const ids = await addPeople(Array.from({ length: 30 }, () => headId));
    await writeForAll(database(), async (tx) => {
      for (const [index, id] of ids.entries())
        await tx.query
          .updateTable('users')
          .set({
            is_active: index % 2,
            is_trade_active: index % 3 === 0 ? 1 : 0,
            is_robo_active: index % 5 === 0 ? 1 : 0,
            designation_level: index === 7 ? 2 : 0,
          })
          .where('id', '=', id)
          .execute();
    });
    const total = async (input: Parameters<typeof head.call<'team.direct'>>[1]) =>
      (await head.call('team.direct', input)).total;
    expect(await total({})).toBe(30);
    expect(await total({ type: 'active' })).toBe(15);
    expect(await total({ type: 'inactive' })).toBe(15);
    expect(await total({ isTradeactive: 1 })).toBe(10);
    expect(await total({ isTradeactive: 0, isRoboactive: 1 })).toBe(4);
    expect(await total({ designation_level: 2 })).toBe(1);
    expect(await total({ keyword: 'PERSON' })).toBe(30);
    // E-mail and phone are masked: searching must not bring them to light.
    expect(await total({ keyword: 'desk.example' })).toBe(0);
    expect(await total({ keyword: '70000' })).toBe(0);
    const page = async (order: 'newest' | 'oldest' | 'volume', pageNumber: number) =>
      (await head.call('team.direct', { order, pageNumber })).rows.map(({ id }) => id);
    const all = async (order: 'newest' | 'oldest' | 'volume') =>
      (await Promise.all([1, 2, 3, 4].map((number) => page(order, number)))).flat();
    expect(await all('oldest')).toEqual(ids);
    expect(await all('newest')).toEqual([...ids].reverse());
    expect(await all('volume')).toEqual([...ids].reverse());
    await writeForAll(database(), async (tx) => {
      const sale = {
        kind: 'activation',
        item_id: '',
        text: '',
        gst: 0,
        message: '',
        reference: '',
        at: 0,
      } as const;
      for (const [place, taxable, paid_with, state] of [
        [4, 10_00, 'wallet', 'paid'],
        [4, 15_00, 'wallet', 'paid'],
        [9, 20_00, 'wallet', 'paid'],
        [1, 99_00, 'credit', 'paid'],
        [2, 99_00, 'wallet', 'failed'],
      ] as const) {
        await tx.query
          .insertInto('purchases')
          .values({
            ...sale,
            user_id: ids[place] ?? 0,
            taxable,
            paid_with,
            state,
            subscription_id: null,
            period_start: null,
          })
          .execute();
        if (state === 'paid' && paid_with === 'wallet') await countVolume(tx, ids[place] ?? 0, taxable);
      }
    });
    expect((await all('volume')).slice(0, 3)).toEqual([ids[4], ids[9], ids[29]]);
    expect((await head.call('team.mine', {})).volume).toBe(45_00);
    expect((await head.ask('team.direct', { order: 'loudest' })).status).toBe(400);
    expect((await head.ask('team.direct', { isTradeactive: 2 })).status).toBe(400);
    expect((await head.ask('team.direct', { designation_level: 6 })).status).toBe(400);
  });

  it('is found at any depth', async () => {
    const head = await server.register('deep-head');
    const headId = await idOf(head);
    const chain = [headId];
    for (let depth = 0; depth < 1_200; depth++) chain.push(...(await addPeople([chain.at(-1) ?? 0])));
    const team = await head.call('team.mine', {});
    expect([team.levels.length, team.indirect]).toEqual([1_200, 1_199]);
    expect((await head.call('team.indirect', { level: 1_000 })).total).toBe(1);
    await makeActive(chain.at(-1) ?? 0);
    expect((await head.call('team.mine', {})).active).toBe(1);
    expect(await isInTeam(database().read, headId, chain.at(-1) ?? 0)).toBe(true);
  });

  it('has no ring: the database refuses a referrer who changes or came later', async () => {
    const [first = 0, second = 0] = await addPeople([1, 1]);
    const refer = (id: number, to: number) =>
      writeForAll(database(), (tx) =>
        tx.query.updateTable('users').set({ referrer_id: to }).where('id', '=', id).execute(),
      );
    await expect(refer(first, second)).rejects.toThrow('never changes');
    await expect(refer(first, first)).rejects.toThrow('never changes');
    await expect(addPeople([numbers + 1_000_000])).rejects.toThrow(/was there before|foreign key/);
    const answer = await server.post(
      '/jwt/register',
      {
        fullName: 'No One',
        email: 'noone@example.com',
        phone: '9000012345',
        password: 'a long enough password',
        referralCode: 'NOSUCH',
      },
      { 'x-api-token': 'test-api-token' },
    );
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'Nobody has this referral code. Check it, or leave it empty.',
    ]);
  });
});

describe('designations', () => {
  it('rise with the active members, directly brought in and at any depth', async () => {
    const head = await server.register('rising-head');
    const headId = await idOf(head);
    const level = async () => (await head.call('team.mine', {})).designation.name;
    const direct = await addPeople(Array.from({ length: 5 }, () => headId));
    for (const id of direct.slice(1)) await makeActive(id);
    expect(await level()).toBe('Associate');
    await makeActive(direct[0] ?? 0);
    expect(await level()).toBe('Bronze');
    expect((await head.call('profile.mine', {})).designation_level).toBe(1);
    const below = await addPeople(Array.from({ length: 20 }, (_, index) => direct[index % 5] ?? 0));
    for (const id of below.slice(1)) await makeActive(id);
    expect(await level()).toBe('Bronze');
    expect((await head.call('team.mine', {})).next).toMatchObject({
      name: 'Silver',
      missingDirect: 0,
      missingMembers: 1,
    });
    await makeActive(below[0] ?? 0);
    expect(await level()).toBe('Silver');
    const titles = (await head.call('alerts.list', {})).notification_list.map(({ title }) => title);
    expect(titles).toEqual(['You are Silver now', 'You are Bronze now']);
  });

  it('count the same as books on paper, over random teams', async () => {
    const [root = 0] = await addPeople([1]);
    const people = [{ id: root, above: -1, isActive: false }];
    for (const { above } of fc.sample(fc.record({ above: fc.nat() }), { numRuns: 60, seed: 3 })) {
      const place = above % people.length;
      const [id = 0] = await addPeople([people[place]?.id ?? 0]);
      people.push({ id, above: place, isActive: false });
    }
    for (const place of fc.sample(fc.nat({ max: 60 }), { numRuns: 50, seed: 4 })) {
      const person = people[place];
      if (!person || person.isActive) continue;
      person.isActive = true;
      await makeActive(person.id);
    }
    const isBelow = (place: number, of: number): boolean =>
      place === of || (place > 0 && isBelow(people[place]?.above ?? -1, of));
    for (const [place, { id }] of people.entries()) {
      const active = people.filter(
        (person, other) => other !== place && person.isActive && isBelow(other, place),
      );
      const row = await database()
        .read.selectFrom('users')
        .select(['active_direct', 'active_team'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row).toEqual({
        active_direct: active.filter(({ above }) => above === place).length,
        active_team: active.length,
      });
    }
  });
});
