// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refuse } from '../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { myProfile } from '../test-harness/people-samples.ts';
import { user } from '../test-harness/samples.ts';
import { ROUTE_LIST } from './route-list.ts';

afterEach(closeWindow);

const withRights = (...ability: { action: string; subject: string }[]) => ({
  'desktop.session.state': () => ({
    user: { ...user, ability },
    keptIn: 'keychain' as const,
    lastName: user.email,
  }),
  'profile.mine': () => myProfile({ ability }),
});

test('what the account has no right to is named in the menu, with the reason, and leads nowhere', async () => {
  await openWindow(
    '/home',
    withRights({ action: 'read', subject: 'Strategy' }, { action: 'read', subject: 'Ticket' }),
  );
  const logs = await screen.findByRole('button', { name: 'Logs' });
  expect(logs.getAttribute('aria-disabled')).toBe('true');
  fireEvent.focus(logs);
  expect(await screen.findByText(/no right to see logs/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Logs' })).toBeNull();
  expect(screen.getByRole('link', { name: /Support tickets/ })).toBeTruthy();
});

test('an ordinary trader sees every item that leads somewhere', async () => {
  await openWindow('/home');
  expect(await screen.findByRole('link', { name: /Support tickets/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Logs' })).toBeTruthy();
});

test('a user who may only read tickets cannot raise one, and is shown why', async () => {
  await openWindow('/tickets', withRights({ action: 'read', subject: 'Ticket' }));
  const raise = await screen.findByRole('button', { name: /Raise ticket/ });
  expect(raise.getAttribute('aria-disabled')).toBe('true');
  expect(raise.title).toContain('no right to change support tickets');
  fireEvent.keyDown(document.body, { key: 'n' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a right that was given since the last sign-in counts at once', async () => {
  await openWindow('/home', {
    ...withRights({ action: 'read', subject: 'Strategy' }),
    'profile.mine': () => myProfile(),
  });
  expect(await screen.findByRole('link', { name: 'Logs' })).toBeTruthy();
});

test('an address that the account may not see says so instead of staying blank', async () => {
  await openWindow('/logs', {
    ...withRights({ action: 'read', subject: 'Ticket' }),
    'logs.activity': () => refuse('forbidden', 'Your account has no right to see logs.'),
  });
  expect((await screen.findAllByText('Your account has no right to see logs.')).length).toBeGreaterThan(0);
});

test('every item of the menu that leads to a list has its right', () => {
  const open = ROUTE_LIST.filter(({ group, call }) => group !== null && call === null);
  // The workspace asks for nothing by itself: each of its panes has its right.
  expect(open.map(({ path }) => path)).toEqual(['/workspace']);
});
