// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeWindow, openWindow } from '../../src/renderer/test-harness/open-window.tsx';

afterEach(closeWindow);

test('what somebody traded is not on the sign-in page after they have signed out', async () => {
  const { fake } = await openWindow('/home');
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  fake.emit({
    type: 'alert.toasted',
    title: 'Bank Shares Trend · live',
    body: 'Bought 93 AXISBANK at ₹1,279.30.',
    link: '/open-positions?position=1',
    isCritical: false,
  });
  await screen.findByRole('button', { name: 'Open' });
  fake.emit({ type: 'session.changed', session: { user: null, keptIn: 'keychain', lastName: null } });
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
  // The toast, with its way into what was traded.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open' })).toBeNull(), { timeout: 1_500 });
  expect(document.body.textContent).not.toContain('AXISBANK');
});
