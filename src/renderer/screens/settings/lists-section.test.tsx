// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../../shared/failure.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const NONE = {
  corporateActions: { actions: 0, shares: 0, from: null, to: null },
  symbolChanges: { changes: 0, from: null, to: null },
  indices: [],
};
const ALL = {
  corporateActions: { actions: 12_345, shares: 1_210, from: '2011-01-03', to: '2026-11-20' },
  symbolChanges: { changes: 1, from: '2025-04-09', to: '2025-04-09' },
  indices: [{ index: 'NIFTY 50', spans: 120, shares: 98, from: '2016-04-01' }],
};
const open = (scripts: Scripts) => openWindow('/settings?section=market', scripts);
const table = () => screen.findByRole('table', { name: 'Lists of the exchange' });
const rowTexts = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    );
const ask = async (button: string, question: string) => {
  fireEvent.click(await screen.findByRole('button', { name: button }));
  return screen.findByRole('alertdialog', { name: question });
};

test('without a list of the exchange there is no card for them', async () => {
  const { fake } = await open({});
  await waitFor(() => expect(fake.inputsOf('market.lists')).toHaveLength(1));
  expect(await screen.findByRole('heading', { name: 'Import price history' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Lists of the exchange' })).toBeNull();
});

test('each list is there with how much it has, and of which days', async () => {
  await open({ 'market.lists': () => ALL });
  expect(await rowTexts()).toEqual([
    ['Corporate actions', '12,345 actions, shares: 1,210', '03-01-2011 to 20-11-2026'],
    ['Symbol changes', '1 change', '09-04-2025'],
    ['Members of NIFTY 50', '120 rows, shares: 98', 'from 01-04-2016'],
  ]);
});

test('a list is removed only after a question that says what follows', async () => {
  let lists: typeof ALL | (Omit<typeof ALL, 'corporateActions'> & Pick<typeof NONE, 'corporateActions'>) =
    ALL;
  const { fake } = await open({
    'market.lists': () => lists,
    'market.removeList': () => {
      lists = { ...ALL, corporateActions: NONE.corporateActions };
      return succeed(lists, 'The list of corporate actions is removed.');
    },
  });
  const dialog = await ask('Remove Corporate actions', 'Remove the list of corporate actions?');
  expect(dialog.textContent).toContain('read prices as they were traded');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(fake.inputsOf('market.removeList')).toEqual([]);
  const again = await ask('Remove Corporate actions', 'Remove the list of corporate actions?');
  fireEvent.click(within(again).getByRole('button', { name: 'Remove it' }));
  expect((await screen.findAllByText('The list of corporate actions is removed.')).length).toBeGreaterThan(0);
  expect(fake.inputsOf('market.removeList')).toEqual([{ list: 'corporate-actions' }]);
  await waitFor(async () =>
    expect((await rowTexts()).map(([name]) => name)).toEqual(['Symbol changes', 'Members of NIFTY 50']),
  );
});

test.each([
  [
    'Remove Symbol changes',
    'Remove the list of symbol changes?',
    'a share begins on the day of its change',
    { list: 'symbol-changes' },
  ],
  [
    'Remove Members of NIFTY 50',
    'Remove the list of the members of NIFTY 50?',
    'Rules over NIFTY 50 cannot be backtested until',
    { list: 'index-members', index: 'NIFTY 50' },
  ],
] as const)('%s says what follows, and the server is told which list it is', async (...of) => {
  const [button, question, consequence, removed] = of;
  const { fake } = await open({ 'market.lists': () => ALL, 'market.removeList': () => NONE });
  const dialog = await ask(button, question);
  expect(dialog.textContent).toContain(consequence);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove it' }));
  await waitFor(() => expect(fake.inputsOf('market.removeList')).toEqual([removed]));
});

test('the keyboard goes on in the lists that are left', async () => {
  let lists: unknown = ALL;
  await open({
    'market.lists': () => lists as typeof ALL,
    'market.removeList': () => {
      lists = { ...ALL, corporateActions: NONE.corporateActions };
      return lists as typeof ALL;
    },
  });
  (await screen.findByRole('button', { name: 'Remove Corporate actions' })).focus();
  const dialog = await ask('Remove Corporate actions', 'Remove the list of corporate actions?');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove it' }));
  await waitFor(async () => expect(await rowTexts()).toHaveLength(2));
  const left = await screen.findByRole('button', { name: 'Remove Members of NIFTY 50' });
  await waitFor(() => expect(document.activeElement).toBe(left));
});

test('a refusal is read in the dialog, and the lists are asked for anew', async () => {
  let lists: typeof ALL | typeof NONE = ALL;
  await open({
    'market.lists': () => lists,
    'market.removeList': () => {
      lists = NONE;
      return refuse('not-found', 'There is no list of symbol changes.');
    },
  });
  const dialog = await ask('Remove Symbol changes', 'Remove the list of symbol changes?');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove it' }));
  expect(await within(dialog).findByText('There is no list of symbol changes.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Lists of the exchange' })).toBeNull());
});

test('a list that was just imported is there', async () => {
  let lists: typeof ALL | typeof NONE = NONE;
  await open({
    'market.lists': () => lists,
    'market.import': () => {
      lists = ALL;
      return {
        ...{ files: [], rowsRead: 0, rowsKept: 0, rowsRepeated: 0, rowsRefused: 0, rowsOutsideSession: 0 },
      };
    },
  });
  const picker = await screen.findByLabelText<HTMLInputElement>('CSV files');
  fireEvent.change(picker, { target: { files: [new File(['one'], 'a.csv')] } });
  expect(await rowTexts()).toHaveLength(3);
});

test('lists that cannot be read say so, and are asked for again', async () => {
  let isDown = true;
  await open({ 'market.lists': () => (isDown ? refuse('internal', 'The server has a problem.') : ALL) });
  const card = await screen.findByRole('region', { name: 'Lists of the exchange' });
  expect(within(card).getByText('The server has a problem.')).toBeTruthy();
  isDown = false;
  fireEvent.click(within(card).getByRole('button', { name: /Try again/i }));
  expect(await rowTexts()).toHaveLength(3);
});
