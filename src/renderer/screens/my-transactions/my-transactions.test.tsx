// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../../shared/failure.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { invoiceSample, purchase, subscription } from '../../test-harness/money-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { gstParts, invoiceDocument } from './invoice-document.ts';

afterEach(closeWindow);

test('what was bought stands with its state and, when it failed, with why', async () => {
  await openWindow('/my-transactions');
  const table = await screen.findByRole('table', { name: 'My transactions' });
  const failed = within(table).getByRole('button', { name: 'Pro' }).closest('tr');
  expect(failed?.textContent).toContain('Failed');
  expect(failed?.textContent).toContain('Your wallet had not enough money.');
  const paid = within(table).getByRole('button', { name: 'Plus' }).closest('tr');
  expect(paid?.textContent).toContain('₹352.82');
  expect(paid?.textContent).toContain('TD/2026-27/000007');
  expect(within(table).queryByRole('button', { name: 'Pay for Plus' })).toBeNull();
});

test('a failed payment is paid again once, with a key, and the list is asked for anew', async () => {
  const app = await openWindow('/my-transactions', {
    'subscription.retry': () =>
      succeed(
        { subscription: subscription(5), transactionId: 9, available: 0 },
        'Pro is paid until 01-12-2026.',
      ),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pay for Pro' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pay for Pro?' });
  const before = app.fake.inputsOf('subscription.transactions').length;
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pay ₹352.82' }));
  expect((await screen.findAllByText('Pro is paid until 01-12-2026.')).length).toBeGreaterThan(0);
  const paid = app.fake.calls.filter((call) => call.id === 'subscription.retry');
  expect(paid).toHaveLength(1);
  expect(paid[0]?.input).toEqual({ transactionId: 8 });
  expect(paid[0]?.options?.idempotencyKey).toBeTruthy();
  await waitFor(() => expect(app.fake.inputsOf('subscription.transactions').length).toBeGreaterThan(before));
});

test('a payment that is refused again says why in its dialog, and no toast repeats it', async () => {
  await openWindow('/my-transactions', {
    'subscription.retry': () => refuse('refused', 'Your wallet has ₹10.00; this takes ₹352.82.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pay for Pro' }));
  const dialog = await screen.findByRole('dialog', { name: 'Pay for Pro?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pay ₹352.82' }));
  expect(await within(dialog).findByText('Your wallet has ₹10.00; this takes ₹352.82.')).toBeTruthy();
  expect(screen.getAllByText('Your wallet has ₹10.00; this takes ₹352.82.')).toHaveLength(1);
});

test('the invoice of a purchase shows both halves of the GST and goes to a PDF', async () => {
  const app = await openWindow('/my-transactions?transaction=7', {
    'desktop.file.savePdf': () => ({ path: '/home/asha/invoice.pdf' }),
  });
  const drawer = await screen.findByRole('dialog', { name: 'Plus' });
  expect(await within(drawer).findByText('CGST 9.00%')).toBeTruthy();
  expect(within(drawer).getByText('SGST 9.00%')).toBeTruthy();
  expect(within(drawer).queryByText(/IGST/)).toBeNull();
  expect(within(drawer).getByText(/the seller is made up/)).toBeTruthy();
  expect(app.fake.inputsOf('subscription.invoice')).toEqual([{ transactionId: 7 }]);
  fireEvent.click(within(drawer).getByRole('button', { name: /Save as PDF/ }));
  await waitFor(() => expect(app.fake.inputsOf('desktop.file.savePdf')).toHaveLength(1));
  const [saved] = app.fake.inputsOf('desktop.file.savePdf') as { name: string; html: string }[];
  expect(saved?.name).toBe('invoice-TD-2026-27-000007.pdf');
  for (const text of ['29AAAAA0000A1Z5', '998314', '₹299.00', '₹26.91', '₹352.82', 'Sandbox'])
    expect(saved?.html).toContain(text);
});

test('a purchase that failed has no invoice to ask for', async () => {
  const app = await openWindow('/my-transactions?transaction=8');
  const drawer = await screen.findByRole('dialog', { name: 'Pro' });
  expect(within(drawer).getByRole('button', { name: 'Pay now' })).toBeTruthy();
  expect(within(drawer).queryByRole('region', { name: 'Invoice' })).toBeNull();
  expect(app.fake.inputsOf('subscription.invoice')).toEqual([]);
});

test('across states the whole GST is one line, and what was typed stays text', () => {
  const across = invoiceSample({
    cgst: 0,
    sgst: 0,
    igst: 5_382,
    buyer: { name: '<script>', email: 'a@b.in', address: '', state: 'Goa' },
    isSandbox: false,
  });
  expect(gstParts(across)).toEqual([['IGST 18.00%', 5_382]]);
  const { html } = invoiceDocument(across);
  expect(html).not.toContain('<script>');
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('class="sandbox"');
});

test('an empty list leads to the plans; a filter that lets nothing through can be cleared', async () => {
  const nothing = { transactionDetails: [], total: 0, pageNumber: 1, pageSize: 12 };
  const app = await openWindow('/my-transactions', { 'subscription.transactions': () => nothing });
  const plans = await screen.findByRole('link', { name: 'See the plans' });
  expect(plans.getAttribute('href')).toBe('#/subscription');
  app.goTo('/my-transactions?search=zzz');
  const clear = await screen.findByRole('button', { name: 'Clear filters' });
  app.fake.script({
    'subscription.transactions': () => ({ ...nothing, transactionDetails: [purchase(7)], total: 1 }),
  });
  fireEvent.click(clear);
  await screen.findByRole('button', { name: 'Plus' });
  expect(app.address()).toBe('/my-transactions');
});
