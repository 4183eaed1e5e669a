// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RELOAD_INTERVAL_MS } from '../../state/reload-on-facts.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { sampleSettings } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const written = (kind: 'activity' | 'trading') =>
  ({ type: 'stream.event', event: { type: 'log', kind } }) as const;
const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

test('a level and a text narrow the log from page 1 on', async () => {
  const { fake } = await openWindow('/logs?tab=trade&page=3');
  fireEvent.change(await screen.findByLabelText('Level'), { target: { value: 'warning' } });
  fireEvent.change(screen.getByLabelText('Filter text'), { target: { value: 'refused' } });
  await waitFor(() =>
    expect(fake.inputsOf('logs.trading').at(-1)).toEqual({
      level: 'warning',
      search: 'refused',
      pageNumber: 1,
      pageSize: 12,
    }),
  );
});

test('following asks again when this log has new lines, and for no other log', async () => {
  const { fake } = await openWindow('/logs?tab=trade');
  await screen.findByRole('table', { name: 'Trade log' });
  const asked = () => fake.inputsOf('logs.trading').length;
  fake.emit(written('trading'));
  await pause(RELOAD_INTERVAL_MS + 100);
  expect(asked()).toBe(1);
  fireEvent.click(screen.getByRole('switch', { name: 'Follow' }));
  fake.emit(written('activity'));
  await pause(RELOAD_INTERVAL_MS + 100);
  expect(asked()).toBe(1);
  fake.emit(written('trading'));
  await waitFor(() => expect(asked()).toBe(2));
});

test.each([
  ['en', 'Activity log', 'Sign-in'],
  ['hi', 'गतिविधि लॉग', 'साइन इन'],
] as const)('a line says what it is about in words, not by its code: %s', async (language, label, topic) => {
  await openWindow('/logs', { 'desktop.settings.read': () => ({ ...sampleSettings, language }) });
  const table = await screen.findByRole('table', { name: label });
  expect(within(table).getAllByText(topic).length).toBeGreaterThan(0);
  expect(within(table).queryByText('signed-in')).toBeNull();
});
