// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { entry, withdrawal } from '../../test-harness/money-samples.ts';
import { entryColumns } from '../../features/money/entries-table.tsx';
import { speak } from '../../i18n/translate.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { entryReceipt, withdrawalReceipt } from './receipts.ts';

afterEach(closeWindow);

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('the history opens on the main wallet, all types, page 1, and every filter travels to the server', async () => {
  const app = await openWindow('/wallet-history');
  await screen.findByRole('table', { name: 'Lines of the Main wallet' });
  expect(app.fake.inputsOf('wallet.history')[0]).toEqual({
    wallet_id: 0,
    displayMode: 'wallet',
    type: 'A',
    search: '',
    from_date: undefined,
    to_date: undefined,
    pageNumber: 1,
    pageSize: 12,
  });
  choose('Wallet', 'reward');
  choose('Type', 'C');
  choose('From day', '2026-11-01');
  await waitFor(() =>
    expect(app.fake.inputsOf('wallet.history').at(-1)).toMatchObject({
      wallet_id: 2,
      type: 'C',
      from_date: '2026-11-01',
    }),
  );
  expect(app.address()).toBe('/wallet-history?wallet=reward&type=C&from=2026-11-01');
  fireEvent.click(await screen.findByRole('button', { name: 'Page 2' }));
  await waitFor(() =>
    expect(app.fake.inputsOf('wallet.history').at(-1)).toMatchObject({ wallet_id: 2, pageNumber: 2 }),
  );
});

test('each line shows its amount with a sign and the balance after it', async () => {
  await openWindow('/wallet-history');
  const table = await screen.findByRole('table', { name: 'Lines of the Main wallet' });
  const sent = within(table).getByRole('button', { name: 'Sent' }).closest('tr');
  expect(sent?.textContent).toContain('−₹250.50');
  expect(sent?.textContent).toContain('₹11,345.50');
  expect(sent?.textContent).toContain('Lunch');
});

test('the USDT wallet counts in USDT, here and in the spreadsheet', async () => {
  const app = await openWindow('/wallet-history?wallet=usdt', {
    'wallet.history': () => ({
      wallet_transaction_list: [entry(5, { amount: -1_500_000, balance: 2_000_001, type: 'D' })],
      wallet_id: 3,
      opening: 3_500_001,
      closing: 2_000_001,
      total: 1,
      pageNumber: 1,
      pageSize: 12,
      from_date: null,
      to_date: null,
      type: 'A',
    }),
    'desktop.file.save': () => ({ path: '/home/asha/wallet.csv' }),
  });
  expect(await screen.findByText('−1.50 USDT')).toBeTruthy();
  expect(screen.getByText('2.000001 USDT')).toBeTruthy();
  fireEvent.keyDown(window, { key: 'e', code: 'KeyE', ctrlKey: true });
  await waitFor(() => expect(app.fake.inputsOf('desktop.file.save')).toHaveLength(1));
  const [saved] = app.fake.inputsOf('desktop.file.save') as { name: string; text: string }[];
  expect(saved?.name).toBe('wallet-usdt.csv');
  expect(saved?.text).toContain('-1.500000,2.000001');
});

test('a line opens with its receipt, which is saved as a PDF by its button and by Ctrl+P', async () => {
  const app = await openWindow('/wallet-history?entry=11', {
    'desktop.file.savePdf': () => ({ path: '/home/asha/receipt.pdf' }),
  });
  const drawer = await screen.findByRole('dialog', { name: 'Sent' });
  expect(drawer.textContent).toContain('Main');
  fireEvent.click(within(drawer).getByRole('button', { name: /Save as PDF/ }));
  expect((await screen.findAllByText('Saved as /home/asha/receipt.pdf')).length).toBeGreaterThan(0);
  fireEvent.keyDown(window, { key: 'p', code: 'KeyP', ctrlKey: true });
  await waitFor(() => expect(app.fake.inputsOf('desktop.file.savePdf')).toHaveLength(2));
  const [saved] = app.fake.inputsOf('desktop.file.savePdf') as { name: string; html: string }[];
  expect(saved?.name).toBe('receipt-TR11.pdf');
  expect(saved?.html).toContain('−₹250.50');
  expect(saved?.html).toContain('Main, Asha Rao');
  expect(saved?.html).toContain('This is the built-in payment sandbox: no real money moves.');
});

test('where there is nothing to print, that is said', async () => {
  const app = await openWindow('/wallet-history?show=bank');
  await screen.findByRole('table', { name: 'Withdrawals to the bank' });
  fireEvent.keyDown(window, { key: 'p', code: 'KeyP', ctrlKey: true });
  expect((await screen.findAllByText(/there is nothing to print on this page/)).length).toBeGreaterThan(0);
  expect(app.fake.inputsOf('desktop.file.savePdf')).toEqual([]);
});

test('what the server notes is said in Hindi behind a name, too; what somebody wrote stays', async () => {
  const about = entryColumns('main').find(({ key }) => key === 'about');
  const said = (note: string) => about?.print?.(entry(1, { note, counterparty: 'bu•••' }));
  await speak('hi');
  try {
    expect(said('Copy of Riser')).toBe('bu••• · Riser की कॉपी');
    expect(said('5% of a payment at level 2')).toBe('bu••• · स्तर 2 पर भुगतान का 5%');
    expect(said('Lunch')).toBe('bu••• · Lunch');
  } finally {
    await speak('en');
  }
});

test('what somebody wrote into a note or a name stays text in a receipt', () => {
  const { html } = entryReceipt(
    entry(1, { note: '<script>steal()</script>', counterparty: '"><img src=x>', title: 'A & B' }),
    { wallet: 'main', holder: '<b>Asha</b>', isSandbox: false },
  );
  expect(html).not.toMatch(/<script|<img|<b>/);
  expect(html).toContain('A &amp; B');
  expect(html).not.toContain('sandbox:');
});

test('a withdrawal’s receipt says what became of it and shows no account number', () => {
  const { name, html } = withdrawalReceipt(withdrawal(3), { holder: 'Asha Rao', isSandbox: true });
  expect(name).toBe('withdrawal-WD3');
  expect(html).toContain('4321, HDFC0001234');
  expect(html).toContain('On its way');
});

test('the bank side lists withdrawals with their states; the sandbox decides one that is held', async () => {
  const app = await openWindow('/wallet-history', { 'wallet.sandbox': () => ({}) });
  fireEvent.click(await screen.findByRole('tab', { name: 'Bank' }));
  const table = await screen.findByRole('table', { name: 'Withdrawals to the bank' });
  expect(app.fake.inputsOf('wallet.bankHistory')[0]).toMatchObject({
    displayMode: 'bank',
    type: 'A',
    pageNumber: 1,
    pageSize: 12,
  });
  for (const words of ['On its way', 'Paid out', 'Returned'])
    expect(within(table).getByText(words)).toBeTruthy();
  expect(screen.queryByLabelText('Wallet')).toBeNull();
  fireEvent.click(within(table).getAllByRole('button')[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog', { name: 'Withdrawal' });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Refuse' }));
  await waitFor(() =>
    expect(app.fake.inputsOf('wallet.sandbox')).toEqual([{ reference: 'WD3', action: 'fail' }]),
  );
  await waitFor(() => expect(app.fake.inputsOf('wallet.bankHistory').length).toBeGreaterThan(1));
});
