// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { sampleHeader } from '../../test-harness/samples.ts';

afterEach(closeWindow);

test('a newcomer clones from the ranking and opens the copy', async () => {
  const app = await openWindow('/top-ten', {
    'strategies.clone': () => ({ status: true, strategyId: 501 }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Clone Momentum 1' }));
  const dialog = await screen.findByRole('dialog', { name: 'Clone Momentum 1' });
  fireEvent.change(within(dialog).getByLabelText('Name of your copy'), { target: { value: 'My momentum' } });
  fireEvent.change(within(dialog).getByLabelText('Capital'), { target: { value: '₹1,25,000' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Clone' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Open my copy' }));
  await waitFor(() => expect(app.address()).toBe('/strategies/501'));
  expect(app.fake.inputsOf('strategies.clone')).toEqual([
    { strategyId: 101, name: 'My momentum', capital: 12_500_000 },
  ]);
});

test('too little capital is said beside the field, and nothing is sent', async () => {
  const { fake } = await openWindow('/top-ten');
  fireEvent.click(await screen.findByRole('button', { name: 'Clone Momentum 1' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText('Capital'), { target: { value: '₹100' } });
  expect(await within(dialog).findByText('This strategy needs at least ₹50,000.00')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Clone' }));
  expect(fake.inputsOf('strategies.clone')).toHaveLength(0);
});

test('a refusal stays in the dialog with what was typed', async () => {
  await openWindow('/top-ten', {
    'strategies.clone': () => refuse('refused', 'You have 50 copies already. Remove one first.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Clone Momentum 1' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Clone' }));
  expect(await within(dialog).findByText('You have 50 copies already. Remove one first.')).toBeTruthy();
  expect(within(dialog).getByLabelText<HTMLInputElement>('Name of your copy').value).toBe('Momentum 1');
});

test('a fee is asked for when a copy is refused for it, and what was typed is cloned once it is paid', async () => {
  let isPaid = false;
  const { fake } = await openWindow('/top-ten', {
    'strategies.clone': () =>
      isPaid
        ? { status: true, strategyId: 501 }
        : refuse('refused', 'Pay its fee first.', { details: { fee: 500_00, gst: 90_00 } }),
    'authors.buy': () => {
      isPaid = true;
      return { paid: 590_00, reference: 'TD-1', available: 0 };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Clone Momentum 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Clone Momentum 1' }));
  fireEvent.change(dialog.getByLabelText('Name of your copy'), { target: { value: 'My momentum' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Clone' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Pay ₹590.00' }));
  expect(await screen.findByRole('dialog', { name: 'My momentum is yours' })).toBeTruthy();
  expect(fake.inputsOf('authors.buy')).toEqual([{ strategyId: 101, fee: 500_00 }]);
  expect(fake.inputsOf('strategies.clone').at(-1)).toMatchObject({ name: 'My momentum' });
});

test('the ranking asks for thirty days of test results, and for live ones on their tab', async () => {
  const { fake } = await openWindow('/top-ten');
  await screen.findByRole('table', { name: 'Top ten, paper results' });
  expect(fake.inputsOf('home.topTen').at(-1)).toEqual({ thirtyDay: '1', test: '1' });
  fireEvent.click(screen.getByRole('tab', { name: 'Live' }));
  await screen.findByRole('table', { name: 'Top ten, live results' });
  expect(fake.inputsOf('home.topTen').at(-1)).toEqual({ thirtyDay: '1', test: '0' });
});

test.each([
  ['/top-ten', '30 days'],
  ['/top-ten?window=all', 'Since start'],
])('the drawer on %s says of what time its figures are', async (address, period) => {
  await openWindow(address);
  fireEvent.click(await screen.findByRole('button', { name: '1. Momentum 1' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Momentum 1' }));
  expect(drawer.getByText('Period').nextElementSibling?.textContent).toBe(period);
});

test.each(['/top-ten', '/home'])('on a replay %s says why nobody is ranked', async (address) => {
  await openWindow(address, {
    'home.header': () => ({ ...sampleHeader, feed: { ...sampleHeader.feed, kind: 'replay' } }),
    'home.topTen': () => [],
  });
  expect(
    await screen.findByText('Only your own strategies trade on a replay: it has no ranking.'),
  ).toBeTruthy();
});
