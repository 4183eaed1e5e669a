// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fail, succeed } from '../../../shared/failure.ts';
import { header } from '../../state/header.ts';
import { RELOAD_INTERVAL_MS } from '../../state/reload-on-facts.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { intent, myWalletSample, withdrawal } from '../../test-harness/money-samples.ts';
import { closeWindow, openWindow, type OpenWindow } from '../../test-harness/open-window.tsx';
import { verifiedProfile } from '../../test-harness/people-samples.ts';
import { sampleHeader } from '../../test-harness/samples.ts';
import { remaining } from './payment.ts';

afterEach(closeWindow);

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

/**
 * One dialog takes the place of another. Without a layout there is no focus to follow, and what is not in focus is
 * hidden from assistive tools: it is looked for all the same.
 */
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
const pressLater = async (name: string) =>
  fireEvent.click(await screen.findByRole('button', { name, hidden: true }));
const titled = async (name: string): Promise<HTMLElement> => {
  const heading = await screen.findByRole('heading', { level: 2, name, hidden: true });
  const dialog = heading.closest<HTMLElement>('[role=dialog], [role=alertdialog]');
  if (!dialog) throw new Error(`${name} is no dialog`);
  return dialog;
};
const outcome = (title: 'Success!' | 'Error!') => titled(title);

const keysOf = ({ fake }: OpenWindow, id: string) =>
  fake.calls.filter((call) => call.id === id).map((call) => call.options?.idempotencyKey);

const openAdd = async (scripts: Parameters<typeof openWindow>[1] = {}) => {
  const app = await openWindow('/wallet', scripts);
  await pressLater('Add');
  await titled('Add money');
  return app;
};

const requestPayout = async () => {
  press('₹1,000');
  type('Your UPI ID', 'asha.rao@okbank');
  press('Show QR code');
  await titled('Pay with a UPI app');
};

test('adding money: an amount, a QR code, and the stream says that it was paid', async () => {
  const app = await openAdd();
  await requestPayout();
  expect(app.fake.inputsOf('wallet.add')).toEqual([{ amount: 100_000, upiId: 'asha.rao@okbank' }]);
  expect(keysOf(app, 'wallet.add')[0]).toMatch(/^[0-9a-f-]{36}$/);
  const code = await screen.findByLabelText(/^QR code that asks for ₹1,000.00.* app$/);
  expect(code.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);
  expect(screen.getByText('trickdesk@sandbox')).toBeTruthy();
  expect(screen.getByText(/^\d+:\d\d$/).getAttribute('role')).toBe('timer');
  app.fake.script({
    'wallet.paymentStatus': () =>
      intent({ state: 'confirmed', message: '₹1,000.00 was added to your wallet.' }),
  });
  app.fake.emit({
    type: 'stream.event',
    event: { type: 'payment', intentId: 41, state: 'confirmed' },
  });
  expect((await outcome('Success!')).textContent).toContain('₹1,000.00 was added to your wallet.');
  press('Proceed');
  await waitFor(() => expect(app.address()).toBe('/wallet-history'));
});

test('without a stream the state is asked for again and again until it is known', async () => {
  const app = await openAdd();
  await requestPayout();
  const before = app.fake.inputsOf('wallet.paymentStatus').length;
  app.fake.script({
    'wallet.paymentStatus': () => intent({ state: 'expired', message: 'Nobody paid in time.' }),
  });
  expect((await outcome('Error!')).textContent).toContain('Nobody paid in time.');
  expect(app.fake.inputsOf('wallet.paymentStatus').length).toBeGreaterThan(before);
  press('Try Again');
  await titled('Add money');
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '₹1,000.00');
  expect(screen.getByLabelText('Your UPI ID')).toHaveProperty('value', 'asha.rao@okbank');
});

test('the sandbox says that it is one, and does what is chosen with the payment in view', async () => {
  const app = await openAdd();
  await requestPayout();
  const sandbox = await screen.findByLabelText('Sandbox');
  expect(sandbox.textContent).toContain('SANDBOX');
  expect(sandbox.textContent).toContain('No real money moves');
  for (const name of ['Confirm', 'Wait', 'Fail', 'Confirm twice']) {
    const button = within(sandbox).getByText(name, { selector: 'button' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
    const reported = app.fake.inputsOf('wallet.sandbox').length;
    fireEvent.click(button);
    await waitFor(() => expect(app.fake.inputsOf('wallet.sandbox')).toHaveLength(reported + 1));
  }
  expect(app.fake.inputsOf('wallet.sandbox')).toEqual(
    ['confirm', 'wait', 'fail', 'confirm-twice'].map((action) => ({ reference: 'PAY4K2M9', action })),
  );
});

test('a real provider has no sandbox panel', async () => {
  await openAdd({
    'wallet.mine': () => myWalletSample({ isSandbox: false }),
    'wallet.paymentStatus': () => intent({ isSandbox: false }),
  });
  await requestPayout();
  await screen.findByLabelText(/^QR code that asks.* app$/);
  expect(screen.queryByLabelText('Sandbox')).toBeNull();
  expect(screen.queryByText(/sandbox: no real money/)).toBeNull();
});

test('a payment whose dialog was closed is shown as waiting, and comes back', async () => {
  const app = await openAdd();
  await requestPayout();
  press('Close');
  await screen.findByText('A payment of ₹1,000.00 waits to be made.');
  press('Show QR code');
  await titled('Pay with a UPI app');
  expect(app.fake.inputsOf('wallet.add')).toHaveLength(1);
});

test('a payment that an earlier window asked for is shown, and its QR code is shown again', async () => {
  const { amount, expiresAt } = intent();
  const app = await openWindow('/wallet', {
    'wallet.mine': () => myWalletSample({ openPayment: { intentId: 41, amount, expiresAt } }),
  });
  await screen.findByText('A payment of ₹1,000.00 waits to be made.');
  expect(app.fake.inputsOf('wallet.paymentStatus')).toEqual([{ intentId: 41 }]);
  press('Show QR code');
  await titled('Pay with a UPI app');
  await screen.findByLabelText(/^QR code that asks for ₹1,000.00.* app$/);
  expect(app.fake.inputsOf('wallet.add')).toEqual([]);
});

test('a payment that was made while another screen was open is not shown as waiting', async () => {
  const app = await openAdd();
  await requestPayout();
  press('Close');
  await screen.findByText('A payment of ₹1,000.00 waits to be made.');
  app.goTo('/home');
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  app.fake.script({ 'wallet.paymentStatus': () => intent({ state: 'confirmed' }) });
  app.goTo('/wallet');
  await screen.findByRole('button', { name: 'Add' });
  await waitFor(() => expect(screen.queryByText(/waits to be made/)).toBeNull());
});

test('amounts and addresses that cannot be are refused beside their field, and nothing is sent', async () => {
  const app = await openAdd();
  type('Amount', '99.99');
  type('Your UPI ID', 'asha');
  press('Show QR code');
  expect(await screen.findByText('Enter at least ₹100.00')).toBeTruthy();
  expect(screen.getByText('Enter a UPI ID such as name@bank')).toBeTruthy();
  type('Amount', '100.005');
  expect(await screen.findByText(/at most two decimals/)).toBeTruthy();
  expect(app.fake.inputsOf('wallet.add')).toEqual([]);
});

const fillTransfer = async (scripts: Parameters<typeof openWindow>[1]) => {
  const app = await openWindow('/wallet?do=transfer', scripts);
  await titled('Transfer');
  type('To', '9876500010');
  type('Amount', '250.50');
  type('Note', 'Lunch');
  press('Review');
  return app;
};

test('a transfer shows the name to check before it sends, once', async () => {
  const app = await fillTransfer({
    'wallet.transfer': () =>
      succeed({ reference: 'TR77', available: 12_09_500, to: 'R••• K•••' }, 'Sent ₹250.50 to R••• K•••.'),
  });
  const review = await titled('Check before you send');
  expect(app.fake.inputsOf('wallet.transfer')).toEqual([]);
  expect(review.textContent).toContain('R••• K•••');
  expect(review.textContent).toContain('₹12,095.00');
  press('Send ₹250.50');
  expect((await outcome('Success!')).textContent).toContain('Sent ₹250.50 to R••• K•••.');
  expect(app.fake.inputsOf('wallet.transfer')).toEqual([{ to: '9876500010', amount: 25_050, note: 'Lunch' }]);
});

test('nobody of that name: said beside the field, and nothing is sent', async () => {
  const app = await fillTransfer({
    'wallet.findRecipient': () => refuse('not-found', 'Nobody has this referral code, e-mail or number.'),
  });
  expect(await screen.findByText('Nobody has this referral code, e-mail or number.')).toBeTruthy();
  expect(app.fake.inputsOf('wallet.transfer')).toEqual([]);
});

test('a lost answer is said to be lost; Try Again keeps the form and the key, so that it cannot send twice', async () => {
  const app = await fillTransfer({
    'wallet.transfer': () => fail('unknown-outcome', 'The answer was lost.'),
  });
  await pressLater('Send ₹250.50');
  expect((await outcome('Error!')).textContent).toContain(
    'The answer was lost. Check Wallet history before trying again.',
  );
  expect(app.fake.inputsOf('wallet.transfer')).toHaveLength(1);
  press('Try Again');
  await titled('Transfer');
  expect(screen.getByLabelText('To')).toHaveProperty('value', '9876500010');
  press('Review');
  await pressLater('Send ₹250.50');
  await outcome('Error!');
  const keys = keysOf(app, 'wallet.transfer');
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
});

test('a session that is over ends at the sign-in page, without a modal', async () => {
  const app = await fillTransfer({
    'wallet.transfer': () => fail('unauthorised', 'Unautherised user'),
  });
  await pressLater('Send ₹250.50');
  await screen.findByRole('heading', { level: 1, name: 'Sign in' });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getAllByText('Unautherised user').length).toBeGreaterThan(0);
  expect(app.address()).toMatch(/^\/login/);
});

test('a withdrawal shows the account it goes to, and leads to the bank history', async () => {
  const app = await openWindow('/wallet?do=withdraw', {
    'profile.mine': verifiedProfile,
    'wallet.withdraw': () => succeed(withdrawal(9), '₹500.00 is on its way to the account ending in 4321.'),
  });
  await titled('Withdraw');
  type('Amount', '20000');
  press('Review');
  expect(await screen.findByText('Your wallet has ₹12,345.50')).toBeTruthy();
  type('Amount', '500');
  press('Review');
  const review = await titled('Check before you withdraw');
  await waitFor(() => expect(review.textContent).toContain('4321'));
  press('Withdraw ₹500.00');
  await outcome('Success!');
  press('Proceed');
  await waitFor(() => expect(app.address()).toBe('/wallet-history?show=bank'));
});

test('a withdrawal that cannot be says why and where that can be changed', async () => {
  await openWindow('/wallet?do=withdraw', {
    'wallet.mine': () =>
      myWalletSample({ withdrawRefusal: 'Verify your PAN in your profile before you withdraw.' }),
  });
  const dialog = await titled('Withdraw');
  expect(dialog.textContent).toContain('Verify your PAN in your profile before you withdraw.');
  expect(within(dialog).getByRole('button', { name: 'Open profile', hidden: true })).toBeTruthy();
  expect(within(dialog).queryByLabelText('Amount')).toBeNull();
});

test('activating shows the server’s message and asks for everything again', async () => {
  const app = await openWindow('/wallet', {
    'wallet.activate': () =>
      succeed({ reference: 'TR1', available: 0 }, 'Your account is active. You earn rewards from now on.'),
  });
  await pressLater('Activate account');
  const dialog = await titled('Activate account');
  const before = app.fake.inputsOf('home.header').length;
  app.fake.script({
    'wallet.mine': () => myWalletSample({ activation: { price: 99_900, gst: 17_982, isActive: true } }),
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pay ₹1,178.82', hidden: true }));
  expect(
    (await screen.findAllByText('Your account is active. You earn rewards from now on.')).length,
  ).toBeGreaterThan(0);
  expect(await screen.findByText('Account active')).toBeTruthy();
  await waitFor(() => expect(app.fake.inputsOf('home.header').length).toBeGreaterThan(before));
});

test('the USDT line is there only for those who have had some; rewards can be moved', async () => {
  const app = await openWindow('/wallet', {
    'wallet.mine': () => myWalletSample({ reward: 40_000 }),
    'wallet.usdt': () => ({ balance: 12_500_000, entries: 2 }),
    'wallet.claimRewards': () =>
      succeed({ reference: 'TR9', amount: 40_000, available: 12_74_550 }, 'Moved ₹400.00.'),
  });
  expect(await screen.findByText('12.50 USDT')).toBeTruthy();
  press('Move to wallet');
  expect((await screen.findAllByText('Moved ₹400.00.')).length).toBeGreaterThan(0);
  expect(keysOf(app, 'wallet.claimRewards')[0]).toBeTruthy();
  closeWindow();
  await openWindow('/wallet');
  await screen.findByText('Earned from your team');
  expect(screen.queryByText(/USDT/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Move to wallet' })).toBeNull();
});

test('money that moves changes the balance in the bar at once, and reloads the wallet', async () => {
  const app = await openWindow('/wallet');
  const balance = await screen.findByRole('link', { name: 'Wallet ₹0.00' });
  expect(balance.getAttribute('href')).toBe('#/wallet');
  const before = app.fake.inputsOf('wallet.mine').length;
  app.fake.emit({
    type: 'stream.event',
    event: { type: 'wallet', available: 77_700, held: 0, credit: 0 },
  });
  expect(await screen.findByRole('link', { name: 'Wallet ₹777.00' })).toBeTruthy();
  await waitFor(() => expect(app.fake.inputsOf('wallet.mine').length).toBeGreaterThan(before));
});

test('while offline nothing can be begun', async () => {
  const app = await openWindow('/wallet');
  await screen.findByRole('button', { name: 'Add' });
  app.fake.emit({
    type: 'backend.changed',
    backend: {
      kind: 'embedded',
      logTail: [],
      keyState: 'fits' as const,
      state: 'restarting',
      message: 'Back soon.',
    },
  });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Add|offline/ }).getAttribute('aria-disabled')).toBe('true'),
  );
});

test.each([
  [0, '0:00'],
  [-5_000, '0:00'],
  [61_000, '1:01'],
  [900_000, '15:00'],
])('%i ms are left as %s', (left, text) => expect(remaining(1_000_000 + left, 1_000_000)).toBe(text));

test('money that came unheard stands on the page as soon as it stands in the bar', async () => {
  const { fake } = await openWindow('/wallet');
  const { walletBalance } = sampleHeader;
  await waitFor(() => expect(header.get().value?.walletBalance).toBe(walletBalance));
  await waitFor(() => expect(fake.inputsOf('wallet.mine').length).toBeGreaterThan(0));
  const asked = () => fake.inputsOf('wallet.mine').length;
  const before = asked();
  await header.reload();
  await new Promise((done) => setTimeout(done, RELOAD_INTERVAL_MS + 100));
  expect(asked()).toBe(before);

  fake.script({ 'home.header': () => ({ ...sampleHeader, walletBalance: walletBalance + 5_000 }) });
  await header.reload();
  await waitFor(() => expect(asked()).toBe(before + 1), { timeout: RELOAD_INTERVAL_MS + 1_000 });
});
