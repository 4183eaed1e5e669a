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
  trades: 4_321,
  attachments: 2,
  isOfThisComputer: true,
};
const state = {
  isEmbedded: true,
  isBusy: false,
  percent: null,
  daily: 'open' as const,
  dailyProblem: null,
  folder: '/data',
  kept: [{ day: '2026-11-19', bytes: 4 * 1024 * 1024 }],
};
const dialog = (name: string) => screen.findByRole('alertdialog', { name });

test('the backup of a day is shown before it is restored, and only then restored', async () => {
  const { fake } = await openWindow('/settings?section=data', {
    'desktop.data.state': () => state,
    'desktop.data.check': () => ({
      backup: { ...backup, isOfThisComputer: false },
      needsPassphrase: false,
    }),
    'desktop.data.restore': () => ({ outcome: 'restored' as const, message: '' }),
  });
  const list = await screen.findByRole('list', { name: 'Backups of every day' });
  expect(within(list).getByText('4.0 MB')).toBeTruthy();
  fireEvent.click(within(list).getByRole('button', { name: 'Restore…' }));
  const asked = await dialog('Restore this backup?');
  expect(within(asked).getByText('4,321')).toBeTruthy();
  // Strategies are counted of the people here, trades of all that is in the file.
  expect(within(asked).getByText('Trades, those of the marketplace too')).toBeTruthy();
  expect(asked.textContent).toContain('It was made with the key of another computer');
  expect(fake.inputsOf('desktop.data.check')).toEqual([{ day: '2026-11-19' }]);
  expect(fake.inputsOf('desktop.data.restore')).toEqual([]);
  fireEvent.click(within(asked).getByRole('button', { name: 'Restore' }));
  await screen.findByText('Your data is restored. Sign in again.');
});

test('how far the work has come is shown while it lasts', async () => {
  const { promise, resolve } = Promise.withResolvers<{ backup: null; needsPassphrase: boolean }>();
  await openWindow('/settings?section=data', {
    'desktop.data.state': () => ({ ...state, percent: 43 }),
    'desktop.data.check': () => promise,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Restore from a file…' }));
  const bar = await screen.findByRole('progressbar', { name: 'Working on your data' });
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('43'), { timeout: 3_000 });
  resolve({ backup: null, needsPassphrase: false });
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Working on your data' })).toBeNull());
});

test('a file that is no backup is refused in the sentence of the desktop', async () => {
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

/** As a browser does it: the form that the field is in is submitted by its button. */
const pressEnter = (field: HTMLElement) => {
  const { form } = field as HTMLInputElement;
  const button = form && document.querySelector<HTMLElement>(`[type=submit][form="${form.id}"]`);
  if (button) fireEvent.click(button);
};
const typeInto = (within: ReturnType<typeof fields>, label: string, value: string) =>
  fireEvent.change(within.getByLabelText(label), { target: { value } });
const fields = (element: HTMLElement) => within(element);

test('a backup is sealed only with a passphrase that is long enough and typed twice', async () => {
  const { fake } = await openWindow('/settings?section=data', {
    'desktop.data.state': () => state,
    'desktop.data.backup': () => ({ path: '/a.trickdesk', backup }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Save a backup…' }));
  const asked = await screen.findByRole('dialog', { name: 'Save a backup' });
  expect(asked.textContent).toContain('whoever has the file can read');
  fireEvent.click(within(asked).getByRole('switch', { name: 'Protect it with a passphrase' }));
  expect(asked.textContent).toContain('Without the passphrase nothing can be restored');
  const action = within(asked).getByRole('button', { name: 'Save…' });
  for (const [first, again] of [
    ['short', 'short'],
    ['correct horse battery', 'correct horse batterie'],
  ] as const) {
    typeInto(fields(asked), 'Passphrase', first);
    typeInto(fields(asked), 'The passphrase once more', again);
    fireEvent.click(action);
  }
  expect(fake.inputsOf('desktop.data.backup')).toEqual([]);
  typeInto(fields(asked), 'The passphrase once more', 'correct horse battery');
  fireEvent.click(action);
  await screen.findByText('The backup is saved, and was checked by reading it back.');
  expect(fake.inputsOf('desktop.data.backup')).toEqual([{ passphrase: 'correct horse battery' }]);
});

test('a sealed backup asks for its passphrase until it is the right one, and then shows what is in it', async () => {
  await openWindow('/settings?section=data', {
    'desktop.data.state': () => state,
    'desktop.data.check': () => ({ backup: null, needsPassphrase: true }),
    'desktop.data.unlock': ({ passphrase }: { passphrase: string }) =>
      passphrase === 'right' ? { backup } : refuse('refused', 'That is not the passphrase of this backup.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Restore from a file…' }));
  const asked = await screen.findByRole('dialog', { name: 'This backup has a passphrase' });
  const action = within(asked).getByRole('button', { name: 'Open the backup' });
  typeInto(fields(asked), 'Passphrase', 'wrong');
  fireEvent.click(action);
  await within(asked).findByText('That is not the passphrase of this backup.');
  typeInto(fields(asked), 'Passphrase', 'right');
  fireEvent.click(action);
  expect(within(await dialog('Restore this backup?')).getByText('4,321')).toBeTruthy();
});

test('a backup of a day that could not be made is reported with the reason', async () => {
  await openWindow('/settings?section=data', {
    'desktop.data.state': () => ({ ...state, dailyProblem: 'The disk is full.' }),
  });
  expect(
    await screen.findByText('The last backup of a day could not be made: The disk is full.'),
  ).toBeTruthy();
});

test('the page says whether the backups of every day have a passphrase, and takes one', async () => {
  let daily: 'open' | 'sealed' = 'open';
  const { fake } = await openWindow('/settings?section=data', {
    'desktop.data.state': () => ({ ...state, daily }),
    'desktop.data.seal-daily': () => {
      daily = 'sealed';
      return { ...state, daily };
    },
  });
  expect(await screen.findByText('The backups of every day have no passphrase.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Set a passphrase…' }));
  const asked = await screen.findByRole('dialog', { name: 'Passphrase of the backups of every day' });
  for (const label of ['Passphrase', 'The passphrase once more'])
    typeInto(fields(asked), label, 'correct horse battery');
  fireEvent.click(within(asked).getByRole('button', { name: 'Use it from now on' }));
  expect(await screen.findByText(/^The backups of every day have a passphrase, which/)).toBeTruthy();
  expect(fake.inputsOf('desktop.data.seal-daily')).toEqual([{ passphrase: 'correct horse battery' }]);
});

test('a passphrase that was wrong for one backup is not said of the next one', async () => {
  await openWindow('/settings?section=data', {
    'desktop.data.state': () => state,
    'desktop.data.check': () => ({ backup: null, needsPassphrase: true }),
    'desktop.data.unlock': () => refuse('refused', 'That is not the passphrase of this backup.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Restore from a file…' }));
  const first = await screen.findByRole('dialog', { name: 'This backup has a passphrase' });
  typeInto(fields(first), 'Passphrase', 'that of another one');
  fireEvent.click(within(first).getByRole('button', { name: 'Open the backup' }));
  await within(first).findByText('That is not the passphrase of this backup.');
  fireEvent.click(within(first).getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Restore from a file…' }));
  const next = await screen.findByRole('dialog', { name: 'This backup has a passphrase' });
  expect(next.textContent).not.toContain('That is not the passphrase');
});

test('Enter in the field of a passphrase does what the dialog is there for', async () => {
  const { fake } = await openWindow('/settings?section=data', {
    'desktop.data.state': () => state,
    'desktop.data.backup': () => ({ path: '/a.trickdesk', backup }),
    'desktop.data.check': () => ({ backup: null, needsPassphrase: true }),
    'desktop.data.unlock': () => ({ backup }),
    'desktop.data.seal-daily': () => state,
  });
  const passphrase = 'correct horse battery';
  const typeTwice = (asked: HTMLElement) => {
    for (const label of ['Passphrase', 'The passphrase once more'])
      typeInto(fields(asked), label, passphrase);
    pressEnter(within(asked).getByLabelText('The passphrase once more'));
  };
  fireEvent.click(await screen.findByRole('button', { name: 'Save a backup…' }));
  const saving = await screen.findByRole('dialog', { name: 'Save a backup' });
  fireEvent.click(within(saving).getByRole('switch', { name: 'Protect it with a passphrase' }));
  typeTwice(saving);
  await waitFor(() => expect(fake.inputsOf('desktop.data.backup')).toEqual([{ passphrase }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  fireEvent.click(screen.getByRole('button', { name: 'Set a passphrase…' }));
  typeTwice(await screen.findByRole('dialog', { name: 'Passphrase of the backups of every day' }));
  await waitFor(() => expect(fake.inputsOf('desktop.data.seal-daily')).toEqual([{ passphrase }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  fireEvent.click(screen.getByRole('button', { name: 'Restore from a file…' }));
  const asked = await screen.findByRole('dialog', { name: 'This backup has a passphrase' });
  typeInto(fields(asked), 'Passphrase', passphrase);
  pressEnter(within(asked).getByLabelText('Passphrase'));
  await waitFor(() => expect(fake.inputsOf('desktop.data.unlock')).toEqual([{ passphrase }]));
});
