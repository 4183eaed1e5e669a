// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { alert } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const alertCalls = ['alerts.read', 'alerts.count', 'alerts.list'];

test('reading an alert sends its id, then asks for the count, then for page 1 of the same category', async () => {
  const { fake } = await openWindow('/notifications?category=trades&page=2');
  const row = await screen.findByRole('button', { name: /number 5/ });
  const before = fake.calls.length;
  fireEvent.click(row);
  const made = () => fake.calls.slice(before).filter((call) => alertCalls.includes(call.id));
  await waitFor(() => expect(made().length).toBeGreaterThanOrEqual(3));
  expect(made().slice(0, 3)).toEqual([
    { id: 'alerts.read', input: { notification_id: 5 } },
    { id: 'alerts.count', input: {} },
    { id: 'alerts.list', input: { categoryId: 2, isGrouped: true, pageNumber: 1, pageSize: 12 } },
  ]);
});

test('the opened alert stays open while the list starts again without it, and leads to its place', async () => {
  const { fake } = await openWindow('/notifications');
  fireEvent.click(await screen.findByRole('button', { name: /number 5/ }));
  fake.script({
    'alerts.list': () => ({ notification_list: [alert(4)], total: 1, pageNumber: 1, pageSize: 12 }),
  });
  const drawer = await screen.findByRole('dialog', { name: /number 5/ });
  expect(within(drawer).getByText('Opening range 11 entered at ₹1,834.10.')).toBeTruthy();
  expect(within(drawer).getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
    '#/trade-history?trade=12',
  );
});

test('an alert of another market says when it was there, as the trades of that market do', async () => {
  const list = [alert(7, { marketAt: '2022-10-03T11:40:00+05:30' }), alert(6)];
  await openWindow('/notifications', {
    'alerts.list': () => ({ notification_list: list, total: 2, pageNumber: 1, pageSize: 12 }),
  });
  const row = await screen.findByRole('button', { name: /number 7/ });
  expect(row.textContent).toContain('20-11-2026, 10:05:01market 03-10-2022, 11:40:00');
  expect(screen.getByRole('button', { name: /number 6/ }).textContent).not.toContain('market');
});

test('fills shortly after each other stand as one, and each can be read when it is opened', async () => {
  const fills = [alert(9, { groupSize: 3, body: 'The last.' }), alert(8), alert(7, { body: 'The first.' })];
  const { fake } = await openWindow('/notifications', {
    'alerts.list': (input) => ({
      notification_list: input.groupId === 9 ? fills : fills.slice(0, 1),
      ...{ total: 1, pageNumber: 1, pageSize: 12 },
    }),
  });
  const row = await screen.findByRole('button', { name: /number 9/ });
  expect(row.textContent).toContain('The last. And 2 more.');
  fireEvent.click(row);
  const drawer = await screen.findByRole('dialog', { name: /number 9/ });
  expect((await within(drawer).findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('The last.'),
    expect.stringContaining('entered at'),
    expect.stringContaining('The first.'),
  ]);
  expect(fake.inputsOf('alerts.list')).toContainEqual({ groupId: 9, pageSize: 100 });
});

test('an alert that has been read is not sent again', async () => {
  const { fake } = await openWindow('/notifications');
  fireEvent.click(await screen.findByRole('button', { name: /number 3/ }));
  await screen.findByRole('dialog', { name: /number 3/ });
  expect(fake.inputsOf('alerts.read')).toHaveLength(0);
});

test('a refused alert call shows its message, keeps it as the error, and stops loading', async () => {
  await openWindow('/notifications', {
    'alerts.list': () => refuse('refused', 'Alerts are being moved. Try again in a minute.'),
  });
  await waitFor(() =>
    expect(screen.getAllByText('Alerts are being moved. Try again in a minute.').length).toBeGreaterThan(1),
  );
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
});

test('a new alert raises the counter of the bell at once', async () => {
  const { fake } = await openWindow('/home');
  await screen.findByRole('link', { name: 'Alerts, 4 unread' });
  fake.emit({ type: 'stream.event', event: { type: 'alert', alert: alert(6), unread: 5 } });
  expect(await screen.findByRole('link', { name: 'Alerts, 5 unread' })).toBeTruthy();
});

test('all alerts are read in one go, those of other pages too', async () => {
  const { fake } = await openWindow('/notifications');
  await screen.findByRole('button', { name: /number 5/ });
  fireEvent.click(screen.getByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(fake.inputsOf('alerts.read')).toEqual([{ notification_id: 0 }]));
  await waitFor(() => expect(fake.inputsOf('alerts.count').length).toBeGreaterThan(1));
});
