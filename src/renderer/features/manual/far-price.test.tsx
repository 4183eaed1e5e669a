// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { askManualChange } from '../../state/manual-change.ts';
import { askManualOrder } from '../../state/manual-order.ts';
import { depthQuoteName } from '../../../shared/quotes.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { order, orderPreview } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const ON = { isOn: true, capital: 10_00_000_00, maxLossPerDay: 20_000_00, working: [] };
const placed = { order: order(1, { state: 'open', filledQuantity: 0 }) };
const scripts: Scripts = {
  'manual.account': () => ({ funds: orderPreview().funds, working: [] }),
  'manual.liveAccount': () => ON,
  'manual.preview': () => orderPreview(),
  'manual.previewLive': () => orderPreview(),
  'manual.place': () => placed,
  'manual.placeLive': () => placed,
  'manual.change': () => placed,
};
const LIMIT = { symbol: 'ITC', amount: '10', type: 'limit' } as const;
const QUESTION = /^₹500\.00 is 25\.00% above the last price, ₹400\.00\./;
const ticket = () => screen.findByRole('form', { name: 'Order in ITC' });
const yes = () => screen.findByRole('checkbox', { name: 'Yes, at this price' });

test('a limit far from the market is asked about once more before it goes out, however fast Enter is pressed', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  act(() => askManualOrder({ ...LIMIT, price: '500' }));
  fireEvent.submit(await ticket());
  expect(await screen.findByText(QUESTION)).toBeTruthy();
  fireEvent.submit(await ticket());
  await waitFor(async () => expect(document.activeElement).toBe(await yes()));
  expect(fake.inputsOf('manual.place')).toEqual([]);
  fireEvent.click(await yes());
  fireEvent.submit(await ticket());
  await waitFor(() => expect(fake.inputsOf('manual.place')).toMatchObject([{ price: 500_00 }]));
});

const UNKNOWN = 'No last price of ITC is known now, so ₹395.00 cannot be compared with one.';

test.each([
  [
    'is refused for trouble of the broker',
    () => refuse('refused', 'Angel One does not answer.', { details: { trouble: 'unreachable' } }),
  ],
  ['fails', () => refuse('unavailable', 'The backend does not answer.')],
  ['does not come', () => new Promise<never>(() => undefined)],
] as const)(
  'where the preview %s and no price is known, that is said and asked about',
  async (_how, answer) => {
    const { fake } = await openWindow('/open-positions', { ...scripts, 'manual.preview': answer });
    act(() => askManualOrder({ ...LIMIT, price: '395' }));
    fireEvent.submit(await ticket());
    expect(await screen.findByText(new RegExp(UNKNOWN), undefined, { timeout: 5_000 })).toBeTruthy();
    expect(fake.inputsOf('manual.place')).toEqual([]);
    fireEvent.click(await yes());
    fireEvent.submit(await ticket());
    await waitFor(() => expect(fake.inputsOf('manual.place')).toMatchObject([{ price: 395_00 }]));
  },
);

const PASSED = 'The trigger of a stop order to buy must be above the last price, ₹400.00.';
const STOP = { symbol: 'ITC', amount: '10', type: 'stop', triggerPrice: '390', price: '395' } as const;
const refusesStop = () => refuse('invalid', PASSED, { fields: { triggerPrice: PASSED } });

test.each(['test', 'live'] as const)(
  'an order that cannot be is refused, asked nothing and not sent, until it is another (%s)',
  async (mode) => {
    let isRefused = true;
    const answer = () => (isRefused ? refusesStop() : orderPreview());
    const { fake } = await openWindow('/open-positions', {
      ...scripts,
      'manual.preview': answer,
      'manual.previewLive': answer,
    });
    const consent = async () =>
      mode === 'live' &&
      fireEvent.click(await screen.findByRole('checkbox', { name: 'Send this order with real money' }));
    act(() => askManualOrder({ ...STOP, mode }));
    await consent();
    fireEvent.submit(await ticket());
    expect(await screen.findByText(PASSED)).toBeTruthy();
    isRefused = false;
    fireEvent.change(screen.getByLabelText('Trigger (₹)'), { target: { value: '401' } });
    await waitFor(() => expect(screen.queryByText(PASSED)).toBeNull());
    await consent();
    isRefused = true;
    fireEvent.submit(await ticket());
    expect(await screen.findByText(PASSED)).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: 'Yes, at this price' })).toBeNull();
    expect([...fake.inputsOf('manual.place'), ...fake.inputsOf('manual.placeLive')]).toEqual([]);
    isRefused = false;
    fireEvent.submit(await ticket());
    await waitFor(() =>
      expect(fake.inputsOf(mode === 'live' ? 'manual.placeLive' : 'manual.place')).toHaveLength(1),
    );
  },
);

test('an order whose answer was lost can be sent again, though it could not be ordered anew', async () => {
  const answers = [() => refuse('unknown-outcome', 'No answer.'), () => placed];
  let isRefused = false;
  const { fake } = await openWindow('/open-positions', {
    ...scripts,
    'manual.preview': () => (isRefused ? refusesStop() : orderPreview()),
    'manual.place': () => answers.shift()!(),
  });
  act(() => askManualOrder({ ...STOP, triggerPrice: '401', price: '402' }));
  fireEvent.submit(await ticket());
  await waitFor(() => expect(fake.inputsOf('manual.place')).toHaveLength(1));
  isRefused = true;
  await waitFor(() => expect(fake.inputsOf('manual.preview').length).toBeGreaterThan(1), { timeout: 8_000 });
  fireEvent.submit(await ticket());
  await waitFor(() => expect(fake.inputsOf('manual.place')).toHaveLength(2));
  const [lost, again] = fake.inputsOf('manual.place') as { mark: string }[];
  expect(again?.mark).toBe(lost?.mark);
}, 20_000);

test('a working order is not changed to what cannot be ordered: the refusal is said, and nothing is asked', async () => {
  const between = 'The limit price of ₹395.01 is between two prices: ITC trades in steps of ₹0.05.';
  const { fake } = await openWindow('/open-positions', {
    ...scripts,
    'manual.preview': () => refuse('invalid', between, { fields: { price: between } }),
  });
  const working = order(40, {
    ...({ isManual: true, symbol: 'ITC', state: 'open', quantity: 10, filledQuantity: 0 } as const),
    ...{ limitPrice: 390_00, terms: { type: 'limit', product: 'intraday', stopLoss: null, target: null } },
  });
  act(() => askManualChange(working, { price: 395_01 }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the order in ITC' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Change order' }));
  expect(await dialog.findByText(between)).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: 'Yes, at this price' })).toBeNull();
  expect(fake.inputsOf('manual.change')).toEqual([]);
});

test('where the preview fails, the price that the window shows is compared with', async () => {
  const { fake } = await openWindow('/depth?symbol=ITC&source=simulated', {
    ...scripts,
    'manual.preview': () => refuse('unavailable', 'The backend does not answer.'),
  });
  await screen.findByText('No price of ITC comes now.');
  const quote = {
    ...({ symbol: depthQuoteName('ITC'), source: 'simulated', ltp: 400_00, previousClose: null } as const),
    ...{ at: '2026-11-20T10:00:00+05:30', depth: { buy: [], sell: [] } },
  };
  act(() => fake.emit({ type: 'stream.event', event: { type: 'quote', quotes: [quote] } }));
  act(() => askManualOrder({ ...LIMIT, price: '500' }));
  fireEvent.submit(await ticket());
  expect(await screen.findByText(QUESTION)).toBeTruthy();
  expect(fake.inputsOf('manual.place')).toEqual([]);
  fireEvent.change(screen.getByLabelText('Limit (₹)'), { target: { value: '395' } });
  fireEvent.submit(await ticket());
  await waitFor(() => expect(fake.inputsOf('manual.place')).toMatchObject([{ price: 395_00 }]));
});

test('another figure is another order: what was said of the first does not hold for it', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  act(() => askManualOrder({ ...LIMIT, price: '500' }));
  fireEvent.submit(await ticket());
  fireEvent.click(await yes());
  fireEvent.change(screen.getByLabelText('Limit (₹)'), { target: { value: '5000' } });
  fireEvent.submit(await ticket());
  expect(await screen.findByText(/^₹5,000\.00 is 1150\.00% above/)).toBeTruthy();
  expect(await yes()).toHaveProperty('checked', false);
  expect(fake.inputsOf('manual.place')).toEqual([]);
});

test('a price near the market is not asked about', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  act(() => askManualOrder({ ...LIMIT, price: '395' }));
  fireEvent.submit(await ticket());
  await waitFor(() => expect(fake.inputsOf('manual.place')).toHaveLength(1));
  expect(screen.queryByText(/above the last price|below the last price/)).toBeNull();
});

test('with real money it is asked beside the consent, and neither stands for the other', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  act(() => askManualOrder({ ...LIMIT, price: '500', mode: 'live' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Send this order with real money' }));
  await screen.findByRole('button', { name: 'Buy 10 ITC with real money' });
  fireEvent.submit(await ticket());
  expect(await screen.findByText(QUESTION)).toBeTruthy();
  expect(fake.inputsOf('manual.placeLive')).toEqual([]);
  fireEvent.click(await yes());
  fireEvent.submit(await ticket());
  await waitFor(() => expect(fake.inputsOf('manual.placeLive')).toHaveLength(1));
});

test('a working order that is moved far from the market is asked about too', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  const working = order(40, {
    ...({ isManual: true, symbol: 'ITC', state: 'open', quantity: 10, filledQuantity: 0 } as const),
    ...{ limitPrice: 390_00, terms: { type: 'limit', product: 'intraday', stopLoss: null, target: null } },
  });
  act(() => askManualChange(working, { price: 500_00 }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the order in ITC' }));
  expect(dialog.getByText('Limit from ₹390.00 to ₹500.00.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Change order' }));
  expect(await screen.findByText(QUESTION)).toBeTruthy();
  expect(fake.inputsOf('manual.change')).toEqual([]);
  fireEvent.click(await yes());
  fireEvent.click(dialog.getByRole('button', { name: 'Change order' }));
  await waitFor(() => expect(fake.inputsOf('manual.change')).toMatchObject([{ price: 500_00 }]));
});
