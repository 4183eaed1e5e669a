// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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

const lost = order(31, {
  ...{ mode: 'live', isManual: true, strategyName: 'Manual', state: 'unknown', filledQuantity: 0 },
  reason: 'No answer came.',
});
const atBroker = {
  ...{ brokerOrderId: '251121000077', orderId: null, symbol: 'INFY-EQ', side: 'buy' as const },
  ...{ quantity: 60, filledQuantity: 60, price: 183_410, state: 'filled', reason: '' },
};
const resolves: Scripts = { 'live.resolve': ({ orderId }) => ({ orderId, state: 'filled', reason: '' }) };

test('a real order that nobody knows about is settled where it is looked at', async () => {
  const { fake } = await openWindow('/order-history?mode=live', {
    ...showing(market('open'), lost),
    ...resolves,
    'live.brokerOrders': () => ({ orders: [atBroker] }),
  });
  fireEvent.click((await table()).getByRole('button', { name: 'Settle order 31 in INFY' }));
  const drawer = within(await screen.findByRole('dialog'));
  const settling = within(await drawer.findByRole('region', { name: 'Order 31' }));
  expect(settling.getByText(/No answer came/)).toBeTruthy();
  fireEvent.click(await settling.findByRole('radio', { name: /251121000077, Buy 60 INFY-EQ at 1,834.10/ }));
  const lists = fake.inputsOf('positions.orders').length;
  fireEvent.click(settling.getByRole('button', { name: 'Settle order' }));
  await waitFor(() =>
    expect(fake.inputsOf('live.resolve')).toEqual([
      { orderId: 31, decision: 'is', brokerOrderId: '251121000077' },
    ]),
  );
  await waitFor(() => expect(fake.inputsOf('positions.orders').length).toBeGreaterThan(lists));
});

test('where no order of the broker can be it, that is said, and the broker is asked again', async () => {
  const { fake } = await openWindow('/order-history?mode=live&order=31', {
    ...showing(market('open'), lost),
    ...resolves,
    'live.brokerOrders': () => ({ orders: [{ ...atBroker, side: 'sell' }] }),
  });
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText('No order of today at the broker can be this one.')).toBeTruthy();
  fireEvent.click(drawer.getByRole('button', { name: 'Ask the broker again' }));
  await waitFor(() => expect(fake.inputsOf('live.brokerOrders')).toHaveLength(2));
  fireEvent.click(drawer.getByRole('radio', { name: 'It was not placed' }));
  fireEvent.click(drawer.getByRole('button', { name: 'Settle order' }));
  await waitFor(() =>
    expect(fake.inputsOf('live.resolve')).toEqual([{ orderId: 31, decision: 'not-placed' }]),
  );
});

test('an order of which all is known is not settled', async () => {
  const { fake } = await openWindow(
    '/order-history?mode=live&order=31',
    showing(market('open'), { ...lost, state: 'open' }),
  );
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.queryByRole('radio')).toBeNull();
  expect(screen.queryByRole('button', { name: /Settle|Ask the broker/ })).toBeNull();
  expect(fake.inputsOf('live.brokerOrders')).toEqual([]);
});

test('the particulars of an order by hand have its type and its product', async () => {
  const terms = { type: 'stop', product: 'delivery', stopLoss: null, target: null } as const;
  await openWindow(
    '/order-history?mode=live&order=31',
    showing(market('open'), { ...lost, state: 'open', terms }),
  );
  const drawer = within(await screen.findByRole('dialog'));
  const fact = (name: string) => drawer.getByText(name).nextElementSibling?.textContent;
  expect(['Order type', 'Product'].map(fact)).toEqual([
    'Stop (trigger and limit)',
    'Overnight (delivery, carry)',
  ]);
});
