// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../../shared/failure.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { accountAnswer, brokerLink } from '../../test-harness/live-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const fill = async (label: string, text: string) =>
  fireEvent.change(await field(label), { target: { value: text } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

const fillLogin = async () => {
  await fill('Client code', 'A123456');
  await fill('API key', 'key-of-the-app');
  await fill('PIN', '4821');
};

test('a code that is refused is typed again alone, and a linked account leaves nothing in the form', async () => {
  let isLinked = false;
  const { fake } = await openWindow('/profile/broker', {
    'live.account': () => accountAnswer(isLinked ? brokerLink() : null),
    'live.link': ({ totp }) => {
      if (totp !== '246810') return refuse('refused', 'Angel One did not accept the code.');
      isLinked = true;
      return succeed(accountAnswer(brokerLink()), 'Angel One is linked.');
    },
  });
  await fillLogin();
  await fill('TOTP', '111111');
  await press('Link account');
  expect(await screen.findByText(/did not accept the code.*type the one of now/)).toBeTruthy();
  expect((await field('Client code')).value).toBe('A123456');
  expect((await field('API key')).value).toBe('key-of-the-app');
  expect((await field('TOTP')).value).toBe('');
  await fill('TOTP', '246810');
  await press('Link account');
  expect(await screen.findByText('Connected')).toBeTruthy();
  expect(fake.inputsOf('live.link').at(-1)).toEqual({
    clientCode: 'A123456',
    apiKey: 'key-of-the-app',
    pin: '4821',
    totp: '246810',
  });
});

test('a secret is taken only by choice, with a warning, and then no code is asked for', async () => {
  const { fake } = await openWindow('/profile/broker', {
    'live.account': () => accountAnswer(null),
    'live.link': () => refuse('refused', 'The broker does not answer.'),
  });
  await fillLogin();
  expect(screen.queryByLabelText('TOTP secret')).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: /TOTP secret/ }));
  expect(await screen.findByText(/Both factors would lie in one place/)).toBeTruthy();
  expect(screen.queryByLabelText('TOTP')).toBeNull();
  await fill('TOTP secret', 'JBSWY3DPEHPK3PXP');
  await press('Link account');
  expect(await screen.findByText(/The broker does not answer/)).toBeTruthy();
  expect(fake.inputsOf('live.link')).toEqual([
    { clientCode: 'A123456', apiKey: 'key-of-the-app', pin: '4821', totpSecret: 'JBSWY3DPEHPK3PXP' },
  ]);
  expect((await field('TOTP secret')).value).toBe('');
});

test('what cannot be right is said before anything is sent', async () => {
  const { fake } = await openWindow('/profile/broker', { 'live.account': () => accountAnswer(null) });
  await fill('Client code', 'A1');
  await fill('PIN', '12');
  await press('Link account');
  expect(await screen.findByText('Enter a client code such as A123456')).toBeTruthy();
  expect(screen.getByText('Enter the API key')).toBeTruthy();
  expect(screen.getByText('Enter the four digits')).toBeTruthy();
  expect(fake.inputsOf('live.link')).toHaveLength(0);
});

test('a connected account shows its session and prices; a test shows whose it is', async () => {
  await openWindow('/profile/broker');
  expect(await screen.findByText('XXXX456')).toBeTruthy();
  expect(screen.getByText(/21-11-2026, 05:00:00/)).toBeTruthy();
  expect(screen.getByText('1 s ago')).toBeTruthy();
  await press('Test connection');
  expect(await screen.findByText('ASHA RAO')).toBeTruthy();
  expect(screen.getByText('₹2,50,000.00')).toBeTruthy();
});

test('when the session is over a code opens the next one', async () => {
  let state: 'login-needed' | 'connected' = 'login-needed';
  const { fake } = await openWindow('/profile/broker', {
    'live.account': () => accountAnswer(brokerLink({ state, lastTickAgeMs: null })),
    'live.reconnect': () => {
      state = 'connected';
      return succeed(accountAnswer(brokerLink()), 'Connected to Angel One for today.');
    },
  });
  expect(await screen.findByText('Login needed')).toBeTruthy();
  expect(screen.getByText('No price yet')).toBeTruthy();
  await fill('TOTP', '135790');
  await press('Reconnect');
  expect(await screen.findByText('Connected')).toBeTruthy();
  expect(fake.inputsOf('live.reconnect')).toEqual([{ totp: '135790' }]);
});

test('with a kept secret it reconnects without a code', async () => {
  const { fake } = await openWindow('/profile/broker', {
    'live.account': () => accountAnswer(brokerLink({ state: 'login-needed', hasTotpSecret: true })),
    'live.reconnect': () => refuse('refused', 'The secret is not right any more.'),
  });
  await press('Reconnect');
  expect(await screen.findByText('The secret is not right any more.')).toBeTruthy();
  expect(fake.inputsOf('live.reconnect')).toEqual([{}]);
});

test('trouble is shown in the broker’s own words', async () => {
  await openWindow('/profile/broker', {
    'live.account': () =>
      accountAnswer(brokerLink({ state: 'trouble', lastError: 'Orders from 10.1.2.3 are not accepted.' })),
  });
  expect(await screen.findByText('Orders are refused')).toBeTruthy();
  expect(screen.getByText('Orders from 10.1.2.3 are not accepted.')).toBeTruthy();
});

test('disconnecting asks first; a refusal stays in the dialog, and a yes brings the form back', async () => {
  let isLinked = true;
  let isRunning = true;
  await openWindow('/profile/broker', {
    'live.account': () => accountAnswer(isLinked ? brokerLink() : null),
    'live.unlink': () => {
      if (isRunning) return refuse('refused', 'A strategy is live. Stop it first.');
      isLinked = false;
      return succeed(accountAnswer(null), 'Angel One is unlinked.');
    },
  });
  await press('Disconnect…');
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Disconnect' }));
  expect(await dialog.findByText('A strategy is live. Stop it first.')).toBeTruthy();
  isRunning = false;
  fireEvent.click(dialog.getByRole('button', { name: 'Disconnect' }));
  expect(await screen.findByRole('form', { name: 'Link Angel One' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});
