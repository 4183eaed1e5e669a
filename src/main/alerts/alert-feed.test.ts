import { expect, test } from 'vitest';
import type { Alert } from '../../shared/contract/alerts.ts';
import { contract } from '../../shared/contract/index.ts';
import { succeed } from '../../shared/failure.ts';
import { PAGE_SIZE } from '../../shared/page-size.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { AlertFeed } from './alert-feed.ts';
import type { AlertPresenter } from './alert-presenter.ts';

const alert = (id: number): Alert => ({
  ...{ notification_id: id, categoryId: 2, title: `Alert ${id}`, body: '', at: '2026-11-20T10:00:00+05:30' },
  ...{ read: false, link: '/notifications', isCritical: id === 1 },
});

/** A server on which strategies run without this window; it answers by pages, as the platform does. */
const gatewayOver = (newest: readonly Alert[]): Gateway => {
  const call = (endpoint: unknown, input: { pageNumber?: number; pageSize?: number }) => {
    if (endpoint === contract.alerts.count) return Promise.resolve(succeed(newest.length));
    const { pageNumber = 1, pageSize = PAGE_SIZE } = input;
    const notification_list = newest.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
    return Promise.resolve(succeed({ notification_list, pageNumber, pageSize, total: newest.length }));
  };
  return { call } as unknown as Gateway;
};

test('what is critical is told after the stream was away, however much came after it', async () => {
  const told: Alert[] = [];
  const presenter = {
    clear: () => undefined,
    catchUp: (_userId: number, newest: readonly Alert[]) => void told.push(...newest),
  };
  const newest = Array.from({ length: PAGE_SIZE + 1 }, (_, index) => alert(PAGE_SIZE + 1 - index));
  const feed = new AlertFeed(gatewayOver(newest), presenter as unknown as AlertPresenter);
  feed.follow(7);
  await feed.catchUp();
  expect(told.filter(({ isCritical }) => isCritical)).toHaveLength(1);
});
