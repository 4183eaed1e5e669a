// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const items = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
const LISTS = {
  'watchlists.list': () => ({ lists: [{ listId: 7, name: 'Banks', entries: [] }] }),
  'watchlists.create': ({ name }: { name: string }) => ({ list: { listId: 8, name, entries: [] } }),
  'watchlists.add': ({ listId }: { listId: number }) => ({ list: { listId, name: 'Banks', entries: [] } }),
};

test.each(['/open-positions', '/order-history?type=live', '/trade-history'])(
  'in %s the whole row has the menu of its symbol, and so has the button in it',
  async (route) => {
    const { fake } = await openWindow(route, LISTS);
    const [more] = await screen.findAllByRole('button', { name: /^More for / });
    const symbol = more?.dataset['symbol'] ?? '';
    const row = more!.closest<HTMLElement>('[data-row]')!;
    fireEvent.contextMenu(within(row).getAllByRole('cell')[0]!);
    expect(await screen.findByRole('menu', { name: symbol })).toBeTruthy();
    expect((await items())[0]).toMatch(/^Open chart/);
    fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    fireEvent.click(more!);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Add to watchlist' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Banks' }));
    expect((await screen.findAllByText(`${symbol} is added to Banks.`)).length).toBeGreaterThan(0);
    expect(fake.inputsOf('watchlists.add')).toEqual([
      { listId: 7, entries: [{ kind: 'symbol', text: symbol }] },
    ]);
  },
);

test('a new list is made with a name that is free', async () => {
  const { fake } = await openWindow('/settings', LISTS);
  await fakeMark('SBIN');
  fireEvent.contextMenu(document.querySelector('[data-symbol="SBIN"]')!);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Add to watchlist' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'New watchlist' }));
  await waitFor(() =>
    expect(fake.inputsOf('watchlists.add')).toEqual([
      { listId: 8, entries: [{ kind: 'symbol', text: 'SBIN' }] },
    ]),
  );
  expect(fake.inputsOf('watchlists.create')).toEqual([{ name: 'Watchlist 1' }]);
});

/** Something of a page that shows a symbol. */
const fakeMark = async (...symbols: string[]): Promise<HTMLElement> => {
  const page = (await screen.findAllByRole('heading', { level: 1 }))[0]!;
  const row = document.createElement('div');
  row.setAttribute('role', 'row');
  row.innerHTML = `<span>rest</span><a href="#/home">link</a>${symbols.map((symbol) => `<b data-symbol="${symbol}">${symbol}</b>`).join('')}`;
  page.append(row);
  return row;
};

test('of a row with two symbols only each of them has a menu; a link keeps that of the system', async () => {
  await openWindow('/settings', LISTS);
  const row = await fakeMark('ITC', 'TCS');
  const opens = (element: Element) => {
    const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
    fireEvent(element, event);
    return event.defaultPrevented;
  };
  expect(opens(row.querySelector('span')!)).toBe(false);
  expect(opens(row.querySelector('a')!)).toBe(false);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(opens(row.querySelector('[data-symbol="TCS"]')!)).toBe(true);
  expect(await screen.findByRole('menu', { name: 'TCS' })).toBeTruthy();
});

test.each([
  [
    'ITC',
    [
      'Open chart',
      'Buy…',
      'Sell…',
      'Market depth',
      'Create an alert…',
      'Add to watchlist',
      'Build a strategy',
      'Copy symbol',
    ],
  ],
  [
    'NIFTY',
    [
      'Open chart',
      'Buy…',
      'Sell…',
      'Option chain',
      'Market depth',
      'Create an alert…',
      'Add to watchlist',
      'Build a strategy',
      'Copy symbol',
    ],
  ],
  // Of a contract of BSE there is no chain here, and nothing to build on.
  [
    'BSE:SENSEX 2026-12-31 84000 CE',
    ['Open chart of SENSEX', 'Market depth', 'Add to watchlist', 'Copy symbol'],
  ],
])('%s has in its menu what can be done with it', async (symbol, expected) => {
  await openWindow('/settings', LISTS);
  const row = await fakeMark(symbol);
  fireEvent.contextMenu(row.querySelector('b')!);
  expect(await items()).toEqual(expected);
});

test('the address of what is opened has the symbol in it', async () => {
  const { address } = await openWindow('/settings', LISTS);
  const row = await fakeMark('NIFTY 2026-12-29 24500 CE');
  fireEvent.contextMenu(row.querySelector('b')!);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Option chain' }));
  await waitFor(() => expect(address()).toContain('contract=NIFTY+2026-12-29+24500+CE'));
  const again = await fakeMark('M&M');
  fireEvent.contextMenu(again.querySelector('b')!);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Build a strategy' }));
  await waitFor(() => expect(address()).toBe('/builder?symbol=M%26M'));
  expect((await screen.findAllByText(/M&M/)).length).toBeGreaterThan(0);
});

test('an alert begins with the symbol, on the prices that were seen', async () => {
  const { address } = await openWindow('/settings', LISTS);
  const row = await fakeMark('SBIN');
  row.querySelector('b')?.setAttribute('data-source', 'broker');
  fireEvent.contextMenu(row.querySelector('b')!);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Create an alert…' }));
  await waitFor(() => expect(address()).toContain('symbol=SBIN'));
  const dialog = await screen.findByRole('dialog', { name: 'New alert' });
  expect(within(dialog).getByRole('textbox', { name: 'Symbol' })).toHaveProperty('value', 'SBIN');
  expect(within(dialog).getByRole('combobox', { name: 'Prices' })).toHaveProperty('value', 'live');
});
