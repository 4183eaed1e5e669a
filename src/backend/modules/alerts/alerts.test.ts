import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AlertCategory } from '../../../shared/alert-category.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

it('alerts come page by page, newest first, each of them once', async () => {
  const user = await server.register('pages');
  const { id } = await user.call('profile.mine');
  const { database, notify } = server.backend.parts;
  const names = ['one', 'two', 'three', 'four', 'five'];
  for (const title of names)
    await database.write((tx) => notify(tx, id, 'system', { title, body: '', link: '/home' }));
  const pages = [];
  for (const pageNumber of [1, 2, 3, 4]) {
    const { notification_list, total } = await user.call('alerts.list', { pageNumber, pageSize: 2 });
    pages.push(notification_list.map(({ title }) => title));
    expect(total).toBe(5);
  }
  expect(pages).toEqual([['five', 'four'], ['three', 'two'], ['one'], []]);
});

it('all alerts of one person are read in one go, and nobody else’s', async () => {
  const [user, other] = [await server.register('reads-all'), await server.register('reads-none')];
  const { database, notify } = server.backend.parts;
  for (const each of [user, user, other]) {
    const { id } = await each.call('profile.mine');
    await database.write((tx) => notify(tx, id, 'system', { title: 'news', body: '', link: '/home' }));
  }
  const before = await other.call('alerts.count');
  await user.call('alerts.read', { notification_id: 0 });
  expect(await user.call('alerts.count')).toBe(0);
  expect(await other.call('alerts.count')).toBe(before);
});

it('a muted strategy makes no alerts of its fills for its owner; what is urgent, and followers, are notified', async () => {
  const [user, follower] = [await server.register('mutes'), await server.register('follows')];
  const { database, notify } = server.backend.parts;
  const [offer] = (await user.call('home.marketplace', {})).rows;
  const { strategyId } = await user.call('strategies.clone', { strategyId: offer!.strategyId });
  await user.call('strategies.mute', { strategyId, isMuted: true });
  const titlesOf = async (who: TestUser) =>
    (await who.call('alerts.list', {})).notification_list.map(({ title }) => title);
  const report = async (who: TestUser, category: AlertCategory, title: string, isCritical = false) => {
    const { id } = await who.call('profile.mine');
    const notice = { title, body: '', link: '/home', strategyId, isCritical };
    await database.write((tx) => notify(tx, id, category, notice));
  };
  await report(user, 'trades', 'a fill');
  await report(user, 'risk', 'a stop-loss');
  await report(user, 'trades', 'an alarm', true);
  await report(follower, 'trades', 'a signal');
  expect(await titlesOf(user)).toEqual(['an alarm', 'a stop-loss']);
  expect(await titlesOf(follower)).toEqual(['a signal']);
  expect((await user.call('strategies.details', { strategyId })).strategy.isMuted).toBe(true);
  await user.call('strategies.mute', { strategyId, isMuted: false });
  await report(user, 'trades', 'another fill');
  expect(await titlesOf(user)).toEqual(['another fill', 'an alarm', 'a stop-loss']);
});
