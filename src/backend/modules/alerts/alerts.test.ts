import { afterAll, beforeAll, expect, it } from 'vitest';
import { FILLS_MS } from '../../../shared/alert-series.ts';
import type { AlertCategory } from '../../../shared/alert-category.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

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
    await database.write(id, (tx) => notify(tx, id, 'system', { title, body: '', link: '/home' }));
  const pages = [];
  for (const pageNumber of [1, 2, 3, 4]) {
    const { notification_list, total } = await user.call('alerts.list', { pageNumber, pageSize: 2 });
    pages.push(notification_list.map(({ title }) => title));
    expect(total).toBe(5);
  }
  expect(pages).toEqual([['five', 'four'], ['three', 'two'], ['one'], []]);
});

it('fills of one strategy shortly after each other count as one, and each is kept', async () => {
  const user = await server.register('fills');
  const { id } = await user.call('profile.mine');
  const { database, notify } = server.backend.parts;
  const write = (title: string, body: string, more: object = {}) =>
    database.write(id, (tx) =>
      notify(tx, id, 'trades', { title, body, link: '/home', strategyId: 1, ...more }),
    );
  const listed = async (asked: object = {}) =>
    (await user.call('alerts.list', asked)).notification_list.map(({ body, groupSize }) => [body, groupSize]);
  const before = await user.call('alerts.count');
  await write('Mine · paper', 'one');
  await write('Mine · paper', 'two');
  await write('Mine · live', 'another');
  await write('Mine · paper', 'urgent', { isCritical: true });
  await write('Mine · paper', 'three');
  expect(await listed({ isGrouped: true, categoryId: 2 })).toEqual([
    ['three', 3],
    ['urgent', 1],
    ['another', 1],
  ]);
  expect(await user.call('alerts.count')).toBe(before + 3);
  expect((await user.call('home.header')).unreadAlerts).toBe(before + 3);
  expect(await listed({ categoryId: 2 })).toHaveLength(5);

  const { notification_list } = await user.call('alerts.list', { isGrouped: true, categoryId: 2 });
  const groupId = notification_list[0]?.notification_id ?? 0;
  expect((await listed({ groupId })).map(([body]) => body)).toEqual(['three', 'two', 'one']);
  await user.call('alerts.read', { notification_id: groupId });
  expect(await user.call('alerts.count')).toBe(before + 2);
  // What was read is done: the next begins anew.
  await write('Mine · paper', 'four');
  expect((await listed({ isGrouped: true, categoryId: 2 }))[0]).toEqual(['four', 1]);
  // Long after the last it stands by itself.
  await writeForAll(database, (tx) =>
    tx.query
      .updateTable('alerts')
      .set((eb) => ({ at: eb('at', '-', FILLS_MS + 1_000) }))
      .execute(),
  );
  await write('Mine · paper', 'five');
  expect((await listed({ isGrouped: true, categoryId: 2 }))[0]).toEqual(['five', 1]);
});

it('all alerts of one person are read in one go, and nobody else’s', async () => {
  const [user, other] = [await server.register('reads-all'), await server.register('reads-none')];
  const { database, notify } = server.backend.parts;
  for (const each of [user, user, other]) {
    const { id } = await each.call('profile.mine');
    await database.write(id, (tx) => notify(tx, id, 'system', { title: 'news', body: '', link: '/home' }));
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
    await database.write(id, (tx) => notify(tx, id, category, notice));
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

it('a group that grew after it was listed opens and is read as it was listed', async () => {
  const user = await server.register('grown');
  const { id } = await user.call('profile.mine');
  const { database, notify } = server.backend.parts;
  const write = (body: string) =>
    database.write(id, (tx) =>
      notify(tx, id, 'trades', { title: 'Mine · paper', body, link: '/home', strategyId: 1 }),
    );
  await write('one');
  await write('two');
  const [shown] = (await user.call('alerts.list', { isGrouped: true, categoryId: 2 })).notification_list;
  const groupId = shown?.notification_id ?? 0;
  const before = await user.call('alerts.count');
  await write('three');
  const { notification_list } = await user.call('alerts.list', { groupId });
  expect(notification_list.map(({ body }) => body)).toEqual(['two', 'one']);
  await user.call('alerts.read', { notification_id: groupId });
  const all = (await user.call('alerts.list', { categoryId: 2 })).notification_list;
  expect(all.map(({ body, read }) => [body, read])).toEqual([
    ['three', false],
    ['two', true],
    ['one', true],
  ]);
  // What has not been seen stands by itself, and counts.
  expect(await user.call('alerts.count')).toBe(before);
  const grouped = (await user.call('alerts.list', { isGrouped: true, categoryId: 2 })).notification_list;
  expect(grouped.map(({ body, groupSize, read }) => [body, groupSize, read])).toEqual([
    ['three', 1, false],
    ['two', 2, true],
  ]);
});

it('a group of which the oldest are kept no more says how many there are', async () => {
  const user = await server.register('pruned');
  const { id } = await user.call('profile.mine');
  const { database, notify } = server.backend.parts;
  for (const body of ['one', 'two', 'three'])
    await database.write(id, (tx) =>
      notify(tx, id, 'trades', { title: 'Mine · paper', body, link: '/home', strategyId: 1 }),
    );
  await database.write(id, (tx) =>
    tx.query.deleteFrom('alerts').where('user_id', '=', id).where('body', '=', 'one').execute(),
  );
  const [shown] = (await user.call('alerts.list', { isGrouped: true, categoryId: 2 })).notification_list;
  expect(shown?.groupSize).toBe(2);
});

it('a fill after the clock was put back belongs to none of what was to come', async () => {
  const user = await server.register('put-back');
  const { id } = await user.call('profile.mine');
  const { database, notify } = server.backend.parts;
  const write = (body: string) =>
    database.write(id, (tx) =>
      notify(tx, id, 'trades', { title: 'Mine · paper', body, link: '/home', strategyId: 1 }),
    );
  await write('tomorrow');
  await database.write(id, (tx) =>
    tx.query
      .updateTable('alerts')
      .set((eb) => ({ at: eb('at', '+', 86_400_000) }))
      .where('user_id', '=', id)
      .execute(),
  );
  await write('today');
  const grouped = (await user.call('alerts.list', { isGrouped: true, categoryId: 2 })).notification_list;
  expect(grouped.map(({ body, groupSize }) => [body, groupSize])).toEqual([
    ['today', 1],
    ['tomorrow', 1],
  ]);
});
