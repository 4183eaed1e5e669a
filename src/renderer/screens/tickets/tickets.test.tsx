// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../../shared/failure.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { ticket, ticketMessage, ticketPage } from '../../test-harness/people-samples.ts';

afterEach(closeWindow);

const fill = async (label: string, text: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
const table = () => screen.findByRole('table', { name: 'Support tickets' });

test('the counters are filters over the days, and page 1 is asked for with each', async () => {
  const { fake, address } = await openWindow('/tickets?from=2026-11-01&page=2');
  await table();
  expect(screen.getByRole('tab', { name: 'Open (2)' })).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Closed (3)' }));
  await waitFor(() =>
    expect(fake.inputsOf('tickets.list').at(-1)).toEqual({
      state: 'closed',
      from_date: '2026-11-01',
      to_date: undefined,
      pageNumber: 1,
      pageSize: 12,
    }),
  );
  expect(address()).toContain('state=closed');
});

test('N raises a ticket with a file; page 1 comes back with the new one marked', async () => {
  const rows = [ticket(7), ticket(5)];
  const { fake, address } = await openWindow('/tickets?state=open', {
    'tickets.list': () => ticketPage(rows),
    'tickets.add': ({ subject }) => {
      rows.unshift(ticket(8, { subject }));
      return succeed(ticketPage(rows), 'Ticket 8 is raised. Support answers here.');
    },
  });
  await table();
  fireEvent.keyDown(document.body, { key: 'n' });
  const form = await screen.findByRole('form', { name: 'Raise ticket' });
  fireEvent.submit(form);
  expect(await screen.findByText('Tell what happened')).toBeTruthy();
  expect(fake.inputsOf('tickets.add')).toHaveLength(0);
  await fill('Subject', 'Wrong charge');
  await fill('Order number', '31');
  await fill('What happened?', 'I was charged twice.');
  const bytes = new File([new Uint8Array([137, 80, 78, 71, 0, 255])], 'screen.png', { type: 'image/png' });
  fireEvent.change(screen.getByLabelText('File to attach'), { target: { files: [bytes] } });
  await screen.findByText('screen.png');
  fireEvent.submit(form);
  expect((await screen.findAllByText(/Ticket 8 is raised/)).length).toBeGreaterThan(0);
  expect(fake.inputsOf('tickets.add')).toEqual([
    {
      subject: 'Wrong charge',
      category: 'account',
      body: 'I was charged twice.',
      strategyId: undefined,
      orderId: 31,
      attachment: { name: 'screen.png', type: 'image/png', base64: 'iVBORwD/' },
    },
  ]);
  await waitFor(() =>
    expect(fake.inputsOf('tickets.list').at(-1)).toMatchObject({ state: 'all', pageNumber: 1, pageSize: 12 }),
  );
  expect(await screen.findByRole('button', { name: '#8 Wrong charge' })).toBeTruthy();
  expect(address()).toBe('/tickets');
});

test('diagnostics are sent only when asked for, as they were shown', async () => {
  const { fake } = await openWindow('/tickets?raise=yes', {
    'tickets.add': () => succeed(ticketPage([ticket(8)]), 'Ticket 8 is raised. Support answers here.'),
    'desktop.app.diagnostics': () => ({ text: 'TrickDesk 0.1.0' }),
  });
  await fill('Subject', 'No quotes');
  await fill('What happened?', 'Nothing moves.');
  expect(fake.inputsOf('desktop.app.diagnostics')).toEqual([]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Attach diagnostics of this computer' }));
  const preview = await screen.findByLabelText('Diagnostics, as they will be sent');
  expect(preview).toHaveProperty('value', 'TrickDesk 0.1.0');
  fireEvent.submit(screen.getByRole('form', { name: 'Raise ticket' }));
  await waitFor(() => expect(fake.inputsOf('tickets.add')).toHaveLength(1));
  expect(fake.inputsOf('tickets.add')[0]).toMatchObject({ diagnostics: 'TrickDesk 0.1.0' });
});

test('a file that cannot be attached is refused here, and a refused ticket keeps what was written', async () => {
  await openWindow('/tickets?raise=yes&strategy=11', {
    'tickets.add': () => refuse('not-found', 'There is no such strategy.'),
  });
  await fill('Subject', 'Strategy stopped');
  await fill('What happened?', 'It stopped at noon.');
  const program = new File(['MZ'], 'setup.exe');
  fireEvent.change(screen.getByLabelText('File to attach'), { target: { files: [program] } });
  expect(await screen.findByText('setup.exe is not a PNG, JPEG, PDF or text file.')).toBeTruthy();
  fireEvent.submit(screen.getByRole('form', { name: 'Raise ticket' }));
  expect(await screen.findByText('There is no such strategy.')).toBeTruthy();
  expect(screen.getByDisplayValue('It stopped at noon.')).toBeTruthy();
});

test('an answer of support appears by itself, its file is saved byte for byte, and a reply goes out', async () => {
  let messages = [ticketMessage(1)];
  const { fake } = await openWindow('/tickets?ticket=7', {
    'tickets.details': ({ ticketId }) => ({ ticket: ticket(ticketId), messages }),
    'tickets.attachment': () => ({ name: 'note.pdf', type: 'application/pdf', base64: 'JVBERi0=' }),
    'desktop.file.saveBytes': () => ({ path: '/home/asha/note.pdf' }),
    'tickets.reply': ({ ticketId, body }) => {
      messages = [...messages, ticketMessage(3, { body })];
      return succeed({ ticket: ticket(ticketId), messages }, 'Your reply is sent.');
    },
  });
  const drawer = within(await screen.findByRole('dialog'));
  await drawer.findByText(/INFY was refused/);
  messages = [
    ...messages,
    ticketMessage(2, {
      from: 'support',
      author: 'Support',
      body: 'See the note.',
      attachments: [{ attachmentId: 4, name: 'note.pdf', type: 'application/pdf', bytes: 12_000 }],
    }),
  ];
  fake.emit({ type: 'stream.event', event: { type: 'ticket', ticketId: 7 } });
  fireEvent.click(await drawer.findByRole('button', { name: /Save note\.pdf, 12 kB/ }));
  expect((await screen.findAllByText('Saved as /home/asha/note.pdf')).length).toBeGreaterThan(0);
  expect(fake.inputsOf('desktop.file.saveBytes')).toEqual([{ name: 'note.pdf', base64: 'JVBERi0=' }]);
  await fill('Reply', 'Thank you, that was it.');
  fireEvent.click(drawer.getByRole('button', { name: 'Send reply' }));
  expect(await drawer.findByText('Thank you, that was it.')).toBeTruthy();
});

test('a ticket is closed, and a reply would open it again', async () => {
  const closed = ticket(7, { state: 'closed' });
  const { fake } = await openWindow('/tickets?ticket=7', {
    'tickets.close': () => ({ ticket: closed, messages: [ticketMessage(1)] }),
  });
  const drawer = within(await screen.findByRole('dialog'));
  fireEvent.click(await drawer.findByRole('button', { name: 'Close ticket' }));
  expect(await drawer.findByLabelText('Reply, and open it again')).toBeTruthy();
  expect(drawer.queryByRole('button', { name: 'Close ticket' })).toBeNull();
  await waitFor(() => expect(fake.inputsOf('tickets.list').length).toBeGreaterThan(1));
});
