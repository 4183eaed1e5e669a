// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { BackupSummary } from '../../../shared/backup.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const backup: BackupSummary = {
  at: Date.parse('2026-11-20T18:00:00+05:30'),
  app: '0.1.0',
  bytes: 4 * 1024 * 1024,
  people: 1,
  strategies: 4,
  trades: 321,
  attachments: 2,
  isOfThisComputer: true,
};
const state = {
  isEmbedded: true,
  isBusy: false,
  percent: null,
  folder: '/data',
  kept: [{ day: '2026-11-19', bytes: 4 * 1024 * 1024 }],
};
const dialog = (name: string) => screen.findByRole('alertdialog', { name });

test('the backup of a day is shown before it is restored, and only then restored', async () => {
  const { fake } = await openWindow('/settings?section=data', {
    'desktop.data.state': () => state,
    'desktop.data.check': () => ({ backup: { ...backup, isOfThisComputer: false } }),
    'desktop.data.restore': () => ({ outcome: 'restored' as const, message: '' }),
  });
  const list = await screen.findByRole('list', { name: 'Backups of every day' });
  expect(within(list).getByText('4.0 MB')).toBeTruthy();
  fireEvent.click(within(list).getByRole('button', { name: 'Restore…' }));
  const asked = await dialog('Restore this backup?');
  expect(within(asked).getByText('321')).toBeTruthy();
  expect(asked.textContent).toContain('It was made with the key of another computer');
  expect(fake.inputsOf('desktop.data.check')).toEqual([{ day: '2026-11-19' }]);
  expect(fake.inputsOf('desktop.data.restore')).toEqual([]);
  fireEvent.click(within(asked).getByRole('button', { name: 'Restore' }));
  await screen.findByText('Your data is restored. Sign in again.');
});

test('how far the work has come is shown while it lasts', async () => {
  const { promise, resolve } = Promise.withResolvers<{ backup: null }>();
  await openWindow('/settings?section=data', {
    'desktop.data.state': () => ({ ...state, percent: 43 }),
    'desktop.data.check': () => promise,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Restore from a file…' }));
  const bar = await screen.findByRole('progressbar', { name: 'Working on your data' });
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('43'), { timeout: 3_000 });
  resolve({ backup: null });
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Working on your data' })).toBeNull());
});

test('a file that is no backup is told in the sentence of the desktop', async () => {
  await openWindow('/settings?section=data', {
    'desktop.data.state': () => state,
    'desktop.data.check': () => refuse('refused', 'This backup is damaged and is not used.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Restore from a file…' }));
  expect(await screen.findByText('This backup is damaged and is not used.')).toBeTruthy();
});

test('everything is deleted for the typed words, after a last backup was offered', async () => {
  const { fake } = await openWindow('/settings?section=data', {
    'desktop.data.state': () => state,
    'desktop.data.backup': () => ({ path: '/a.trickdesk', backup }),
    'desktop.data.clear': () => ({ outcome: 'cleared' as const, message: '' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete my data…' }));
  const asked = await dialog('Delete all your data?');
  fireEvent.click(within(asked).getByRole('button', { name: 'Save a last backup…' }));
  await screen.findByText('The backup is saved, and was checked by reading it back.');
  const action = within(asked).getByRole('button', { name: 'Delete everything' });
  for (const typed of ['delete my data', 'DELETE MY DAT']) {
    fireEvent.change(within(asked).getByRole('textbox'), { target: { value: typed } });
    fireEvent.click(action);
  }
  expect(fake.inputsOf('desktop.data.clear')).toEqual([]);
  fireEvent.change(within(asked).getByRole('textbox'), { target: { value: 'DELETE MY DATA' } });
  fireEvent.click(action);
  await waitFor(() => expect(fake.inputsOf('desktop.data.clear')).toEqual([{ words: 'DELETE MY DATA' }]));
});

test('with a server there is nothing to do here', async () => {
  await openWindow('/settings?section=data', {
    'desktop.data.state': () => ({ ...state, isEmbedded: false, kept: [] }),
  });
  expect(await screen.findByText('Your data lies on the server, and is backed up there.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete my data…' })).toBeNull();
});
