// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../../shared/failure.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { check, checklist } from '../../test-harness/live-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { sampleSettings } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const NAME = 'Opening range 11';
const ask = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Go live…' }));
  return within(await screen.findByRole('alertdialog'));
};
type Dialog = Awaited<ReturnType<typeof ask>>;
const type = async (dialog: Dialog, text: string) =>
  fireEvent.change(await dialog.findByRole('textbox'), { target: { value: text } });
const understand = async (dialog: Dialog) =>
  fireEvent.click(await dialog.findByRole('checkbox', { name: 'I understand real money is at risk' }));
const goLive = (dialog: Dialog) => dialog.getByRole('button', { name: 'Go live' });

test('nothing is sent before the risk is understood and the name is typed letter for letter', async () => {
  const { fake } = await openWindow('/strategies/11?tab=settings', {
    'live.goLive': ({ strategyId }) =>
      succeed({ strategyId, mode: 'live' as const, strategyStatus: 1 }, `${NAME} is live: real orders.`),
  });
  const dialog = await ask();
  expect(await dialog.findByText('Angel One · XXXX456', { selector: 'strong' })).toBeTruthy();
  expect(dialog.getByText('−₹1,423.10')).toBeTruthy();
  expect(dialog.getByText('1.00% of the entry price')).toBeTruthy();
  expect(dialog.getByText('−₹987.20')).toBeTruthy();
  expect(dialog.getByText('₹842.50 for 12 trades')).toBeTruthy();
  expect(dialog.getByText(/9 out of 10 individual traders/)).toBeTruthy();
  expect(dialog.getByText(/Overnight no stop rests there/)).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Keep on paper' })),
  );
  await type(dialog, NAME);
  fireEvent.click(goLive(dialog));
  await understand(dialog);
  await type(dialog, 'opening range 11');
  fireEvent.click(goLive(dialog));
  expect(fake.inputsOf('live.goLive')).toHaveLength(0);
  await type(dialog, NAME);
  fireEvent.click(goLive(dialog));
  expect((await screen.findAllByText(`${NAME} is live: real orders.`)).length).toBeGreaterThan(0);
  const [sent] = fake.calls.filter(({ id }) => id === 'live.goLive');
  expect(sent?.input).toEqual({ strategyId: 11, confirmName: NAME, isAcknowledged: false });
  expect(sent?.options?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo: stop' }));
  expect((await screen.findAllByText(`${NAME} is stopped. No position is open.`)).length).toBeGreaterThan(0);
  expect(fake.inputsOf('strategies.stop')).toEqual([{ strategyId: 11 }]);
});

test('a strategy that lost nothing on paper, and stops nowhere, says so', async () => {
  await openWindow('/strategies/11?tab=settings', {
    'live.checklist': ({ strategyId }) => ({
      ...checklist(strategyId),
      stopLoss: null,
      lastThirtyDaysInTest: { trades: 0, charges: 0, largestLoss: null },
    }),
  });
  const dialog = await ask();
  expect(await dialog.findByText('No trade lost')).toBeTruthy();
  expect(dialog.getByText('₹0.00 for 0 trades')).toBeTruthy();
  expect(dialog.getByText('None')).toBeTruthy();
});

test('a strategy with legs says that its stops are those of its legs', async () => {
  await openWindow('/strategies/11?tab=settings', {
    'live.checklist': ({ strategyId }) => ({ ...checklist(strategyId), stopLoss: null, hasLegs: true }),
  });
  expect(await (await ask()).findByText('By leg')).toBeTruthy();
});

test('what does not hold yet says what to do and leads there, and there is nothing to confirm', async () => {
  await openWindow('/strategies/11?tab=settings', {
    'live.checklist': ({ strategyId }) => ({
      ...checklist(strategyId),
      isReady: false,
      clientCode: null,
      checks: [
        check('kyc', 'Identity verified'),
        check('linked', 'Angel One linked', {
          isMet: false,
          how: 'Link your account.',
          link: '/profile/broker',
        }),
      ],
    }),
  });
  const dialog = await ask();
  const todo = within(await dialog.findByRole('list', { name: 'To see to' }));
  expect(todo.getByText('Link your account.', { exact: false })).toBeTruthy();
  expect(todo.getByRole('link', { name: /Fix.*Angel One linked/ }).getAttribute('href')).toBe(
    '#/profile/broker',
  );
  expect(within(dialog.getByRole('list', { name: 'Checked' })).getByText('Identity verified')).toBeTruthy();
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(goLive(dialog).getAttribute('aria-disabled')).toBe('true');
});

test('a Hindi window says the names of the checks and the algo ID in Hindi', async () => {
  await openWindow('/strategies/11?tab=settings', {
    'desktop.settings.read': () => ({ ...sampleSettings, language: 'hi' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'लाइव करें…' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(await dialog.findByText('पहचान सत्यापित')).toBeTruthy();
  expect(dialog.getByText('सामान्य (एक सेकंड में 10 से कम ऑर्डर)')).toBeTruthy();
});

test('a strategy that has traded and never lost a day is not said to have no trade', async () => {
  await openWindow('/strategies/11?tab=settings', {
    'live.checklist': ({ strategyId }) => ({ ...checklist(strategyId), worstDayInTest: null }),
  });
  const dialog = await ask();
  expect(await dialog.findByText('No losing day yet')).toBeTruthy();
});

test('rules of somebody else ask for an acknowledgement, which is sent along', async () => {
  const { fake } = await openWindow('/strategies/11?tab=settings', {
    'live.checklist': ({ strategyId }) => ({ ...checklist(strategyId), needsAcknowledgement: true }),
  });
  const dialog = await ask();
  await understand(dialog);
  await type(dialog, NAME);
  expect(goLive(dialog).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(dialog.getByRole('checkbox', { name: /somebody else’s/ }));
  fireEvent.click(goLive(dialog));
  await waitFor(() =>
    expect(fake.inputsOf('live.goLive')).toEqual([
      { strategyId: 11, confirmName: NAME, isAcknowledged: true },
    ]),
  );
});

test('a lost answer is not tried again by itself: it says where to look, and a retry keeps its key', async () => {
  const { fake } = await openWindow('/strategies/11?tab=settings', {
    'live.goLive': () => refuse('unknown-outcome', 'No answer came.'),
  });
  const dialog = await ask();
  await understand(dialog);
  await type(dialog, NAME);
  fireEvent.click(goLive(dialog));
  expect(
    await dialog.findByText('The answer was lost. Check My strategies, Live before trying again.'),
  ).toBeTruthy();
  await waitFor(() => expect(goLive(dialog).textContent).toBe('Go live'));
  fireEvent.click(goLive(dialog));
  const sent = () => fake.calls.filter(({ id }) => id === 'live.goLive');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(new Set(sent().map(({ options }) => options?.idempotencyKey)).size).toBe(1);
});

test('the menu of a card asks the same', async () => {
  await openWindow('/my-strategies?tab=Test');
  fireEvent.click(await screen.findByRole('button', { name: `More for ${NAME}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Go live…' }));
  expect(await screen.findByRole('alertdialog', { name: `Switch “${NAME}” to live?` })).toBeTruthy();
});
