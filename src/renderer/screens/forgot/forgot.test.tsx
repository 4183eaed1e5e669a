// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const OUTBOX = '/home/asha/.config/TrickDesk/outbox';
const signedOut = {
  'desktop.session.state': () => ({ user: null, keptIn: 'keychain' as const, lastName: null }),
};
const fill = async (label: string, text: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('a forgotten password: a code from the outbox that the screen names, and a new password', async () => {
  const { fake } = await openWindow('/forgot?name=asha%40example.in', {
    ...signedOut,
    'desktop.session.forgot-password': () => ({ outbox: OUTBOX }),
    'desktop.session.reset-password': ({ code }) =>
      code === '12345678'
        ? {}
        : refuse('credentials', 'This code is not right, or is no longer good. Ask for a new one.', {
            fields: { code: 'is not right, or is no longer good' },
          }),
  });
  expect(await screen.findByDisplayValue('asha@example.in')).toBeTruthy();
  press('Send code');
  expect(await screen.findByText(OUTBOX)).toBeTruthy();
  await fill('Code from the mail', '8765432');
  await fill('New password', 'a new long enough one');
  press('Change password');
  expect(await screen.findByText('Enter the eight digits from the mail')).toBeTruthy();
  expect(fake.inputsOf('desktop.session.reset-password')).toHaveLength(0);
  await fill('Code from the mail', '87654321');
  press('Change password');
  expect(await screen.findByText(/This code is not right/)).toBeTruthy();
  await fill('Code from the mail', ' 12345678 ');
  press('Change password');
  expect(await screen.findByText('Your password is changed. Sign in with it.')).toBeTruthy();
  expect(fake.inputsOf('desktop.session.reset-password').at(-1)).toEqual({
    email: 'asha@example.in',
    code: '12345678',
    newPassword: 'a new long enough one',
  });
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('#/login');
});

test('a server that really sends mail names no folder, and too many codes are refused with a sentence', async () => {
  let asked = 0;
  await openWindow('/forgot', {
    ...signedOut,
    'desktop.session.forgot-password': () =>
      (asked += 1) === 1 ? { outbox: null } : refuse('rate', '3 codes were sent within an hour.'),
  });
  await fill('E-mail or phone', '9876543210');
  press('Send code');
  await screen.findByLabelText('Code from the mail');
  expect(screen.queryByRole('region', { name: 'Sandbox' })).toBeNull();
  press('Send another code');
  await fill('E-mail or phone', '9876543210');
  press('Send code');
  expect(await screen.findByText('3 codes were sent within an hour.')).toBeTruthy();
});

test('another code is asked for with the name that was typed before', async () => {
  await openWindow('/forgot', { ...signedOut, 'desktop.session.forgot-password': () => ({ outbox: null }) });
  await fill('E-mail or phone', 'asha@example.in');
  press('Send code');
  await screen.findByLabelText('Code from the mail');
  press('Send another code');
  expect(await screen.findByLabelText('E-mail or phone')).toHaveProperty('value', 'asha@example.in');
});
