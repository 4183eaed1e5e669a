// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Order } from '../../../shared/contract/positions.ts';
import type { Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { order, sampleHeader } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const AT = '2026-11-20T16:00:00+05:30';
const market = (state: 'open' | 'closed' | 'pre-open') => ({
  ...sampleHeader.market,
  state,
  lastTickAgeMs: null,
  isTrading: true,
});

const showing = (live: ReturnType<typeof market> | null, ...orders: Order[]): Scripts => ({
  'home.header': () => ({ ...sampleHeader, live }),
  'positions.orders': () => ({
    live_orderhistory: orders,
    totalOrder: orders.length,
    total: orders.length,
    pageNumber: 1,
    pageSize: 12,
  }),
});
const intended = order(31, { mode: 'live', state: 'intended', filledQuantity: 0 });
const table = async () => within(await screen.findByRole('table', { name: 'Live orders' }));

test.each(['closed', 'pre-open'] as const)(
  'what is to be traded while the market is %s waits for the next session',
  async (state) => {
    await openWindow('/order-history?mode=live', showing(market(state), intended));
    expect(await (await table()).findByText('Waits for the next session')).toBeTruthy();
  },
);

test('in the session, or while no account says what the market does, it is intended', async () => {
  await openWindow('/order-history?mode=live', showing(market('open'), intended));
  expect((await table()).getByText('Created')).toBeTruthy();
  closeWindow();
  await openWindow('/order-history?mode=live', showing(null, intended));
  expect((await table()).getByText('Created')).toBeTruthy();
});

test('an order on paper waits for nothing of the exchange', async () => {
  await openWindow('/order-history?mode=live', showing(market('closed'), { ...intended, mode: 'test' }));
  expect((await table()).getByText('Created')).toBeTruthy();
});

test('each step of an order has the broker’s own words, where they say more than the reason', async () => {
  const life: Order['life'] = [
    { state: 'submitted', at: AT, reason: '', said: '' },
    { state: 'rejected', at: AT, reason: 'The price is not allowed.', said: 'AB4036: Not multiple of tick' },
    { state: 'rejected', at: AT, reason: 'RMS: margin', said: 'RMS: margin' },
  ];
  await openWindow(
    '/order-history?mode=live&order=31',
    showing(market('open'), { ...intended, state: 'rejected', life }),
  );
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.getByText('The price is not allowed.')).toBeTruthy();
  expect(drawer.getByText('“AB4036: Not multiple of tick”')).toBeTruthy();
  expect(drawer.getAllByText(/RMS: margin/)).toHaveLength(1);
  expect(drawer.getAllByRole('listitem')).toHaveLength(3);
});
