import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { ALERT_CATEGORIES, type AlertCategory } from '../../../shared/alert-category.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const want = (user: TestUser, category: AlertCategory, isWanted: boolean) =>
  user.ask('alerts.preferences', {
    categories: [{ categoryId: ALERT_CATEGORIES[category], isWanted }],
  });
const notify = async (user: TestUser, category: AlertCategory, isCritical = false): Promise<void> => {
  const { id } = await user.call('profile.mine');
  const { database, notify: send } = server.backend.parts;
  await database.write(id, (tx) =>
    send(tx, id, category, { title: category, body: '', link: '/home', isCritical }),
  );
};
const titles = async (user: TestUser) =>
  (await user.call('alerts.list')).notification_list.map((alert) => alert.title);

describe('alert preferences', () => {
  it('want everything at first, and name every category', async () => {
    const user = await server.register('first');
    const { categories } = await user.call('alerts.preferences');
    expect(categories.map(({ categoryId, name }) => [categoryId, name])).toEqual([
      [1, 'Orders'],
      [2, 'Trades'],
      [3, 'Risk'],
      [4, 'Broker'],
      [5, 'Wallet'],
      [6, 'Baskets'],
      [7, 'System'],
      [8, 'Support'],
      [9, 'My alerts'],
    ]);
    expect(categories.every((category) => category.isWanted)).toBe(true);
    expect(categories.filter((category) => category.isFixed).map(({ name }) => name)).toEqual([
      'Orders',
      'Risk',
      'Broker',
      'My alerts',
    ]);
  });

  it('keep what is not wanted from being written, listed and counted, until it is wanted again', async () => {
    const user = await server.register('unwanted');
    expect((await want(user, 'trades', false)).body.data?.categories[1]?.isWanted).toBe(false);
    await notify(user, 'trades');
    await notify(user, 'wallet');
    expect([await titles(user), await user.call('alerts.count')]).toEqual([['wallet'], 1]);
    await want(user, 'trades', true);
    await notify(user, 'trades');
    expect(await titles(user)).toEqual(['trades', 'wallet']);
  });

  it('do not keep a critical alert away', async () => {
    const user = await server.register('critical');
    await want(user, 'system', false);
    await notify(user, 'system', true);
    expect(await titles(user)).toEqual(['system']);
  });

  it.each(['orders', 'risk', 'broker', 'mine'] as const)(
    'cannot switch off %s, nor what comes with it',
    async (fixed) => {
      const user = await server.register(`fixed-${fixed}`);
      const answer = await user.ask('alerts.preferences', {
        categories: [
          { categoryId: ALERT_CATEGORIES.wallet, isWanted: false },
          { categoryId: ALERT_CATEGORIES[fixed], isWanted: false },
        ],
      });
      expect([answer.status, answer.body.message]).toEqual([
        422,
        'Alerts on orders, risk, the broker and those of your own cannot be switched off.',
      ]);
      const { categories } = await user.call('alerts.preferences');
      expect(categories.every((category) => category.isWanted)).toBe(true);
      expect((await want(user, fixed, true)).status).toBe(200);
    },
  );
});
