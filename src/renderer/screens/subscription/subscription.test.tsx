// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../../shared/failure.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { subscription } from '../../test-harness/money-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { sampleSettings } from '../../test-harness/samples.ts';
import { nextOf } from './current-plans.tsx';

afterEach(closeWindow);

const resetsAt = '2026-12-01T00:00:00+05:30';
const plans: Scripts = {
  'subscription.backtestPlans': () => ({
    plans: [
      { planId: 'free', name: 'Free', runsPerMonth: 20, price: 0, gst: 0, days: null, isCurrent: false },
      {
        planId: 'plus',
        name: 'Plus',
        runsPerMonth: 200,
        price: 29_900,
        gst: 5_382,
        days: 30,
        isCurrent: true,
      },
      {
        planId: 'pro',
        name: 'Pro',
        runsPerMonth: 2_000,
        price: 99_900,
        gst: 17_982,
        days: 30,
        isCurrent: false,
      },
    ],
    quota: { used: 184, left: 16, resetsAt },
  }),
};

const mineWith = (...subscriptions: ReturnType<typeof subscription>[]): Scripts => ({
  'subscription.mine': () => ({
    subscriptionDetails: {
      subscriptions,
      usage: { used: 184, left: 16, runsPerMonth: 200, resetsAt },
      tradePlans: [],
      isTradeactive: false,
      isActive: true,
    },
  }),
});

test('current plans say when they renew, and the bar how much is used', async () => {
  await openWindow('/subscription', plans);
  const table = await screen.findByRole('table', { name: 'Current plans' });
  expect(within(table).getByText('Renews on 01-12-2026')).toBeTruthy();
  expect(within(table).getByText('₹352.82')).toBeTruthy();
  const bar = screen.getByRole('progressbar', { name: 'Backtests: 184 of 200 used' });
  expect(bar.getAttribute('aria-valuenow')).toBe('0.92');
  expect(screen.getByText('16 left. The count starts again on 01-12-2026.')).toBeTruthy();
});

test('a bigger plan is bought from the wallet, once, and says what it takes the place of', async () => {
  const app = await openWindow('/subscription', {
    ...plans,
    'subscription.buy': () =>
      succeed(
        { subscription: subscription(6), transactionId: 9, available: 0 },
        'Pro is paid until 21-12-2026.',
      ),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Buy Pro' }));
  const dialog = await screen.findByRole('dialog', { name: 'Buy Pro?' });
  expect(dialog.textContent).toContain('₹999.00 + ₹179.82 GST');
  expect(dialog.textContent).toContain('Takes the place of Plus');
  const before = app.fake.inputsOf('subscription.backtestPlans').length;
  fireEvent.click(within(dialog).getByRole('button', { name: 'Buy Pro' }));
  expect((await screen.findAllByText('Pro is paid until 21-12-2026.')).length).toBeGreaterThan(0);
  const bought = app.fake.calls.filter(({ id }) => id === 'subscription.buy');
  expect(bought).toHaveLength(1);
  expect(bought[0]?.input).toEqual({ planId: 'pro' });
  expect(bought[0]?.options?.idempotencyKey).toBeTruthy();
  await waitFor(() => expect(app.fake.inputsOf('subscription.backtestPlans').length).toBeGreaterThan(before));
});

test('a plan that takes the place of another names no sum that may not be the one that is taken', async () => {
  await openWindow('/subscription', plans);
  fireEvent.click(await screen.findByRole('button', { name: 'Buy Pro' }));
  const dialog = await screen.findByRole('dialog', { name: 'Buy Pro?' });
  // What comes back as credit first may pay for it, and then nothing is taken from the wallet.
  expect(dialog.textContent).toContain(
    'Takes ₹999.00 of your credit if that is enough then, else ₹999.00 + ₹179.82 GST from your wallet.',
  );
  expect(within(dialog).queryByRole('button', { name: 'Pay ₹1,178.82' })).toBeNull();
});

test('the free plan and the current one cannot be bought', async () => {
  await openWindow('/subscription', plans);
  const offers = await screen.findByRole('list', { name: 'Backtest plans' });
  expect(within(offers).getByText('Current')).toBeTruthy();
  expect(
    within(offers)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Buy Pro']);
});

test('trade activation goes through its own call, and its refusal is said in the dialog', async () => {
  const app = await openWindow('/subscription', {
    ...plans,
    'subscription.activateTrading': () => refuse('refused', 'Your wallet has ₹0.00; this takes ₹588.82.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Buy Trade activation, 30 days' }));
  const dialog = await screen.findByRole('dialog', { name: 'Buy Trade activation, 30 days?' });
  expect(dialog.textContent).not.toContain('Takes the place');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pay ₹588.82' }));
  expect(await within(dialog).findByText('Your wallet has ₹0.00; this takes ₹588.82.')).toBeTruthy();
  expect(app.fake.inputsOf('subscription.activateTrading')).toEqual([{ planId: 'trade-month' }]);
  expect(app.fake.inputsOf('subscription.buy')).toEqual([]);
});

test('a Hindi window says the plan that is bought in Hindi, on its card and in the question', async () => {
  await openWindow('/subscription', {
    ...plans,
    'desktop.settings.read': () => ({ ...sampleSettings, language: 'hi' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'ट्रेड सक्रियण, 30 दिन ख़रीदें' }));
  expect(await screen.findByRole('dialog', { name: 'ट्रेड सक्रियण, 30 दिन ख़रीदें?' })).toBeTruthy();
});

test('cancelling says until when it works, keeps it by default, and shows the server’s words', async () => {
  const app = await openWindow('/subscription', {
    ...plans,
    'subscription.cancel': () =>
      succeed(
        subscription(5, { state: 'cancelled', isRenewing: false }),
        'Cancelled. It works until 01-12-2026 and is not renewed.',
      ),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel Plus' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Cancel Plus?' });
  expect(dialog.textContent).toContain('It works until 01-12-2026 and is not renewed.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep the plan' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(app.fake.inputsOf('subscription.cancel')).toEqual([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel Plus' }));
  const again = await screen.findByRole('alertdialog', { name: 'Cancel Plus?' });
  fireEvent.click(within(again).getByRole('button', { name: 'Cancel the plan' }));
  expect(
    (await screen.findAllByText('Cancelled. It works until 01-12-2026 and is not renewed.')).length,
  ).toBeGreaterThan(0);
  expect(app.fake.inputsOf('subscription.cancel')).toEqual([{ subscriptionId: 5 }]);
});

test('a plan in its days of grace warns, with the ways to pay', async () => {
  const inGrace = subscription(5, {
    state: 'grace',
    graceUntil: '2026-12-04T10:00:00+05:30',
    message: 'Your wallet had not enough money. It works until 04-12-2026.',
  });
  await openWindow('/subscription', { ...plans, ...mineWith(inGrace) });
  expect(await screen.findByText(/Your wallet had not enough money/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add money' }).getAttribute('href')).toBe('#/wallet?do=add');
  expect(screen.getByText('Payment due')).toBeTruthy();
});

test('somebody without a plan is shown that none is needed to begin', async () => {
  await openWindow('/subscription', { ...plans, ...mineWith() });
  expect(await screen.findByText(/You have no paid plan/)).toBeTruthy();
});

test.each([
  [{}, 'Renews on 01-12-2026'],
  [{ state: 'cancelled', isRenewing: false }, 'Ends on 01-12-2026'],
  [
    { state: 'ended', isRenewing: false, paidUntil: '2026-10-01T10:00:00+05:30' },
    'Ended, paid until 01-10-2026',
  ],
  [
    { state: 'grace', graceUntil: '2026-12-04T10:00:00+05:30' },
    'Was due on 01-12-2026; ends on 04-12-2026 unless it is paid',
  ],
] as const)('what is next for a plan with %j', (change, words) =>
  expect(nextOf(subscription(5, change))).toBe(words),
);

test('a plan that ended before its time says why, and not that it is paid', () => {
  const message = 'Replaced by Pro. ₹150.00 for its unused part came back as credit.';
  const paidUntil = new Date(Date.now() + 20 * DAY_MS).toISOString();
  expect(nextOf(subscription(5, { state: 'ended', paidUntil, message }))).toBe(message);
});

test('who has used up the backtests of the month is led from the form to the plans', async () => {
  await openWindow('/backtest', {
    'subscription.backtestPlans': () => ({ plans: [], quota: { used: 20, left: 0, resetsAt } }),
  });
  const link = await screen.findByRole('link', { name: 'Get a plan with more' });
  expect(link.getAttribute('href')).toBe('#/subscription');
});
