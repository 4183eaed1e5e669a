// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ARMED_MINUTES } from '../../shared/armed-keys.ts';
import { sendArmed } from '../features/manual/armed-order.ts';
import { arm as armHere, disarm, useArmedKeys } from '../state/armed-keys.ts';
import { feedClock } from '../state/feed-clock.ts';
import { askManualOrder, useManualOrder } from '../state/manual-order.ts';
import { resetStores } from '../state/store-registry.ts';
import {
  agreed,
  armButton,
  armedBar,
  armedScripts,
  ARMING,
  chooseAccount,
  consentOf,
  inRow,
  leftOf,
  pressKey,
  typeIn,
} from '../test-harness/armed-samples.tsx';
import { refuse, type Scripts } from '../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { sampleChain } from '../test-harness/option-samples.ts';
import { feed, orderPreview, sampleHeader } from '../test-harness/samples.ts';

afterEach(() => {
  vi.restoreAllMocks();
  closeWindow();
});

const scripts: Scripts = { ...armedScripts(), 'manual.endLive': () => ({ isOn: false }) };
const CONSENT = { arming: ARMING, orders: 3, money: 30_000_00 };
const PRESET = {
  ...({ sizeBy: 'quantity', amount: 10, type: 'market', product: 'intraday' } as const),
  stopLossPercent: null,
};
const LIMIT = { ...PRESET, type: 'limit' } as const;
const armLive = (preset: Parameters<typeof armHere>[0] = PRESET) => act(() => armHere(preset, CONSENT));
/** An answer that comes when the test says so. */
const later = () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  return {
    promise: () => promise as never,
    come: (value: unknown) => act(() => Promise.resolve(resolve(value))),
  };
};
const settled = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 50)));

test('a dialog that was closed while the backend was asked arms nothing', async () => {
  const answer = later();
  const { fake } = await openWindow('/open-positions', { ...scripts, 'manual.armLive': answer.promise });
  const target = await inRow();
  const dialog = await agreed();
  fireEvent.click(armButton(dialog));
  await waitFor(() => expect(fake.inputsOf('manual.armLive')).toHaveLength(1));
  fireEvent.keyDown(dialog.getByRole('textbox', { name: 'Quantity' }), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await answer.come({ arming: ARMING, left: leftOf(3) });
  await settled();
  pressKey('b', {}, target);
  await settled();
  expect([armedBar(), fake.inputsOf('manual.placeArmed')]).toEqual([null, []]);
});

test('who signs in finds no keys armed that the person before asked for', async () => {
  const answer = later();
  const { fake } = await openWindow('/open-positions', { ...scripts, 'manual.armLive': answer.promise });
  await inRow();
  fireEvent.click(armButton(await agreed()));
  await waitFor(() => expect(fake.inputsOf('manual.armLive')).toHaveLength(1));
  act(resetStores);
  await answer.come({ arming: ARMING, left: leftOf(3) });
  await settled();
  expect(useArmedKeys.getState().armed).toBeNull();
});

test('another account that is chosen after the tick takes the tick back', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  await inRow();
  const dialog = await agreed();
  chooseAccount(dialog, 'test');
  chooseAccount(dialog, 'live');
  expect(consentOf(dialog).checked).toBe(false);
  fireEvent.click(armButton(dialog));
  await settled();
  expect(fake.inputsOf('manual.armLive')).toEqual([]);
});

test('a figure that was changed and changed back is agreed to anew', async () => {
  await openWindow('/open-positions', scripts);
  await inRow();
  const dialog = await agreed();
  typeIn(dialog, 'Quantity', '100');
  typeIn(dialog, 'Quantity', '10');
  expect(consentOf(dialog).checked).toBe(false);
});

test('every refusal to arm is said in the dialog, also of a figure that is too large', async () => {
  await openWindow('/open-positions', {
    ...scripts,
    // As the backend answers 99,999,999 units.
    'manual.armLive': () =>
      refuse('invalid', 'size.amount must be at most 1,00,00,000.', {
        fields: { 'size.amount': 'must be at most 1,00,00,000' },
      }),
  });
  await inRow();
  const dialog = await agreed('99,999,999');
  fireEvent.click(armButton(dialog));
  expect(await dialog.findByText(/must be at most/, {}, { timeout: 2_000 })).toBeTruthy();
});

test('keys that were switched off while a price was asked about send nothing', async () => {
  const answer = later();
  const { fake } = await openWindow('/open-positions', { ...scripts, 'manual.previewLive': answer.promise });
  await inRow();
  armLive(LIMIT);
  act(() => sendArmed('buy', { symbol: 'ITC', source: 'broker', price: 390_00 }));
  await waitFor(() => expect(fake.inputsOf('manual.previewLive')).toHaveLength(1));
  act(disarm);
  await answer.come(orderPreview({ kind: 'option' }));
  await settled();
  expect(armedBar()).toBeNull();
  expect(fake.inputsOf('manual.placeArmed')).toEqual([]);
});

test('a key of the person before orders nothing on paper for who has signed in since', async () => {
  const answer = later();
  const { fake } = await openWindow('/open-positions', { ...scripts, 'manual.preview': answer.promise });
  await inRow();
  act(() => armHere(LIMIT));
  act(() => sendArmed('buy', { symbol: 'ITC', source: 'simulated', price: 390_00 }));
  await waitFor(() => expect(fake.inputsOf('manual.preview')).toHaveLength(1));
  act(resetStores);
  await answer.come(orderPreview({ kind: 'option' }));
  await settled();
  expect(fake.inputsOf('manual.place')).toEqual([]);
});

test('a key of the person before opens no ticket with real money for who has signed in since', async () => {
  const answer = later();
  const { fake } = await openWindow('/open-positions', { ...scripts, 'manual.previewLive': answer.promise });
  await inRow();
  armLive(LIMIT);
  act(() => sendArmed('buy', { symbol: 'ITC', source: 'broker', price: 300_00 }));
  await waitFor(() => expect(fake.inputsOf('manual.previewLive')).toHaveLength(1));
  act(resetStores);
  await answer.come(refuse('unavailable', 'The server did not answer. Try again.'));
  await settled();
  expect(useManualOrder.getState().draft).toBeNull();
});

test('a far price writes over no ticket that is being typed', async () => {
  const answer = later();
  const { fake } = await openWindow('/open-positions', { ...scripts, 'manual.previewLive': answer.promise });
  await inRow();
  armLive(LIMIT);
  act(() => sendArmed('buy', { symbol: 'ITC', source: 'broker', price: 300_00 }));
  await waitFor(() => expect(fake.inputsOf('manual.previewLive')).toHaveLength(1));
  act(() => askManualOrder({ symbol: 'TCS' }));
  const ticket = within(await screen.findByRole('form', { name: 'Order in TCS' }));
  fireEvent.change(ticket.getByRole('textbox', { name: 'Quantity' }), { target: { value: '77' } });
  await answer.come(refuse('unavailable', 'The server did not answer. Try again.'));
  await settled();
  expect(screen.queryByRole('form', { name: 'Order in TCS' })).not.toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' }).value).toBe('77');
});

test('a far price opens the ticket with real money, its size and its limit, and nothing is agreed to', async () => {
  const { fake } = await openWindow('/open-positions', {
    ...scripts,
    'manual.previewLive': () => orderPreview(),
  });
  await inRow();
  armLive({ ...LIMIT, sizeBy: 'lots', amount: 3, product: 'delivery' });
  act(() => sendArmed('sell', { symbol: 'ITC', source: 'broker', price: 300_00 }));
  await screen.findByRole('form', { name: 'Order in ITC' });
  const valueOf = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value;
  expect(['Account', 'Side', 'Size by', 'Order type', 'Product', 'Limit (₹)'].map(valueOf)).toEqual([
    ...['live', 'sell', 'lots', 'limit', 'delivery', '300.00'],
  ]);
  expect(valueOf('Lots')).toBe('3');
  expect(
    screen.getByRole<HTMLInputElement>('checkbox', { name: 'Send this order with real money' }).checked,
  ).toBe(false);
  expect(fake.inputsOf('manual.placeArmed')).toEqual([]);
});

test('an option of a chain at prices on paper is not ordered with real money', async () => {
  const { fake } = await openWindow('/option-chain', {
    ...scripts,
    'options.chain': () => sampleChain('', 40),
  });
  expect(sampleChain('', 40).chain?.source).toBe('simulated');
  const cell = await screen.findByRole('button', { name: /^24,100.00 PE, / });
  armLive({ ...PRESET, sizeBy: 'lots', amount: 1 });
  pressKey('b', { code: 'KeyB' }, cell);
  await settled();
  expect(fake.inputsOf('manual.placeArmed')).toEqual([]);
});

const headerWith = (lastTickAgeMs: number, more: Partial<typeof sampleHeader> = {}) => ({
  ...sampleHeader,
  live: { ...sampleHeader.market, lastTickAgeMs, isTrading: true },
  ...more,
});

test('a key with real money orders nothing while prices of the broker no longer come', async () => {
  const { fake } = await openWindow('/open-positions', {
    ...scripts,
    'home.header': () => headerWith(2 * 60_000),
  });
  const target = await inRow();
  await settled();
  armLive();
  pressKey('b', {}, target);
  await settled();
  expect(fake.inputsOf('manual.placeArmed')).toEqual([]);
});

test('the market on paper that stands still holds no key with real money back', async () => {
  const { fake } = await openWindow('/open-positions', {
    ...scripts,
    'home.header': () => headerWith(500, { feed: { ...feed, state: 'stalled' } }),
  });
  const target = await inRow();
  await settled();
  armLive();
  pressKey('s', {}, target);
  await waitFor(() => expect(fake.inputsOf('manual.placeArmed')).toHaveLength(1), { timeout: 2_000 });
});

test('the frame does not say LIVE for longer than the backend keeps the consent', async () => {
  await openWindow('/open-positions', scripts);
  const target = await inRow();
  const start = Date.now();
  armLive();
  const at = (minutes: number): void => {
    vi.spyOn(Date, 'now').mockReturnValue(start + minutes * 60_000);
    feedClock.accept({ ...feed, lastTickAgeMs: 0 });
  };
  at(ARMED_MINUTES - 1);
  // A key that reaches no backend: what it is pressed on is seen at its price on paper.
  act(() => sendArmed('buy', { symbol: 'ITC', source: 'simulated', price: null }));
  at(ARMED_MINUTES + 1);
  await settled();
  pressKey('x', {}, target);
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 1_200)));
  expect(armedBar()).toBeNull();
});

test('the frame does not say LIVE once real money by hand is switched off in this window', async () => {
  let isOn = true;
  const { fake } = await openWindow('/open-positions', {
    ...scripts,
    'manual.previewLive': () => orderPreview(),
    'manual.liveAccount': () => ({ isOn, capital: 1_00_000_00, maxLossPerDay: 5_000_00, working: [] }),
    'manual.endLive': () => ({ isOn: (isOn = false) }),
  });
  await inRow();
  armLive();
  act(() => askManualOrder({ mode: 'live', symbol: 'ITC' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Switch off real money by hand' }));
  await waitFor(() => expect(fake.inputsOf('manual.endLive')).toHaveLength(1));
  await settled();
  expect(useArmedKeys.getState().armed).toBeNull();
});

test('keys do not stay on for longer where the clock is put back', async () => {
  await openWindow('/open-positions', scripts);
  await inRow();
  const start = Date.now();
  armLive();
  vi.spyOn(Date, 'now').mockReturnValue(start - 30 * 60_000);
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 1_200)));
  expect(armedBar()).toBeNull();
});

test('a character of the third level of a keyboard is no key that trades', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  const target = await inRow();
  armLive();
  // AltGr and B on a German keyboard, as Chromium reports it: neither Ctrl nor Alt.
  pressKey('“', { code: 'KeyB', modifierAltGraph: true }, target);
  await settled();
  expect(fake.inputsOf('manual.placeArmed')).toEqual([]);
});

test('a refusal of an arming of before leaves what was armed since on', async () => {
  const answer = later();
  const { fake } = await openWindow('/open-positions', { ...scripts, 'manual.placeArmed': answer.promise });
  const target = await inRow();
  armLive();
  pressKey('b', {}, target);
  await waitFor(() => expect(fake.inputsOf('manual.placeArmed')).toHaveLength(1));
  act(disarm);
  act(() => armHere(PRESET, { ...CONSENT, arming: '1f2e3d4c-0000-4000-8000-000000000002' }));
  await answer.come(
    refuse('conflict', 'These keys are not armed any more.', { fields: { arming: 'is not armed' } }),
  );
  await settled();
  expect(useArmedKeys.getState().armed).not.toBeNull();
  // What is dropped here only stays armed at the backend.
  expect(fake.inputsOf('manual.disarmLive')).toEqual([{ arming: ARMING }]);
});
