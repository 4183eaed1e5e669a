// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Watchlist, WatchlistEntry } from '../../../shared/contract/watchlists.ts';
import type { Quote } from '../../../shared/quotes.ts';
import { PAPER_KEYS } from '../../test-harness/armed-samples.tsx';
import type { FakeBridge, Scripts } from '../../test-harness/fake-bridge.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { arm } from '../../state/armed-keys.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { order, sampleHeader } from '../../test-harness/samples.ts';

// A canvas is not there in a test, and a chart painted after it would throw.
vi.mock(import('../../features/charts/candle-chart.tsx'), () => ({ CandleChart: () => <></> }));

afterEach(() => {
  closeWindow();
  localStorage.clear();
});

const OPTION = 'NIFTY 2026-12-29 24500 CE';
const ENDED = 'NIFTY 2026-10-27 FUT';

const row = (entryId: number, text: string, more: Partial<WatchlistEntry> = {}): WatchlistEntry => ({
  entryId,
  kind: 'symbol',
  text,
  instrument: 'share',
  instrumentName: '',
  isExpired: false,
  ...more,
});
const heading = (entryId: number, text: string) => row(entryId, text, { kind: 'heading', instrument: null });
const BANKS: Watchlist = {
  listId: 7,
  name: 'Banks',
  entries: [
    row(1, 'NIFTY', { instrument: 'index', instrumentName: 'Nifty 50' }),
    heading(2, 'Shares'),
    row(3, 'SBIN', { instrumentName: 'State Bank of India' }),
    row(4, 'AXISBANK'),
    heading(5, 'Contracts'),
    row(6, OPTION, { instrument: 'option' }),
    row(7, ENDED, { instrument: 'future', isExpired: true }),
  ],
};

/** A backend that keeps lists as the real one does. */
const keeping = (...start: readonly Watchlist[]): Scripts => {
  let lists = [...start];
  let nextId = 100;
  const changed = (listId: number, change: (entries: WatchlistEntry[]) => WatchlistEntry[]) => {
    lists = lists.map((list) =>
      list.listId === listId ? { ...list, entries: change([...list.entries]) } : list,
    );
    return { list: lists.find((list) => list.listId === listId)! };
  };
  return {
    'watchlists.list': () => ({ lists }),
    'watchlists.create': ({ name }) => {
      const list = { listId: nextId++, name, entries: [] };
      lists = [...lists, list];
      return { list };
    },
    'watchlists.add': ({ listId, entries }) =>
      changed(listId, (before) => {
        for (const { kind, text, place = before.length } of entries)
          before.splice(place, 0, kind === 'symbol' ? row(nextId++, text) : heading(nextId++, text));
        return before;
      }),
    'watchlists.removeEntries': ({ listId, entryIds }) =>
      changed(listId, (before) => before.filter(({ entryId }) => !entryIds.includes(entryId))),
    'watchlists.removeExpired': ({ listId }) =>
      changed(listId, (before) => before.filter(({ isExpired }) => !isExpired)),
    'watchlists.move': ({ listId, entryId, place }) =>
      changed(listId, (before) => {
        const others = before.filter((entry) => entry.entryId !== entryId);
        others.splice(place, 0, ...before.filter((entry) => entry.entryId === entryId));
        return others;
      }),
    'market.instruments': ({ search = '' }) => ({
      instruments: ['INFY', 'ITC']
        .filter((symbol) => symbol.startsWith(search.toUpperCase()))
        .map((symbol) => ({
          ...{ symbol, name: `${symbol} Limited`, exchange: 'NSE', token: '1', kind: 'equity' as const },
          ...{ segment: 'Cash', lotSize: 1, tickSize: 5, expiry: null, history: [] },
        })),
      pageNumber: 1,
      pageSize: 8,
      total: 1,
    }),
    'market.findContracts': () => ({ source: 'simulated', listedOn: null, contracts: [], reason: '' }),
  };
};

const open = async (scripts: Scripts = keeping(BANKS)) => {
  const app = await openWindow('/watchlist', scripts);
  return { ...app, grid: () => screen.findByRole('grid', { name: 'Banks' }) };
};
const quote = (symbol: string, more: Partial<Quote> = {}): Quote => ({
  ...{ symbol, source: 'simulated', ltp: 100_00, previousClose: 80_00, at: '2026-11-20T14:33:00+05:30' },
  ...more,
});
const emit = (fake: FakeBridge, ...quotes: Quote[]) =>
  act(() => fake.emit({ type: 'stream.event', event: { type: 'quote', quotes } }));
/** First cells of the rows. */
const names = async () =>
  within(await screen.findByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((each) => within(each).getAllByRole('gridcell')[0]?.textContent ?? '');
const press = (element: HTMLElement, key: string, more: object = {}) =>
  fireEvent.keyDown(element, { key, ...more });

test('without a list there is one to create, and its field to add is open at once', async () => {
  const { fake } = await openWindow('/watchlist', keeping());
  fireEvent.click(await screen.findByRole('button', { name: 'Create a watchlist' }));
  const dialog = await screen.findByRole('dialog', { name: 'New watchlist' });
  expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Watchlist 1');
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' Morning ' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
  expect(await screen.findByText(/Nothing is in Morning yet/)).toBeTruthy();
  expect(fake.inputsOf('watchlists.create')).toEqual([{ name: 'Morning' }]);
  expect(await screen.findByRole('combobox', { name: 'Instrument to add' })).toBe(document.activeElement);
});

test('a refused name stays in its dialog, with the reason', async () => {
  await open({
    ...keeping(BANKS),
    'watchlists.create': () => refuse('conflict', 'You have a watchlist called Banks already.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'New watchlist' }));
  const dialog = await screen.findByRole('dialog', { name: 'New watchlist' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create' }));
  expect(await within(dialog).findByText('You have a watchlist called Banks already.')).toBeTruthy();
});

test('every symbol of the list is watched, and its figures move; what is not known is a dash', async () => {
  const { fake, grid } = await open();
  const rows = await grid();
  await waitFor(() =>
    expect(fake.inputsOf('desktop.stream.watch').at(-1)).toMatchObject({
      symbols: expect.arrayContaining([ENDED, OPTION, 'AXISBANK', 'NIFTY', 'SBIN']) as string[],
    }),
  );
  emit(
    fake,
    quote('SBIN', { high: 101_00, low: 79_50, volume: 1_23_456 }),
    quote(OPTION, { volume: 1_09_16_123 }),
  );
  const cells = async (name: RegExp) =>
    within(await within(rows).findByRole('row', { name }))
      .getAllByRole('gridcell')
      .slice(1)
      .map(({ textContent }) => textContent);
  expect(await cells(/SBIN/)).toEqual(['100.00', '▲+₹20.00', '+25.00%', '101.00', '79.50', '1,23,456']);
  // The digits of crores have no room, and a part of a number is another number.
  expect((await cells(/24500 CE/)).slice(3)).toEqual(['–', '–', '1.09 Cr']);
  expect(await cells(/NIFTY FUT/)).toEqual(['–', '–', '–', '–', '–', '–']);
  expect(within(rows).getByRole('row', { name: /NIFTY FUT.*Expired/ })).toBeTruthy();
});

test("with a broker's session the prices are the broker's, of an index its own; the feed's can be chosen", async () => {
  const { fake, grid, address } = await open({
    ...keeping(BANKS),
    'home.header': () => ({ ...sampleHeader, broker: { ...sampleHeader.broker, state: 'connected' } }),
  });
  const rows = await grid();
  await waitFor(() =>
    expect(fake.inputsOf('desktop.stream.watch').at(-1)).toMatchObject({
      symbols: expect.arrayContaining(['NIFTY index', 'SBIN']) as string[],
    }),
  );
  const source = 'broker' as const;
  emit(fake, quote('NIFTY index', { source, ltp: 26_000_00 }), quote('SBIN', { ltp: 1_00 }));
  expect(await within(rows).findByText('26,000.00')).toBeTruthy();
  expect(within(rows).queryByText('1.00')).toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: 'Prices of' }), { target: { value: 'simulated' } });
  await waitFor(() => expect(address()).toContain('source=simulated'));
});

test('a sorting is among the rows under each heading, and waits while the rows have the focus', async () => {
  const { fake, grid, address } = await open();
  const rows = await grid();
  emit(fake, quote('SBIN', { ltp: 90_00 }), quote('AXISBANK', { ltp: 95_00 }));
  fireEvent.click(within(rows).getByRole('button', { name: 'LTP' }));
  await waitFor(async () =>
    expect((await names()).map((name) => name.slice(0, 4))).toEqual([
      ...['NIFT', 'Shar', 'AXIS', 'SBIN', 'Cont', 'NIFT', 'NIFT'],
    ]),
  );
  expect(address()).toContain('sort=last');
  fireEvent.focus(rows);
  emit(fake, quote('SBIN', { ltp: 99_00 }));
  await within(rows).findByText('99.00');
  expect((await names())[2]).toContain('AXISBANK');
  fireEvent.blur(rows);
  await waitFor(async () => expect((await names())[2]).toContain('SBIN'));
  // One's own order is not to be seen now: nothing is moved in it.
  rows.focus();
  press(rows, 'Home');
  press(rows, 'ArrowDown', { altKey: true });
  expect((await screen.findAllByText(/Take the sorting off first/)).length).toBeGreaterThan(0);
  expect(fake.inputsOf('watchlists.move')).toEqual([]);
});

test('a letter opens the field with it, and Enter adds below the row at hand; letters of lists do nothing here', async () => {
  const { fake, grid } = await open();
  const rows = await grid();
  rows.focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowDown']) press(rows, key);
  press(rows, 'i', { code: 'KeyI' });
  const field = await screen.findByRole('combobox', { name: 'Instrument to add' });
  expect((field as HTMLInputElement).value).toBe('i');
  expect(await screen.findByRole('option', { name: /INFY/ })).toBeTruthy();
  press(field, 'ArrowDown');
  press(field, 'Enter');
  await waitFor(() =>
    expect(fake.inputsOf('watchlists.add')).toEqual([
      { listId: 7, entries: [{ kind: 'symbol', text: 'ITC', place: 3 }] },
    ]),
  );
  await waitFor(async () => expect((await names())[3]).toContain('ITC'));
  // The next one comes below it.
  fireEvent.change(field, { target: { value: 'inf' } });
  await screen.findByRole('option', { name: /INFY/ });
  press(field, 'Enter');
  await waitFor(async () => expect((await names())[4]).toContain('INFY'));
  fireEvent.change(field, { target: { value: 'nothing' } });
  expect(await screen.findByText('No instrument answers to “nothing”.')).toBeTruthy();
  press(field, 'Escape');
  await waitFor(() => expect(document.activeElement).toBe(rows));
  const before = rows.getAttribute('aria-activedescendant');
  press(rows, 'j', { code: 'KeyJ' });
  expect(await screen.findByDisplayValue('j')).toBeTruthy();
  expect(rows.getAttribute('aria-activedescendant')).toBe(before);
});

test('what is typed right after Escape stays in the field that it opens', async () => {
  const { grid } = await open();
  const rows = await grid();
  rows.focus();
  press(rows, 'i', { code: 'KeyI' });
  press(await screen.findByRole('combobox', { name: 'Instrument to add' }), 'Escape');
  expect(document.activeElement).toBe(rows);
  press(rows, 'r', { code: 'KeyR' });
  const field = await screen.findByRole('combobox', { name: 'Instrument to add' });
  await new Promise((passed) => setTimeout(passed, 20));
  expect(document.activeElement).toBe(field);
});

test('armed keys trade in a list that was open before, and open nothing; J is a letter as ever', async () => {
  const { fake, grid } = await open({ ...keeping(BANKS), 'manual.place': () => ({ order: order(1) }) });
  const rows = await grid();
  rows.focus();
  for (const key of ['Home', 'ArrowDown']) press(rows, key);
  act(() => arm(PAPER_KEYS));
  // A heading is no instrument.
  for (const key of ['b', 's']) press(rows, key);
  press(rows, 'ArrowDown');
  for (const [at, key] of ['b', 's'].entries()) {
    press(rows, key);
    await waitFor(() => expect(fake.inputsOf('manual.place')).toHaveLength(at + 1));
    await screen.findAllByText('The order is placed.');
  }
  expect(fake.inputsOf('manual.place')).toMatchObject([
    { symbol: 'SBIN', side: 'buy' },
    { symbol: 'SBIN', side: 'sell' },
  ]);
  expect(screen.queryByRole('combobox', { name: 'Instrument to add' })).toBeNull();
  press(rows, 'j');
  expect(await screen.findByDisplayValue('j')).toBeTruthy();
});

test('rows are moved and removed by keys, and Undo brings one back to its place', async () => {
  const { fake, grid } = await open();
  const rows = await grid();
  rows.focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowDown']) press(rows, key);
  press(rows, 'ArrowDown', { altKey: true });
  await waitFor(async () => expect((await names()).slice(2, 4).join()).toMatch(/AXISBANK.*SBIN/));
  expect(fake.inputsOf('watchlists.move')).toEqual([{ listId: 7, entryId: 3, place: 3 }]);
  press(rows, 'Delete');
  await waitFor(async () => expect((await names()).join()).not.toContain('SBIN'));
  // The row below is at hand, so that Delete goes on.
  expect(document.getElementById(rows.getAttribute('aria-activedescendant') ?? '')?.textContent).toContain(
    'Contracts',
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(fake.inputsOf('watchlists.add')).toEqual([
      { listId: 7, entries: [{ kind: 'symbol', text: 'SBIN', place: 3 }] },
    ]),
  );
  await waitFor(async () => expect((await names())[3]).toContain('SBIN'));
  press(rows, 'Delete');
  await waitFor(async () => expect((await names()).join()).not.toContain('SBIN'));
  press(rows, 'z', { ctrlKey: true });
  await waitFor(async () => expect((await names())[3]).toContain('SBIN'));
});

test('Delete that is held down can be undone row by row, past one that another window had removed', async () => {
  const kept = keeping(BANKS);
  const { grid } = await open({
    ...kept,
    'watchlists.removeEntries': (input) =>
      input.entryIds.includes(5)
        ? refuse('not-found', 'No such row of this watchlist.')
        : kept['watchlists.removeEntries']!(input),
  });
  const rows = await grid();
  // The backend of this test knows no name of a share that is added.
  const symbols = async () => (await names()).map((name) => name.replace('State Bank of India', ''));
  const before = await symbols();
  rows.focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowDown']) press(rows, key);
  for (let row = 0; row < 3; row++) press(rows, 'Delete');
  await waitFor(async () => expect((await names()).join()).not.toMatch(/SBIN|AXISBANK/));
  for (let undone = 0; undone < 3; undone++) press(rows, 'z', { ctrlKey: true });
  await waitFor(async () => expect(await symbols()).toEqual(before));
});

test('undo is asked for before the removal is answered, and comes after it', async () => {
  const kept = keeping(BANKS);
  let answer = (): void => undefined;
  const { fake, grid } = await open({
    ...kept,
    'watchlists.removeEntries': async (input) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return kept['watchlists.removeEntries']!(input);
    },
  });
  const rows = await grid();
  rows.focus();
  for (const key of ['Home', 'ArrowDown', 'ArrowDown']) press(rows, key);
  press(rows, 'Delete');
  await waitFor(async () => expect((await names()).join()).not.toContain('SBIN'));
  press(rows, 'z', { ctrlKey: true });
  await waitFor(() => expect(fake.inputsOf('watchlists.removeEntries')).toHaveLength(1));
  expect(fake.inputsOf('watchlists.add')).toEqual([]);
  act(() => answer());
  await waitFor(async () => expect((await names())[2]).toContain('SBIN'));
});

test('a move that is refused is told, and the list is as the server has it', async () => {
  const { grid } = await open({
    ...keeping(BANKS),
    'watchlists.move': () => refuse('not-found', 'No such row of this watchlist.'),
  });
  const rows = await grid();
  rows.focus();
  press(rows, 'Home');
  press(rows, 'ArrowDown', { altKey: true });
  expect((await screen.findAllByText('No such row of this watchlist.')).length).toBeGreaterThan(0);
  await waitFor(async () => expect((await names())[0]).toContain('NIFTY'));
});

test('what another window has changed is asked for', async () => {
  const scripts = keeping(BANKS);
  const { fake, grid } = await open(scripts);
  await grid();
  fake.script({ 'watchlists.list': () => ({ lists: [{ ...BANKS, name: 'Renamed' }] }) });
  act(() => fake.emit({ type: 'stream.event', event: { type: 'watchlist', listId: 7 } }));
  expect(await screen.findByRole('tab', { name: 'Renamed' })).toBeTruthy();
});

test('columns are chosen on this computer, and expired contracts go at once', async () => {
  const { fake, grid } = await open();
  const rows = await grid();
  fireEvent.click(screen.getByRole('button', { name: 'Columns' }));
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Bid' }));
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Volume' }));
  await waitFor(() =>
    expect(
      within(rows)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Symbol', 'LTP', 'Change', 'Change %', 'Day high', 'Day low', 'Bid']]),
  );
  expect(localStorage.getItem('watchlist-columns')).toContain('bid');
  fireEvent.click(screen.getByRole('button', { name: 'More for the list Banks' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove expired (1)' }));
  await waitFor(async () => expect((await names()).join()).not.toContain('NIFTY FUT'));
  expect(fake.inputsOf('watchlists.removeExpired')).toEqual([{ listId: 7 }]);
});

test('Alt with a digit shows another list', async () => {
  const other = { listId: 8, name: 'Others', entries: [row(50, 'TCS')] };
  const { address, grid } = await open(keeping(BANKS, other));
  const rows = await grid();
  rows.focus();
  press(rows, '2', { code: 'Digit2', altKey: true });
  expect(await screen.findByRole('grid', { name: 'Others' })).toBeTruthy();
  expect(address()).toContain('list=8');
});

test('a right click and the menu keys offer what can be done with a row, and nothing that cannot', async () => {
  const { fake, grid, address } = await open();
  const rows = await grid();
  const items = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  const closeMenu = async () => {
    press(screen.getByRole('menu'), 'Escape');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  };
  const ofRow = ['Move upAlt+↑', 'Move downAlt+↓', 'Remove from the listDelete'];
  fireEvent.contextMenu(within(rows).getByText('State Bank of India'));
  expect(await items()).toEqual([
    'Open chart',
    'Buy…',
    'Sell…',
    'Market depth',
    'Create an alert…',
    'Add to watchlist',
    'Build a strategy',
    'Copy symbol',
    ...ofRow,
  ]);
  await closeMenu();
  fireEvent.contextMenu(within(rows).getByText('NIFTY 24500 CE'));
  expect((await items()).slice(0, 9)).toEqual([
    'Open chart of NIFTY',
    'Buy…',
    'Sell…',
    'Option chain',
    'Market depth',
    'Create an alert…',
    'Add to watchlist',
    'Build an option strategy on NIFTY',
    'Copy symbol',
  ]);
  await closeMenu();
  fireEvent.contextMenu(within(rows).getByText('Shares'));
  expect(await items()).toEqual(['Rename the headingF2', ...ofRow]);
  await closeMenu();
  // By its keys the menu is that of the row at hand.
  rows.focus();
  press(rows, 'End');
  press(rows, 'F10', { shiftKey: true });
  expect(await items()).toContain('Remove from the listDelete');
  fireEvent.click(screen.getByRole('menuitem', { name: /^Remove from the list/ }));
  await waitFor(() =>
    expect(fake.inputsOf('watchlists.removeEntries')).toEqual([{ listId: 7, entryIds: [7] }]),
  );
  fireEvent.click(within(rows).getByRole('button', { name: 'More for SBIN' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Open chart' }));
  await waitFor(() => expect(address()).toContain('/chart/SBIN?source=simulated'));
});
