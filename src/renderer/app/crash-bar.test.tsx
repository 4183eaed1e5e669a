// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { succeed } from '../../shared/failure.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { ticket, ticketPage } from '../test-harness/people-samples.ts';

afterEach(closeWindow);

const report = {
  at: Date.parse('2026-11-20T14:31:05+05:30'),
  text: 'A window crashed.\n{"reason":"oom","exitCode":133}',
};

test('a crash is shown with its time, can be read, and is forgotten on request', async () => {
  const { fake } = await openWindow('/home', {
    'desktop.crash.report': () => ({ report }),
    'desktop.crash.forget': () => ({}),
  });
  expect(await screen.findByText(/ended against its will on .*20-11-2026.*14:31/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'See the report' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Report' }));
  expect(drawer.getByText(/"exitCode":133/)).toBeTruthy();
  fireEvent.click(drawer.getByRole('button', { name: 'Close' }));
  fireEvent.click(screen.getByRole('button', { name: 'Forget it' }));
  await waitFor(() => expect(screen.queryByText(/ended against its will/)).toBeNull());
  expect(fake.inputsOf('desktop.crash.forget')).toHaveLength(1);
});

test('support is written a ticket that is seen first; without pressing Send nothing leaves', async () => {
  const { fake, address } = await openWindow('/home', {
    'desktop.crash.report': () => ({ report }),
    'tickets.add': () => succeed(ticketPage([ticket(8)])),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Tell support…' }));
  await waitFor(() => expect(address()).toContain('/tickets?raise=yes'));
  const form = within(await screen.findByRole('form', { name: 'Raise ticket' }));
  expect(form.getByLabelText<HTMLInputElement>(/^Subject/).value).toBe('TrickDesk crashed');
  expect(form.getByLabelText<HTMLTextAreaElement>(/^What happened/).value).toBe(report.text);
  expect(fake.inputsOf('tickets.add')).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(fake.inputsOf('tickets.add')).toMatchObject([
      { subject: 'TrickDesk crashed', category: 'other', body: report.text },
    ]),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Raise ticket' }));
  const next = within(await screen.findByRole('form', { name: 'Raise ticket' }));
  expect(next.getByLabelText<HTMLTextAreaElement>(/^What happened/).value).toBe('');
});

test('a page that breaks offers its report too', async () => {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { goTo } = await openWindow('/settings', {
    // No server answers like this: the contract is parsed in main.
    'home.topTen': () => [{}] as never,
  });
  await screen.findByRole('tab', { name: 'Alerts' });
  goTo('/home');
  expect(await screen.findByText('This page could not be shown')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'See the report' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Report' }));
  expect(drawer.getByText(/TypeError/)).toBeTruthy();
  expect(screen.getByRole('navigation')).toBeTruthy();
  silent.mockRestore();
});
