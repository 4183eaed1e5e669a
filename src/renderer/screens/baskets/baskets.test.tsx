// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { heldBasket, offer } from '../../test-harness/basket-samples.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { sumText, weightOf } from './weight-text.ts';

afterEach(closeWindow);

const holding = (...myBaskets: ReturnType<typeof heldBasket>[]): Scripts => ({
  'baskets.mine': () => ({
    myBaskets,
    value: 1_02_000_00,
    invested: 1_00_000_00,
    pnl: 2_000_00,
    live: null,
    source: 'simulated' as const,
    rebalanceDue: myBaskets.filter((basket) => basket.isRebalanceDue).length,
    asOf: '2026-11-20T10:00:00+05:30',
  }),
});

test('without a basket the screen says what one is and leads to those on offer', async () => {
  const { address } = await openWindow('/baskets');
  fireEvent.click(await screen.findByRole('button', { name: 'Explore baskets' }));
  const list = await screen.findByRole('list', { name: 'Baskets on offer' });
  expect(within(list).getByText('Technology Five')).toBeTruthy();
  expect(within(list).getAllByText('₹12,300')).toHaveLength(2);
  expect(address()).toContain('tab=explore');
});

test('a held basket shows value, result, its next rebalance and its SIP; the menu counts what is due', async () => {
  const sip = {
    status: 'on',
    amount: 5_000_00,
    frequency: 'monthly',
    day: 5,
    nextDue: '2026-12-05',
    nextRun: '2026-12-07',
  } as const;
  await openWindow(
    '/baskets',
    holding(
      heldBasket({ sip }),
      heldBasket({ basketId: 2, strategyId: 72, name: 'Momentum', isRebalanceDue: true }),
    ),
  );
  const list = await screen.findByRole('list', { name: 'My baskets' });
  expect(within(list).getAllByText('₹1,02,000.00')).toHaveLength(2);
  expect(within(list).getByText('SIP on, next on 07-12-2026')).toBeTruthy();
  expect(within(list).getByText('01-01-2027')).toBeTruthy();
  expect(within(list).getByText('Due now')).toBeTruthy();
  expect((await screen.findAllByText('to rebalance')).length).toBeGreaterThan(0);
});

test('weights are typed in percent and must come to all of it', async () => {
  const { fake, address } = await openWindow('/baskets', {
    'market.instruments': () => ({
      instruments: ['ITC', 'SBIN', 'INFY'].map((symbol) => ({
        symbol,
        name: `${symbol} Limited`,
        exchange: 'NSE',
        token: '1',
        kind: 'equity' as const,
        segment: 'equity',
        expiry: null,
        lotSize: 1,
        tickSize: 5,
        history: [],
      })),
      pageNumber: 1,
      pageSize: 100,
      total: 3,
      search: '',
    }),
    'baskets.add': ({ constituents }) =>
      Math.round(constituents.reduce((sum, { weight }) => sum + weight, 0) * 100) === 10_000
        ? { basketId: 9 }
        : refuse('invalid', 'The weights come to 99.99%; they must come to exactly 100%.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'New basket' }));
  const dialog = await screen.findByRole('dialog', { name: 'New basket' });
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'My three' } });
  const shares = within(dialog).getByRole('combobox', { name: /Add a share/ });
  for (const symbol of ['ITC', 'SBIN', 'INFY']) {
    fireEvent.click(shares);
    fireEvent.change(shares, { target: { value: symbol } });
    fireEvent.click(await screen.findByText(new RegExp(`^${symbol} ·`)));
    fireEvent.change(within(dialog).getByLabelText(`Weight of ${symbol} in percent`), {
      target: { value: '33.33' },
    });
  }
  expect(within(dialog).getByRole('status').textContent).toBe('99.99%: 0.01% missing.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make the basket' }));
  await within(dialog).findByText('The weights come to 99.99%; they must come to exactly 100%.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Equal weights' }));
  expect(within(dialog).getByRole('status').textContent).toBe('100.00%: that is all of it.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make the basket' }));
  await waitFor(() => expect(address()).toBe('/baskets/9'));
  expect(fake.inputsOf('baskets.add').at(-1)).toMatchObject({
    name: 'My three',
    constituents: [
      { instrument: 'ITC', weight: 33.34 },
      { instrument: 'SBIN', weight: 33.33 },
      { instrument: 'INFY', weight: 33.33 },
    ],
  });
});

test('an error of the list is shown, and tried again', async () => {
  const { fake } = await openWindow('/baskets?tab=explore', {
    'baskets.list': () => refuse('internal', 'Internal server Error'),
  });
  const [again] = await screen.findAllByRole('button', { name: 'Try again' });
  fake.script({
    'baskets.list': () => ({ listBasket: [offer()], pageNumber: 1, pageSize: 12, total: 1, search: '' }),
  });
  fireEvent.click(again!);
  expect(await screen.findByText('Bank Five')).toBeTruthy();
});

test('weights as text', () => {
  expect(weightOf('33.33')).toBe(3333);
  expect(weightOf(' 12.5 % ')).toBe(1250);
  expect(weightOf('33.333')).toBeNull();
  expect(weightOf('a third')).toBeNull();
  expect(sumText([6000, 4100])).toBe('101.00%: 1.00% too much.');
});
