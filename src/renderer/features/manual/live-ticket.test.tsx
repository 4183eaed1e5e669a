// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { askManualOrder } from '../../state/manual-order.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { order } from '../../test-harness/samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const ON = { isOn: true, capital: 10_00_000_00, maxLossPerDay: 20_000_00, working: [] };
/** Preview of a purchase of so many ITC. */
const previewOf = (quantity: number) => ({
  ...({ symbol: 'ITC', kind: 'share', side: 'buy', quantity, lotSize: 1, freezeQuantity: null } as const),
  ...{
    lastPrice: 400_00,
    lastPriceAt: '2026-11-20T10:00:00+05:30',
    price: 400_00,
    stopLoss: null,
    value: quantity * 400_00,
  },
  ...({ effect: 'open', positionId: null, margin: quantity * 400_00, marginBy: 'broker' } as const),
  charges: { items: [], total: 10_00, leaving: 10_00 },
  slippage: { by: 'protection', amount: 0 } as const,
  risk: { atStop: 1_000_00, most: null, left: null },
  funds: { capital: 10_00_000_00, available: 10_00_000_00, today: 0, maxLossPerDay: null },
  problems: [],
});

const consent = () => screen.findByRole('checkbox', { name: 'Send this order with real money' });
const chooseMoney = (mode: 'test' | 'live') =>
  fireEvent.change(screen.getByRole('combobox', { name: 'Account' }), { target: { value: mode } });

test('consent to real money is said again after the ticket was on paper meanwhile', async () => {
  const { fake } = await openWindow('/open-positions', {
    'manual.liveAccount': () => ON,
    'manual.preview': () => refuse('refused', 'The market is closed.'),
    'manual.previewLive': () => refuse('refused', 'The market is closed.'),
  });
  act(() => askManualOrder({ symbol: 'ITC', amount: '10' }));
  await screen.findByRole('combobox', { name: 'Account' });
  chooseMoney('live');
  fireEvent.click(await consent());
  await waitFor(async () => expect((await consent()) as HTMLInputElement).toHaveProperty('checked', true));
  chooseMoney('test');
  chooseMoney('live');
  expect(await consent()).toHaveProperty('checked', false);
  fireEvent.submit(screen.getByRole('form', { name: 'Order in ITC' }));
  await screen.findByRole('combobox', { name: 'Account' });
  expect(fake.inputsOf('manual.placeLive')).toEqual([]);
});

test('an order by risk goes out with the quantity that its button has, however the price moves, and not without one', async () => {
  let shown: ReturnType<typeof previewOf> | null = null;
  const { fake } = await openWindow('/open-positions', {
    'manual.liveAccount': () => ON,
    'manual.preview': () => refuse('refused', 'The market is closed.'),
    'manual.previewLive': () => shown ?? refuse('unavailable', 'Nothing is known.'),
    'manual.placeLive': () => refuse('refused', 'The market is closed.'),
  });
  const risk = { symbol: 'ITC', sizeBy: 'risk', amount: '1000', stopLoss: '360' } as const;
  act(() => askManualOrder({ ...risk, mode: 'live' }));
  fireEvent.click(await consent());
  const form = screen.getByRole('form', { name: 'Order in ITC' });
  await waitFor(() => expect(fake.inputsOf('manual.previewLive')).not.toEqual([]));
  fireEvent.submit(form);
  shown = previewOf(25);
  await screen.findByRole('button', { name: 'Buy 25 ITC with real money' });
  fireEvent.submit(form);
  await waitFor(() => expect(fake.inputsOf('manual.placeLive')).toHaveLength(1));
  expect(fake.inputsOf('manual.placeLive')).toMatchObject([{ size: { by: 'quantity', amount: 25 } }]);
});

test('a stop order goes out with its trigger, once that was agreed to', async () => {
  const { fake } = await openWindow('/open-positions', {
    'manual.liveAccount': () => ON,
    'manual.previewLive': () => previewOf(10),
    'manual.placeLive': () => ({ order: order(1, { state: 'waiting', filledQuantity: 0 }) }),
  });
  act(() => askManualOrder({ symbol: 'ITC', amount: '10', mode: 'live', type: 'stop', price: '406' }));
  const form = await screen.findByRole('form', { name: 'Order in ITC' });
  fireEvent.submit(form);
  expect(await screen.findByText('Enter a price such as 120.50')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Trigger (₹)' }), { target: { value: '405' } });
  await screen.findByRole('button', { name: 'Buy 10 ITC with real money' });
  fireEvent.submit(form);
  fireEvent.click(await consent());
  fireEvent.submit(form);
  await waitFor(() =>
    expect(fake.inputsOf('manual.placeLive')).toMatchObject([
      { type: 'stop', price: 406_00, triggerPrice: 405_00, isUnderstood: true },
    ]),
  );
});

test('consent to close is said again once the order would open a position', async () => {
  let effect: 'open' | 'close' = 'close';
  const { fake } = await openWindow('/open-positions', {
    'manual.liveAccount': () => ON,
    'manual.previewLive': ({ size }) => ({ ...previewOf(size.amount), effect }),
    'manual.placeLive': () => refuse('refused', 'The market is closed.'),
  });
  act(() => askManualOrder({ symbol: 'ITC', amount: '10', mode: 'live' }));
  await screen.findByRole('button', { name: 'Buy 10 ITC with real money' });
  fireEvent.click(await consent());
  const form = screen.getByRole('form', { name: 'Order in ITC' });
  fireEvent.submit(form);
  await waitFor(() => expect(fake.inputsOf('manual.placeLive')).toMatchObject([{ effect: 'close' }]));
  effect = 'open';
  await waitFor(async () => expect(await consent()).toHaveProperty('checked', false), { timeout: 8_000 });
  fireEvent.submit(form);
  fireEvent.click(await consent());
  fireEvent.submit(form);
  await waitFor(() => expect(fake.inputsOf('manual.placeLive')).toHaveLength(2));
  expect(fake.inputsOf('manual.placeLive')).toMatchObject([{ effect: 'close' }, { effect: 'open' }]);
}, 20_000);

test('the ticket stays until it is known what became of its order: a failure after Cancel is seen', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof refuse>>();
  await openWindow('/open-positions', {
    'manual.liveAccount': () => ON,
    'manual.previewLive': () => previewOf(10),
    'manual.placeLive': () => promise,
  });
  act(() => askManualOrder({ symbol: 'ITC', amount: '10', mode: 'live' }));
  fireEvent.click(await consent());
  await screen.findByRole('button', { name: 'Buy 10 ITC with real money' });
  fireEvent.submit(screen.getByRole('form', { name: 'Order in ITC' }));
  await screen.findByRole('button', { name: 'Working…' });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  resolve(refuse('refused', 'The market is closed.'));
  expect(await screen.findByText('The market is closed.')).toBeTruthy();
});

test('an order that came to nothing leaves the ticket as it was typed, to be sent again as another order', async () => {
  const denied = { order: order(1, { state: 'denied', filledQuantity: 0 }) };
  const { fake } = await openWindow('/open-positions', {
    'manual.liveAccount': () => ON,
    'manual.previewLive': () => previewOf(10),
    'manual.placeLive': () => denied,
  });
  act(() => askManualOrder({ symbol: 'ITC', amount: '10', mode: 'live' }));
  const send = async () => {
    fireEvent.click(await consent());
    const button = await screen.findByRole('button', { name: 'Buy 10 ITC with real money' });
    await waitFor(() => expect(button).toHaveProperty('disabled', false));
    fireEvent.submit(screen.getByRole('form', { name: 'Order in ITC' }));
  };
  await send();
  await waitFor(() => expect(fake.inputsOf('manual.placeLive')).toHaveLength(1));
  await waitFor(async () => expect(await consent()).toHaveProperty('checked', false));
  expect(screen.getByRole('textbox', { name: /^Quantity/ })).toHaveProperty('value', '10');
  await send();
  await waitFor(() => expect(fake.inputsOf('manual.placeLive')).toHaveLength(2));
  const [first, second] = fake.inputsOf('manual.placeLive') as { mark: string }[];
  expect(second?.mark).not.toBe(first?.mark);
});

test.each([
  ['ITC', 'Quantity'],
  ['', 'Symbol'],
])('a ticket of "%s" begins with %s, not with the choice of real money', async (symbol, field) => {
  await openWindow('/open-positions', { 'manual.liveAccount': () => ON });
  act(() => askManualOrder({ symbol }));
  const begun = await screen.findByRole('textbox', { name: field });
  await waitFor(() => expect(document.activeElement).toBe(begun));
});

test('a contract is typed as everywhere else, and the ticket says which one it is', async () => {
  const { fake } = await openWindow('/open-positions', {
    'manual.liveAccount': () => ON,
    'manual.preview': () => refuse('refused', 'The market is closed.'),
    'market.findContracts': () => ({
      ...({ source: 'simulated', listedOn: '2026-11-20', reason: '' } as const),
      contracts: [
        {
          ...({
            symbol: 'NIFTY 2026-12-01 24500 CE',
            exchange: 'NSE',
            underlying: 'NIFTY',
            kind: 'call',
          } as const),
          ...{ expiry: '2026-12-01', lastDay: '2026-12-01', strike: 24_500_00 },
          ...{ lotSize: 65, tickSize: 5, freezeQuantity: 1_800, token: null },
        },
      ],
    }),
  });
  act(() => askManualOrder({ sizeBy: 'lots', amount: '1' }));
  const field = await screen.findByRole('textbox', { name: 'Symbol' });
  fireEvent.change(field, { target: { value: 'nifty 24500 ce' } });
  expect(await screen.findByRole('heading', { name: 'Order in NIFTY 2026-12-01 24500 CE' })).toBeTruthy();
  fireEvent.submit(screen.getByRole('form', { name: /^Order in NIFTY/ }));
  await waitFor(() =>
    expect(fake.inputsOf('manual.place')).toMatchObject([{ symbol: 'NIFTY 2026-12-01 24500 CE' }]),
  );
});

test('real money that is switched off by key leaves the focus in the ticket', async () => {
  let isOn = true;
  await openWindow('/open-positions', {
    'manual.liveAccount': () => ({ ...ON, isOn }),
    'manual.previewLive': () => previewOf(10),
    'manual.endLive': () => {
      isOn = false;
      return { ...ON, isOn };
    },
  });
  act(() => askManualOrder({ symbol: 'ITC', amount: '10', mode: 'live' }));
  const off = await screen.findByRole('button', { name: 'Switch off real money by hand' });
  act(() => off.focus());
  fireEvent.click(off);
  expect(await screen.findByRole('button', { name: 'Switch on real money by hand' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Quantity' })));
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Order in ITC' })).toBeNull());
});
