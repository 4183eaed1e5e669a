// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

test('rewards come from wallet_transaction_list, with what earned them and the sum', async () => {
  const app = await openWindow('/reward-history');
  const table = await screen.findByRole('table', { name: 'Rewards' });
  expect(app.fake.inputsOf('team.rewards')[0]).toMatchObject({ pageNumber: 1, pageSize: 12 });
  const [first] = within(table).getAllByRole('row').slice(1);
  expect(first?.textContent).toContain('₹299.00');
  expect(first?.textContent).toContain('10.00%');
  expect(first?.textContent).toContain('+₹29.90');
  expect(screen.getByText('₹400.00 earned')).toBeTruthy();
});

test('level and days narrow the list, and stay in the address', async () => {
  const app = await openWindow('/reward-history');
  await screen.findByRole('table', { name: 'Rewards' });
  fireEvent.change(screen.getByLabelText('Level'), { target: { value: 'second' } });
  fireEvent.change(screen.getByLabelText('To day'), { target: { value: '2026-11-30' } });
  await waitFor(() =>
    expect(app.fake.inputsOf('team.rewards').at(-1)).toMatchObject({ level: 2, to_date: '2026-11-30' }),
  );
  expect(app.address()).toBe('/reward-history?level=second&to=2026-11-30');
});

test('a reward opens with all that is known of it; the list goes to a spreadsheet', async () => {
  const app = await openWindow('/reward-history?reward=51', {
    'desktop.file.save': () => ({ path: '/home/asha/rewards.csv' }),
  });
  const drawer = await screen.findByRole('dialog', { name: 'Reward' });
  expect(drawer.textContent).toContain('TR51');
  expect(drawer.textContent).toContain('5.00%');
  fireEvent.keyDown(window, { key: 'e', code: 'KeyE', ctrlKey: true });
  await waitFor(() => expect(app.fake.inputsOf('desktop.file.save')).toHaveLength(1));
  const [saved] = app.fake.inputsOf('desktop.file.save') as { text: string }[];
  expect(saved?.text).toContain('299.00,10,29.90,400.00,TR52');
});

test('no reward yet: says what earns one, and leads to the team', async () => {
  await openWindow('/reward-history', {
    'team.rewards': () => ({
      wallet_transaction_list: [],
      total: 0,
      earned: 0,
      pageNumber: 1,
      pageSize: 12,
    }),
  });
  expect(await screen.findByText(/No reward yet/)).toBeTruthy();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'My team' })).toBeTruthy();
});
