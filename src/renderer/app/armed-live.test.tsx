// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refuse, type Scripts } from '../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { order, position } from '../test-harness/samples.ts';
import { resetStores } from '../state/store-registry.ts';

afterEach(closeWindow);

const ARMING = '1f2e3d4c-0000-4000-8000-000000000001';
const left = (orders: number) => ({
  orders,
  money: orders * 10_000_00,
  expiresAt: '2026-11-20T10:20:00+05:30',
});
const row = (symbol: string, source: 'broker' | 'simulated') => position(1, { symbol, source });

const scriptsWith = (isOn: boolean, source: 'broker' | 'simulated' = 'broker'): Scripts => ({
  'positions.open': () => ({
    ...{ list: [row('ITC', source)], net: { live: 0, test: 0 }, total: 1, pageNumber: 1, pageSize: 12 },
    ...{ source, counts: { all: 1, live: 1, test: 0, baskets: 0, elsewhere: 0, byHand: 1 } },
  }),
  'manual.liveAccount': () => ({ isOn, capital: 1_00_000_00, maxLossPerDay: 5_000_00, working: [] }),
  'manual.armLive': () => ({ arming: ARMING, left: left(3) }),
  'manual.placeArmed': () => ({ order: order(1, { state: 'open', filledQuantity: 0 }), left: left(2) }),
  'manual.disarmLive': () => ({ isArmed: false }),
});
const keys = (key: string, more: object = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...more });
const toggle = () => keys('E', { ctrlKey: true, shiftKey: true, code: 'KeyE' });
const ask = async () => {
  toggle();
  const dialog = within(await screen.findByRole('dialog', { name: 'Armed keys' }));
  fireEvent.change(dialog.getByRole('combobox', { name: 'Account' }), { target: { value: 'live' } });
  return dialog;
};
const type = (dialog: Awaited<ReturnType<typeof ask>>, name: string, value: string) =>
  fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value } });
const button = (dialog: Awaited<ReturnType<typeof ask>>) =>
  dialog.getByRole('button', { name: 'Arm the keys with real money' });
const isOut = (one: HTMLElement) =>
  one.getAttribute('aria-disabled') === 'true' || one.hasAttribute('disabled');
const fillIn = async () => {
  const dialog = await ask();
  type(dialog, 'Quantity', '10');
  await dialog.findByRole('textbox', { name: 'Orders at most' });
  type(dialog, 'Orders at most', '3');
  type(dialog, 'Money at most (₹)', '30,000');
  return dialog;
};
const agree = (dialog: Awaited<ReturnType<typeof ask>>) =>
  fireEvent.click(dialog.getByRole('checkbox', { name: /Each press sends such an order with real money/ }));
const arm = async () => {
  const dialog = await fillIn();
  agree(dialog);
  fireEvent.click(button(dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return screen.findByRole('region', { name: 'Armed keys' });
};
const bar = () => screen.queryByRole('region', { name: 'Armed keys' });
const inRow = () => screen.findByRole('button', { name: 'More for ITC' });

test('real money is armed with figures that are typed and agreed to, and the frame says how much is left', async () => {
  const { fake } = await openWindow('/open-positions', scriptsWith(true));
  const target = await inRow();
  const shown = await arm();
  expect(fake.inputsOf('manual.armLive')).toEqual([
    {
      ...{ size: { by: 'quantity', amount: 10 }, type: 'market', product: 'intraday' },
      ...{ mostOrders: 3, mostMoney: 30_000_00, isUnderstood: true },
    },
  ]);
  expect(shown.textContent).toContain('at the market, at once, with real money.');
  expect(shown.textContent).toContain('Orders left: 3, money left: ₹30,000.00');
  expect(screen.getByTestId('armed-frame').dataset['mode']).toBe('live');
  keys('b', {}, target);
  await waitFor(() => expect(shown.textContent).toContain('Orders left: 2, money left: ₹20,000.00'));
  expect(fake.inputsOf('manual.placeArmed')).toMatchObject([
    { arming: ARMING, symbol: 'ITC', side: 'buy', price: null },
  ]);
  expect(fake.inputsOf('manual.place')).toEqual([]);
});

test('a figure that is changed has to be agreed to again', async () => {
  const { fake } = await openWindow('/open-positions', scriptsWith(true));
  await inRow();
  const dialog = await fillIn();
  expect(isOut(button(dialog))).toBe(true);
  agree(dialog);
  expect(isOut(button(dialog))).toBe(false);
  type(dialog, 'Quantity', '100');
  expect(isOut(button(dialog))).toBe(true);
  fireEvent.submit(dialog.getByRole('form', { name: 'Armed keys' }));
  await act(() => Promise.resolve());
  expect(fake.inputsOf('manual.armLive')).toEqual([]);
});

test('while real money by hand is off its terms stand there, and nothing is armed', async () => {
  await openWindow('/open-positions', scriptsWith(false));
  await inRow();
  const dialog = await ask();
  expect(await dialog.findByRole('button', { name: 'Switch on real money by hand' })).toBeTruthy();
  expect(isOut(button(dialog))).toBe(true);
});

test('a refusal to arm is said in the dialog, and what was typed stays', async () => {
  await openWindow('/open-positions', {
    ...scriptsWith(true),
    'manual.armLive': () => refuse('refused', 'Not yet: Log in to Angel One.'),
  });
  await inRow();
  const dialog = await fillIn();
  agree(dialog);
  fireEvent.click(button(dialog));
  expect(await dialog.findByText('Not yet: Log in to Angel One.')).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Orders at most' }).value).toBe('3');
  expect(bar()).toBeNull();
});

test('what is seen at its price on paper is not ordered with real money', async () => {
  const { fake } = await openWindow('/open-positions', scriptsWith(true, 'simulated'));
  const target = await inRow();
  await arm();
  keys('b', {}, target);
  expect(
    await screen.findByText(/is not seen at the broker’s price here, and these keys use real money/),
  ).toBeTruthy();
  expect(fake.inputsOf('manual.placeArmed')).toEqual([]);
});

test('keys that the backend has ended are off here too; another refusal leaves them on', async () => {
  const { fake } = await openWindow('/open-positions', scriptsWith(true));
  const target = await inRow();
  await arm();
  fake.script({ 'manual.placeArmed': () => refuse('conflict', 'ITC is being closed already.') });
  keys('s', {}, target);
  expect(await screen.findByText('ITC is being closed already.')).toBeTruthy();
  expect(bar()).not.toBeNull();
  fake.script({
    'manual.placeArmed': () =>
      refuse('conflict', 'These keys are not armed any more.', { fields: { arming: 'is not armed' } }),
  });
  keys('b', {}, target);
  await waitFor(() => expect(bar()).toBeNull());
  expect(fake.inputsOf('manual.disarmLive')).toEqual([]);
});

test('switched off, the backend is told; signed out, they are off without it', async () => {
  const { fake } = await openWindow('/open-positions', scriptsWith(true));
  await inRow();
  await arm();
  toggle();
  await waitFor(() => expect(bar()).toBeNull());
  expect(fake.inputsOf('manual.disarmLive')).toEqual([{ arming: ARMING }]);
  await arm();
  act(resetStores);
  expect(bar()).toBeNull();
  expect(fake.inputsOf('manual.disarmLive')).toHaveLength(1);
});
