// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Source } from '../../../shared/contract/fields.ts';
import type { Position } from '../../../shared/contract/positions.ts';
import { succeed } from '../../../shared/failure.ts';
import type { Quotes } from '../../../shared/quotes.ts';
import { closeWindow, openWindow, type OpenWindow } from '../../test-harness/open-window.tsx';
import { home, position, sampleHeader } from '../../test-harness/samples.ts';
import { markToMarket } from '../../../shared/mark-to-market.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  closeWindow();
});

const rowOf = async (symbol: string) => {
  const button = await screen.findByRole('button', { name: symbol });
  const row = button.closest('tr');
  if (!row) throw new Error(`No row of ${symbol}`);
  return within(row);
};

const tick = ({ fake }: OpenWindow, ltp: number, source: 'simulated' | 'replay' = 'simulated') =>
  fake.emit({
    type: 'stream.event',
    event: {
      type: 'quote',
      quotes: [{ symbol: 'RELIANCE', source, ltp, previousClose: null, at: '2026-11-20T14:33:00+05:30' }],
    },
  });

test('price, result and net move with the market, without a press', async () => {
  const app = await openWindow('/open-positions');
  const reliance = await rowOf('RELIANCE');
  expect(reliance.getByText('+₹258.80')).toBeTruthy();
  tick(app, 143_210);
  expect(await reliance.findByText('1,432.10')).toBeTruthy();
  expect(reliance.getByText('+₹298.80')).toBeTruthy();
  expect(app.fake.inputsOf('positions.open')).toHaveLength(1);
});

/** Room that the menu takes beside a page, px. */
const MENU = 280;

test.each([
  [480, ['Symbol', 'Qty', 'P&L', 'Actions']],
  [600, ['Symbol', 'Mode', 'Qty', 'P&L', 'Actions']],
  [760, ['Symbol', 'Mode', 'Qty', 'LTP', 'P&L', 'Actions']],
])('a pane of %i px keeps symbol, quantity, result and actions', async (width, kept) => {
  vi.stubGlobal('innerWidth', width + MENU);
  await openWindow('/open-positions');
  const table = within(await screen.findByRole('table', { name: 'Open positions' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(kept);
  expect((await rowOf('RELIANCE')).getByRole('button', { name: 'Exit RELIANCE' })).toBeTruthy();
});

const at = '2026-11-20T15:00:00+05:30';
const quotesAt = (ltp: number, source: Source, values: readonly Position[] = []): Quotes => ({
  quotes: new Map([[`${source} RELIANCE`, { symbol: 'RELIANCE', source, ltp, previousClose: null, at }]]),
  values: new Map(values.map((value) => [value.positionId, value])),
  valuedAt: null,
});

test('a price of another source moves nothing', () => {
  const held = position(1);
  for (const source of ['replay', 'broker'] as const)
    expect(markToMarket(held, quotesAt(1, source))).toMatchObject({ ltp: held.ltp, pnl: held.pnl });
});

test('a short position loses when the price rises', () => {
  const short = position(1, { quantity: -40 });
  expect(markToMarket(short, quotesAt(143_210, 'simulated')).pnl).toBe(short.pnl - 100 * 40);
});

test('what the backend says a position is worth goes before what is worked out here, unless it is older', () => {
  const held = position(1);
  const valued = position(1, { ltp: 143_200, ltpAt: '2026-11-20T14:40:00+05:30', pnl: 29_000 });
  const quotes = quotesAt(143_210, 'simulated', [valued]);
  expect(markToMarket(held, quotes)).toMatchObject({ ltp: 143_210, pnl: 29_000 + 10 * 40 });
  const sold = position(1, { quantity: 10, ltpAt: '2026-11-20T14:50:00+05:30', ltp: 143_200, pnl: 7_000 });
  expect(markToMarket(sold, quotes)).toMatchObject({ ltp: 143_210, pnl: 7_000 + 10 * 10 });
});

test('the percentage is of all that went in, also when a part was sold since', () => {
  const part = position(1, { quantity: 10, pnl: 30_000, pnlPercent: 1 });
  const { pnl, pnlPercent } = markToMarket(part, quotesAt((part.ltp ?? 0) + 100, 'simulated'));
  expect(pnl).toBe(31_000);
  expect(pnlPercent).toBeCloseTo(31 / 30);
});

test('open and taken result in the drawer are the net result at every price', async () => {
  const app = await openWindow('/open-positions?position=1');
  const drawer = within(await screen.findByRole('dialog'));
  const factOf = (name: string) => drawer.getByText(name).nextElementSibling?.textContent ?? '';
  const before = factOf('Unrealised P&L');
  tick(app, 143_210);
  await waitFor(() => expect(factOf('Unrealised P&L')).not.toBe(before));
  expect(factOf('Realised P&L')).toContain('₹0.00');
  expect(factOf('Unrealised P&L')).toBe(factOf('Net P&L'));
});

test('an exit that waits says what it waits for', async () => {
  const waits = 'RELIANCE is closed as soon as there is a session with the broker.';
  const order = { orderId: 1, positionId: 1, symbol: 'RELIANCE', quantity: 40, state: 'intended' as const };
  await openWindow('/open-positions', { 'positions.exit': () => succeed(order, waits) });
  fireEvent.click(await screen.findByRole('button', { name: 'Exit RELIANCE' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Exit' }));
  expect((await screen.findAllByText(waits)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/is on its way/)).toBeNull();
});

test('a trailing stop-loss and the charges of leaving move in the open drawer', async () => {
  const { fake } = await openWindow('/open-positions?position=1');
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.getByText('1,410.00')).toBeTruthy();
  const moved = position(1, { ltpAt: at, stopLoss: 142_000, chargesToCome: 4_600 });
  fake.emit({ type: 'stream.event', event: { type: 'positions', positions: [moved] } });
  expect(await drawer.findByText('1,420.00')).toBeTruthy();
  expect(drawer.getByText('Charges to come').nextElementSibling?.textContent).toBe('₹46.00');
  expect(drawer.getByText('Charges so far').nextElementSibling?.textContent).toBe('₹23.10');
});

test('positions stand under their strategies in one table, and are sorted within each', async () => {
  const of = (strategyId: number, name: string, rows: readonly [number, number][]) => ({
    strategyId,
    name,
    mode: 'test' as const,
    source: 'simulated' as const,
    openPnl: 0,
    realised: 0,
    closedLegs: null,
    positions: rows.map(([id, quantity]) =>
      position(id, { strategyId, strategyName: name, symbol: `S${id}`, quantity }),
    ),
  });
  const portfolio = [
    of(11, 'Trend', [
      [1, 10],
      [2, 30],
    ]),
    of(12, 'Swing', [[3, 20]]),
  ];
  await openWindow('/open-positions?type=strategies&sort=symbol', {
    'positions.portfolio': () => ({ portfolio }),
  });
  const table = await screen.findByRole('table', { name: 'Positions by strategy' });
  expect(screen.getAllByRole('table')).toEqual([table]);
  expect(within(table).queryByText('Strategy')).toBeNull();
  const shown = within(table)
    .getAllByText(/^(Trend|Swing|S\d)$/)
    .map((element) => element.textContent);
  expect(shown).toEqual(['Trend', 'S2', 'S1', 'Swing', 'S3']);
});

test('a position that was opened or left just now is under its strategy at once, or gone', async () => {
  let held: Position[] = [];
  const { fake } = await openWindow('/open-positions?type=strategies', {
    'positions.portfolio': () => ({
      portfolio: held.map((row) => ({
        ...{ strategyId: row.strategyId, name: row.strategyName, mode: row.mode, source: row.source },
        ...{ openPnl: 0, realised: 0, closedLegs: null, positions: [row] },
      })),
    }),
  });
  const says = (position: Position) =>
    act(() => fake.emit({ type: 'stream.event', event: { type: 'position', position } }));
  await screen.findByText('No strategy holds anything now.');
  held = [position(1)];
  says(position(1));
  await screen.findByRole('button', { name: 'RELIANCE' });
  expect(screen.queryByText('No strategy holds anything now.')).toBeNull();
  held = [];
  says(position(1, { status: 'closed', quantity: 0 }));
  await screen.findByText('No strategy holds anything now.');
  expect(screen.queryByRole('button', { name: 'RELIANCE' })).toBeNull();
});

test('a strategy with a stopped leg shows the result of its whole structure', async () => {
  const group = {
    ...{ strategyId: 11, name: 'Straddle', mode: 'test' as const, source: 'simulated' as const },
    ...{ openPnl: 0, realised: 0, closedLegs: { trades: 1, net: -50_000 } },
    positions: [position(1, { strategyId: 11, strategyName: 'Straddle', pnl: 80_000, ltp: null })],
  };
  await openWindow('/open-positions?type=strategies', {
    'positions.portfolio': () => ({ portfolio: [group] }),
  });
  const table = await screen.findByRole('table', { name: 'Positions by strategy' });
  const figure = (name: string) => within(table).getByText(name).parentElement?.textContent;
  expect(figure('Open legs')).toContain('800.00');
  expect(figure('1 closed leg')).toContain('−₹500.00');
  expect(figure('Structure net')).toContain('300.00');
});

test('what was closed has a view of its own, and any view can be narrowed to one broker', async () => {
  const closed = position(8, {
    symbol: 'ITC',
    status: 'closed',
    quantity: 0,
    closedAt: '2026-11-20T13:45:00+05:30',
  });
  const counts = { all: 1, live: 0, test: 1, baskets: 0, elsewhere: 0, byHand: 0 };
  const { fake } = await openWindow('/open-positions', {
    'positions.open': ({ status }) => ({
      list: status === 'closed' ? [closed] : [position(1)],
      counts,
      net: { live: 0, test: 100 },
      source: 'simulated',
      total: 1,
      pageNumber: 1,
      pageSize: 12,
    }),
  });
  fireEvent.click(await screen.findByRole('tab', { name: 'Closed' }));
  const table = within(await screen.findByRole('table', { name: 'Closed positions' }));
  expect(table.getByText('20-11-2026, 13:45:00')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Exit all' })).toBeNull();
  const before = fake.inputsOf('positions.open').length;
  act(() => {
    fake.emit({ type: 'stream.event', event: { type: 'position', position: position(1) } });
  });
  fireEvent.click(screen.getByRole('tab', { name: 'Paper (1)' }));
  await screen.findByRole('button', { name: 'Exit all' });
  fireEvent.change(screen.getByLabelText('Broker'), { target: { value: 'angelOne' } });
  await waitFor(() =>
    expect(fake.inputsOf('positions.open').slice(before)).toEqual([
      { type: 'test', place: 'strategies', status: 'open', brokerId: 0, page: 1, pageSize: 12 },
      { type: 'test', place: 'strategies', status: 'open', brokerId: 2, page: 1, pageSize: 12 },
    ]),
  );
  // Its total and the exit of all would be of every broker.
  expect(screen.queryByRole('button', { name: 'Exit all' })).toBeNull();
  expect(screen.queryByText('Paper P&L')).toBeNull();
});

test('two hundred prices in a second change the row of their instrument, and nothing else in the table', async () => {
  const rows = Array.from({ length: 12 }, (_, index) => position(index + 1, { symbol: `S${index}` }));
  const app = await openWindow('/open-positions', {
    'positions.open': () => ({
      list: rows,
      counts: { all: 12, live: 0, test: 12, baskets: 0, elsewhere: 0, byHand: 0 },
      net: { live: 0, test: 0 },
      source: 'simulated',
      total: 12,
      pageNumber: 1,
      pageSize: 12,
    }),
  });
  const first = await rowOf('S0');
  const exits = screen.getAllByRole('button', { name: /^Exit S/ });
  const moved: Node[] = [];
  const table = first.getByText('S0').closest('table');
  if (!table) throw new Error('No table');
  const observer = new MutationObserver((records) => moved.push(...records.map(({ target }) => target)));
  observer.observe(table, { subtree: true, childList: true, characterData: true, attributes: true });
  for (let turn = 1; turn <= 200; turn += 1)
    app.fake.emit({
      type: 'stream.event',
      event: {
        type: 'quote',
        quotes: [{ symbol: 'S3', source: 'simulated', ltp: 143_110 + turn, previousClose: null, at }],
      },
    });
  const painted = await rowOf('S3');
  expect(await painted.findByText('1,433.10')).toBeTruthy();
  observer.disconnect();
  const cells = new Set(
    moved.map((node) => (node instanceof Element ? node : node.parentElement)?.closest('tr')),
  );
  expect([...cells]).toEqual([painted.getByText('S3').closest('tr')]);
  expect(screen.getAllByRole('button', { name: /^Exit S/ })).toEqual(exits);
});

test('a position that has closed leaves the list by itself', async () => {
  const app = await openWindow('/open-positions');
  await rowOf('RELIANCE');
  app.fake.script({
    'positions.open': () => ({
      list: [],
      counts: { all: 0, live: 0, test: 0, baskets: 0, elsewhere: 0, byHand: 0 },
      net: { live: 0, test: 0 },
      source: 'simulated',
      total: 0,
      pageNumber: 1,
      pageSize: 12,
    }),
  });
  app.fake.emit({
    type: 'stream.event',
    event: { type: 'position', position: position(1, { status: 'closed' }) },
  });
  expect(await screen.findByText(/No position is open/)).toBeTruthy();
  // Nobody has to know a key or a menu to trade.
  fireEvent.click(screen.getByRole('button', { name: 'Order by hand…' }));
  expect(await screen.findByRole('dialog', { name: 'Order by hand' })).toBeTruthy();
});

test('leaving a position says what is sent and whose money it is, and sends it once with a key', async () => {
  const app = await openWindow('/open-positions', {
    'positions.exit': ({ positionId }) => ({
      orderId: 5,
      positionId,
      symbol: 'RELIANCE',
      quantity: 40,
      state: 'submitted',
    }),
  });
  const reliance = await rowOf('RELIANCE');
  fireEvent.click(reliance.getByRole('button', { name: 'Exit RELIANCE' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Exit RELIANCE?' });
  expect(dialog.textContent).toContain('Sells 40 RELIANCE at about ₹1,431.10.');
  expect(dialog.textContent).toContain('This is a paper position: no real order is sent.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Exit' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const sent = app.fake.calls.filter((call) => call.id === 'positions.exit');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.input).toEqual({ positionId: 1 });
  expect(sent[0]?.options?.idempotencyKey).toBeTruthy();
});

test.each([
  [
    'session-over',
    /with a limit order near the last price\. There is no session with the broker: real orders leave once you log in\./,
  ],
  ['connected', /with a limit order near the last price, ₹1,431\.10\. A real order is sent to your broker\./],
] as const)(
  'leaving a live position while the broker is %s says whether a real order leaves now',
  async (state, said) => {
    await openWindow('/open-positions', {
      'home.header': () => ({ ...sampleHeader, broker: { ...sampleHeader.broker, state } }),
      'positions.open': () => ({
        list: [position(1, { mode: 'live' })],
        counts: { all: 1, live: 1, test: 0, baskets: 0, elsewhere: 0, byHand: 0 },
        net: { live: 0, test: 0 },
        source: 'simulated',
        total: 1,
        pageNumber: 1,
        pageSize: 12,
      }),
    });
    const reliance = await rowOf('RELIANCE');
    fireEvent.click(reliance.getByRole('button', { name: 'Exit RELIANCE' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Exit RELIANCE?' });
    await waitFor(() => expect(dialog.textContent).toMatch(said));
  },
);

test.each([
  [
    'All (1)',
    'Sends one order for each of these positions, on paper a market order, live a limit order near the last price:',
  ],
  ['Live (1)', 'Sends one limit order near the last price for each of these positions:'],
  ['Paper (0)', 'Sends one market order for each of these positions:'],
])('Exit all of the tab %s says what kind of order it sends', async (tab, said) => {
  await openWindow('/open-positions', {
    'positions.open': () => ({
      list: [position(1)],
      counts: { all: 1, live: 1, test: 0, baskets: 0, elsewhere: 0, byHand: 0 },
      net: { live: 0, test: 0 },
      source: 'simulated',
      total: 1,
      pageNumber: 1,
      pageSize: 12,
    }),
  });
  fireEvent.click(await screen.findByRole('tab', { name: tab }));
  fireEvent.click(await screen.findByRole('button', { name: 'Exit all' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain(said);
});

test('Exit all lists every order first', async () => {
  await openWindow('/open-positions');
  await rowOf('RELIANCE');
  fireEvent.click(screen.getByRole('button', { name: 'Exit all' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Exit all positions?' });
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Sell 40 RELIANCE (PAPER, Opening range 11)',
    'Buy 80 INFY (PAPER, Opening range 11)',
    'Sell 35 TCS (PAPER, Opening range 11)',
  ]);
});

test('Exit all says the product of what is held by hand', async () => {
  const byHand = { isManual: true, strategyName: 'Manual', symbol: 'SBIN', quantity: 4 };
  await openWindow('/open-positions', {
    'positions.open': () => ({
      ...{ list: [position(2, { ...byHand, product: 'delivery' }), position(1, byHand)], total: 2 },
      ...{ counts: { all: 2, live: 0, test: 2, baskets: 0, elsewhere: 0, byHand: 2 } },
      ...{ net: { live: 0, test: 0 }, source: 'simulated', pageNumber: 1, pageSize: 12 },
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Exit all' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Exit all positions?' }));
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Sell 4 SBIN (PAPER, Manual · Overnight)',
    'Sell 4 SBIN (PAPER, Manual · Intraday)',
  ]);
});

test('the net result moves with every open position, on whichever page it stands', async () => {
  const rows = Array.from({ length: 12 }, (_, index) => position(index + 1, { symbol: `S${index}` }));
  const hidden = position(13, { symbol: 'S12', pnl: 100_000 });
  const { fake } = await openWindow('/open-positions', {
    'positions.open': () => ({
      list: rows,
      counts: { all: 13, live: 0, test: 13, baskets: 0, elsewhere: 0, byHand: 0 },
      net: { live: 0, test: 500_000 },
      source: 'simulated',
      total: 13,
      pageNumber: 1,
      pageSize: 12,
    }),
  });
  expect(await screen.findByText('+₹5,000.00')).toBeTruthy();
  const emit = (positions: readonly Position[]) =>
    fake.emit({ type: 'stream.event', event: { type: 'positions', positions: [...positions] } });
  const later = { ltpAt: '2026-11-20T15:00:00+05:30', pnl: 10_000 };
  const valued = rows.map((row) => ({ ...row, ...later }));
  emit([...valued, { ...hidden, ...later, pnl: 70_000 }]);
  expect(await screen.findByText('+₹1,900.00')).toBeTruthy();
  // What is open on another feed is a sum of its own.
  emit([...valued, { ...hidden, ...later, pnl: 70_000, source: 'replay' }]);
  expect(await screen.findByText('+₹1,200.00')).toBeTruthy();
  emit([]);
  expect(await screen.findByText('₹0.00')).toBeTruthy();
});

test('the row of a position leads to its chart', async () => {
  await openWindow('/open-positions');
  const infy = await rowOf('INFY');
  expect(infy.getByRole('link', { name: 'Chart of INFY' }).getAttribute('href')).toBe(
    '#/chart/INFY?source=simulated&timeframe=5m',
  );
});

test('the list of all says LIVE while a live position is on it, and a position leads to its chart', async () => {
  const live = position(1, { mode: 'live', source: 'broker' });
  await openWindow('/open-positions?position=1', {
    'positions.open': () => ({
      list: [live, position(2)],
      counts: { all: 2, live: 1, test: 1, baskets: 0, elsewhere: 0, byHand: 0 },
      net: { live: 0, test: 0 },
      source: 'simulated',
      total: 2,
      pageNumber: 1,
      pageSize: 12,
    }),
    'home.summary': () => ({ ...home, live: { ...home.live, openPositions: 1 } }),
  });
  expect(await screen.findByTestId('live-frame')).toBeTruthy();
  const drawer = within(await screen.findByRole('dialog'));
  expect(drawer.getByRole('link', { name: 'Chart' }).getAttribute('href')).toBe(
    '#/chart/RELIANCE?source=broker&timeframe=5m',
  );
});

test('shares of baskets and positions of other markets stand apart, in no sum and in no Exit all', async () => {
  const share = position(21, { symbol: 'HDFCBANK', strategyName: 'Bank Five', isBasket: true, pnl: 900_000 });
  const lists = {
    strategies: [position(1)],
    baskets: [share],
    elsewhere: [position(31, { source: 'replay' })],
    'by-hand': [],
  };
  const { fake } = await openWindow('/open-positions', {
    'positions.open': (input) => {
      const list = lists[input?.place === 'all' || !input?.place ? 'strategies' : input.place];
      return {
        list,
        counts: { all: 1, live: 0, test: 1, baskets: 1, elsewhere: 1, byHand: 0 },
        net: { live: 0, test: 25_880 },
        source: 'simulated',
        total: list.length,
        pageNumber: 1,
        pageSize: 12,
      };
    },
  });
  await rowOf('RELIANCE');
  const later = { ltpAt: at, pnl: 10_000 };
  const moved = [position(1, later), { ...share, ltpAt: at }, position(31, { source: 'replay', ...later })];
  fake.emit({ type: 'stream.event', event: { type: 'positions', positions: moved } });
  const net = screen.getByText('Paper P&L').nextElementSibling;
  await waitFor(() => expect(net?.textContent).toContain('+₹100.00'));
  expect(screen.getByRole('tab', { name: 'Other markets (1)' })).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Baskets (1)' }));
  const row = await rowOf('HDFCBANK');
  expect(row.getByRole('button', { name: 'Exit HDFCBANK' })).toBeTruthy();
  expect(row.queryByRole('button', { name: /SL/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Exit all' })).toBeNull();
  expect(screen.queryByText('Paper P&L')).toBeNull();
});
