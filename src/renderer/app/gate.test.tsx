// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refuse } from '../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { user } from '../test-harness/samples.ts';

const doors = vi.hoisted(() => ({ isSignInBroken: false, loading: Promise.resolve() }));

vi.mock(import('../screens/login/login-screen.tsx'), async (original) => {
  const { LoginScreen } = await original();
  return {
    LoginScreen: () => {
      if (doors.isSignInBroken) throw new Error('The sign-in page is broken');
      return <LoginScreen />;
    },
  };
});
vi.mock(import('./app-router.tsx'), async (original) => {
  await doors.loading;
  return original();
});

const signedOut = {
  'desktop.session.state': () => ({ user: null, keptIn: 'keychain' as const, lastName: null }),
};

afterEach(closeWindow);

test('the sign-in page does not wait for the app router, which is there soon after', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  doors.loading = promise;
  const { fake } = await openWindow('/wallet', {
    ...signedOut,
    'desktop.session.sign-in': ({ password }) =>
      password === 'wrong'
        ? refuse('credentials', 'The name or the password is wrong.')
        : { user, keptIn: 'keychain', lastName: user.email },
  });
  const type = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await type('E-mail or phone', 'asha@example.in');
  await type('Password', 'wrong');
  press();
  expect(await screen.findByText('The name or the password is wrong.')).toBeTruthy();
  await type('Password', 'a long enough one');
  press();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Sign in' })).toBeNull());
  expect(fake.inputsOf('desktop.session.sign-in')).toHaveLength(2);
  resolve();
  expect(await screen.findByRole('heading', { level: 1, name: 'Wallet' })).toBeTruthy();
});

test('a page of the app that is asked for from outside is neither shown nor filled', async () => {
  const { fake, address, goTo } = await openWindow('/register', signedOut);
  await screen.findByRole('heading', { name: 'Register' });
  goTo('/wallet');
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  expect(address()).toBe('/login?next=%2Fwallet');
  expect(fake.calls.filter(({ id }) => !id.startsWith('desktop.'))).toEqual([]);
});

test('a link from outside the app leads to sign-in and keeps the way back', async () => {
  const { fake, address } = await openWindow('/login', signedOut);
  await screen.findByRole('heading', { name: 'Sign in' });
  fake.emit({ type: 'route.requested', route: '/wallet-history' });
  await waitFor(() => expect(address()).toBe('/login?next=%2Fwallet-history'));
});

test('a sign-in page that breaks says so and offers its report', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  doors.isSignInBroken = true;
  await openWindow('/login', signedOut);
  expect(await screen.findByText('The sign-in page is broken')).toBeTruthy();
  doors.isSignInBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  silent.mockRestore();
});
