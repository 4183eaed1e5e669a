// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Settings } from '../../../shared/desktop.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { sampleSettings } from '../../test-harness/samples.ts';

const playSound = vi.hoisted(() => vi.fn());
vi.mock(import('../../ui/sounds.ts'), () => ({ playSound }));

const ROUTE = '/settings?section=notifications';
afterEach(closeWindow);

let kept: Settings;
beforeEach(() => {
  kept = sampleSettings;
});
/** Keeps what is changed, as main does. */
const keeping: Scripts = {
  'desktop.settings.read': () => kept,
  'desktop.settings.change': (change) => (kept = { ...kept, ...change } as Settings),
};

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

test('the table begins with the usual ways, and keeps another choice for its category alone', async () => {
  await openWindow(ROUTE, keeping);
  expect((await box('Trades: Sound')).checked).toBe(false);
  expect((await box('Orders: Sound')).checked).toBe(true);
  fireEvent.click(await box('Trades: Sound'));
  await waitFor(() => expect(kept.notifications.channels).toEqual({ trades: ['toast', 'native', 'sound'] }));
  fireEvent.click(await box('Trades: Toast'));
  await waitFor(() => expect(kept.notifications.channels).toEqual({ trades: ['native', 'sound'] }));
  fireEvent.click(screen.getByRole('button', { name: 'Back to the usual ways' }));
  await waitFor(() => expect(kept.notifications.channels).toEqual({}));
  expect((await box('Trades: Sound')).checked).toBe(false);
});

test('a way that is off as a whole cannot be chosen for a category', async () => {
  await openWindow(ROUTE, keeping);
  fireEvent.click(await screen.findByRole('switch', { name: 'Sounds' }));
  await waitFor(async () => expect((await box('Orders: Sound')).disabled).toBe(true));
  expect((await box('Orders: Toast')).disabled).toBe(false);
  expect(kept.notifications).toMatchObject({ sound: false, toast: true });
});

test('quiet hours of every day have a beginning and an end', async () => {
  await openWindow(ROUTE, keeping);
  expect(screen.queryByLabelText('From (IST)')).toBeNull();
  fireEvent.click(await screen.findByRole('radio', { name: 'Every day, from and to' }));
  const from = await screen.findByLabelText('From (IST)');
  fireEvent.change(from, { target: { value: '' } });
  fireEvent.change(from, { target: { value: '21:30' } });
  await waitFor(() =>
    expect(kept.notifications.quiet).toEqual({ when: 'daily', from: '21:30', to: '07:00' }),
  );
});

test('quiet for an hour is said until when, also when it was asked for in the tray, and ends on request', async () => {
  const until = Date.parse('2026-11-20T15:40:00+05:30');
  const { fake } = await openWindow(ROUTE, {
    ...keeping,
    'desktop.notifications.quiet': ({ minutes }) => ({ until: minutes === 0 ? null : until }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Quiet for 1 hour' }));
  expect(await screen.findByText('Quiet until 15:40.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'End the quiet' }));
  await waitFor(() => expect(screen.queryByText('Quiet until 15:40.')).toBeNull());
  expect(fake.inputsOf('desktop.notifications.quiet')).toEqual([{ minutes: 60 }, { minutes: 0 }]);
  fake.emit({ type: 'quiet.changed', until });
  expect(await screen.findByText('Quiet until 15:40.')).toBeTruthy();
});

test.each([
  [true, true, /on its way/],
  [false, true, /does not show notifications/],
  [false, false, /are switched off/],
])('a test notification that was shown: %s, wanted: %s', async (isShown, native, said) => {
  kept = { ...kept, notifications: { ...kept.notifications, native } };
  await openWindow(ROUTE, { ...keeping, 'desktop.notifications.test': () => ({ isShown }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test notification' }));
  expect(await screen.findByText(said)).toBeTruthy();
});

test('a sound that main asks for is played by the window, unless sounds are off', async () => {
  const { fake } = await openWindow(ROUTE, keeping);
  const silent = await screen.findByRole<HTMLInputElement>('switch', { name: 'Sounds' });
  fake.emit({ type: 'sound.requested', sound: 'critical' });
  expect(playSound.mock.calls).toEqual([['critical']]);
  fireEvent.click(silent);
  await waitFor(() => expect(silent.checked).toBe(false));
  fake.emit({ type: 'sound.requested', sound: 'news' });
  expect(playSound.mock.calls).toEqual([['critical']]);
  fireEvent.click(screen.getByRole('button', { name: 'Play the sound for news' }));
  expect(playSound.mock.calls.at(-1)).toEqual(['news']);
});

test('closing, the start with the computer and the mini P&L', async () => {
  const { fake } = await openWindow('/settings?section=windows', {
    ...keeping,
    'desktop.app.about': () => ({
      version: '0.1.0',
      electron: '45.4.1',
      node: '24.21.0',
      dataFolder: '/home/asha',
      isInstalled: false,
    }),
    'desktop.window.state': () => ({ kind: 'main', isOnTop: false, canStayOnTop: false }),
    'desktop.window.toggle-mini': () => ({ isOpen: true }),
  });
  fireEvent.click(await screen.findByRole('radio', { name: 'Quit TrickDesk' }));
  await waitFor(() => expect(kept.windows.closing).toBe('quit'));
  expect(await screen.findByText(/This copy is not installed/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /Start when I sign in/ }).disabled).toBe(true);
  fireEvent.change(screen.getByRole('slider'), { target: { value: '85' } });
  await waitFor(() => expect(kept.windows.miniOpacityPercent).toBe(85));
  fireEvent.click(screen.getByRole('button', { name: 'Open or close the mini P&L' }));
  await waitFor(() => expect(fake.inputsOf('desktop.window.toggle-mini')).toHaveLength(1));
  expect(screen.getByText(/Wayland/)).toBeTruthy();
});

test('a new version is found, downloaded, and not installed while it could cost money', async () => {
  const none = { state: 'none', version: null, percent: 0, message: '', checkedAt: null } as const;
  const found = { ...none, version: '0.2.0', checkedAt: Date.now() };
  const { fake } = await openWindow('/settings?section=updates', {
    ...keeping,
    'desktop.updates.state': () => none,
    'desktop.updates.check': () => ({ ...found, state: 'available' }),
    'desktop.updates.download': () => ({ ...found, state: 'downloading', percent: 12 }),
    'desktop.updates.install': () => refuse('refused', 'The market is open.'),
  });
  expect(await screen.findByText('It has not been looked for a new version yet.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Look now' }));
  expect(await screen.findByText('Version 0.2.0 is there.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(await screen.findByText('12%')).toBeTruthy();
  fake.emit({ type: 'updates.changed', updates: { ...found, state: 'ready', percent: 100 } });
  fireEvent.click(await screen.findByRole('button', { name: 'Install and start again' }));
  expect(await screen.findByText('The market is open.')).toBeTruthy();
});

test('the licences are read in a drawer', async () => {
  await openWindow('/settings?section=about', {
    'desktop.app.licences': () => ({ text: 'react 19.3.1 (MIT)' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Licences…' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Licences' }));
  expect(drawer.getByText('react 19.3.1 (MIT)')).toBeTruthy();
  expect(drawer.getByRole('button', { name: 'Copy' })).toBeTruthy();
});
