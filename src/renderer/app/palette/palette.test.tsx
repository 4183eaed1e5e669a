// @vitest-environment jsdom
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { strategy, user } from '../../test-harness/samples.ts';

// A canvas is not there in a test, and a chart painted after it would throw.
vi.mock(import('../../features/charts/candle-chart.tsx'), () => ({ CandleChart: () => <></> }));

// Without a layout the page's focus traps take what is open for hidden.
configure({ defaultHidden: true });

beforeEach(() => localStorage.clear());
afterEach(closeWindow);

const SHARE = {
  ...({ exchange: 'NSE', token: '1', kind: 'equity', segment: 'NSE_CM' } as const),
  ...{ lotSize: 1, tickSize: 5, expiry: null, history: [] },
};
const instruments: Scripts['market.instruments'] = ({ search = '' }) => ({
  instruments: ['RELIANCE', 'M&M']
    .filter((symbol) => symbol.includes(search.toUpperCase()))
    .map((symbol) => ({ ...SHARE, symbol, name: `${symbol} Ltd` })),
  total: 1,
  pageNumber: 1,
  pageSize: 6,
});

const open = async (scripts: Scripts = {}) => {
  const app = await openWindow('/home', { 'market.instruments': instruments, ...scripts });
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  return { ...app, box: await openPalette() };
};
const openPalette = async () => {
  fireEvent.keyDown(window, { key: 'k', code: 'KeyK', ctrlKey: true });
  return screen.findByRole('combobox', { name: /^Page, strategy/ });
};
const type = (box: HTMLElement, text: string) => fireEvent.change(box, { target: { value: text } });
const press = (box: HTMLElement, key: string) => fireEvent.keyDown(box, { key, code: key });
const options = () => within(screen.getByRole('listbox')).getAllByRole('option');
const active = () =>
  document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '');

test('a page is found by its name and opened by Enter, and is the first the next time', async () => {
  const { address, box } = await open();
  type(box, 'ord hist');
  expect(active()?.textContent).toContain('Order history');
  press(box, 'Enter');
  await waitFor(() => expect(address()).toBe('/order-history'));
  expect(screen.queryByRole('combobox')).toBeNull();
  await openPalette();
  const recent = screen.getByRole('group', { name: 'Recently used' });
  expect(
    within(recent)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['Order historyCtrl+6']);
  expect(screen.getAllByRole('option', { name: /Order history/ })).toHaveLength(1);
});

test('arrows go through the choices and round at the ends', async () => {
  const { box } = await open();
  const [first] = options();
  expect(active()).toBe(first);
  press(box, 'ArrowUp');
  expect(active()).toBe(options().at(-1));
  press(box, 'ArrowDown');
  expect(active()).toBe(first);
  expect(options().filter((option) => option.getAttribute('aria-selected') === 'true')).toEqual([first]);
});

test('strategies of one’s own come before those of the marketplace, and open', async () => {
  const { address, box, fake } = await open({
    'strategies.mine': () => ({
      rows: [strategy(11, { name: 'Trend rider of mine' })],
      needsAttention: [],
      counts: { live: 0, test: 1, stopped: 0 },
      total: 1,
      pageNumber: 1,
      pageSize: 6,
    }),
  });
  type(box, 'trend rider');
  const mine = await screen.findByRole('option', { name: /Trend rider of mine/ });
  const offered = options();
  expect(offered.indexOf(mine)).toBeLessThan(
    offered.indexOf(screen.getByRole('option', { name: /^Trend rider 1 ?[A-Z]/ })),
  );
  expect(fake.inputsOf('strategies.mine')).toContainEqual(
    expect.objectContaining({ search: 'trend rider', pageType: 'All', strategyStatus: 0 }),
  );
  fireEvent.click(mine);
  await waitFor(() => expect(address()).toBe('/strategies/11'));
});

test('an instrument opens its chart, whatever its name is made of', async () => {
  const { address, box } = await open();
  type(box, 'm&m');
  fireEvent.click(await screen.findByRole('option', { name: /^M&M/ }));
  await waitFor(() => expect(address()).toBe('/chart/M%26M'));
});

const contract = (kind: 'future' | 'call', expiry: string) => ({
  ...{ symbol: `NIFTY ${expiry} ${kind === 'call' ? '24500 CE' : 'FUT'}`, exchange: 'NSE' as const },
  ...{ underlying: 'NIFTY', expiry, lastDay: expiry, kind, strike: kind === 'call' ? 24_500_00 : null },
  ...{ lotSize: 65, tickSize: 5, freezeQuantity: 1_800, token: null },
});
const contracts =
  (...found: ReturnType<typeof contract>[]): Scripts['market.findContracts'] =>
  () => ({ source: 'simulated', listedOn: '2026-11-20', contracts: found, reason: '' });

test('an option is found while it is typed, and opens its chain at its strike by Enter', async () => {
  const { address, box, fake } = await open({
    'market.findContracts': contracts(contract('call', '2026-12-01'), contract('future', '2026-12-29')),
  });
  type(box, 'nifty 24500 ce');
  const option = await screen.findByRole('option', { name: /^NIFTY 24500 CE/ });
  expect(option.textContent).toContain('01-12-2026 · NSE · simulated market');
  expect(fake.inputsOf('market.findContracts')).toEqual([{ search: 'nifty 24500 ce', limit: 6 }]);
  expect(active()).toBe(option);
  press(box, 'Enter');
  await waitFor(() =>
    expect(address()).toBe(
      '/option-chain?underlying=NIFTY&expiry=2026-12-01&strikes=all&contract=NIFTY+2026-12-01+24500+CE',
    ),
  );
});

test('an instrument that is typed whole comes before pages with its letters; another comes before them, too', async () => {
  const { box } = await open({
    'market.instruments': ({ search = '' }) => ({
      ...({ total: 1, pageNumber: 1, pageSize: 6 } as const),
      instruments: ['SBIN', 'LOG', 'LOGIC']
        .filter((symbol) => symbol.startsWith(search.toUpperCase()))
        .map((symbol) => ({ ...SHARE, symbol, name: `${symbol} Ltd` })),
    }),
  });
  // Its letters are in Subscription, in order.
  type(box, 'sbin');
  await waitFor(() => expect(active()?.textContent).toContain('SBIN'));
  type(box, 'log');
  await waitFor(() => expect(active()?.textContent).toMatch(/^LOG/));
  // A page whose name begins so goes before instruments that do.
  type(box, 'lo');
  await screen.findByRole('option', { name: /^LOGIC/ });
  expect(active()?.textContent).toMatch(/^Logs/);
});

test.each([
  ['journal', 'Trade history'],
  ['order book', 'Order history'],
  ['funds', 'Wallet'],
  ['ladder', 'Market depth'],
])('"%s" finds %s, as traders call it', async (text, page) => {
  const { box } = await open();
  type(box, text);
  expect(active()?.textContent).toContain(page);
});

test('what a command lacks is said once', async () => {
  const { box } = await open();
  type(box, 'buy 1 lot limit 120');
  const sentence = 'Say of what, as in: buy 10 sbin, or alert nifty > 24600';
  await waitFor(() => expect(active()?.textContent).toBe(sentence));
});

test.each([
  ['alert INFY > 24600', 'Alert when INFY is above ₹24,600'],
  ['alert INFY > 124600.5', 'Alert when INFY is above ₹1,24,600.50'],
  ['buy 1500 INFY limit 1600', 'Buy 1,500 INFY for ₹1,600 at most'],
])('"%s" is read back with its figures grouped', async (text, sentence) => {
  const { box } = await open({
    'market.instruments': () => ({
      ...({ total: 1, pageNumber: 1, pageSize: 6 } as const),
      instruments: [{ ...SHARE, symbol: 'INFY', name: 'Infosys' }],
    }),
  });
  type(box, text);
  await waitFor(() => expect(active()?.textContent).toContain(sentence));
});

test('a symbol offers its chart first, then its depth, an order and its chain; nothing is sent', async () => {
  const { address, box, fake } = await open({
    'market.instruments': () => ({
      ...({ total: 1, pageNumber: 1, pageSize: 6 } as const),
      instruments: [{ ...SHARE, symbol: 'NIFTY', name: 'Nifty 50' }],
    }),
  });
  type(box, 'nifty');
  const ways = await screen.findByRole('group', { name: 'Open NIFTY' });
  expect(
    within(ways)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual([
    'NIFTYopens the chart · Nifty 50 · NSE',
    'Market depth of NIFTYopens the depth',
    'Buy or sell NIFTY…opens the order',
    'Option chain of NIFTYopens its option chain',
  ]);
  expect(active()?.textContent).toMatch(/^NIFTYopens the chart/);
  // It is offered once.
  expect(screen.queryByRole('group', { name: 'Instruments' })).toBeNull();
  press(box, 'ArrowDown');
  press(box, 'ArrowDown');
  press(box, 'Enter');
  expect(await screen.findByRole('dialog', { name: /NIFTY/ })).toBeTruthy();
  expect(fake.inputsOf('manual.place')).toEqual([]);
  expect(address()).toBe('/home');
});

test('a contract offers its chain at its strike, then its depth, an order in lots and the chart of its index', async () => {
  const { address, box } = await open({
    'market.findContracts': contracts(contract('call', '2026-12-01')),
  });
  type(box, 'nifty 24500 ce');
  const ways = await screen.findByRole('group', { name: 'Open NIFTY 24500 CE' });
  expect(
    within(ways)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual([
    'NIFTY 24500 CEopens its option chain · 01-12-2026 · NSE · simulated market',
    'Market depth of NIFTY 24500 CEopens the depth',
    'Buy or sell NIFTY 24500 CE…opens the order',
    'Chart of NIFTYopens the chart',
  ]);
  press(box, 'ArrowDown');
  press(box, 'Enter');
  await waitFor(() => expect(address()).toBe('/depth?symbol=NIFTY+2026-12-01+24500+CE'));
});

test('Enter before it is known what a command names waits for it, and goes nowhere else', async () => {
  const { address, box } = await open(infy);
  type(box, 'buy 10 infy');
  press(box, 'Enter');
  expect(await screen.findByRole('dialog', { name: 'Order in INFY' })).toBeTruthy();
  expect(address()).toBe('/home');
});

test('Enter at a command that was changed meanwhile does nothing by itself', async () => {
  const { box } = await open(infy);
  type(box, 'buy 10 infy');
  press(box, 'Enter');
  type(box, 'buy 100 infy');
  expect(await screen.findByRole('option', { name: /100/ })).toBeTruthy();
  // As it was when Enter was pressed.
  type(box, 'buy 10 infy');
  expect(await screen.findByRole('option', { name: /10 INFY/ })).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: 'Order in INFY' })).toBeNull();
});

const infy: Scripts = {
  'market.instruments': () => ({
    ...({ total: 1, pageNumber: 1, pageSize: 6 } as const),
    instruments: [{ ...SHARE, symbol: 'INFY', name: 'Infosys' }],
  }),
  'strategies.mine': () => ({
    ...{ rows: [strategy(11, { name: 'Turtle' })], needsAttention: [] },
    ...{ counts: { live: 0, test: 1, stopped: 0 }, total: 1, pageNumber: 1, pageSize: 6 },
  }),
  'scanner.saved': () => ({ scans: [{ savedId: 4, name: 'Over the average', document: {} }] }),
};

test.each([
  ['bt turtle', 'Backtest Turtle', '/backtest?strategy=11'],
  ['bt turtle 2y', 'Backtest Turtle over the last 2 years', '/backtest?strategy=11&period=2y'],
  ['bt turtle 90d', 'Backtest Turtle over the last 90 days', '/backtest?strategy=11&period=90d'],
  [
    'bt turtle 01-01-2025 to 30-06-2025',
    'Backtest Turtle from 01-01-2025 to 30-06-2025',
    '/backtest?strategy=11&from=2025-01-01&to=2025-06-30',
  ],
  ['chart infy 15', 'Chart of INFY, 15 minutes', '/chart/INFY?timeframe=15m'],
  ['scan average', 'Open the scan Over the average', '/scanner?saved=4'],
  [
    'alert infy crosses 1600',
    'Alert when INFY crosses ₹1,600',
    '/notifications?view=mine&symbol=INFY&when=crosses&level=1600',
  ],
  [
    'alert infy rsi(7) < 30',
    'Alert on INFY, 15 minutes: RSI(7) is below 30',
    '/notifications?view=mine&symbol=INFY&mode=test&rules=handed',
  ],
])('"%s" is read back as "%s", and Enter opens its form', async (text, sentence, route) => {
  const { address, box, fake } = await open(infy);
  type(box, text);
  await waitFor(() => expect(active()?.textContent).toContain(sentence));
  press(box, 'Enter');
  await waitFor(() => expect(address()).toBe(route));
  for (const call of ['alertRules.add', 'backtests.start', 'scanner.run', 'manual.place'] as const)
    expect(fake.inputsOf(call)).toEqual([]);
});

test('an alert of the palette begins with its condition', async () => {
  const { box } = await open(infy);
  type(box, 'alert infy 5m ema 9 crosses above ema 21');
  await waitFor(() => expect(active()?.textContent).toContain('EMA(9) crosses above EMA(21)'));
  press(box, 'Enter');
  const dialog = within(await screen.findByRole('dialog', { name: 'New alert' }));
  expect(dialog.getByText('INFY, 5-minute candles: EMA(9) crosses above EMA(21).')).toBeTruthy();
});

test.each([
  ['bt turtle 0y', /^Write the days as in/],
  ['chart infy 7', /^Candles are of 1, 3, 5/],
  ['alert infy rsi < much', /^Say what is compared/],
  ['alert infy rsi 9 9 9 < 30', /^Say what is compared/],
  ['alert infy rsi 9999 < 30', /^Say what is compared/],
  ['scan nowhere', /^None of your saved scans is called nowhere/],
])('"%s" says how it is written', async (text, sentence) => {
  const { box } = await open(infy);
  type(box, text);
  await waitFor(() => expect(active()?.textContent).toMatch(sentence));
  expect(active()?.getAttribute('aria-disabled')).toBe('true');
});

test('a contract that is not there says so; of a page nobody misses one', async () => {
  const { box } = await open({ 'market.findContracts': contracts() });
  type(box, 'nifty 99999 ce');
  expect(await screen.findByText(/No future or option fits “nifty 99999 ce”/)).toBeTruthy();
  type(box, 'wallet');
  await waitFor(() => expect(screen.queryByText(/No future or option fits/)).toBeNull());
});

test('what could not be looked for says so, and the rest is there', async () => {
  const { box } = await open({ 'market.instruments': () => refuse('unavailable', 'Away') });
  type(box, 'wallet');
  expect(await screen.findByText(/could not be looked for/)).toBeTruthy();
  expect(screen.getByRole('option', { name: /^Wallet ?Ctrl/ })).toBeTruthy();
});

test('nothing of that name still leads to the marketplace', async () => {
  const { address, box } = await open({ 'market.instruments': () => refuse('refused', 'No') });
  type(box, 'zzzz');
  expect(options()).toHaveLength(1);
  press(box, 'Enter');
  await waitFor(() => expect(address()).toBe('/marketplace?search=zzzz'));
});

test('an action is done; one that could send orders asks its own question first', async () => {
  const { box, fake } = await open();
  type(box, 'dark theme');
  press(box, 'Enter');
  await waitFor(() => expect(fake.inputsOf('desktop.settings.change')).toContainEqual({ skin: 'dark' }));
  const again = await openPalette();
  type(again, 'stop all');
  press(again, 'Enter');
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  expect(fake.inputsOf('live.killSwitch')).toEqual([]);
});

test('a page without a right is there with the reason, and cannot be chosen', async () => {
  const { address, box } = await open({
    'desktop.session.state': () => ({
      user: { ...user, ability: [{ action: 'read', subject: 'Strategy' }] },
      keptIn: 'keychain',
      lastName: null,
    }),
    'profile.mine': () => refuse('forbidden', 'No'),
  });
  type(box, 'wallet history');
  const option = await screen.findByRole('option', { name: /Wallet history.*no right to see the wallet/ });
  expect(option.getAttribute('aria-disabled')).toBe('true');
  press(box, 'Enter');
  expect(address()).toBe('/home');
});

test('the same key closes it', async () => {
  await open();
  fireEvent.keyDown(window, { key: 'k', code: 'KeyK', ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});
