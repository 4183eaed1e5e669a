// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Timeframe } from '../../../shared/rule-document.ts';
import type { CandleChart } from '../../features/charts/candle-chart.tsx';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { order, orderPreview, position } from '../../test-harness/samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  closeWindow();
  localStorage.clear();
});

vi.mock(import('../../features/charts/candle-chart.tsx'), () => ({
  CandleChart: ({ candles, levels, lines, marks, board }: ComponentProps<typeof CandleChart>) => (
    <p role="img" aria-label="Chart" tabIndex={0} onKeyDown={(event) => board?.press(event)}>
      {candles.close.at(-1)}; {levels?.map(({ label, price }) => `${label} ${price}`).join(', ')}
      {lines?.map(
        ({ label, value, place }) => `; ${label} ${value[value.length - 1]} ${place ? 'below' : 'over'}`,
      )}
      {marks.map(({ kind, side, label, at }) => `; ${kind} ${side} ${label} ${new Date(at).toISOString()}`)}
    </p>
  ),
}));

const nothing = (input: { symbol: string; timeframe: Timeframe }) => ({
  ...input,
  source: 'simulated' as const,
  hasVolume: false,
  time: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volume: [],
});

test('the latest candles of an instrument are asked for, and the whole of its history when wanted', async () => {
  const app = await openWindow('/chart/INFY', { 'market.candles': nothing });
  expect(await screen.findByText('There are no prices of INFY here.')).toBeTruthy();
  expect(app.fake.inputsOf('market.candles')[0]).toEqual({
    symbol: 'INFY',
    source: 'simulated',
    timeframe: '5m',
    limit: 1_000,
  });
  fireEvent.click(screen.getByRole('tab', { name: 'Whole history' }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Prices of' }), { target: { value: 'replay' } });
  await waitFor(() =>
    expect(app.fake.inputsOf('market.candles').at(-1)).toMatchObject({ source: 'replay', limit: 200_000 }),
  );
  expect(app.address()).toBe('/chart/INFY?span=all&source=replay');
});

test('the address says what is looked at', async () => {
  const { fake } = await openWindow('/chart/INFY?span=all&timeframe=1m', { 'market.candles': nothing });
  await waitFor(() =>
    expect(fake.inputsOf('market.candles')).toMatchObject([{ timeframe: '1m', limit: 200_000 }]),
  );
});

test('it goes into a window of its own with what is looked at', async () => {
  const { fake } = await openWindow('/chart/M%26M?timeframe=1d', { 'market.candles': nothing });
  fireEvent.click(await screen.findByRole('button', { name: 'Pop out' }));
  await waitFor(() =>
    expect(fake.inputsOf('desktop.window.pop-out')).toEqual([
      { route: '/chart/M%26M?source=simulated&timeframe=1d&span=recent' },
    ]),
  );
});

test('an instrument that is not known is shown in the server’s words', async () => {
  await openWindow('/chart/NOPE', {
    'market.candles': () => refuse('not-found', 'There is no instrument as NOPE.'),
  });
  expect((await screen.findAllByText('There is no instrument as NOPE.')).length).toBeGreaterThan(0);
});

test('the last candle and the last price move with the market, and a bar that has closed is asked for at once', async () => {
  const { fake } = await openWindow('/chart/INFY', {
    'desktop.file.save': () => ({ path: '/home/asha/prices.csv' }),
    'market.candles': (input: { symbol: string; timeframe: Timeframe }) => ({
      ...nothing(input),
      time: [Date.parse('2026-11-20T14:30:00+05:30')],
      ...{ open: [143_000], high: [143_500], low: [142_900], close: [143_100], volume: [0] },
    }),
  });
  const chart = await screen.findByRole('img', { name: 'Chart' });
  const tick = (at: string) =>
    fake.emit({
      type: 'stream.event',
      event: {
        type: 'quote',
        quotes: [{ symbol: 'INFY', source: 'simulated', ltp: 143_210, previousClose: 142_000, at }],
      },
    });
  tick('2026-11-20T14:33:00+05:30');
  await waitFor(() => expect(chart.textContent).toBe('143210; LTP 143210'));
  expect(screen.getByText('1,432.10')).toBeTruthy();
  // By the clock of the market, which is not that of the figures elsewhere.
  expect(screen.getByText('LTP at 14:33:00')).toBeTruthy();
  const asked = () => fake.inputsOf('market.candles').length;
  await waitFor(() => expect(asked()).toBeGreaterThan(0));
  const before = asked();
  tick('2026-11-20T14:35:01+05:30');
  await waitFor(() => expect(asked()).toBeGreaterThan(before));
  // Of the candle that has begun nobody knows the volume yet: it is not in a file.
  fireEvent.keyDown(window, { key: 'e', code: 'KeyE', ctrlKey: true });
  await waitFor(() => expect(fake.inputsOf('desktop.file.save')).toHaveLength(1));
  const [{ text } = { text: '' }] = fake.inputsOf('desktop.file.save') as { text: string }[];
  expect(text.match(/2026-11-20 14:3\d/g)).toEqual(['2026-11-20 14:30']);
});

test('a replay hides what came later, goes on by keys, and ends with all that is known', async () => {
  const closes = Array.from({ length: 400 }, (_, at) => 143_000 + at);
  const { fake } = await openWindow('/chart/INFY', {
    'market.candles': (input: { symbol: string; timeframe: Timeframe }) => ({
      ...nothing(input),
      time: closes.map((_, at) => Date.parse('2026-11-20T09:15:00+05:30') + at * 300_000),
      ...{ open: closes, high: closes, low: closes, close: closes, volume: closes.map(() => 0) },
    }),
  });
  const lastClose = () => Number(screen.getByRole('img', { name: 'Chart' }).textContent?.split(';')[0]);
  await screen.findByRole('img', { name: 'Chart' });
  fake.emit({
    type: 'stream.event',
    event: {
      type: 'quote',
      quotes: [
        ...[{ symbol: 'INFY', source: 'simulated' as const, ltp: 143_999, previousClose: 142_000 }].map(
          (quote) => ({ ...quote, at: '2026-11-20T14:33:00+05:30' }),
        ),
      ],
    },
  });
  await screen.findByText('1,439.99');
  fireEvent.click(screen.getByRole('button', { name: 'Bar replay' }));
  const bar = await screen.findByRole('group', { name: 'Bar replay' });
  await waitFor(() => expect(lastClose()).toBe(143_199));
  // Neither the last price nor its line tells how it went on.
  expect(screen.queryByText('1,439.99')).toBeNull();
  expect(screen.getByRole('img', { name: 'Chart' }).textContent).not.toContain('LTP');
  fireEvent.click(within(bar).getByRole('button', { name: 'One candle on' }));
  await waitFor(() => expect(lastClose()).toBe(143_200));
  const slider = within(bar).getByRole('slider', { name: 'Time of the replay' });
  fireEvent.keyDown(slider, { key: 'PageDown' });
  await waitFor(() => expect(lastClose()).toBe(143_180));
  fireEvent.change(slider, { target: { value: '400' } });
  await waitFor(() => expect(lastClose()).toBe(143_399));
  expect(within(bar).getByRole('button', { name: 'One candle on' })).toHaveProperty('disabled', true);
  fireEvent.click(within(bar).getByRole('button', { name: 'End the replay' }));
  expect(await screen.findByText('1,439.99')).toBeTruthy();
});

test('indicators are added, changed and removed by keys, drawn at once, and kept for the instrument', async () => {
  const closes = Array.from({ length: 1_100 }, (_, at) => 143_000 + (at % 7) * 100);
  const { fake } = await openWindow('/chart/INFY', {
    'market.candles': (input: { symbol: string; timeframe: Timeframe }) => ({
      ...nothing(input),
      time: closes.map((_, at) => Date.parse('2026-11-20T09:15:00+05:30') + at * 300_000),
      ...{ open: closes, high: closes, low: closes, close: closes, volume: closes.map(() => 0) },
    }),
  });
  const drawn = () => screen.queryByRole('img', { name: 'Chart', hidden: true })?.textContent ?? '';
  await waitFor(() => expect(drawn()).not.toBe(''));
  fireEvent.click(screen.getByRole('button', { name: 'Indicators…' }));
  fireEvent.change(await screen.findByRole('combobox', { name: 'Indicator' }), { target: { value: 'sma' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add indicator' }));
  const row = await screen.findByRole('listitem', { name: 'SMA(20)' });
  const length = within(row).getByRole('textbox', { name: 'Length' });
  fireEvent.change(length, { target: { value: '0' } });
  expect(await screen.findByText('This number cannot be used here')).toBeTruthy();
  fireEvent.change(length, { target: { value: '7' } });
  await waitFor(() => expect(drawn()).toContain('; SMA(7) 143300 over'));
  // Candles before the first one shown are asked for, so that its value is that of a run.
  await waitFor(() =>
    expect(Number((fake.inputsOf('market.candles').at(-1) as { limit: number }).limit)).toBeGreaterThan(
      1_000,
    ),
  );
  fireEvent.change(screen.getByRole('combobox', { name: 'Indicator' }), { target: { value: 'rsi' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add indicator' }));
  await waitFor(() => expect(drawn()).toMatch(/; RSI\(14\) [\d.]+ below/));
  expect(localStorage.getItem('chart-indicators')).toContain('"INFY"');
  fireEvent.click(screen.getByRole('button', { name: 'Remove SMA(7)' }));
  await waitFor(() => expect(drawn()).not.toContain('SMA'));
  expect(drawn()).toContain('RSI(14)');
  // On a chart a trend is its line over the candles; rules begin with its direction.
  const { getByRole } = screen;
  fireEvent.change(getByRole('combobox', { name: 'Indicator' }), { target: { value: 'supertrend' } });
  fireEvent.click(getByRole('button', { name: 'Add indicator' }));
  await waitFor(() => expect(drawn()).toMatch(/; Supertrend\(10, 3\)[^;]* over/));
  // Bands are added as one, with one editor for all of their lines; each of them can stand alone, too.
  fireEvent.change(getByRole('combobox', { name: 'Indicator' }), { target: { value: 'bollinger' } });
  fireEvent.click(getByRole('button', { name: 'Add indicator' }));
  await waitFor(() => expect(drawn()).toMatch(/upper [^;]* over; .*middle [^;]* over; .*lower [^;]* over/));
  const bands = within(await screen.findByRole('listitem', { name: 'Bollinger(20, 2)' }));
  fireEvent.change(bands.getByRole('textbox', { name: 'Length' }), { target: { value: '30' } });
  await waitFor(() => expect(drawn().match(/Bollinger\(30, 2\)/g)).toHaveLength(3));
  fireEvent.change(getByRole('combobox', { name: 'Indicator' }), { target: { value: 'macd' } });
  fireEvent.click(getByRole('button', { name: 'Add indicator' }));
  await waitFor(() => expect(drawn().match(/MACD\(12, 26, 9\)[^;]* below/g)).toHaveLength(3));
  const whole = within(await screen.findByRole('listitem', { name: 'Bollinger(30, 2)' }));
  fireEvent.change(whole.getByRole('combobox', { name: 'Line' }), { target: { value: 'lower' } });
  await waitFor(() => expect(drawn().match(/Bollinger\(30, 2\) lower/g)).toHaveLength(1));
  expect(drawn()).not.toContain('Bollinger(30, 2) upper');
  fireEvent.click(getByRole('button', { name: 'Remove MACD(12, 26, 9)' }));
  await waitFor(() => expect(drawn()).not.toContain('MACD'));
});

test('indicators for which this computer has no room are said, and nothing is changed', async () => {
  await openWindow('/chart/WIPRO', { 'market.candles': some });
  fireEvent.click(await screen.findByRole('button', { name: 'Indicators…' }));
  await screen.findByRole('combobox', { name: 'Indicator' });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  fireEvent.click(screen.getByRole('button', { name: 'Add indicator' }));
  expect(
    (
      await screen.findAllByText(
        'There is no room left on this computer for more indicators. Nothing was changed.',
      )
    ).length,
  ).toBeGreaterThan(0);
  expect(screen.queryByRole('listitem', { name: /^RSI/ })).toBeNull();
});

test('entry, stop and target of what strategies hold here are lines with their names, and go with the position', async () => {
  const { fake } = await openWindow('/chart/RELIANCE', {
    'market.candles': (input: { symbol: string; timeframe: Timeframe }) => ({
      ...nothing(input),
      time: [Date.parse('2026-11-20T14:25:00+05:30')],
      ...{ open: [143_000], high: [143_500], low: [142_900], close: [143_100], volume: [0] },
    }),
  });
  const chart = await screen.findByRole('img', { name: 'Chart' });
  const report = (...positions: ReturnType<typeof position>[]) =>
    fake.emit({ type: 'stream.event', event: { type: 'positions', positions } });
  const held = position(1, { strategyName: 'Turtle', target: null });
  report(held, position(2, { symbol: 'INFY' }), position(3, { source: 'replay' }));
  await waitFor(() =>
    expect(chart.textContent).toBe(
      '143100; Entry · Turtle 142350, Stop-loss · Turtle 141000; entry buy 1,423.50 2026-11-20T07:35:00.000Z',
    ),
  );
  report();
  await waitFor(() => expect(chart.textContent).toBe('143100; '));
});

const candle = (input: { symbol: string; timeframe: Timeframe }) => ({
  ...nothing(input),
  time: [Date.parse('2026-11-20T14:25:00+05:30')],
  ...{ open: [399_00], high: [401_00], low: [398_00], close: [400_00], volume: [0] },
});
const byHand = order(40, {
  ...({ isManual: true, symbol: 'ITC', state: 'open', quantity: 10, filledQuantity: 0 } as const),
  ...({ averagePrice: null, limitPrice: 399_50, positionId: null, strategyName: 'Manual' } as const),
  terms: { type: 'limit', product: 'intraday', stopLoss: null, target: null },
});
const accounts = (working: readonly (typeof byHand)[]): Scripts => ({
  'market.candles': candle,
  'manual.account': () => ({
    funds: orderPreview().funds,
    working: working.filter(({ mode }) => mode === 'test'),
  }),
  'manual.liveAccount': () => ({
    ...{ isOn: true, capital: 1, maxLossPerDay: 1 },
    working: working.filter(({ mode }) => mode === 'live'),
  }),
  'manual.preview': () => orderPreview(),
  'manual.previewLive': () => orderPreview(),
});
const press = (element: HTMLElement, ...keys: string[]): void => {
  for (const key of keys) fireEvent.keyDown(element, { key });
};

test('working orders by hand of the instrument are lines: asked for once, and one is moved by keys through its dialog', async () => {
  const { fake } = await openWindow('/chart/ITC', {
    ...accounts([byHand, { ...byHand, orderId: 41, symbol: 'SBIN' }]),
    'manual.change': () => ({ order: byHand }),
  });
  const chart = await screen.findByRole('img', { name: 'Chart' });
  await waitFor(() => expect(chart.textContent).toBe('40000; Buy 10 · limit 39950'));
  expect(fake.inputsOf('manual.account')).toHaveLength(1);
  expect(fake.inputsOf('manual.liveAccount')).toEqual([]);
  press(chart, 'm', 'ArrowUp', 'ArrowUp');
  expect(
    await screen.findByText('Buy 10 · limit: 399.50 → 399.60. Enter asks, Escape leaves it.'),
  ).toBeTruthy();
  press(chart, 'Enter');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the order in ITC' }));
  expect(dialog.getByText('Limit from ₹399.50 to ₹399.60.')).toBeTruthy();
  expect(fake.inputsOf('manual.change')).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Change order' }));
  await waitFor(() =>
    expect(fake.inputsOf('manual.change')).toMatchObject([{ orderId: 40, quantity: 10, price: 399_60 }]),
  );
});

test('a resting order with real money is marked, and is changed only with consent in the dialog of real orders', async () => {
  const { fake } = await openWindow('/chart/ITC?source=broker', {
    ...accounts([{ ...byHand, mode: 'live', source: 'broker' }]),
    'market.candles': (input) => ({ ...candle(input), source: 'broker' }),
    'manual.changeLive': () => ({ order: byHand }),
  });
  const chart = await screen.findByRole('img', { name: 'Chart' });
  await waitFor(() => expect(chart.textContent).toContain('LIVE · Buy 10 · limit 39950'));
  expect(fake.inputsOf('manual.account')).toEqual([]);
  press(chart, 'm', 'ArrowDown', 'Enter');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change real order 40 in ITC' }));
  expect(dialog.getByText('Limit from ₹399.50 to ₹399.45.')).toBeTruthy();
  expect(dialog.getByText('LIVE')).toBeTruthy();
  const form = dialog.getByRole('form', { name: 'Change real order 40 in ITC' });
  fireEvent.submit(form);
  expect(fake.inputsOf('manual.changeLive')).toEqual([]);
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Change this order with real money' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Change at Angel One' }));
  await waitFor(() =>
    expect(fake.inputsOf('manual.changeLive')).toEqual([
      {
        ...{ orderId: 40, quantity: 10, price: 399_45, triggerPrice: null, isUnderstood: true },
        before: { quantity: 10, price: 399_50, triggerPrice: null },
      },
    ]),
  );
});

test('the stop-loss of a position by hand is moved through its dialog; Delete asks whether an order is cancelled', async () => {
  const { fake } = await openWindow('/chart/ITC', {
    ...accounts([byHand]),
    'manual.protect': () => ({ position: position(7) }),
    'positions.cancelOrder': () => ({ orderId: 40, state: 'cancelled' }),
  });
  const chart = await screen.findByRole('img', { name: 'Chart' });
  const held = { ...position(7, { isManual: true, strategyName: 'Manual', symbol: 'ITC' }), target: null };
  fake.emit({
    type: 'stream.event',
    event: { type: 'positions', positions: [{ ...held, averagePrice: 398_00, stopLoss: 390_00 }] },
  });
  await waitFor(() => expect(chart.textContent).toContain('Stop-loss · Manual 39000'));
  press(chart, 'm', 'm', 'm', 'ArrowUp', 'Enter');
  const levels = within(await screen.findByRole('dialog', { name: 'Stop-loss and target of ITC' }));
  expect(levels.getByText('Stop-loss from ₹390.00 to ₹390.05.')).toBeTruthy();
  expect(levels.getByText(/^Of 40 ITC, opened at /)).toBeTruthy();
  fireEvent.click(levels.getByRole('button', { name: 'Update' }));
  await waitFor(() =>
    expect(fake.inputsOf('manual.protect')).toEqual([{ positionId: 7, stopLoss: 390_05, target: null }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press(chart, 'm', 'Delete');
  const question = within(await screen.findByRole('dialog', { name: 'Cancel order 40 in ITC?' }));
  expect(fake.inputsOf('positions.cancelOrder')).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Cancel order' }));
  await waitFor(() => expect(fake.inputsOf('positions.cancelOrder')).toEqual([{ orderId: 40 }]));
});

test('an order that fills while it is moved is said, and nothing is asked', async () => {
  let working = [byHand];
  const { fake } = await openWindow('/chart/ITC', {
    ...accounts([]),
    'manual.account': () => ({ funds: orderPreview().funds, working }),
  });
  const chart = await screen.findByRole('img', { name: 'Chart' });
  await waitFor(() => expect(chart.textContent).toContain('limit 39950'));
  press(chart, 'm', 'ArrowUp');
  working = [];
  fake.emit({ type: 'stream.event', event: { type: 'order', order: { ...byHand, state: 'filled' } } });
  expect(
    (
      await screen.findAllByText(
        'Buy 10 · limit: this order has filled or ended meanwhile. Nothing was changed.',
      )
    ).length,
  ).toBeGreaterThan(0);
  expect(chart.textContent).toBe('40000; ');
  press(chart, 'Enter');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a bar replay hides orders and levels', async () => {
  await openWindow('/chart/ITC', accounts([byHand]));
  const chart = await screen.findByRole('img', { name: 'Chart' });
  await waitFor(() => expect(chart.textContent).toContain('limit 39950'));
  fireEvent.click(screen.getByRole('button', { name: 'Bar replay' }));
  await waitFor(() => expect(screen.getByRole('img', { name: 'Chart' }).textContent).toBe('40000; '));
  fireEvent.click(screen.getByRole('button', { name: 'End the replay' }));
  await waitFor(() =>
    expect(screen.getByRole('img', { name: 'Chart' }).textContent).toContain('limit 39950'),
  );
});

/** Candles of twenty-five minutes, whatever is asked for. */
const some = (input: { symbol: string; timeframe: Timeframe }) => ({
  ...nothing(input),
  time: Array.from({ length: 5 }, (_, at) => Date.parse('2026-11-20T09:15:00+05:30') + at * 300_000),
  open: [100, 100, 100, 100, 100],
  high: [300, 300, 300, 300, 300],
  low: [50, 50, 50, 50, 50],
  close: [100, 110, 120, 130, 143],
  volume: [0, 0, 0, 0, 0],
});

const DRAWN = 'chart-drawings 1 INFY';
const line = (id: string, price: number) => ({
  id,
  tool: 'horizontal-line',
  points: [{ time: Date.parse('2026-11-20T09:20:00+05:30'), price }],
  colour: 'chart1',
  text: '',
});

test('drawings are read in a list, their prices typed, one and all deleted, and undone', async () => {
  localStorage.setItem(
    DRAWN,
    JSON.stringify({ version: 1, drawings: [line('a', 12_050), line('b', 9_900)] }),
  );
  await openWindow('/chart/INFY', { 'market.candles': some });
  fireEvent.click(await screen.findByRole('button', { name: 'Drawings (2)…' }));
  const row = await screen.findByRole('listitem', { name: 'Horizontal line · 120.50' });
  const price = within(row).getByRole('textbox', { name: 'Price at 20-11-2026, 09:20' });
  fireEvent.change(price, { target: { value: 'twelve' } });
  fireEvent.blur(price);
  expect(within(row).getByText('Enter a price such as 120.50')).toBeTruthy();
  fireEvent.change(price, { target: { value: '1,250.75' } });
  fireEvent.keyDown(price, { key: 'Enter' });
  const changed = await screen.findByRole('listitem', { name: 'Horizontal line · 1,250.75' });
  fireEvent.change(within(changed).getByRole('combobox', { name: 'Colour' }), {
    target: { value: 'pnlDown' },
  });
  expect(localStorage.getItem(DRAWN)).toContain('"colour":"pnlDown"');
  fireEvent.click(screen.getByRole('button', { name: 'Delete Horizontal line · 99.00' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Remove all' }));
  expect(await screen.findByText('Nothing is drawn on this chart.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
});

test('what is no drawing is said, and stays where it is', async () => {
  localStorage.setItem(
    DRAWN,
    JSON.stringify({ version: 1, drawings: [line('a', 12_050), { ...line('b', 1), tool: 'comet' }] }),
  );
  await openWindow('/chart/INFY', { 'market.candles': some });
  fireEvent.click(await screen.findByRole('button', { name: 'Drawings (1)…' }));
  expect(
    await screen.findByText(
      '1 entry of this chart is no drawing that is known here. It is kept and not shown.',
    ),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove all' }));
  await waitFor(() => expect(localStorage.getItem(DRAWN)).not.toContain('horizontal-line'));
  expect(localStorage.getItem(DRAWN)).toContain('comet');
});

test('a text that is no list of drawings is said', async () => {
  localStorage.setItem(DRAWN, 'by hand');
  await openWindow('/chart/INFY', { 'market.candles': some });
  fireEvent.click(await screen.findByRole('button', { name: 'Drawings (0)…' }));
  expect(
    await screen.findByText(
      'What is kept of this chart could not be read. It is put aside when you draw here.',
    ),
  ).toBeTruthy();
});

test('the values of the last candle stand over the chart', async () => {
  await openWindow('/chart/SBIN', { 'market.candles': some });
  const legend = await screen.findByRole('group', { name: 'Values at the crosshair' });
  expect(legend.textContent).toBe('20-11-2026, 09:35Open 1.00High 3.00Low 0.50Close 1.43+10.00%');
});

test('instruments of the address are compared; one that fails is said and leaves the others', async () => {
  const { fake } = await openWindow('/chart/INFY?compare=TCS,NOPE&as=ratio', {
    'market.candles': (input: { symbol: string; timeframe: Timeframe }) =>
      input.symbol === 'NOPE' ? refuse('not-found', 'There is no instrument as NOPE.') : some(input),
  });
  const chart = await screen.findByRole('img', { name: 'Chart' });
  await waitFor(() => expect(chart.textContent).toContain('; INFY / TCS 1 below'));
  expect(screen.getByText('There is no instrument as NOPE.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Compare…' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove NOPE' }));
  await waitFor(() => expect(screen.queryByText('There is no instrument as NOPE.')).toBeNull());
  fireEvent.change(screen.getByRole('combobox', { name: 'Shown as' }), { target: { value: 'percent' } });
  await waitFor(() => expect(chart.textContent).toMatch(/; INFY 42\.9[\d.]* below; TCS 42\.9/));
  expect(screen.queryByRole('switch')).toBeNull();
  expect(fake.inputsOf('options.straddle')).toEqual([]);
});

test('the straddle of an index stands below it', async () => {
  await openWindow('/chart/NIFTY?straddle=yes', {
    'market.candles': some,
    'options.straddle': () => ({
      underlying: 'NIFTY',
      source: 'simulated',
      expiry: '2026-11-26',
      time: [Date.parse('2026-11-20T09:38:00+05:30')],
      spot: [143],
      strike: [150],
      premium: [77],
    }),
  });
  const chart = await screen.findByRole('img', { name: 'Chart' });
  await waitFor(() => expect(chart.textContent).toContain('; Straddle at the money 77 below'));
});
