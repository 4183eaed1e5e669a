// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PAPER_KEYS } from '../test-harness/armed-samples.tsx';
import { refuse, type Scripts } from '../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { feed, order, orderPreview, position, sampleHeader } from '../test-harness/samples.ts';
import { ARMED_MINUTES } from '../../shared/armed-keys.ts';
import { arm as armHere, disarm } from '../state/armed-keys.ts';
import { feedClock } from '../state/feed-clock.ts';
import { resetStores } from '../state/store-registry.ts';

afterEach(() => {
  vi.useRealTimers();
  closeWindow();
});

const PLACED = { order: order(1, { state: 'open', filledQuantity: 0 }) };
const scripts: Scripts = {
  'positions.open': () => ({
    ...{
      list: [position(1, { symbol: 'ITC' })],
      net: { live: 0, test: 0 },
      total: 1,
      pageNumber: 1,
      pageSize: 12,
    },
    ...({ source: 'simulated' } as const),
    counts: { all: 1, live: 0, test: 1, baskets: 0, elsewhere: 0, byHand: 0 },
  }),
  'manual.place': () => PLACED,
  'manual.account': () => ({ funds: orderPreview().funds, working: [order(40, { terms: null })] }),
  'manual.liveAccount': () => ({ isOn: false, capital: 1, maxLossPerDay: 1, working: [] }),
};
const keys = (key: string, more: object = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...more });
const askToArm = async () => {
  keys('E', { ctrlKey: true, shiftKey: true, code: 'KeyE' });
  return within(await screen.findByRole('dialog', { name: 'Armed keys' }));
};
const arm = async (amount = '10') => {
  const dialog = await askToArm();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Quantity' }), { target: { value: amount } });
  fireEvent.click(dialog.getByRole('button', { name: 'Arm the keys' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return screen.findByRole('region', { name: 'Armed keys' });
};
const bar = () => screen.queryByRole('region', { name: 'Armed keys' });
/** Something of the row of ITC that takes the focus. */
const inRow = () => screen.findByRole('button', { name: 'More for ITC' });

test('they are off at a start, and a letter sends nothing', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  keys('b', {}, await inRow());
  expect(bar()).toBeNull();
  expect(fake.inputsOf('manual.place')).toEqual([]);
});

test('without a quantity they are not armed', async () => {
  await openWindow('/open-positions', scripts);
  await inRow();
  const dialog = await askToArm();
  fireEvent.click(dialog.getByRole('button', { name: 'Arm the keys' }));
  expect(await dialog.findByText('Enter a whole number above 0')).toBeTruthy();
  expect(bar()).toBeNull();
});

test('armed, B and S order the focused symbol at once, each with a mark of its own, and the frame says so', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  const row = await inRow();
  const shown = await arm();
  expect(shown.textContent).toContain('B buys and S sells 10 at the market, at once.');
  expect(screen.getByTestId('armed-frame')).toBeTruthy();
  keys('b', {}, row);
  await waitFor(() => expect(fake.inputsOf('manual.place')).toHaveLength(1));
  await screen.findByText('The order is placed.');
  keys('S', {}, row);
  await waitFor(() => expect(fake.inputsOf('manual.place')).toHaveLength(2));
  const [first, second] = fake.inputsOf('manual.place') as { mark: string }[];
  expect([first, second]).toMatchObject([
    { symbol: 'ITC', side: 'buy', type: 'market', price: null, size: { by: 'quantity', amount: 10 } },
    { symbol: 'ITC', side: 'sell', product: 'intraday' },
  ]);
  expect(first?.mark).not.toBe(second?.mark);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what they open on paper has the stop-loss that was typed', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  const row = await inRow();
  const dialog = await askToArm();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Quantity' }), { target: { value: '10' } });
  fireEvent.change(dialog.getByRole('textbox', { name: 'Stop-loss (%)' }), { target: { value: '1.25' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Arm the keys' }));
  await waitFor(() => expect(bar()?.textContent).toContain('Stop-loss 1.25%'));
  keys('b', {}, row);
  await waitFor(() =>
    expect(fake.inputsOf('manual.place')).toMatchObject([{ stopLoss: null, stopLossPercent: 1.25 }]),
  );
});

test('a key that is held down, one with others, one in a field or under a dialog, and one on nothing, send nothing', async () => {
  const { fake } = await openWindow('/order-history?mode=test', {
    ...scripts,
    'positions.orders': () => ({
      ...{ test_orderhistory: [order(1, { symbol: 'ITC' })], totalOrder: 1, total: 1 },
      ...{ pageNumber: 1, pageSize: 12 },
    }),
  });
  const row = await inRow();
  await arm();
  keys('b', { repeat: true }, row);
  keys('b', { ctrlKey: true }, row);
  keys('B', { shiftKey: true }, row);
  keys('b', {}, screen.getByRole('searchbox', { name: 'Search symbol or strategy' }));
  keys('b');
  keys('B', { ctrlKey: true, shiftKey: true, code: 'KeyB' });
  await screen.findByRole('dialog', { name: 'Order by hand' });
  keys('b', {}, row);
  expect(fake.inputsOf('manual.place')).toEqual([]);
});

test('a key that something else has used sends nothing', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  const row = await inRow();
  const use = (event: KeyboardEvent): void => void (event.key === 'b' && event.preventDefault());
  window.addEventListener('keydown', use, true);
  await arm();
  keys('b', {}, row);
  window.removeEventListener('keydown', use, true);
  keys('s', {}, row);
  await waitFor(() => expect(fake.inputsOf('manual.place')).toMatchObject([{ side: 'sell' }]));
});

test('another keyboard has them at the same places', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  const row = await inRow();
  await arm();
  keys('ब', { code: 'KeyB' }, row);
  await waitFor(() => expect(fake.inputsOf('manual.place')).toMatchObject([{ side: 'buy' }]));
});

test('they go off some minutes after the last use, and a use begins the time anew', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  const row = await inRow();
  const start = Date.now();
  await arm();
  const at = (minutes: number): void => {
    vi.spyOn(Date, 'now').mockReturnValue(start + minutes * 60_000);
    // Prices go on coming meanwhile.
    feedClock.accept({ ...feed, lastTickAgeMs: 0 });
  };
  at(ARMED_MINUTES - 1);
  keys('b', {}, row);
  await waitFor(() => expect(fake.inputsOf('manual.place')).toHaveLength(1));
  at(2 * ARMED_MINUTES - 2);
  expect(bar()).not.toBeNull();
  at(2 * ARMED_MINUTES);
  keys('b', {}, row);
  await waitFor(() => expect(bar()).toBeNull());
  expect(fake.inputsOf('manual.place')).toHaveLength(1);
  vi.restoreAllMocks();
});

test('the same key switches them off, as does their button and signing out', async () => {
  await openWindow('/open-positions', scripts);
  await inRow();
  await arm();
  keys('E', { ctrlKey: true, shiftKey: true, code: 'KeyE' });
  await waitFor(() => expect(bar()).toBeNull());
  fireEvent.click(within(await arm()).getByRole('button', { name: 'Switch off' }));
  await waitFor(() => expect(bar()).toBeNull());
  await arm();
  act(resetStores);
  expect(bar()).toBeNull();
});

test('a refusal is said, and a second press while an order is under way is said to be ignored', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof refuse>>();
  const { fake } = await openWindow('/open-positions', { ...scripts, 'manual.place': () => promise });
  const row = await inRow();
  await arm();
  keys('b', {}, row);
  keys('b', {}, row);
  expect(await screen.findByText('The order before is still under way. This key was ignored.')).toBeTruthy();
  resolve(refuse('refused', 'The market is closed.'));
  expect(await screen.findByText('The market is closed.')).toBeTruthy();
  expect(fake.inputsOf('manual.place')).toHaveLength(1);
});

test('a key that would close another position than that of the row sends nothing, and the bar names the product', async () => {
  const held = [
    ...[position(1, { symbol: 'ITC', isManual: true }), position(2, { symbol: 'SBIN', isManual: true })],
    position(3, { symbol: 'TCS' }),
  ].map((one, at) => (at === 1 ? { ...one, side: 'short' as const, quantity: -one.quantity } : one));
  const { fake } = await openWindow('/open-positions', {
    ...scripts,
    'positions.open': (input, options) => {
      const answer = (scripts['positions.open'] as (...args: unknown[]) => object)(input, options);
      return { ...answer, list: held, total: held.length } as never;
    },
  });
  const row = await inRow();
  expect((await arm()).textContent).toContain('Intraday');
  act(disarm);
  act(() => armHere({ ...PAPER_KEYS, product: 'delivery' }));
  expect((await screen.findByRole('region', { name: 'Armed keys' })).textContent).toContain('Overnight');
  const short = screen.getByRole('button', { name: 'More for SBIN' });
  keys('s', {}, row);
  const why = /is held intraday here, and these keys trade overnight. Nothing was sent.$/;
  expect((await screen.findByText(why)).textContent).toContain('ITC');
  keys('b', {}, short);
  await waitFor(() => expect(screen.getAllByText(why)).toHaveLength(2));
  expect(fake.inputsOf('manual.place')).toEqual([]);
  // What opens more has the product of the keys; what a strategy holds no key closes.
  const sent: (readonly [string, Element])[] = [
    ...([['b', row]] as const),
    ...([['s', short]] as const),
    ['s', screen.getByRole('button', { name: 'More for TCS' })],
  ];
  for (const [at, [key, target]] of sent.entries()) {
    keys(key, {}, target);
    await waitFor(() => expect(fake.inputsOf('manual.place')).toHaveLength(at + 1));
    // Until it is answered the next one is ignored.
    await act(() => new Promise((passed) => setTimeout(passed, 20)));
  }
});

test('what is seen at the price of the broker, or has no price for a limit, is not ordered', async () => {
  const { fake } = await openWindow('/open-positions', {
    ...scripts,
    'positions.open': (input, options) => {
      const answer = (scripts['positions.open'] as (...args: unknown[]) => { list: object[] })(
        input,
        options,
      );
      return { ...answer, list: [position(1, { symbol: 'ITC', source: 'broker' })] } as never;
    },
  });
  const row = await inRow();
  await arm();
  keys('b', {}, row);
  expect(
    await screen.findByText(/is seen at the broker’s price, and these keys trade on paper/),
  ).toBeTruthy();
  expect(fake.inputsOf('manual.place')).toEqual([]);
});

test('a key orders nothing by the prices of before a sleep', async () => {
  const { fake } = await openWindow('/open-positions', { ...scripts, 'home.header': () => sampleHeader });
  const row = await inRow();
  await arm();
  const why = 'The prices in view are old. Nothing was sent.';
  // Nothing is heard again yet.
  fake.script({ 'home.header': () => new Promise(() => undefined) });
  act(() => fake.emit({ type: 'system.resumed' }));
  keys('b', {}, row);
  expect(await screen.findByText(why)).toBeTruthy();
  expect(fake.inputsOf('manual.place')).toEqual([]);
});

test('a key orders nothing while the window hears no prices', async () => {
  const { fake } = await openWindow('/open-positions', scripts);
  const row = await inRow();
  await arm();
  act(() => fake.emit({ type: 'stream.changed', state: 'closed', heardAt: Date.now() }));
  keys('b', {}, row);
  expect(await screen.findByText('The prices in view are old. Nothing was sent.')).toBeTruthy();
  act(() => fake.emit({ type: 'stream.changed', state: 'open', heardAt: null }));
  keys('b', {}, row);
  await waitFor(() => expect(fake.inputsOf('manual.place')).toHaveLength(1));
});

test('cancelling and flattening by key need nothing armed', async () => {
  const working = order(40, {
    ...({ isManual: true, symbol: 'ITC', state: 'open' } as const),
    terms: { type: 'limit', product: 'intraday', stopLoss: null, target: null },
  });
  const { fake } = await openWindow('/open-positions', {
    ...scripts,
    'manual.account': () => ({ funds: orderPreview().funds, working: [working] }),
    'positions.cancelOrder': () => ({ orderId: 40, state: 'cancelled' }),
  });
  await inRow();
  keys('H', { ctrlKey: true, shiftKey: true, code: 'KeyH' });
  await waitFor(() => expect(fake.inputsOf('positions.cancelOrder')).toEqual([{ orderId: 40 }]));
  keys('F', { ctrlKey: true, shiftKey: true, code: 'KeyF' });
  expect(await screen.findByRole('dialog', { name: 'Flatten all by hand?' })).toBeTruthy();
});
