// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { sampleSettings, user } from '../../test-harness/samples.ts';

/** A canvas is not there in a test; the trade that is opened afterwards has a chart. */
vi.mock(import('../../features/charts/candle-chart.tsx'), () => ({ CandleChart: () => <></> }));

const nobody = { user: null, keptIn: 'keychain' as const, lastName: null };
const signedOut = { 'desktop.session.state': () => nobody };

const type = async (label: string, text: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

afterEach(closeWindow);

test('a person who is not signed in is sent to sign in, and afterwards to where they were going', async () => {
  const app = await openWindow('/trade-history?trade=12', {
    ...signedOut,
    'desktop.session.sign-in': () => ({ user, keptIn: 'keychain', lastName: user.email }),
  });
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  expect(app.address()).toContain('/login?next=');
  await type('E-mail or phone', 'asha@example.in');
  await type('Password', 'a long enough one');
  press('Sign in');
  await screen.findByRole('heading', { level: 1, name: /Trade history/ });
  expect(app.address()).toBe('/trade-history?trade=12&mode=test');
  expect(app.fake.inputsOf('desktop.session.sign-in')).toEqual([
    { email: 'asha@example.in', password: 'a long enough one', totp: undefined, isRemembered: true },
  ]);
});

test('a wrong password is said beside the form; the page stays, and nothing loops', async () => {
  const app = await openWindow('/login', {
    ...signedOut,
    'desktop.session.sign-in': () => refuse('credentials', 'The name or the password is wrong.'),
  });
  await type('E-mail or phone', 'asha@example.in');
  await type('Password', 'wrong');
  press('Sign in');
  expect(await screen.findByText('The name or the password is wrong.')).toBeTruthy();
  expect((await screen.findAllByText('Unautherised user')).length).toBeGreaterThan(0);
  expect(app.address()).toBe('/login');
  expect(app.fake.inputsOf('desktop.session.sign-in')).toHaveLength(1);
});

test('two-step sign-in asks for the code after the password, without a failure, and says when it is wrong', async () => {
  const app = await openWindow('/login', {
    ...signedOut,
    'desktop.session.sign-in': ({ totp }) => {
      if (totp === undefined)
        return refuse('credentials', 'Enter the 6 digits that your authenticator app shows now.', {
          fields: { totp: 'is missing' },
        });
      return totp === '246810'
        ? { user, keptIn: 'keychain', lastName: user.email }
        : refuse('credentials', 'The code is not right.', { fields: { totp: 'is not right' } });
    },
  });
  await type('E-mail or phone', 'asha@example.in');
  await type('Password', 'a long enough one');
  press('Sign in');
  await type('One-time code', '111111');
  expect(screen.queryAllByText('Unautherised user')).toHaveLength(0);
  press('Sign in');
  expect(await screen.findByText('is not right')).toBeTruthy();
  expect((await screen.findAllByText('Unautherised user')).length).toBeGreaterThan(0);
  await type('One-time code', '246810');
  press('Sign in');
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  expect(app.fake.inputsOf('desktop.session.sign-in')).toHaveLength(3);
});

test('an invitation fills in the code of its sender', async () => {
  const app = await openWindow('/register?code=ASHA7K2M', {
    ...signedOut,
    'desktop.session.register': () => refuse('conflict', 'An account with this e-mail is already there.'),
  });
  expect(await screen.findByDisplayValue('ASHA7K2M')).toBeTruthy();
  await type('Full name', 'Ravi Nair');
  await type('E-mail', 'ravi@example.in');
  await type('Mobile number', '9876543211');
  await type('Password', 'a long enough one');
  press('Register');
  await screen.findAllByText('An account with this e-mail is already there.');
  expect(app.fake.inputsOf('desktop.session.register')).toMatchObject([{ referralCode: 'ASHA7K2M' }]);
});

test('an empty form names what is missing and asks nothing of the server', async () => {
  const app = await openWindow('/login', signedOut);
  await screen.findByLabelText('Password');
  press('Sign in');
  expect(await screen.findByText('Enter your password')).toBeTruthy();
  expect(screen.getByText('Enter your e-mail or phone number')).toBeTruthy();
  expect(app.fake.inputsOf('desktop.session.sign-in')).toHaveLength(0);
});

test('the server names each bad field of a registration', async () => {
  await openWindow('/register', {
    ...signedOut,
    'desktop.session.register': () =>
      refuse('invalid', 'Some fields are not right.', { fields: { password: 'is too well known' } }),
  });
  await type('Full name', 'Asha Rao');
  await type('E-mail', 'asha@example.in');
  await type('Mobile number', '9876543210');
  await type('Password', 'password123');
  press('Register');
  expect(await screen.findByText('is too well known')).toBeTruthy();
});

test('a session that ends says so once and leads to sign-in with the way back', async () => {
  const app = await openWindow('/my-strategies?tab=Test');
  await screen.findByRole('heading', { level: 1, name: /My strategies/ });
  app.fake.emit({ type: 'session.expired' });
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  await waitFor(() => expect(app.address()).toContain('next='));
  const toasts = screen.getAllByText('Unautherised user').filter((each) => each.dir === 'auto');
  expect(toasts).toHaveLength(1);
});

test('signing out by choice leaves no way back for the next person', async () => {
  const app = await openWindow('/settings', { 'desktop.session.sign-out': () => nobody });
  fireEvent.click(await screen.findByRole('button', { name: /account of Asha Rao/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  expect(app.address()).toBe('/login');
});

test('a server that cannot be reached keeps nobody out: this computer can be used again from here', async () => {
  const { fake } = await openWindow('/login', {
    ...signedOut,
    'desktop.backend.state': () => ({
      state: 'up',
      kind: 'server',
      message: 'In use: the server desk.example.in.',
      logTail: [],
      keyState: 'fits',
    }),
    'desktop.session.sign-in': () => refuse('unavailable', 'The server cannot be reached. Nothing was done.'),
    'desktop.settings.change': () => sampleSettings,
  });
  expect(await screen.findByText(/In use: the server desk.example.in/)).toBeTruthy();
  // Its token may be another one now, or this computer may have lost it with its keychain.
  press('Change the server…');
  await screen.findByRole('dialog', { name: 'Use a server' });
  press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('Use this computer…');
  await waitFor(() =>
    expect(fake.inputsOf('desktop.settings.change')).toEqual([{ backend: { kind: 'embedded' } }]),
  );
});

test('an account on a server is reached from the sign-in page, without one on this computer', async () => {
  const { fake } = await openWindow('/login', {
    ...signedOut,
    'desktop.settings.change': () => sampleSettings,
  });
  await screen.findByText(/Your account is on a server\?/);
  press('Use a server…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Use a server' }));
  fireEvent.change(dialog.getByLabelText('Address'), { target: { value: ' https://desk.example ' } });
  fireEvent.change(dialog.getByLabelText('API token'), { target: { value: 'a-token' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Use this server' }));
  const backend = { kind: 'server', url: 'https://desk.example', apiToken: 'a-token' };
  await waitFor(() => expect(fake.inputsOf('desktop.settings.change')).toEqual([{ backend }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
