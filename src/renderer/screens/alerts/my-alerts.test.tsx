// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { AlertRule } from '../../../shared/contract/alert-rules.ts';
import { alertChannels, alertRule } from '../../test-harness/alert-samples.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
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

const RSI = { name: 'rsi', period: 14, source: 'close' };
const compare = (left: object, operator: string, right: object) => ({
  ...{ kind: 'compare', left, operator, right, forBars: 1 },
});
const indicator = (of: object) => ({ kind: 'indicator', indicator: of, offset: 0 });
const number = (value: number, unit = 'number') => ({ kind: 'constant', value, unit });
const ruleAlert = (condition: object): AlertRule => ({
  ...alertRule,
  condition: { kind: 'rules', symbol: 'SBIN', timeframe: '30m', condition },
  sentence: 'SBIN, 30-minute candles: a condition.',
  now: { text: 'RSI(14) 34.2, needs below 30', at: '2026-11-20T10:00:00+05:30' },
});

/** Opens a new alert of a kind, and what types into it. */
const openNew = async (kind: string, scripts: Scripts = {}) => {
  const { fake } = await openWindow('/notifications?view=mine', {
    'alertRules.add': () => ({ rule: alertRule }),
    ...scripts,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'New alert…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New alert' }));
  const type = (label: string, value: string, within_ = dialog) =>
    fireEvent.change(within_.getByLabelText(label), { target: { value } });
  type('Tell me about', kind);
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const side = (name: string) => within(dialog.getByRole('group', { name }));
  return { fake, dialog, type, save, side, sent: () => fake.inputsOf('alertRules.add') };
};

test('an alert on an indicator needs no strategy: it begins with an RSI and says what it waits for', async () => {
  const { dialog, type, save, side, sent } = await openNew('indicator');
  type('Symbol', 'sbin');
  expect(dialog.getByText('SBIN, 15-minute candles: RSI(14) is below 30.')).toBeTruthy();
  type('Candles of', '5m');
  type('Indicator', 'ema', side('Indicator'));
  // Of what is a price, a number is in rupees.
  type('Number (₹)', '812.50', side('Compared with'));
  type('When it', 'crosses-above');
  expect(dialog.getByText(/^SBIN, 5-minute candles: EMA\(\d+\) crosses above ₹812.50\.$/)).toBeTruthy();
  save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({
    condition: {
      ...{ kind: 'rules', symbol: 'SBIN', timeframe: '5m' },
      condition: {
        kind: 'all',
        conditions: [{ operator: 'crosses-above', right: number(812.5, 'rupees') }],
      },
    },
  });
});

test('a length out of range is said at its field, nothing is sent, and what was typed stays', async () => {
  const { dialog, type, save, side, sent } = await openNew('indicator');
  type('Symbol', 'SBIN');
  type('Length', '9999', side('Indicator'));
  expect(side('Indicator').getByText(/500/)).toBeTruthy();
  save();
  expect(dialog.getByText('Mend what is marked; then it can be saved.')).toBeTruthy();
  type('Length', '', side('Indicator'));
  save();
  type('Length', '7', side('Indicator'));
  save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({
    condition: { condition: { conditions: [{ left: indicator({ ...RSI, period: 7 }) }] } },
  });
});

test('the whole editor begins with the short form, and neither loses what the other has', async () => {
  const { dialog, type, save, side, sent } = await openNew('indicator');
  type('Symbol', 'SBIN');
  type('Number', '25', side('Compared with'));
  type('Tell me about', 'condition');
  fireEvent.click(dialog.getByRole('button', { name: 'Condition' }));
  expect(dialog.getByText(/RSI\(14\) is below 25 and close crosses above SMA/)).toBeTruthy();
  // It asks about neither a position nor trades.
  expect(dialog.queryByRole('option', { name: 'The position' })).toBeNull();
  type('Tell me about', 'indicator');
  expect(dialog.getByText('SBIN, 15-minute candles: RSI(14) is below 25.')).toBeTruthy();
  type('Tell me about', 'condition');
  save();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({
    condition: { condition: { kind: 'all', conditions: [{ operator: '<' }, { operator: 'crosses-above' }] } },
  });
});

test('what the server does not know of a symbol stands at the symbol', async () => {
  const { dialog, type, save } = await openNew('indicator', {
    'alertRules.add': () =>
      refuse('invalid', 'NOSUCH is not known. Write it as the exchange does.', {
        fields: { 'condition.symbol': 'is not known' },
      }),
  });
  type('Symbol', 'nosuch');
  type('Number', '21', dialog);
  save();
  expect(await dialog.findByText('is not known')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Symbol').value).toBe('nosuch');
  expect(dialog.getByLabelText<HTMLInputElement>('Number').value).toBe('21');
});

test.each([
  ['Indicator of a symbol', compare(indicator(RSI), '<', number(30)), 'RSI(14) is below 30'],
  ['Any condition', compare(indicator(RSI), '>=', number(30)), 'RSI(14) is at or above 30'],
  [
    'Any condition',
    {
      kind: 'any',
      conditions: [compare(indicator(RSI), '<', number(30)), compare(indicator(RSI), '>', number(70))],
    },
    'RSI(14) is below 30 or RSI(14) is above 70',
  ],
])('a condition is changed where it was made: %s', async (kind, condition, clause) => {
  const rule = ruleAlert(condition);
  const { fake } = await openWindow('/notifications?view=mine', {
    'alertRules.list': () => ({ rules: [rule], pageNumber: 1, pageSize: 25, total: 1 }),
    'alertRules.change': () => ({ rule }),
  });
  fireEvent.click(await screen.findByText(rule.sentence));
  const drawer = await screen.findByRole('dialog', { name: 'My alert' });
  expect(within(drawer).getByText(/^RSI\(14\) 34\.2, needs below 30 \(20-11-2026/)).toBeTruthy();
  fireEvent.click(within(drawer).getByRole('button', { name: 'Change…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the alert' }));
  expect(dialog.getByDisplayValue(kind)).toBeTruthy();
  expect(dialog.getByText(`SBIN, 30-minute candles: ${clause}.`)).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Note'), { target: { value: 'Look.' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(fake.inputsOf('alertRules.change')).toHaveLength(1));
  const grouped = 'conditions' in condition ? condition : { kind: 'all', conditions: [condition] };
  expect(fake.inputsOf('alertRules.change')[0]).toMatchObject({
    ...{ ruleId: rule.ruleId, note: 'Look.' },
    condition: { symbol: 'SBIN', timeframe: '30m', condition: grouped },
  });
});
