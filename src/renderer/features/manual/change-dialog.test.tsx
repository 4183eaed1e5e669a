// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Order } from '../../../shared/contract/positions.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { order, orderPreview } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const BY_HAND = { strategyName: 'Manual', isManual: true, positionId: null, symbol: 'ITC' } as const;
const LIMIT = order(40, {
  ...BY_HAND,
  ...{ state: 'open', quantity: 10, filledQuantity: 0, averagePrice: null, limitPrice: 390_00 },
  terms: { type: 'limit', product: 'intraday', stopLoss: 380_00, target: null },
});
const showing = (...orders: Order[]): Scripts => ({
  'manual.preview': () => orderPreview(),
  'positions.orders': () => ({
    ...(orders[0]?.mode === 'live' ? { live_orderhistory: orders } : { test_orderhistory: orders }),
    ...{ totalOrder: orders.length, total: orders.length, pageNumber: 1, pageSize: 12 },
  }),
});
const changeButton = () => screen.findByRole('button', { name: 'Change order 40 in ITC' });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Change the order in ITC' }));

test('a working order gets other figures from its row, and what speaks against it loses nothing that was typed', async () => {
  let isRefused = true;
  const { fake } = await openWindow('/order-history?mode=test', {
    ...showing(LIMIT),
    'manual.change': ({ price }) =>
      isRefused
        ? refuse('invalid', 'The limit lies between two prices.', {
            fields: { price: 'must be a multiple of 0.05' },
          })
        : { order: { ...LIMIT, limitPrice: price ?? null } },
  });
  // Orders of one share are told apart by what they wait for.
  expect(await screen.findByText('limit 390.00')).toBeTruthy();
  fireEvent.click(await changeButton());
  const form = await dialog();
  const field = (name: RegExp) => form.getByRole<HTMLInputElement>('textbox', { name });
  expect([field(/^Quantity/).value, field(/^Limit/).value, field(/^Stop-loss/).value]).toEqual([
    '10',
    '390.00',
    '380.00',
  ]);
  expect(form.queryByRole('textbox', { name: /^Trigger/ })).toBeNull();
  fireEvent.change(field(/^Limit/), { target: { value: '391.52' } });
  fireEvent.change(field(/^Stop-loss/), { target: { value: '' } });
  fireEvent.change(field(/^Target/), { target: { value: '400' } });
  fireEvent.click(form.getByRole('button', { name: 'Change order' }));
  expect(await form.findByText('must be a multiple of 0.05')).toBeTruthy();
  expect([field(/^Limit/).value, field(/^Target/).value]).toEqual(['391.52', '400']);
  isRefused = false;
  fireEvent.change(field(/^Limit/), { target: { value: '391.50' } });
  fireEvent.click(form.getByRole('button', { name: 'Change order' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(fake.inputsOf('manual.change').at(-1)).toEqual({
    ...{ orderId: 40, quantity: 10, price: 391_50, triggerPrice: null, stopLoss: null, target: 400_00 },
    before: { quantity: 10, price: 390_00, triggerPrice: null, stopLoss: 380_00, target: null },
  });
});

test('a figure that cannot be read is said beside its field, and nothing is sent', async () => {
  const { fake } = await openWindow('/order-history?mode=test', showing(LIMIT));
  fireEvent.click(await changeButton());
  const form = await dialog();
  fireEvent.change(form.getByRole('textbox', { name: /^Quantity/ }), { target: { value: 'ten' } });
  fireEvent.change(form.getByRole('textbox', { name: /^Limit/ }), { target: { value: '' } });
  fireEvent.click(form.getByRole('button', { name: 'Change order' }));
  expect(await form.findByText('Enter a whole number above 0')).toBeTruthy();
  expect(await form.findByText('Enter a price such as 120.50')).toBeTruthy();
  expect(fake.inputsOf('manual.change')).toEqual([]);
});

test('an order that was done meanwhile says so in the dialog', async () => {
  await openWindow('/order-history?mode=test', {
    ...showing(LIMIT),
    'manual.change': () => refuse('conflict', 'This order is done already; there is nothing to change.'),
  });
  fireEvent.click(await changeButton());
  const form = await dialog();
  fireEvent.click(form.getByRole('button', { name: 'Change order' }));
  expect(await form.findByText('This order is done already; there is nothing to change.')).toBeTruthy();
});

test('a trigger is there while it is waited for, and a limit without one after it', async () => {
  const stop = {
    ...LIMIT,
    ...({ state: 'waiting', triggerPrice: 410_00 } as const),
    terms: { ...LIMIT.terms!, type: 'stop' as const },
  };
  await openWindow('/order-history?mode=test', showing(stop));
  fireEvent.click(await changeButton());
  expect((await dialog()).getByRole('textbox', { name: /^Trigger/ })).toHaveProperty('value', '410.00');
  closeWindow();
  await openWindow('/order-history?mode=test', showing({ ...stop, state: 'triggered' }));
  fireEvent.click(await changeButton());
  expect((await dialog()).queryByRole('textbox', { name: /^Trigger/ })).toBeNull();
});

test('a real order, one of a strategy and one that closes are cancelled only; what is done has neither', async () => {
  const real = { ...LIMIT, mode: 'live' as const };
  await openWindow('/order-history?mode=live', showing(real));
  expect(await screen.findByRole('button', { name: 'Cancel order 40 in ITC' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Change order/ })).toBeNull();
  closeWindow();
  const exit = { ...LIMIT, orderId: 41, terms: null };
  await openWindow('/order-history?mode=test', showing(exit, order(42, BY_HAND)));
  expect(await screen.findByRole('button', { name: 'Cancel order 41 in ITC' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /order 42/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Change order/ })).toBeNull();
});

test('an order by hand leads to the positions by hand, and never to the page of a strategy', async () => {
  await openWindow('/order-history?mode=test&order=40', showing(LIMIT));
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.getByRole('link', { name: 'Positions by hand' }).getAttribute('href')).toBe(
    '#/open-positions?type=by-hand',
  );
  expect(drawer.queryByRole('link', { name: /Open Manual/ })).toBeNull();
});
