// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { alertChannels, alertRule } from '../../test-harness/alert-samples.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

test('a new alert is sent as it was typed, by the channels that are set up', async () => {
  const { fake } = await openWindow('/notifications?view=mine', {
    'alertRules.add': () => ({ rule: alertRule }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'New alert…' }));
  const dialog = await screen.findByRole('dialog', { name: 'New alert' });
  const type = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  type('Symbol', 'nifty');
  type('Price (₹)', '24,600.05');
  type('Note', 'Sell half.');
  // Only what is set up is offered.
  fireEvent.click(await within(dialog).findByLabelText('Telegram'));
  expect(within(dialog).queryByLabelText('Webhook')).toBeNull();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(fake.inputsOf('alertRules.add')).toHaveLength(1));
  expect(fake.inputsOf('alertRules.add')[0]).toEqual({
    ...{ mode: 'test', repeat: 'once', timeframe: null, until: null, note: 'Sell half.', isUrgent: false },
    condition: { kind: 'price', symbol: 'NIFTY', when: 'above', price: 24_600_05 },
    channels: ['telegram'],
  });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New alert' })).toBeNull());
});

test('a refusal says what to change and keeps what was typed', async () => {
  const sentence = 'NIFTY is at 24,700.00 now, so 24,600.00 is passed already. Choose another level.';
  await openWindow('/notifications?view=mine', {
    'alertRules.add': () => refuse('invalid', sentence, { fields: { condition: 'is true already' } }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'New alert…' }));
  const dialog = await screen.findByRole('dialog', { name: 'New alert' });
  fireEvent.change(within(dialog).getByLabelText('Symbol'), { target: { value: 'NIFTY' } });
  fireEvent.change(within(dialog).getByLabelText('Price (₹)'), { target: { value: 'much' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Enter a number')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText('Price (₹)'), { target: { value: '24600' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(sentence)).toBeTruthy();
  expect(within(dialog).getByLabelText<HTMLInputElement>('Price (₹)').value).toBe('24600');
});

test('an alert is paused and removed from its drawer', async () => {
  const { fake } = await openWindow('/notifications?view=mine', {
    'alertRules.arm': () => ({ rule: { ...alertRule, state: 'paused' } }),
    'alertRules.remove': () => ({}),
  });
  fireEvent.click(await screen.findByText('NIFTY is at or above 24,600.00.'));
  const drawer = await screen.findByRole('dialog', { name: 'My alert' });
  fireEvent.click(within(drawer).getByRole('button', { name: 'Pause' }));
  await waitFor(() => expect(fake.inputsOf('alertRules.arm')).toEqual([{ ruleId: 7, isArmed: false }]));
  fireEvent.click(within(drawer).getByRole('button', { name: 'Remove…' }));
  const question = await screen.findByRole('alertdialog', { name: 'Remove this alert?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(fake.inputsOf('alertRules.remove')).toEqual([{ ruleId: 7 }]));
});

test('the log says which channel took it, and what may have come twice', async () => {
  await openWindow('/notifications?view=fired');
  const line = await screen.findByText('Price alert: NIFTY at 24,601.00');
  expect(screen.getByText('In the program · Telegram: sent')).toBeTruthy();
  fireEvent.click(line);
  const drawer = await screen.findByRole('dialog', { name: 'Price alert: NIFTY at 24,601.00' });
  expect(within(drawer).getByText('An attempt had no answer, so it may have come twice.')).toBeTruthy();
});

test('a channel is set up and tested in the settings; a secret that is left empty is not sent', async () => {
  const { fake } = await openWindow('/settings?section=notifications', {
    'alertRules.saveChannel': () => alertChannels,
    'alertRules.testChannel': () => refuse('refused', 'Telegram does not know this bot token.'),
  });
  const form = await screen.findByRole('form', { name: 'Telegram' });
  fireEvent.change(within(form).getByLabelText('Chat'), { target: { value: '4712' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(fake.inputsOf('alertRules.saveChannel')).toEqual([
      { settings: { kind: 'telegram', chat: '4712' } },
    ]),
  );
  fireEvent.click(within(form).getByRole('button', { name: 'Send a test' }));
  expect(await within(form).findByText('Telegram does not know this bot token.')).toBeTruthy();
});
