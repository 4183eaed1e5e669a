// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../../shared/failure.ts';
import { analystCall, proPlan, riskProfile } from '../../test-harness/advice-samples.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { subscription } from '../../test-harness/money-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const WORDS = 'I know that Index Day carries high risk while my answers put me in the low band.';
const suitable = proPlan('advisor-steady', {
  suitability: {
    state: 'suitable',
    sentence: 'Steady Shares carries low risk, which your band allows.',
    acknowledgement: null,
  },
});
const above = proPlan('advisor-index', {
  name: 'Index Day',
  risk: 'high',
  fee: 1_19_900,
  gst: 21_582,
  suitability: { state: 'above', sentence: 'Index Day does not suit you.', acknowledgement: WORDS },
});
const answered: Scripts = {
  'advisors.plans': () => ({
    proPlans: [suitable, above],
    profile: riskProfile(),
    disclosures: ['Examples, all of them.'],
  }),
};
const bought = () =>
  succeed(
    {
      subscription: subscription(6, { kind: 'advisor', planId: 'advisor-index', name: 'Index Day' }),
      transactionId: 9,
      available: 0,
    },
    'Index Day is paid until 20-12-2026. Its strategies run in your paper account.',
  );

test('plans stand beside each other with advisor, fee and what they really did, each percentage explained', async () => {
  await openWindow('/pro-plans', answered);
  const table = await screen.findByRole('table', { name: 'Pro plans' });
  expect(within(table).getAllByText(/INH000000001/)).toHaveLength(2);
  expect(within(table).getAllByText(/example, not a real registration/)).toHaveLength(2);
  expect(within(table).getByText('₹399.00')).toBeTruthy();
  expect(within(table).getByText('+ ₹71.82 GST, for 30 days')).toBeTruthy();
  fireEvent.click(
    within(table).getByRole('button', { name: 'P&L of Steady Shares: how is this worked out?' }),
  );
  expect(await screen.findByText(/made together on paper, after charges: ₹7,242.25/)).toBeTruthy();
  expect(screen.getByText('Examples, all of them.')).toBeTruthy();
  expect(screen.getByText('Low band')).toBeTruthy();
});

test('without answers a plan asks whether it suits, and leads to the questions', async () => {
  const app = await openWindow('/pro-plans');
  fireEvent.click(await screen.findByRole('button', { name: 'Answer the risk questions for Steady Shares' }));
  expect(await screen.findByRole('heading', { name: 'Question 1 of 2' })).toBeTruthy();
  expect(app.address()).toContain('plan=advisor-steady');
  expect(screen.queryByRole('button', { name: /Activate/ })).toBeNull();
});

test('one question a step, back and on, to the result in the server’s words', async () => {
  const app = await openWindow('/pro-plans?show=questions&plan=advisor-steady', {
    'advisors.saveQuestionnaire': () => succeed(riskProfile(), 'Your answers come to 25 of 100.'),
  });
  const next = await screen.findByRole('button', { name: 'Next' });
  expect(next.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('radio', { name: 'I keep to the plan' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('heading', { name: 'Question 2 of 2' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('How sure is your income?'));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  const kept = await screen.findByRole<HTMLInputElement>('radio', { name: 'I keep to the plan' });
  expect(kept.checked).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  fireEvent.click(await screen.findByRole('radio', { name: 'It is steady' }));
  fireEvent.click(screen.getByRole('button', { name: 'See the result' }));
  expect(await screen.findByText('Your answers come to 25 of 100.')).toBeTruthy();
  expect(app.fake.inputsOf('advisors.saveQuestionnaire')).toEqual([
    { version: 1, answers: { fall: 'wait', income: 'steady' }, planId: 'advisor-steady' },
  ]);
  expect(app.address()).toBe('/pro-plans');
});

test('what is answered is kept for later, and the questions begin where they were left', async () => {
  const app = await openWindow('/pro-plans?show=questions');
  fireEvent.click(await screen.findByRole('radio', { name: 'I keep to the plan' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save for later' }));
  await waitFor(() =>
    expect(app.fake.inputsOf('advisors.draft')).toContainEqual({ version: 1, answers: { fall: 'wait' } }),
  );
  await waitFor(() => expect(app.address()).toBe('/pro-plans'));
});

test('a draft opens at its first open question', async () => {
  await openWindow('/pro-plans?show=questions', {
    'advisors.draft': () => ({
      version: 1,
      questions: ['one', 'two'].map((id) => ({
        questionId: id,
        text: `Question ${id}`,
        help: '',
        options: [{ optionId: 'yes', text: 'Yes' }],
      })),
      answers: { one: 'yes' },
      savedAt: '2026-11-20T10:00:00+05:30',
    }),
  });
  expect(await screen.findByRole('heading', { name: 'Question 2 of 2' })).toBeTruthy();
});

test('a plan above the band is refused in the server’s words, and activated with exactly what was agreed to', async () => {
  let hasAgreed = false;
  const app = await openWindow('/pro-plans', {
    ...answered,
    'subscription.buy': (input) => {
      hasAgreed = input.acknowledgement === WORDS;
      return hasAgreed ? bought() : refuse('refused', 'It is activated only with your acknowledgement.');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Activate Index Day' }));
  const dialog = await screen.findByRole('dialog', { name: 'Activate Index Day?' });
  expect(within(dialog).getByText('Index Day does not suit you.')).toBeTruthy();
  const pay = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Pay ₹1,414.82' }));
  pay();
  expect(await within(dialog).findByText('It is activated only with your acknowledgement.')).toBeTruthy();
  expect(app.fake.inputsOf('subscription.buy')).toEqual([{ planId: 'advisor-index' }]);
  fireEvent.click(within(dialog).getByRole('checkbox', { name: WORDS }));
  pay();
  expect(await screen.findByText(/Its strategies run in your paper account\./)).toBeTruthy();
  const calls = app.fake.calls.filter(({ id }) => id === 'subscription.buy');
  expect(calls.at(-1)?.input).toEqual({ planId: 'advisor-index', acknowledgement: WORDS });
  // Agreeing changes what is asked for, so it is another purchase with a key of its own.
  expect(new Set(calls.map(({ options }) => options?.idempotencyKey)).size).toBe(2);
  expect(screen.getByRole('link', { name: 'My strategies' }).getAttribute('href')).toBe(
    '#/my-strategies?tab=Test',
  );
});

test('a plan that suits asks for no acknowledgement, and says what it takes the place of', async () => {
  await openWindow('/pro-plans', {
    'advisors.plans': () => ({
      proPlans: [suitable, { ...above, isCurrent: true }],
      profile: riskProfile(),
      disclosures: [],
    }),
  });
  expect(await screen.findByText('Yours')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Activate Steady Shares' }));
  const dialog = await screen.findByRole('dialog', { name: 'Activate Steady Shares?' });
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  expect(dialog.textContent).toContain('Takes the place of Index Day');
});

test('the analysts’ calls stand in open positions, each with its state', async () => {
  const app = await openWindow('/open-positions?type=calls', {
    'advisors.calls': (input) => ({
      ratradelist: [
        analystCall(9),
        analystCall(8, {
          state: 'stopped',
          exit: 24_62_250,
          ltp: null,
          movePercent: -0.5,
          symbol: 'BANKNIFTY',
        }),
        analystCall(7, { state: 'target-hit' }),
        analystCall(6, { state: 'closed' }),
      ],
      plan: { planId: 'advisor-index', name: 'Index Day' },
      pageNumber: 1,
      pageSize: input?.pageSize ?? 12,
      total: 4,
    }),
  });
  const table = await screen.findByRole('table', { name: 'Research calls' });
  const states = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.lastElementChild?.textContent);
  expect(states).toEqual(['Open', 'Stopped', 'Target hit', 'Closed']);
  expect(within(table).getByText('−0.50%')).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox', { name: 'Which calls' }), { target: { value: 'open' } });
  await waitFor(() =>
    expect(app.fake.inputsOf('advisors.calls').at(-1)).toMatchObject({ state: 'open', pageNumber: 1 }),
  );
  expect(screen.queryByRole('button', { name: 'Exit all' })).toBeNull();
});

test('without a plan the calls lead to the plans', async () => {
  await openWindow('/open-positions?type=calls');
  const link = await screen.findByRole('link', { name: 'See the plans' });
  expect(link.getAttribute('href')).toBe('#/pro-plans');
});
