import { expect, test } from 'vitest';
import type { Alert } from '../../shared/contract/alerts.ts';
import { contract } from '../../shared/contract/index.ts';
import { succeed } from '../../shared/failure.ts';
import { MAX_PAGE_SIZE, PAGE_SIZE } from '../../shared/page-size.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { AlertFeed } from './alert-feed.ts';
import type { AlertPresenter } from './alert-presenter.ts';

const alert = (id: number): Alert => ({
  ...{ notification_id: id, categoryId: 2, title: `Alert ${id}`, body: '', at: '2026-11-20T10:00:00+05:30' },
  ...{
    read: false,
    link: '/notifications',
    isCritical: id === 1,
    marketAt: null,
    strategyId: null,
    groupSize: 1,
  },
});

/** A server on which strategies run without this window; it answers by pages, as the platform does. */
const gatewayOver = (newest: readonly Alert[], asked: number[] = []): Gateway => {
  const call = (endpoint: unknown, input: { pageNumber?: number; pageSize?: number }) => {
    if (endpoint === contract.alerts.count) return Promise.resolve(succeed(newest.length));
    const { pageNumber = 1, pageSize = PAGE_SIZE } = input;
    asked.push(pageNumber);
    const notification_list = newest.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
    return Promise.resolve(succeed({ notification_list, pageNumber, pageSize, total: newest.length }));
  };
  return { call } as unknown as Gateway;
};

const many = (count: number) => Array.from({ length: count }, (_, index) => alert(count - index));

/** A presenter that writes down what it is given. */
const presenterOf = (past: number | null) => {
  const shown: Alert[] = [];
  const presenter = {
    clear: () => undefined,
    pastOf: () => past,
    catchUp: (_userId: number, newest: readonly Alert[]) => void shown.push(...newest),
  };
  return { shown, presenter: presenter as unknown as AlertPresenter };
};

test.each([PAGE_SIZE + 1, MAX_PAGE_SIZE + 1])(
  'what is critical is shown after the stream was away, however much came after it: %s',
  async (count) => {
    const { shown, presenter } = presenterOf(0);
    const feed = new AlertFeed(gatewayOver(many(count)), presenter);
    feed.follow(7);
    await feed.catchUp();
    expect(shown.filter(({ isCritical }) => isCritical)).toHaveLength(1);
    expect(shown).toHaveLength(count);
  },
);

test.each([
  ['of somebody new', null],
  ['of somebody whose past ends on the first page', 301],
])('no more than the first page is asked for %s', async (_whose, past) => {
  const asked: number[] = [];
  const { presenter } = presenterOf(past);
  const feed = new AlertFeed(gatewayOver(many(400), asked), presenter);
  feed.follow(7);
  await feed.catchUp();
  expect(asked).toEqual([1]);
});

test('of two that are under way, the one that was asked for last is shown', async () => {
  const { shown, presenter } = presenterOf(0);
  const feed = new AlertFeed(gatewayOver(many(3)), presenter);
  feed.follow(7);
  await Promise.all([feed.catchUp(), feed.catchUp()]);
  expect(shown).toHaveLength(3);
});
