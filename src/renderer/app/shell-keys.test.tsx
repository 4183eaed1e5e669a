// @vitest-environment jsdom
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ACTION_IDS } from '../../shared/shortcuts.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { sampleSettings } from '../test-harness/samples.ts';
import { appActions } from './app-actions.ts';

// Without a layout the page's focus traps take what is open for hidden.
configure({ defaultHidden: true });

afterEach(closeWindow);

const control = (key: string, code: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? window, { key, code, ctrlKey: true, ...more });
const letter = (key: string) =>
  fireEvent.keyDown(document.activeElement ?? window, { key, code: `Key${key.toUpperCase()}` });
const region = () => document.activeElement?.closest('[data-region]')?.getAttribute('data-region');
const open = async (route: string, scripts = {}) => {
  const app = await openWindow(route, scripts);
  await screen.findByRole('heading', { level: 1 });
  return app;
};

test('every action of the list is one the window can do', () => {
  const actions = appActions({ route: () => '/home', back: () => undefined, forward: () => undefined });
  expect(Object.keys(actions).sort()).toEqual([...ACTION_IDS].sort());
});

test('F6 goes round the parts of the window and back to where the focus was in each', async () => {
  await open('/my-strategies?tab=Test');
  const card = await screen.findByRole('link', { name: 'Opening range 11' });
  card.focus();
  const visited: (string | null | undefined)[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    fireEvent.keyDown(document.activeElement ?? window, { key: 'F6', code: 'F6' });
    visited.push(region());
  }
  expect(visited).toEqual(['title-bar', 'menu', 'navbar', 'page']);
  expect(document.activeElement).toBe(card);
  fireEvent.keyDown(card, { key: 'F6', code: 'F6', shiftKey: true });
  expect(region()).toBe('navbar');
});

test('letters lead from the start of a page into its list, and do what the row can', async () => {
  const { fake, address } = await open('/open-positions');
  const table = await screen.findByRole('table', { name: 'Open positions' });
  within(document.querySelector<HTMLElement>('[data-region="navbar"]')!).getAllByRole('button')[0]?.focus();
  letter('j');
  expect(table.contains(document.activeElement)).toBe(false);
  document.querySelector<HTMLElement>('[data-region="page"]')?.focus();
  letter('j');
  const [first, second] = within(table).getAllByRole('row').slice(1);
  expect(first?.contains(document.activeElement)).toBe(true);
  letter('j');
  expect(second === undefined || second.contains(document.activeElement)).toBe(true);
  letter('x');
  expect(await screen.findByRole('alertdialog')).toBeTruthy();
  expect(fake.inputsOf('positions.exit')).toEqual([]);
  expect(address()).toBe('/open-positions');
});

test('letters can be switched off, and then do nothing', async () => {
  await open('/open-positions', {
    'desktop.settings.read': () => ({ ...sampleSettings, hasLetterKeys: false }),
  });
  const list = await screen.findByRole('group', { name: /^Open positions/ });
  list.focus();
  letter('j');
  expect(document.activeElement).toBe(list);
  fireEvent.keyDown(list, { key: '?', code: 'Slash', shiftKey: true });
  control('/', 'Slash');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(sheet).getByText('Previous row')).toBeTruthy();
});

test('the sheet names every key by what it is for, and switches letters off', async () => {
  const { fake } = await open('/open-positions');
  (await screen.findByRole('group', { name: /^Open positions/ })).focus();
  fireEvent.keyDown(document.activeElement ?? window, { key: '?', code: 'Slash', shiftKey: true });
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  const stopAll = within(sheet).getByText('Stop all live…').parentElement;
  expect(stopAll?.textContent).toContain('Ctrl+Shift+.');
  fireEvent.click(within(sheet).getByRole('switch'));
  await waitFor(() =>
    expect(fake.inputsOf('desktop.settings.change')).toContainEqual({ hasLetterKeys: false }),
  );
});

test('nothing leads away from a question, and what does not lead away still works', async () => {
  const { address, fake } = await open('/home');
  control('>', 'Period', { shiftKey: true });
  await screen.findByRole('alertdialog');
  control('9', 'Digit9');
  control('k', 'KeyK');
  control('=', 'Equal');
  expect(address()).toBe('/home');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(fake.inputsOf('desktop.window.zoom')).toEqual([{ steps: 1 }]);
});

test('keys of windows ask the desktop, and a key held down asks once', async () => {
  const { fake } = await open('/top-ten?mode=live', {
    'desktop.window.state': () => ({ kind: 'main', isOnTop: false, canStayOnTop: true }),
    'desktop.window.keep-on-top': ({ isOnTop }: { isOnTop: boolean }) => ({
      kind: 'main',
      isOnTop,
      canStayOnTop: true,
    }),
    'desktop.notifications.quiet': () => ({ until: Date.parse('2026-11-20T05:30:00Z') }),
  });
  control('O', 'KeyO', { shiftKey: true });
  control('O', 'KeyO', { shiftKey: true, repeat: true });
  expect(fake.inputsOf('desktop.window.pop-out')).toEqual([{ route: '/top-ten?mode=live' }]);
  control('M', 'KeyM', { shiftKey: true });
  expect(fake.inputsOf('desktop.window.toggle-mini')).toHaveLength(1);
  control('T', 'KeyT', { shiftKey: true });
  expect((await screen.findAllByText('This window stays on top of others.')).length).toBeGreaterThan(0);
  control('U', 'KeyU', { shiftKey: true });
  expect((await screen.findAllByText(/^Quiet until 11:00/)).length).toBeGreaterThan(0);
  expect(fake.inputsOf('desktop.notifications.quiet')).toEqual([{ minutes: 60 }]);
});

test('the order of a table stands in the address, and is there again from it', async () => {
  const { address, goTo } = await open('/top-ten');
  const header = await screen.findByRole('columnheader', { name: 'Trades' });
  fireEvent.click(within(header).getByRole('button'));
  await waitFor(() => expect(address()).toBe('/top-ten?sort=trades'));
  fireEvent.click(within(header).getByRole('button'));
  await waitFor(() => expect(address()).toBe('/top-ten?sort=-trades'));
  goTo('/top-ten?mode=live&sort=trades');
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Trades' }).getAttribute('aria-sort')).toBe('descending'),
  );
});

test('after going to a page the focus is at its start and its name is said', async () => {
  const { goTo } = await open('/home');
  goTo('/wallet');
  await screen.findByRole('heading', { level: 1, name: 'Wallet' });
  await waitFor(() => expect(document.activeElement?.getAttribute('data-region')).toBe('page'));
  expect(document.activeElement?.querySelector('[role="status"]')?.textContent).toBe('Wallet');
});
