// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Settings } from '../../shared/desktop.ts';
import { isCheckTime } from '../state/morning-check.ts';
import type { Scripts } from '../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { home, sampleHeader, sampleSettings } from '../test-harness/samples.ts';

const monday = (time: string) => Date.parse(`2026-11-23T${time}:00+05:30`);
const sessionOver = {
  state: 'session-over',
  label: 'Reconnect Angel One',
  isLoginDue: true,
  sessionUntil: null,
} as const;
const connected = {
  state: 'connected',
  label: 'Angel One',
  isLoginDue: false,
  sessionUntil: '2026-11-24T05:00:00+05:30',
} as const;

const morning = (broker: typeof sessionOver | typeof connected): Scripts => ({
  'home.header': () => ({ ...sampleHeader, broker }),
  'home.summary': () => ({ ...home, agenda: [], asOf: new Date().toISOString() }),
  'live.test': () => ({ name: 'Asha Rao', available: 12_345_600, used: 0 }),
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(monday('08:50'));
});
afterEach(() => {
  closeWindow();
  vi.useRealTimers();
});

test('from 08:45 of a trading day until the market closes', () => {
  expect(isCheckTime(monday('08:44'))).toBe(false);
  expect(isCheckTime(monday('08:45'))).toBe(true);
  expect(isCheckTime(monday('15:30'))).toBe(false);
  // A holiday, and a Sunday.
  expect(isCheckTime(Date.parse('2026-11-24T09:00:00+05:30'))).toBe(false);
  expect(isCheckTime(Date.parse('2026-11-22T09:00:00+05:30'))).toBe(false);
  // Muhurat, from 18:00 to 19:00.
  expect(isCheckTime(Date.parse('2026-11-08T09:00:00+05:30'))).toBe(false);
  expect(isCheckTime(Date.parse('2026-11-08T17:30:00+05:30'))).toBe(true);
  expect(isCheckTime(Date.parse('2026-11-08T19:00:00+05:30'))).toBe(false);
});

test('the bar counts what there is to see to; the check says what and where', async () => {
  await openWindow('/home', morning(sessionOver));
  expect(await screen.findByText('One thing to see to.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show the check' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Morning check' }));
  const missing = within(await dialog.findByRole('list', { name: 'To see to' }));
  expect(missing.getByText('It is over. Log in for today.')).toBeTruthy();
  expect(missing.getByRole('link', { hidden: true }).getAttribute('href')).toBe('#/profile/broker');
});

test('when all is well one line says so; it is put away for the day', async () => {
  let kept: Settings = sampleSettings;
  await openWindow('/home', {
    ...morning(connected),
    'desktop.settings.change': (change) => (kept = { ...kept, ...change } as Settings),
  });
  expect(await screen.findByText('All well.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Done for today' }));
  await waitFor(() => expect(screen.queryByText('All well.')).toBeNull());
  expect(kept.guidance.morningCheckedOn).toBe('2026-11-23');
});

test('without a broker no morning is announced; the account menu has the check all the same', async () => {
  await openWindow('/home', {
    'home.summary': () => ({ ...home, agenda: [], asOf: new Date().toISOString() }),
  });
  fireEvent.click(await screen.findByRole('button', { name: /account of/ }));
  expect(screen.queryByRole('button', { name: 'Show the check' })).toBeNull();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Morning check' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Morning check' }));
  expect(await dialog.findByText('All well.')).toBeTruthy();
  expect(dialog.getByText('No broker is linked: only paper strategies trade')).toBeTruthy();
});
