// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { INTERNAL_ERROR_MESSAGE, succeed, UNAUTHORISED_MESSAGE } from '../../shared/failure.ts';
import { FIRST_PAGE, MY_STRATEGIES_PAGE_SIZE, PAGE_SIZE } from '../../shared/page-size.ts';
import { refuse } from '../test-harness/fake-bridge.ts';
import { intent } from '../test-harness/money-samples.ts';
import { closeWindow, openWindow, type OpenWindow } from '../test-harness/open-window.tsx';
import { Announcer } from '../ui/announcer.tsx';
import { OutcomeDialog } from '../ui/outcome-dialog.tsx';
import { notify, TOAST_LIMIT, ToastArea } from '../ui/toasts.tsx';
import { answerLost, FIXED_LABELS, KYC_DONE, KYC_TOAST_MS, OUTCOME_LABELS } from './fixed-labels.ts';

/** The words and numbers that the specification fixes. Whoever changes one changes the product. */

afterEach(closeWindow);

const toastsSaying = (message: string) =>
  screen.queryAllByText(message).filter((each) => each.dir === 'auto');

test('the words, letter for letter', () => {
  expect(UNAUTHORISED_MESSAGE).toBe('Unautherised user');
  expect(INTERNAL_ERROR_MESSAGE).toBe('Internal server Error');
  expect(FIXED_LABELS.settingsSaved).toBe('Settings successfully set');
  expect(OUTCOME_LABELS).toEqual({
    success: { title: 'Success!', action: 'Proceed' },
    failure: { title: 'Error!', action: 'Try Again' },
  });
  expect(KYC_DONE).toEqual({ aadhaar: 'Aadhar Verification is Done', pan: 'Pan Verification is Done' });
  expect(answerLost('Order history')).toBe('The answer was lost. Check Order history before trying again.');
});

test('the numbers', () => {
  expect({ FIRST_PAGE, PAGE_SIZE, MY_STRATEGIES_PAGE_SIZE, TOAST_LIMIT, KYC_TOAST_MS }).toEqual({
    FIRST_PAGE: 1,
    PAGE_SIZE: 12,
    MY_STRATEGIES_PAGE_SIZE: 6,
    TOAST_LIMIT: 3,
    KYC_TOAST_MS: 8_000,
  });
});

test('six failing calls make one toast `Internal server Error`', async () => {
  const broken = () => refuse('internal', 'Internal server Error');
  await openWindow('/home', {
    'home.summary': broken,
    'home.topTen': broken,
    'home.marketplace': broken,
    'strategies.mine': broken,
    'alerts.count': broken,
  });
  await waitFor(() => expect(toastsSaying('Internal server Error').length).toBeGreaterThan(0));
  await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(2));
  const inToasts = toastsSaying('Internal server Error').filter((each) => !each.closest('[role=alert]'));
  expect(inToasts).toHaveLength(1);
});

test('the lists ask for 12 a page and page 1, my strategies for 6', async () => {
  const routes = {
    '/home': 'home.marketplace',
    '/marketplace': 'home.marketplace',
    '/trade-history': 'positions.trades',
    '/order-history': 'positions.orders',
    '/notifications': 'alerts.list',
    '/logs': 'logs.activity',
    '/wallet-history': 'wallet.history',
    '/wallet-history?show=bank': 'wallet.bankHistory',
    '/my-transactions': 'subscription.transactions',
    '/my-team': 'team.direct',
    '/my-team?show=indirect': 'team.indirect',
    '/reward-history': 'team.rewards',
    '/tickets': 'tickets.list',
    '/open-positions?type=calls': 'advisors.calls',
    '/reports': 'tradebook.list',
  } as const;
  const app = await openWindow('/my-strategies');
  await waitFor(() => expect(app.fake.inputsOf('strategies.mine')).not.toHaveLength(0));
  expect(app.fake.inputsOf('strategies.mine')[0]).toMatchObject({ pageNumber: 1, pageSize: 6 });
  for (const [route, call] of Object.entries(routes)) {
    app.fake.calls.length = 0;
    app.goTo(route);
    await waitFor(() => expect(app.fake.inputsOf(call)).not.toHaveLength(0), { timeout: 5_000 });
    expect(app.fake.inputsOf(call)[0], route).toMatchObject({ pageNumber: 1, pageSize: 12 });
  }
});

/** The three money calls, each up to where it ends. */
const moneyCalls = [
  {
    name: 'adding to the wallet',
    call: 'wallet.add',
    leadsTo: '/wallet-history',
    begin: async (app: OpenWindow) => {
      app.goTo('/wallet?do=add');
      fireEvent.click(await screen.findByRole('button', { name: '₹1,000' }));
      fireEvent.change(screen.getByLabelText('Your UPI ID'), { target: { value: 'asha.rao@okbank' } });
      fireEvent.click(screen.getByRole('button', { name: 'Show QR code' }));
    },
  },
  {
    name: 'a top-up',
    call: 'wallet.topUp',
    leadsTo: '/my-transactions',
    begin: async (app: OpenWindow) => {
      app.goTo('/wallet?do=top-up');
      fireEvent.click(await screen.findByRole('radio', { name: /^Small/ }));
      fireEvent.click(await screen.findByRole('button', { name: 'Pay ₹590.00' }));
    },
  },
  {
    name: 'a transfer',
    call: 'wallet.transfer',
    leadsTo: '/wallet-history',
    begin: async (app: OpenWindow) => {
      app.goTo('/wallet?do=transfer');
      fireEvent.change(await screen.findByLabelText('To'), { target: { value: 'RAVI2B4K' } });
      fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '500' } });
      fireEvent.click(screen.getByRole('button', { name: 'Review' }));
      fireEvent.click(await screen.findByRole('button', { name: 'Send ₹500.00', hidden: true }));
    },
  },
] as const;

/** The modal in view; one dialog has taken the place of another, and without a layout no focus follows. */
const modalTitled = async (title: string): Promise<HTMLElement> => {
  const heading = await screen.findByRole('heading', { name: title, hidden: true });
  const modal = heading.closest<HTMLElement>('[role=alertdialog]');
  if (!modal) throw new Error(`${title} is no modal`);
  return modal;
};

test.each(moneyCalls)('$name: `Success!` and `Proceed`, which leads on', async ({ begin, leadsTo }) => {
  const words = 'It is done, says the server.';
  const app = await openWindow('/home', {
    'wallet.paymentStatus': () => intent({ state: 'confirmed', message: words }),
    'wallet.topUp': () => succeed({ reference: 'TD1', credit: 50_000, available: 0 }, words),
    'wallet.transfer': () => succeed({ reference: 'TD2', available: 0, to: 'R•••' }, words),
  });
  await begin(app);
  const modal = await modalTitled('Success!');
  expect(modal.textContent).toContain(words);
  fireEvent.click(within(modal).getByRole('button', { name: 'Proceed', hidden: true }));
  await waitFor(() => expect(app.address()).toBe(leadsTo));
});

test.each(moneyCalls)(
  '$name that fails: `Error!`, the server’s words alone, `Try Again`; nothing by itself',
  async ({ begin, call }) => {
    const words = 'Internal server Error';
    const app = await openWindow('/home', { [call]: () => refuse('internal', words) });
    await begin(app);
    const modal = await modalTitled('Error!');
    expect(modal.textContent).toContain(words);
    expect(toastsSaying(words).filter((each) => !modal.contains(each))).toEqual([]);
    fireEvent.click(within(modal).getByRole('button', { name: 'Try Again', hidden: true }));
    await waitFor(() => expect(screen.queryByRole('alertdialog', { hidden: true })).toBeNull());
    expect(app.address()).toMatch(/^\/wallet\?do=/);
    expect(app.fake.inputsOf(call)).toHaveLength(1);
  },
);

test('the wallet’s history asks for type A unless another is chosen', async () => {
  const { fake } = await openWindow('/wallet-history');
  await waitFor(() => expect(fake.inputsOf('wallet.history')).not.toHaveLength(0));
  expect(fake.inputsOf('wallet.history')[0]).toMatchObject({ type: 'A', displayMode: 'wallet' });
});

test('the wire’s own spelling goes out as the server has it', async () => {
  const { fake } = await openWindow('/notifications');
  await waitFor(() => expect(fake.inputsOf('alerts.list')).not.toHaveLength(0));
  expect(fake.inputsOf('alerts.list')[0]).toEqual({
    categoryId: 0,
    isGrouped: true,
    pageNumber: 1,
    pageSize: 12,
  });
});

test('the defaults of the layout: light skin, vertical menu, boxed, floating navbar, no footer', async () => {
  await openWindow('/home');
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeTruthy();
  expect(screen.queryByRole('contentinfo')).toBeNull();
  expect(document.documentElement.style.colorScheme).toBe('light');
});

test('an outcome has its title, the server’s words and one way on', () => {
  const onAction = vi.fn();
  render(<OutcomeDialog {...OUTCOME_LABELS.failure} message="Insufficient balance" onAction={onAction} />);
  const dialog = screen.getByRole('alertdialog', { name: 'Error!' });
  expect(dialog.textContent).toContain('Insufficient balance');
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(onAction).toHaveBeenCalledTimes(1);
});

test('at most three toasts stand at once, and each is said in the live region', async () => {
  render(
    <>
      <ToastArea />
      <Announcer />
    </>,
  );
  for (const message of ['one', 'two', 'three', 'four', 'five']) notify({ tone: 'news', message });
  await waitFor(() => expect(screen.getByRole('status', { name: 'Announcements' }).textContent).toBe('five'));
  await waitFor(
    () =>
      expect(
        screen.queryAllByText(/^(one|two|three|four|five)$/).filter((each) => each.dir === 'auto').length,
      ).toBeLessThanOrEqual(3),
    { timeout: 3_000 },
  );
});
