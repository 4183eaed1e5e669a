// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { feed, sampleHeader } from '../../test-harness/samples.ts';
import { BATCH_BYTES, batchesOf } from './import-files.ts';

afterEach(closeWindow);

const csv = (name: string, text: string) => new File([text], name, { type: 'text/csv' });

test('choosing a skin is kept by main and painted at once', async () => {
  const { fake } = await openWindow('/settings');
  fireEvent.click(await screen.findByRole('radio', { name: 'Dark' }));
  await waitFor(() => expect(document.documentElement.style.colorScheme).toBe('dark'));
  expect(fake.inputsOf('desktop.settings.change')).toEqual([{ skin: 'dark' }]);
});

test('an import reports every file, with line and reason of what was refused', async () => {
  const { fake } = await openWindow('/settings?section=market', {
    'market.import': ({ files }) => ({
      files: files.map((file) => ({
        name: file.name,
        format: 'daily-candles' as const,
        outcome: 'imported' as const,
        symbols: ['INFY'],
        timeframe: '1d' as const,
        rowsRead: 3,
        rowsKept: 2,
        rowsRepeated: 0,
        rowsOutsideSession: 0,
        rowsUntraded: 0,
        rowsRefused: 1,
        problems: [{ line: 3, reason: 'the high is below the low' }],
      })),
      rowsRead: 3,
      rowsKept: 2,
      rowsRepeated: 0,
      rowsOutsideSession: 0,
      rowsRefused: 1,
    }),
  });
  fireEvent.click(await screen.findByRole('radio', { name: 'Refuse the whole file' }));
  fireEvent.change(screen.getByLabelText('CSV files'), { target: { files: [csv('INFY.csv', 'a,b')] } });
  const reason = await screen.findByText('the high is below the low');
  expect(reason.closest('li')?.textContent).toBe('Line 3: the high is below the low');
  expect(screen.getByText('Imported in part')).toBeTruthy();
  expect(fake.inputsOf('market.import')).toEqual([
    { files: [{ name: 'INFY.csv', text: 'a,b' }], onBad: 'refuse-file' },
  ]);
});

test('files go in batches that fit into a call, in order, and a large one goes alone', () => {
  const sizes = [6, 6, 3, 40, 1].map((size) => ({ size }));
  expect(batchesOf(sizes, 15).map((batch) => batch.map((file) => file.size))).toEqual([[6, 6, 3], [40], [1]]);
});

test('a replay is started on the imported days, and can be paused', async () => {
  const running = {
    ...feed,
    kind: 'replay' as const,
    speed: 600,
    replay: { from: '2026-08-03', to: '2026-10-30', progressPercent: 12, symbols: ['NIFTY'] },
  };
  let now: typeof sampleHeader.feed = feed;
  const { fake } = await openWindow('/settings?section=market', {
    'home.header': () => ({ ...sampleHeader, feed: now }),
    'market.replay': ({ action }) => {
      now = { ...running, state: action === 'pause' ? 'paused' : 'running' };
      return { feed: now };
    },
  });
  const speed = await screen.findByRole('spinbutton', { name: 'Speed, times' });
  fireEvent.change(speed, { target: { value: '600' } });
  fireEvent.blur(speed);
  expect(await screen.findByRole('spinbutton', { name: 'Pace, times' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Start replay' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Pause' }));
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy();
  expect(screen.getByText('The pace can be set once the replay is stopped.')).toBeTruthy();
  expect(screen.queryByRole('spinbutton', { name: 'Pace, times' })).toBeNull();
  expect(fake.inputsOf('market.replay')).toEqual([
    { action: 'start', from: '2026-08-03', to: '2026-10-30', speed: 600 },
    { action: 'pause' },
  ]);
});

test('a bad server address is refused beside its field, once, until it is changed', async () => {
  await openWindow('/settings?section=backend', {
    'desktop.settings.change': () =>
      refuse('invalid', 'backend.url must be an https address (http only for this machine).', {
        fields: { 'backend.url': 'must be an https address (http only for this machine)' },
      }),
  });
  fireEvent.click(await screen.findByRole('radio', { name: 'A server' }));
  fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'http://desk.example' } });
  fireEvent.click(screen.getByRole('button', { name: 'Use this backend' }));
  const form = within(screen.getByRole('region', { name: 'Backend' }));
  expect(await form.findByText('Enter an https address, or http on this computer.')).toBeTruthy();
  expect(screen.queryByText(/must be an https address/)).toBeNull();
  fireEvent.change(form.getByRole('textbox', { name: /Address/ }), {
    target: { value: 'https://desk.example' },
  });
  await waitFor(() => expect(screen.queryByText(/Enter an https address/)).toBeNull());
});

test('a category of alerts is switched off at the server; those that cost money stay on', async () => {
  const category = (categoryId: number, name: string, isFixed: boolean) => ({
    categoryId,
    name,
    isWanted: true,
    isFixed,
  });
  let categories = [category(1, 'Orders', true), category(5, 'Wallet', false)];
  const { fake } = await openWindow('/settings?section=notifications', {
    'alerts.preferences': (input) => {
      const changed = input.categories ?? [];
      categories = categories.map((each) => ({
        ...each,
        ...changed.find((one) => one.categoryId === each.categoryId),
      }));
      return { categories };
    },
  });
  const orders = await screen.findByRole<HTMLInputElement>('switch', { name: 'Orders (always on)' });
  expect([orders.disabled, orders.checked]).toEqual([true, true]);
  fireEvent.click(screen.getByRole('switch', { name: 'Wallet' }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Wallet' }).checked).toBe(false),
  );
  expect(fake.inputsOf('alerts.preferences').at(-1)).toEqual({
    categories: [{ categoryId: 5, isWanted: false }],
  });
});

test('what was imported before a file that is refused stays in view with its report', async () => {
  const counts = { rowsRead: 4, rowsKept: 4, rowsRepeated: 0, rowsOutsideSession: 0, rowsRefused: 0 };
  const one = {
    name: 'one.csv',
    format: 'minute-candles' as const,
    outcome: 'imported' as const,
    symbols: ['INFY'],
    timeframe: '1m' as const,
    rowsUntraded: 0,
    problems: [],
  };
  await openWindow('/settings?section=market', {
    'market.import': ({ files }) =>
      files.some(({ name }) => name === 'two.csv')
        ? refuse('too-large', 'This is too large to be sent.')
        : { files: [{ ...one, ...counts }], ...counts },
  });
  fireEvent.change(await screen.findByLabelText('CSV files'), {
    target: { files: [csv('one.csv', 'a,b'), csv('two.csv', 'x'.repeat(BATCH_BYTES))] },
  });
  expect(await screen.findByText('This is too large to be sent.')).toBeTruthy();
  expect(screen.getByText(/^1 file: 4 of 4 rows kept/)).toBeTruthy();
});

test('the keys stand among the settings, and lists can have longer pages', async () => {
  const app = await openWindow('/settings?section=shortcuts');
  expect(await screen.findByRole('group', { name: 'Shortcuts by group' })).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Advanced' }));
  fireEvent.click(await screen.findByRole('radio', { name: '48' }));
  await waitFor(() => expect(app.fake.inputsOf('desktop.settings.change')).toContainEqual({ pageSize: 48 }));
});
