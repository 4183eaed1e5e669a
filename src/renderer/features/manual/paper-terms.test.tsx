// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { askManualOrder } from '../../state/manual-order.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const FUNDS = { capital: 10_00_000_00, available: 9_00_000_00, today: -250_00, maxLossPerDay: 20_000_00 };
/** An account that remembers what it was set to. */
const account = (): Scripts => {
  let funds: typeof FUNDS | (Omit<typeof FUNDS, 'maxLossPerDay'> & { maxLossPerDay: null }) = FUNDS;
  return {
    'manual.account': () => ({ funds, working: [] }),
    'manual.preview': () => refuse('refused', 'The market is closed.'),
    'manual.setAccount': (terms) => {
      funds = { ...funds, ...terms };
      return { funds };
    },
  };
};
const form = async () => within(await screen.findByRole('form', { name: 'Account by hand, on paper' }));
const type = (label: string, value: string, of: Awaited<ReturnType<typeof form>>) =>
  fireEvent.change(of.getByLabelText(label), { target: { value } });

test('capital and loss limit of the account on paper are set in Settings; an empty limit is none', async () => {
  const { fake } = await openWindow('/settings?section=safety', account());
  const terms = await form();
  expect(terms.getByLabelText('Paper capital (₹)')).toHaveProperty('value', '1000000.00');
  type('Paper capital (₹)', '5,00,000', terms);
  type('Loss limit of a day (₹)', '', terms);
  fireEvent.click(terms.getByRole('button', { name: 'Save the account' }));
  await waitFor(() =>
    expect(fake.inputsOf('manual.setAccount')).toEqual([{ capital: 5_00_000_00, maxLossPerDay: null }]),
  );
  expect(await screen.findByText('The account by hand on paper is set.')).toBeTruthy();
});

test('what cannot be is said beside its field, by the window and by the server, and nothing typed is lost', async () => {
  const { fake } = await openWindow('/settings?section=safety', {
    ...account(),
    'manual.setAccount': () =>
      refuse('invalid', 'Some fields are wrong.', { fields: { capital: 'must be at most ₹100 crore' } }),
  });
  const terms = await form();
  type('Paper capital (₹)', 'much', terms);
  fireEvent.click(terms.getByRole('button', { name: 'Save the account' }));
  expect(await terms.findByText('Enter an amount such as 50,000')).toBeTruthy();
  expect(fake.inputsOf('manual.setAccount')).toEqual([]);
  type('Paper capital (₹)', '900000000000', terms);
  fireEvent.click(terms.getByRole('button', { name: 'Save the account' }));
  expect(await terms.findByText('must be at most ₹100 crore')).toBeTruthy();
  expect(terms.getByLabelText('Paper capital (₹)')).toHaveProperty('value', '900000000000');
});

test('the ticket says how the account stands, and changes it without losing the order', async () => {
  const { fake } = await openWindow('/open-positions', account());
  act(() => askManualOrder({ symbol: 'ITC', amount: '10' }));
  expect(await screen.findByText('Paper capital ₹10,00,000.00')).toBeTruthy();
  expect(screen.getByText('loss limit of a day ₹20,000.00')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change the account…' }));
  const terms = await form();
  type('Loss limit of a day (₹)', '30,000', terms);
  await waitFor(() => expect(fake.inputsOf('manual.preview').length).toBeGreaterThan(0));
  const asked = fake.inputsOf('manual.preview').length;
  fireEvent.click(terms.getByRole('button', { name: 'Save the account' }));
  expect(await screen.findByText('loss limit of a day ₹30,000.00')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Account by hand, on paper' })).toBeNull());
  expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveProperty('value', '10');
  await waitFor(() => expect(fake.inputsOf('manual.preview').length).toBeGreaterThan(asked));
});
