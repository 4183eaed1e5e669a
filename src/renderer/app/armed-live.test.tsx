// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import {
  armButton,
  armedBar,
  armedScripts,
  ARMING,
  armKeys,
  askToArm,
  consentOf,
  filledIn,
  inRow,
  pressKey,
  toggleKeys,
  typeIn,
} from '../test-harness/armed-samples.tsx';
import { refuse } from '../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { resetStores } from '../state/store-registry.ts';

afterEach(closeWindow);

const isOut = (one: HTMLElement) =>
  one.getAttribute('aria-disabled') === 'true' || one.hasAttribute('disabled');

test('real money is armed with figures that are typed and agreed to, and the frame says how much is left', async () => {
  const { fake } = await openWindow('/open-positions', armedScripts());
  const target = await inRow();
  const shown = await armKeys();
  expect(fake.inputsOf('manual.armLive')).toEqual([
    {
      ...{ size: { by: 'quantity', amount: 10 }, type: 'market', product: 'intraday' },
      ...{ stopLossPercent: null, mostOrders: 3, mostMoney: 30_000_00, isUnderstood: true },
    },
  ]);
  expect(shown.textContent).toContain('at the market, at once, with real money.');
  expect(shown.textContent).toContain('Orders left: 3, money left: ₹30,000.00');
  expect(screen.getByTestId('armed-frame').dataset['mode']).toBe('live');
  pressKey('b', {}, target);
  await waitFor(() => expect(shown.textContent).toContain('Orders left: 2, money left: ₹20,000.00'));
  expect(fake.inputsOf('manual.placeArmed')).toMatchObject([
    { arming: ARMING, symbol: 'ITC', side: 'buy', price: null },
  ]);
  expect(fake.inputsOf('manual.place')).toEqual([]);
});

test('a stop-loss in percent is agreed to, and stands in the bar', async () => {
  const { fake } = await openWindow('/open-positions', armedScripts());
  await inRow();
  const shown = await armKeys('0.5');
  expect(fake.inputsOf('manual.armLive')).toMatchObject([{ stopLossPercent: 0.5 }]);
  expect(shown.textContent).toContain('Stop-loss 0.50%');
});

test('a stop-loss that is changed, or out of range, is not armed', async () => {
  const { fake } = await openWindow('/open-positions', armedScripts());
  await inRow();
  const dialog = await filledIn();
  fireEvent.click(consentOf(dialog));
  typeIn(dialog, 'Stop-loss (%)', '60');
  expect(isOut(armButton(dialog))).toBe(true);
  fireEvent.click(consentOf(dialog));
  fireEvent.click(armButton(dialog));
  expect(await dialog.findByText('Enter a percentage from 0.05 to 50, such as 0.5')).toBeTruthy();
  expect(fake.inputsOf('manual.armLive')).toEqual([]);
});

test('a figure that is changed has to be agreed to again', async () => {
  const { fake } = await openWindow('/open-positions', armedScripts());
  await inRow();
  const dialog = await filledIn();
  expect(isOut(armButton(dialog))).toBe(true);
  fireEvent.click(consentOf(dialog));
  expect(isOut(armButton(dialog))).toBe(false);
  typeIn(dialog, 'Quantity', '100');
  expect(isOut(armButton(dialog))).toBe(true);
  fireEvent.submit(dialog.getByRole('form', { name: 'Armed keys' }));
  await act(() => Promise.resolve());
  expect(fake.inputsOf('manual.armLive')).toEqual([]);
});

test('while real money by hand is off its terms stand there, and nothing is armed', async () => {
  await openWindow('/open-positions', armedScripts(false));
  await inRow();
  const dialog = await askToArm();
  expect(await dialog.findByRole('button', { name: 'Switch on real money by hand' })).toBeTruthy();
  expect(isOut(armButton(dialog))).toBe(true);
});

test('a refusal to arm is said in the dialog, and what was typed stays', async () => {
  await openWindow('/open-positions', {
    ...armedScripts(),
    'manual.armLive': () => refuse('refused', 'Not yet: Log in to Angel One.'),
  });
  await inRow();
  const dialog = await filledIn();
  fireEvent.click(consentOf(dialog));
  fireEvent.click(armButton(dialog));
  expect(await dialog.findByText('Not yet: Log in to Angel One.')).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Orders at most' }).value).toBe('3');
  expect(armedBar()).toBeNull();
});

test('what is seen at its price on paper is not ordered with real money', async () => {
  const { fake } = await openWindow('/open-positions', armedScripts(true, 'simulated'));
  const target = await inRow();
  await armKeys();
  pressKey('b', {}, target);
  expect(
    await screen.findByText(/is not seen at the broker’s price here, and these keys use real money/),
  ).toBeTruthy();
  expect(fake.inputsOf('manual.placeArmed')).toEqual([]);
});

test('keys that the backend has ended are off here too; another refusal leaves them on', async () => {
  const { fake } = await openWindow('/open-positions', armedScripts());
  const target = await inRow();
  await armKeys();
  fake.script({ 'manual.placeArmed': () => refuse('conflict', 'ITC is being closed already.') });
  pressKey('s', {}, target);
  expect(await screen.findByText('ITC is being closed already.')).toBeTruthy();
  expect(armedBar()).not.toBeNull();
  fake.script({
    'manual.placeArmed': () =>
      refuse('conflict', 'These keys are not armed any more.', { fields: { arming: 'is not armed' } }),
  });
  pressKey('b', {}, target);
  await waitFor(() => expect(armedBar()).toBeNull());
  expect(fake.inputsOf('manual.disarmLive')).toEqual([]);
});

test('keys that were armed in another window are off in this one at once; word of others leaves them on', async () => {
  const { fake } = await openWindow('/open-positions', armedScripts());
  await inRow();
  await armKeys();
  const emit = (arming: string) =>
    act(() => fake.emit({ type: 'stream.event', event: { type: 'disarmed', arming } }));
  emit('1f2e3d4c-0000-4000-8000-000000000002');
  expect(armedBar()).not.toBeNull();
  emit(ARMING);
  expect(armedBar()).toBeNull();
  expect(await screen.findByText('The armed keys with real money of this window are off now.')).toBeTruthy();
  expect(fake.inputsOf('manual.disarmLive')).toEqual([]);
});

test('switched off, the backend is told; signed out, they are off without it', async () => {
  const { fake } = await openWindow('/open-positions', armedScripts());
  await inRow();
  await armKeys();
  toggleKeys();
  await waitFor(() => expect(armedBar()).toBeNull());
  expect(fake.inputsOf('manual.disarmLive')).toEqual([{ arming: ARMING }]);
  await armKeys();
  act(resetStores);
  expect(armedBar()).toBeNull();
  expect(fake.inputsOf('manual.disarmLive')).toHaveLength(1);
});
