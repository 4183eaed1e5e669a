import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { ArmedPreset } from '../state/armed-keys.ts';
import type { Scripts } from './fake-bridge.ts';
import { order, orderPreview, position } from './samples.ts';

/** Names the consent that the backend gives here. */
export const ARMING = '1f2e3d4c-0000-4000-8000-000000000001';

/** So many orders that armed keys may still open, at ₹10,000 each. */
export const leftOf = (orders: number) => ({
  orders,
  money: orders * 10_000_00,
  expiresAt: '2026-11-20T10:20:00+05:30',
});

/** Ten shares at the market by each key, on paper. */
export const PAPER_KEYS: ArmedPreset = {
  ...({ sizeBy: 'quantity', amount: 10, type: 'market', product: 'intraday' } as const),
  stopLossPercent: null,
};

const PLACED = order(1, { state: 'open', filledQuantity: 0 });

/** A window with ITC in a row. Real money by hand is on or off. */
export const armedScripts = (isOn = true, source: 'broker' | 'simulated' = 'broker'): Scripts => ({
  'positions.open': () => ({
    ...{ list: [position(1, { symbol: 'ITC', source })], net: { live: 0, test: 0 }, total: 1 },
    ...{ pageNumber: 1, pageSize: 12, source },
    counts: { all: 1, live: 1, test: 0, baskets: 0, elsewhere: 0, byHand: 1 },
  }),
  'manual.liveAccount': () => ({ isOn, capital: 1_00_000_00, maxLossPerDay: 5_000_00, working: [] }),
  'manual.account': () => ({ funds: orderPreview().funds, working: [] }),
  'manual.armLive': () => ({ arming: ARMING, left: leftOf(3) }),
  'manual.placeArmed': () => ({ order: PLACED, left: leftOf(2) }),
  'manual.place': () => ({ order: PLACED }),
  'manual.disarmLive': () => ({ isArmed: false }),
});

/** Presses a key, on the page where nothing else is named. */
export const pressKey = (key: string, more: object = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...more });
/** The key that arms and disarms. */
export const toggleKeys = () => pressKey('E', { ctrlKey: true, shiftKey: true, code: 'KeyE' });
export const armedBar = () => screen.queryByRole('region', { name: 'Armed keys' });
/** An element of the row of ITC that takes the focus. */
export const inRow = () => screen.findByRole('button', { name: 'More for ITC' });

const shown = async () => within(await screen.findByRole('dialog', { name: 'Armed keys' }));
type ArmedDialog = Awaited<ReturnType<typeof shown>>;

export const chooseAccount = (dialog: ArmedDialog, mode: 'live' | 'test') =>
  fireEvent.change(dialog.getByRole('combobox', { name: 'Account' }), { target: { value: mode } });
/** Opens the dialog, with real money chosen. */
export const askToArm = async () => {
  toggleKeys();
  const dialog = await shown();
  chooseAccount(dialog, 'live');
  return dialog;
};
export const typeIn = (dialog: ArmedDialog, name: string, value: string) =>
  fireEvent.change(dialog.getByRole('textbox', { name }), { target: { value } });
/** The dialog with all figures typed, and nothing agreed to. A stop-loss is in percent. */
export const filledIn = async (quantity = '10', stopLoss = '') => {
  const dialog = await askToArm();
  typeIn(dialog, 'Quantity', quantity);
  await dialog.findByRole('textbox', { name: 'Orders at most' });
  typeIn(dialog, 'Stop-loss (%)', stopLoss);
  typeIn(dialog, 'Orders at most', '3');
  typeIn(dialog, 'Money at most (₹)', '30,000');
  return dialog;
};
export const consentOf = (dialog: ArmedDialog) =>
  dialog.getByRole<HTMLInputElement>('checkbox', { name: /Each press sends such an order with real money/ });
export const armButton = (dialog: ArmedDialog) =>
  dialog.getByRole('button', { name: 'Arm the keys with real money' });
/** The same with everything agreed to. */
export const agreed = async (quantity?: string, stopLoss?: string) => {
  const dialog = await filledIn(quantity, stopLoss);
  fireEvent.click(consentOf(dialog));
  return dialog;
};
/** Arms the keys; returns the bar. */
export const armKeys = async (stopLoss?: string) => {
  fireEvent.click(armButton(await agreed(undefined, stopLoss)));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return screen.findByRole('region', { name: 'Armed keys' });
};
