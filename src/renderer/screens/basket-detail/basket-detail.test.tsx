// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../shared/contract/positions.ts';
import { constituent, detailsOf, heldBasket, preview } from '../../test-harness/basket-samples.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { feed, order, sampleHeader } from '../../test-harness/samples.ts';
import { editsOf } from './edits.ts';

// A chart needs a canvas; the words of the screen do not.
vi.mock(import('../../features/charts/index-chart.tsx'), () => ({ IndexChart: () => <></> }));

afterEach(closeWindow);

const held = () => detailsOf(heldBasket());
const executed = (orders: { symbol: string; side: 'buy' | 'sell' }[]) => ({
  basketId: 1,
  strategyId: 71,
  previewId: 31,
  cashLeft: 1_478_70,
  orders: orders.map((order, index) => ({
    ...order,
    quantity: 12,
    orderId: 500 + index,
    state: 'open' as const,
    problem: null,
    isWaiting: false,
  })),
});

test('a basket on offer is opened for an amount, exactly as previewed', async () => {
  const { fake } = await openWindow('/baskets/1', {
    'baskets.preview': ({ amount }) =>
      (amount ?? 0) < 12_300_00
        ? refuse('refused', 'Bank Five needs at least ₹12,300.00 at these prices.', {
            fields: { amount: 'must be at least ₹12,300.00' },
          })
        : preview({ kind: 'open', amount: amount ?? 0 }),
    'baskets.open': () => executed([{ symbol: 'SBIN', side: 'buy' }]),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Open this basket…' }));
  const amount = await screen.findByLabelText('Amount');
  expect((amount as HTMLInputElement).value).toBe('13000');
  fireEvent.change(amount, { target: { value: '1,000' } });
  fireEvent.click(await screen.findByText('Preview'));
  await screen.findByText('must be at least ₹12,300.00');
  fireEvent.change(amount, { target: { value: '50,000' } });
  fireEvent.click(await screen.findByText('Preview'));
  fireEvent.click(await screen.findByText('Place 2 orders'));
  await screen.findByRole('dialog', { name: 'Review orders' });
  expect(fake.inputsOf('baskets.open')).toEqual([
    { basketId: 1, mode: 'test', amount: 50_000_00, previewId: 31 },
  ]);
});

test('a rebalance is looked at, edited, confirmed and reviewed', async () => {
  const { fake } = await openWindow('/baskets/1', {
    'baskets.details': held,
    'baskets.preview': () =>
      preview({
        folded: [
          {
            symbol: 'ITC',
            name: 'ITC',
            side: 'buy',
            quantity: 1,
            value: 405_00,
            why: 'Less than 1% of the value or ₹500',
          },
        ],
      }),
    'baskets.rebalance': () => executed([{ symbol: 'HDFCBANK', side: 'sell' }]),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Rebalance…' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Preview' }));
  const sells = await screen.findByLabelText('Sell HDFCBANK: shares');
  expect(
    screen.getByText('Buy 1 ITC for ₹405.00: not done. Less than 1% of the value or ₹500.'),
  ).toBeTruthy();
  expect(screen.getByText('₹1,478.70')).toBeTruthy();
  fireEvent.change(sells, { target: { value: '20' } });
  await screen.findByText('HDFCBANK: enter whole shares from 0 (left out) to 12.');
  fireEvent.change(sells, { target: { value: '5' } });
  fireEvent.click(await screen.findByText('Place 2 orders'));
  const review = await screen.findByRole('dialog', { name: 'Review orders' });
  expect(within(review).getByText('Open')).toBeTruthy();
  expect(fake.inputsOf('baskets.rebalance')).toEqual([
    {
      basketId: 1,
      previewId: 31,
      edits: [{ symbol: 'HDFCBANK', quantity: 5 }],
      isAuthorised: false,
    },
  ]);
});

test('placed orders are followed: what fills while they are reviewed, or before, is shown as it stands', async () => {
  const { fake } = await openWindow('/baskets/1', {
    'baskets.details': held,
    'baskets.preview': () => preview({}),
    'baskets.rebalance': () => {
      const { orders, ...rest } = executed([
        { symbol: 'HDFCBANK', side: 'sell' },
        { symbol: 'ITC', side: 'sell' },
        { symbol: 'SBIN', side: 'buy' },
      ]);
      const waiting = { orderId: null, state: null, isWaiting: true };
      return { ...rest, orders: orders.map((row) => (row.side === 'buy' ? { ...row, ...waiting } : row)) };
    },
  });
  const report = (change: Partial<Order>) =>
    act(() => {
      fake.emit({
        type: 'stream.event',
        event: { type: 'order', order: order(500, { strategyId: 71, ...change }) },
      });
    });
  fireEvent.click(await screen.findByRole('button', { name: 'Rebalance…' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Preview' }));
  await screen.findByText('Place 2 orders');
  report({ orderId: 500, symbol: 'HDFCBANK', side: 'sell', state: 'filled' });
  fireEvent.click(screen.getByText('Place 2 orders'));
  const review = await screen.findByRole('dialog', { name: 'Review orders' });
  const rowOf = (symbol: string) => within(review).getByText(symbol).closest('tr')?.textContent;
  expect([rowOf('HDFCBANK'), rowOf('ITC'), rowOf('SBIN')]).toEqual([
    expect.stringContaining('Complete'),
    expect.stringContaining('Open'),
    expect.stringContaining('Waits for the sales'),
  ]);
  report({ orderId: 501, symbol: 'ITC', side: 'sell', state: 'filled' });
  report({ orderId: 502, symbol: 'SBIN', side: 'buy', state: 'open' });
  expect([rowOf('ITC'), rowOf('SBIN')]).toEqual([
    expect.stringContaining('Complete'),
    expect.stringContaining('Open'),
  ]);
});

test('prices that moved show a new preview with the reason; nothing is ordered twice', async () => {
  let asked = 0;
  const moved = 'HDFCBANK has moved from ₹990.00 to ₹1,010.00 since, by more than 1%. Nothing was ordered.';
  await openWindow('/baskets/1', {
    'baskets.details': held,
    'baskets.preview': () => preview({ previewId: 31 + asked++ }),
    'baskets.rebalance': ({ previewId }) =>
      previewId === 31 ? refuse('conflict', moved) : executed([{ symbol: 'SBIN', side: 'buy' }]),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Rebalance…' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Preview' }));
  fireEvent.click(await screen.findByText('Place 2 orders'));
  await screen.findByText(moved);
  await waitFor(() => expect(asked).toBe(2));
  fireEvent.click(await screen.findByText('Place 2 orders'));
  await screen.findByRole('dialog', { name: 'Review orders' });
});

test('a basket whose weights are right has no orders to place', async () => {
  await openWindow('/baskets/1', {
    'baskets.details': held,
    'baskets.preview': () => preview({ orders: [] }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Rebalance…' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Preview' }));
  const button = await screen.findByRole('button', { name: 'Nothing to order' });
  expect(button.getAttribute('aria-disabled') ?? button.hasAttribute('disabled')).toBeTruthy();
});

test('what is missing is named, with the way to put it right', async () => {
  const sentence = 'No share of SBIN is held, though the basket asks for it.';
  const missing = constituent('SBIN', {
    quantity: 0,
    weightNow: 0,
    averagePrice: null,
    value: 0,
    pnl: 0,
    problem: { sentence, action: 'repair' },
  });
  await openWindow('/baskets/1', {
    'baskets.details': () =>
      detailsOf(heldBasket({ state: 'incomplete' }), [constituent('HDFCBANK'), missing]),
  });
  await screen.findByText(sentence);
  fireEvent.click(screen.getByRole('button', { name: 'Put it right…' }));
  expect(await screen.findByRole('dialog', { name: 'Rebalance: Bank Five' })).toBeTruthy();
});

test('a SIP is switched on with its amount and day, and says that the wallet is not touched', async () => {
  const sip = {
    status: 'on',
    amount: 7_500_00,
    frequency: 'weekly',
    day: 2,
    nextDue: '2026-11-24',
    nextRun: '2026-11-25',
  } as const;
  const { fake } = await openWindow('/baskets/1', {
    'baskets.details': held,
    'baskets.setSip': () => ({ basketId: 1, sip }),
  });
  const panel = await screen.findByRole('region', { name: 'SIP' });
  expect(within(panel).getByText(/your wallet is not touched/)).toBeTruthy();
  fireEvent.change(within(panel).getByLabelText('Amount'), { target: { value: '7,500' } });
  fireEvent.change(within(panel).getByLabelText('How often'), { target: { value: 'weekly' } });
  fireEvent.change(within(panel).getByLabelText('On'), { target: { value: '2' } });
  fake.script({ 'baskets.details': () => detailsOf(heldBasket({ sip })) });
  fireEvent.click(within(panel).getByRole('button', { name: 'Switch on' }));
  await screen.findByText('₹7,500.00 go in next on 25-11-2026: 24-11-2026 is not a trading day.');
  expect(fake.inputsOf('baskets.setSip')).toEqual([
    { basketId: 1, mode: 'test', status: 'on', amount: 7_500_00, frequency: 'weekly', day: 2 },
  ]);
});

test('a basket is closed only once its name has been typed', async () => {
  const { fake, address } = await openWindow('/baskets/1', {
    'baskets.details': held,
    'baskets.close': () => ({ orders: [], left: [] }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Close basket…' }));
  const sell = await screen.findByRole('button', { name: 'Sell everything' });
  fireEvent.click(sell);
  expect(fake.inputsOf('baskets.close')).toEqual([]);
  fireEvent.change(screen.getByLabelText('Type Bank Five to confirm'), { target: { value: 'Bank Five' } });
  fireEvent.click(sell);
  await waitFor(() => expect(address()).toBe('/baskets'));
  expect(fake.inputsOf('baskets.close')).toEqual([{ basketId: 1, mode: 'test' }]);
});

test('a basket that is not there says so', async () => {
  await openWindow('/baskets/99', { 'baskets.details': () => refuse('not-found', 'No such basket.') });
  expect((await screen.findAllByText('No such basket.')).length).toBeGreaterThan(0);
});

test('edits as typed', () => {
  const orders = [{ symbol: 'ITC', quantity: 12 }];
  expect(editsOf(orders, {})).toEqual({ edits: [], problem: null });
  expect(editsOf(orders, { ITC: '12' })).toEqual({ edits: [], problem: null });
  expect(editsOf(orders, { ITC: '0' }).edits).toEqual([{ symbol: 'ITC', quantity: 0 }]);
  for (const text of ['13', '-1', '1.5', '', 'x'])
    expect(editsOf(orders, { ITC: text }).problem).toContain('ITC');
});

test('nothing is bought on prices that have stopped', async () => {
  const { fake } = await openWindow('/baskets/1', {
    'home.header': () => ({ ...sampleHeader, feed: { ...feed, state: 'stalled', lastTickAgeMs: 60_000 } }),
    'baskets.preview': ({ amount }) => preview({ kind: 'open', amount: amount ?? 0 }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Open this basket…' }));
  fireEvent.click(await screen.findByText('Preview'));
  expect(await screen.findByText(/Prices have stopped coming/)).toBeTruthy();
  const confirm = screen.getByRole('button', { name: 'Place 2 orders', hidden: true });
  expect(confirm.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(confirm);
  expect(fake.inputsOf('baskets.open')).toEqual([]);
});
