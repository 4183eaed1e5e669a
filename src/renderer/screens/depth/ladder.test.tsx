// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Position } from '../../../shared/contract/positions.ts';
import { depthQuoteName } from '../../../shared/quotes.ts';
import { sendArmed } from '../../features/manual/armed-order.ts';
import { arm } from '../../state/armed-keys.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { cancelByHand } from '../../features/manual/hand-sweep.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { order, orderPreview, position } from '../../test-harness/samples.ts';

beforeAll(() => {
  // The test's page lays nothing out.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(closeWindow);

const AT = '2026-11-20T10:00:00+05:30';
const LIMIT = order(40, {
  ...({ isManual: true, symbol: 'ITC', state: 'open', quantity: 10, filledQuantity: 0 } as const),
  ...({ averagePrice: null, limitPrice: 399_50, positionId: null } as const),
  terms: { type: 'limit', product: 'intraday', stopLoss: null, target: null },
});
const PRESET = {
  ...({ sizeBy: 'quantity', amount: 5, type: 'limit', product: 'intraday' } as const),
  stopLossPercent: null,
};
const HELD = position(7, { isManual: true, strategyName: 'Manual', symbol: 'ITC', quantity: 10 });
const positionsOf = (...list: Position[]) => ({
  ...{ list, net: { live: 0, test: 0 }, total: list.length, pageNumber: 1, pageSize: 100 },
  ...({ source: 'simulated' } as const),
  counts: { all: 1, live: 0, test: 1, baskets: 0, elsewhere: 0, byHand: list.length },
});
/** The order that rests until it is cancelled. */
const cancellable = (onCancel: () => void = () => undefined): Scripts => {
  let working = [LIMIT];
  return {
    'manual.account': () => ({ funds: orderPreview().funds, working }),
    'positions.cancelOrder': () => {
      onCancel();
      working = [];
      return { orderId: 40, state: 'cancelled' };
    },
  };
};
const open = async (scripts: Scripts = {}) => {
  const opened = await openWindow('/depth?symbol=ITC&source=simulated&view=ladder', {
    'manual.account': () => ({ funds: orderPreview().funds, working: [LIMIT] }),
    'manual.liveAccount': () => ({ isOn: false, capital: 1, maxLossPerDay: 1, working: [] }),
    'manual.preview': () => orderPreview(),
    'positions.open': () => positionsOf(HELD),
    ...scripts,
  });
  // A window keeps prices of what it shows only.
  await screen.findByText('No price of ITC comes now.');
  const level = (price: number) => ({ price, quantity: 100, orders: 1 });
  const depthIs = (ltp: number, step: number) =>
    act(() =>
      opened.fake.emit({
        type: 'stream.event',
        event: {
          type: 'quote',
          quotes: [
            {
              ...{ symbol: depthQuoteName('ITC'), source: 'simulated', ltp, previousClose: 400_00, at: AT },
              depth: {
                buy: [level(ltp - step), level(ltp - 2 * step)],
                sell: [level(ltp + step), level(ltp + 2 * step)],
              },
            },
          ],
        },
      }),
    );
  const priceIs = (ltp: number) => depthIs(ltp, 5);
  priceIs(400_00);
  const ladder = await screen.findByRole('grid', { name: 'Ladder of ITC' });
  await within(ladder).findByText('10');
  return { ...opened, ladder, priceIs, depthIs };
};
const rowAt = (ladder: HTMLElement, price: number) =>
  ladder.querySelector<HTMLElement>(`tr[data-price="${price}"]`)!;
const change = async () => within(await screen.findByRole('dialog', { name: 'Change the order in ITC' }));

test('an order is dragged to another price: that is asked about, and nothing is sent before', async () => {
  const { fake, ladder } = await open({ 'manual.change': () => ({ order: LIMIT }) });
  const units = within(rowAt(ladder, 399_50)).getByText('10');
  fireEvent.dragStart(units, { dataTransfer: {} });
  fireEvent.dragOver(rowAt(ladder, 399_70));
  fireEvent.drop(rowAt(ladder, 399_70));
  const dialog = await change();
  expect(dialog.getByText('Limit from ₹399.50 to ₹399.70.')).toBeTruthy();
  expect(fake.inputsOf('manual.change')).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Change order' }));
  await waitFor(() =>
    expect(fake.inputsOf('manual.change')).toMatchObject([{ orderId: 40, quantity: 10, price: 399_70 }]),
  );
});

test('keys move it too: M takes it, arrows choose, Enter asks and Escape leaves it', async () => {
  const { fake, ladder } = await open();
  const press = (key: string, times = 1) => {
    for (let time = 0; time < times; time++) fireEvent.keyDown(ladder, { key });
  };
  press('Home');
  press('ArrowDown', 10);
  expect(rowAt(ladder, 399_50).getAttribute('aria-selected')).toBe('true');
  press('m');
  expect(screen.getByText(/^Moving order 40/)).toBeTruthy();
  press('Escape');
  expect(screen.queryByText(/^Moving order 40/)).toBeNull();
  press('m');
  press('ArrowUp', 2);
  press('Enter');
  expect((await change()).getByText('Limit from ₹399.50 to ₹399.60.')).toBeTruthy();
  fireEvent.click((await change()).getByRole('button', { name: 'Cancel' }));
  expect(fake.inputsOf('manual.change')).toEqual([]);
});

test('all orders there are cancelled at once; flattening says what it ends, and asks', async () => {
  const { fake } = await open({
    ...cancellable(),
    'manual.close': () => ({ order: order(50) }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel all' }));
  expect(await screen.findByText('1 of 1 order by hand is cancelled.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Flatten…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Flatten ITC?' }));
  expect(await dialog.findByText(/Closes 1 position by hand/)).toBeTruthy();
  expect(fake.inputsOf('manual.close')).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Flatten' }));
  await waitFor(() => expect(fake.inputsOf('manual.close')).toEqual([{ positionId: 7 }]));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Flatten ITC?' })).toBeNull());
});

test('flattening says of real positions that limits go out, and counts no order that cannot be cancelled', async () => {
  const unknown = {
    ...LIMIT,
    orderId: 41,
    quantity: 5,
    limitPrice: 398_00,
    ...({ mode: 'live', state: 'unknown' } as const),
  };
  const { fake } = await open({
    ...cancellable(),
    'manual.account': () => ({ funds: orderPreview().funds, working: [LIMIT, unknown] }),
    'positions.open': () => positionsOf(HELD, { ...HELD, positionId: 8, mode: 'live' }),
    'manual.close': () => ({ order: order(50) }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel all' }));
  await waitFor(() => expect(fake.inputsOf('positions.cancelOrder')).toEqual([{ orderId: 40 }]));
  expect(
    await screen.findByText(
      'Nobody knows yet whether order 41 is at the broker. Settle it first, in Order history.',
    ),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Flatten…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Flatten ITC?' }));
  expect(
    await dialog.findByText(/Cancels 1 order that could still open something\. Closes 2 positions by hand\./),
  ).toBeTruthy();
  expect(dialog.queryByText(/at the market price/)).toBeNull();
  expect(
    dialog.getByText(/^1 of them is real: an order goes to your broker as a limit with room/),
  ).toBeTruthy();
  expect(dialog.getByText(/Nobody knows yet of 1 order whether it is at the broker/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Flatten' }));
  await waitFor(() => expect(fake.inputsOf('manual.close')).toHaveLength(2));
  expect(fake.inputsOf('positions.cancelOrder')).toEqual([{ orderId: 40 }, { orderId: 40 }]);
  // What may still fill is not gone.
  expect(screen.queryByText('What was held by hand is being closed.')).toBeNull();
});

test('one that cannot be closed is said, the rest goes on, and the question stays', async () => {
  const other = { ...HELD, positionId: 8 };
  const { fake } = await open({
    'positions.open': () => positionsOf(HELD, other),
    'positions.cancelOrder': () => ({ orderId: 40, state: 'cancelled' }),
    'manual.close': ({ positionId }) =>
      positionId === 7 ? refuse('conflict', 'It is being closed already.') : { order: order(50) },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Flatten…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Flatten ITC?' }));
  await dialog.findByText(/Closes 2 positions by hand/);
  fireEvent.click(dialog.getByRole('button', { name: 'Flatten' }));
  expect(await screen.findByText('It is being closed already.')).toBeTruthy();
  expect(fake.inputsOf('manual.close')).toHaveLength(2);
  expect(screen.getByRole('dialog', { name: 'Flatten ITC?' })).toBeTruthy();
});

test('a flattening is not called done while an order of it still rests', async () => {
  const { fake } = await open({
    'positions.cancelOrder': () => refuse('conflict', 'Nobody knows yet whether it is there.'),
    'manual.close': () => ({ order: order(50) }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Flatten…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Flatten ITC?' }));
  await dialog.findByText(/Closes 1 position by hand/);
  fireEvent.click(dialog.getByRole('button', { name: 'Flatten' }));
  expect(await screen.findByText('Nobody knows yet whether it is there.')).toBeTruthy();
  await waitFor(() => expect(fake.inputsOf('manual.close')).toHaveLength(1));
  expect(screen.queryByText('What was held by hand is being closed.')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Flatten ITC?' })).toBeTruthy();
});

/** Ask about flattening, and agree once it says what it ends. */
const flatten = async (says: RegExp) => {
  fireEvent.click(screen.getByRole('button', { name: 'Flatten…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Flatten ITC?' }));
  await dialog.findByText(says);
  fireEvent.click(dialog.getByRole('button', { name: 'Flatten' }));
  return dialog;
};

test('what an order opened while flattening was asked about is closed too', async () => {
  let held: Position[] = [];
  const { fake } = await open({
    'positions.open': () => positionsOf(...held),
    // Some of it had filled before the rest was cancelled.
    ...cancellable(() => (held = [HELD])),
    'manual.close': () => ({ order: order(50) }),
  });
  await flatten(/Closes 0 positions by hand/);
  await waitFor(() => expect(fake.inputsOf('manual.close')).toEqual([{ positionId: 7 }]));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Flatten ITC?' })).toBeNull());
});

test('a real position that nobody was told of is asked about before it is closed', async () => {
  let held: Position[] = [];
  const { fake } = await open({
    'positions.open': () => positionsOf(...held),
    ...cancellable(() => (held = [{ ...HELD, mode: 'live' }])),
  });
  const dialog = await flatten(/Closes 0 positions by hand/);
  expect(await dialog.findByText(/1 of them is real/)).toBeTruthy();
  expect(fake.inputsOf('manual.close')).toEqual([]);
  expect(screen.queryByText('What was held by hand is being closed.')).toBeNull();
});

test('an order that the broker has not cancelled yet is not called cancelled', async () => {
  const { fake } = await open({
    'positions.cancelOrder': () => ({ orderId: 40, state: 'open' }),
    'manual.close': () => ({ order: order(50) }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel all' }));
  await Promise.all([
    screen.findByText('Order 40 is not cancelled yet: it may still fill.'),
    screen.findByText('0 of 1 order by hand is cancelled.'),
  ]);
  await flatten(/Closes 1 position by hand/);
  await waitFor(() => expect(fake.inputsOf('manual.close')).toHaveLength(1));
  expect(screen.queryByText('What was held by hand is being closed.')).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Flatten ITC?' })).toBeTruthy();
});

test('flattening again asks again for what is still held, with a key of its own', async () => {
  const other = { ...HELD, positionId: 8 };
  const { fake } = await open({
    ...cancellable(),
    'positions.open': () => positionsOf(HELD, other),
    'manual.close': ({ positionId }) =>
      positionId === 8 ? refuse('conflict', 'It is being closed already.') : { order: order(50) },
  });
  const dialog = await flatten(/Closes 2 positions by hand/);
  await screen.findByText('It is being closed already.');
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Flatten' })).toHaveProperty('disabled', false),
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Flatten' }));
  await waitFor(() => expect(fake.inputsOf('manual.close')).toHaveLength(4));
  const keys = fake.calls
    .filter(({ id, input }) => id === 'manual.close' && (input as { positionId: number }).positionId === 7)
    .map(({ options }) => options?.idempotencyKey);
  expect(new Set(keys).size).toBe(2);
});

test('nobody is told that no order works where the orders could not be read', async () => {
  await open({
    'manual.account': () => ({ funds: orderPreview().funds, working: [LIMIT] }),
    'manual.liveAccount': () => refuse('internal', 'The account could not be read.'),
  });
  await act(() => cancelByHand({ symbol: 'NONE', source: 'simulated' }));
  expect(await screen.findByText('The account could not be read.')).toBeTruthy();
  expect(screen.queryByText('No order by hand works now.')).toBeNull();
});

test('a price that is clicked is the one that keys act on', async () => {
  const { ladder } = await open();
  fireEvent.click(within(ladder).getByText('399.80'));
  expect(rowAt(ladder, 399_80).getAttribute('aria-selected')).toBe('true');
  fireEvent.keyDown(ladder, { key: 'b' });
  const limit = await screen.findByRole('textbox', { name: 'Limit (₹)' });
  expect(limit).toHaveProperty('value', '399.80');
});

test.each([
  ['option', true],
  ['share', false],
] as const)(
  'an armed key asks about a far price by the kind of the instrument as it is known: %s, sent at once: %s',
  async (kind, isSent) => {
    const { fake } = await open({
      'manual.place': () => ({ order: LIMIT }),
      'manual.preview': () => orderPreview({ kind }),
    });
    act(() => arm(PRESET));
    // A tenth away: far for a share, near for an option. Its name says nothing of what it is.
    act(() => sendArmed('buy', { symbol: 'ITC', source: 'simulated', price: 360_00 }));
    if (isSent) await waitFor(() => expect(fake.inputsOf('manual.place')).toMatchObject([{ price: 360_00 }]));
    else expect(await screen.findByRole('dialog', { name: 'Order in ITC' })).toBeTruthy();
    expect(fake.inputsOf('manual.place')).toHaveLength(isSent ? 1 : 0);
  },
);

test('an armed key at a price that can be compared with none opens the ticket, which asks', async () => {
  const { fake } = await open({
    'manual.preview': () => refuse('unavailable', 'The backend does not answer.'),
  });
  act(() => arm(PRESET));
  act(() => sendArmed('buy', { symbol: 'SBIN', source: 'simulated', price: 800_00 }));
  expect(await screen.findByRole('dialog', { name: 'Order in SBIN' })).toBeTruthy();
  expect(fake.inputsOf('manual.place')).toEqual([]);
});

test('armed keys order at the price of the row; one that is far from the market opens the ticket instead', async () => {
  const { fake, ladder } = await open({ 'manual.place': () => ({ order: LIMIT }) });
  act(() => arm(PRESET));
  for (let step = 0; step < 3; step++) fireEvent.keyDown(ladder, { key: 'ArrowDown' });
  fireEvent.keyDown(ladder, { key: 'b' });
  await waitFor(() =>
    expect(fake.inputsOf('manual.place')).toMatchObject([
      { symbol: 'ITC', side: 'buy', type: 'limit', price: 399_85, size: { by: 'quantity', amount: 5 } },
    ]),
  );
  act(() => sendArmed('sell', { symbol: 'ITC', source: 'simulated', price: 300_00 }));
  expect(await screen.findByRole('dialog', { name: 'Order in ITC' })).toBeTruthy();
  expect(screen.getByLabelText('Limit (₹)')).toHaveProperty('value', '300.00');
  expect(fake.inputsOf('manual.place')).toHaveLength(1);
});

test('the stop-loss in percent of an armed key stands in the ticket that a far price opens', async () => {
  await open({ 'manual.preview': () => orderPreview({ stopLoss: 303_00 }) });
  act(() => arm({ ...PRESET, stopLossPercent: 1 }));
  act(() => sendArmed('sell', { symbol: 'ITC', source: 'simulated', price: 300_00 }));
  expect(await screen.findByRole('dialog', { name: 'Order in ITC' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /^Stop-loss/ })).toHaveProperty('value', '303.00');
});

test('an armed key at a row that has gone out of view sends nothing', async () => {
  const { fake, ladder, priceIs } = await open({ 'manual.place': () => ({ order: LIMIT }) });
  act(() => arm(PRESET));
  for (let step = 0; step < 3; step++) fireEvent.keyDown(ladder, { key: 'ArrowDown' });
  fireEvent.blur(ladder);
  priceIs(410_00);
  fireEvent.keyDown(ladder, { key: 'b' });
  expect(await screen.findByText('No price of ITC is in view for a limit. Nothing was sent.')).toBeTruthy();
  expect(fake.inputsOf('manual.place')).toEqual([]);
});

test('a price that runs away moves the ladder, and its rows stay', async () => {
  const { ladder, priceIs } = await open();
  const middle = rowAt(ladder, 400_00);
  priceIs(410_00);
  expect(rowAt(ladder, 400_00)).toBeNull();
  expect(rowAt(ladder, 410_00)).toBe(middle);
});

test('the ladder waits while an order is dragged', async () => {
  const { ladder, priceIs } = await open();
  fireEvent.dragStart(within(rowAt(ladder, 399_50)).getByText('10'), { dataTransfer: {} });
  fireEvent.pointerLeave(ladder);
  priceIs(410_00);
  expect(rowAt(ladder, 399_50)).not.toBeNull();
  fireEvent.dragEnd(within(rowAt(ladder, 399_50)).getByText('10'));
  expect(rowAt(ladder, 399_50)).toBeNull();
});

test('a ladder waits as long as the pointer or keys are in it, whichever leaves first', async () => {
  const { ladder, priceIs } = await open();
  fireEvent.keyDown(ladder, { key: 'ArrowDown' });
  fireEvent.pointerEnter(ladder.parentElement!);
  fireEvent.pointerLeave(ladder.parentElement!);
  priceIs(410_00);
  expect(rowAt(ladder, 400_00)).not.toBeNull();
  fireEvent.pointerEnter(ladder.parentElement!);
  fireEvent.blur(ladder);
  priceIs(411_00);
  expect(rowAt(ladder, 400_00)).not.toBeNull();
  fireEvent.pointerLeave(ladder.parentElement!);
  expect(rowAt(ladder, 400_00)).toBeNull();
});

test('rows under the pointer keep their prices when the market comes to trade in other steps', async () => {
  const { ladder, priceIs, depthIs } = await open({
    'manual.account': () => ({ funds: orderPreview().funds, working: [{ ...LIMIT, limitPrice: 399_00 }] }),
  });
  const prices = () =>
    [...ladder.querySelectorAll<HTMLElement>('[data-price]')].map((row) => row.dataset['price']);
  const before = prices();
  fireEvent.pointerEnter(ladder.parentElement!);
  depthIs(400_00, 10);
  expect(prices()).toEqual(before);
  depthIs(400_00, 1);
  expect(prices()).toEqual(before);
  fireEvent.pointerLeave(ladder.parentElement!);
  priceIs(400_00);
  expect(rowAt(ladder, 400_01)).not.toBeNull();
});

test('an order of one’s own has a row, also between the prices that others wait at', async () => {
  const { ladder, depthIs } = await open({
    'manual.account': () => ({ funds: orderPreview().funds, working: [{ ...LIMIT, limitPrice: 399_95 }] }),
  });
  depthIs(400_00, 10);
  expect(within(rowAt(ladder, 399_95)).getByText('10')).toBeTruthy();
});

test('an order that fills while it is moved is moved no longer, and the ladder goes on', async () => {
  let working = [LIMIT];
  const { fake, ladder, priceIs } = await open({
    'manual.account': () => ({ funds: orderPreview().funds, working }),
  });
  fireEvent.dragStart(within(rowAt(ladder, 399_50)).getByText('10'), { dataTransfer: {} });
  expect(screen.getByText(/^Moving order 40/)).toBeTruthy();
  working = [];
  // What was dragged is gone from the page: nobody hears of the end of that drag.
  act(() =>
    fake.emit({ type: 'stream.event', event: { type: 'order', order: { ...LIMIT, state: 'filled' } } }),
  );
  await waitFor(() => expect(screen.queryByText(/^Moving order 40/)).toBeNull());
  expect(
    screen.getAllByText('Order 40: this order has filled or ended meanwhile. Nothing was changed.'),
  ).not.toEqual([]);
  priceIs(410_00);
  expect(rowAt(ladder, 410_00)).not.toBeNull();
});

test('keys act on no price that is out of view, and begin anew at the last one', async () => {
  const { fake, ladder, priceIs } = await open({
    'positions.cancelOrder': () => ({ orderId: 40, state: 'cancelled' }),
  });
  fireEvent.click(within(ladder).getByText('399.50'));
  priceIs(410_00);
  fireEvent.keyDown(ladder, { key: 'Delete' });
  fireEvent.keyDown(ladder, { key: 'b' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(fake.inputsOf('positions.cancelOrder')).toEqual([]);
  fireEvent.keyDown(ladder, { key: 'ArrowDown' });
  expect(rowAt(ladder, 409_95).getAttribute('aria-selected')).toBe('true');
});

test.each(['test', 'live'] as const)('several purchases are closed as one position: %s', async (mode) => {
  const { fake } = await open({ 'manual.closeNet': () => ({ orders: [order(50)] }) });
  const positions = [
    { ...HELD, mode, positionId: 9, quantity: 5 },
    { ...HELD, mode },
  ];
  act(() => fake.emit({ type: 'stream.event', event: { type: 'positions', positions } }));
  fireEvent.click(await screen.findByRole('button', { name: 'Close the position…' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Exit ITC?' }));
  expect(dialog.getByText(/^Sells 15 of the 15 ITC \(Intraday\) that you hold by hand/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Exit' }));
  await waitFor(() => expect(fake.inputsOf('manual.closeNet')).toEqual([{ positionIds: [7, 9] }]));
});
