// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeRules } from '../../../engine/rules/sentence.ts';
import { RuleDocumentSchema } from '../../../shared/rule-document.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { user } from '../../test-harness/samples.ts';
import { scriptedBackend } from '../../test-harness/scripted-backend.ts';
import { ruleDrafts } from '../../state/rule-drafts.ts';
import { settings } from '../../state/settings.ts';
import { CATALOGUE } from '../../features/indicators/catalogue.ts';
import { pathText, valueAt, withValue } from '../../features/rules/draft-context.tsx';
import { readRulesFile, rulesFileText } from './import-rules.ts';
import { newComparison, newDocument, newReverse } from '../../features/rules/starters.ts';

/** A canvas is not there in a test; the page of the strategy has a chart of its own. */
vi.mock(import('../../features/charts/candle-chart.tsx'), () => ({ CandleChart: () => <></> }));
vi.mock(import('../../features/charts/equity-chart.tsx'), () => ({ EquityChart: () => <></> }));

beforeEach(() => {
  for (const { id } of ruleDrafts.of(user.id)) ruleDrafts.remove(id);
});
afterEach(closeWindow);

const added = { status: true, strategyId: 77 };
const words = () => screen.getByRole('region', { name: /Summary|सारांश/ });

const openBuilder = async (route = '/builder', scripts: Parameters<typeof openWindow>[1] = {}) => {
  const app = await openWindow(route, { 'strategies.add': () => added, ...scripts });
  await screen.findByRole('region', { name: 'Summary' });
  return app;
};

const choose = (label: string, value: string, within_ = 0) =>
  fireEvent.change(screen.getAllByLabelText(label)[within_] as HTMLElement, { target: { value } });

test('what it begins with can be saved as it is', () => {
  expect(RuleDocumentSchema.safeParse(newDocument()).success).toBe(true);
  for (const { start } of Object.values(CATALOGUE)) {
    const document = withValue(newDocument(), ['entry', 'conditions', 0, 'right'], {
      kind: 'indicator',
      indicator: start,
      offset: 0,
    });
    expect(RuleDocumentSchema.safeParse(document).error?.issues).toBeUndefined();
  }
});

test('a path changes what it leads to and leaves the rest as it was', () => {
  const before = { a: [{ b: 1 }, { b: 2 }], c: { d: 3 } };
  const after = withValue(before, ['a', 1, 'b'], 5) as typeof before;
  expect(after).toEqual({ a: [{ b: 1 }, { b: 5 }], c: { d: 3 } });
  expect(after.c).toBe(before.c);
  expect(after.a[0]).toBe(before.a[0]);
  expect(valueAt(after, ['a', 1, 'b'])).toBe(5);
  expect(pathText(['a', 1, 'b'])).toBe('a[1].b');
});

test('the rules are read back while they are written', async () => {
  await openBuilder();
  expect(words().textContent).toContain('close crosses above SMA(20)');
  choose('Comparison', '<');
  choose('Indicator', 'ema', 1);
  await waitFor(() => expect(words().textContent).toContain('close is below EMA(20)'));
});

test('rules stay when the language is changed in the middle of them, once and again', async () => {
  await openBuilder();
  choose('Indicator', 'ema', 1);
  await act(() => settings.change({ language: 'hi' }));
  await waitFor(() => expect(words().textContent).toContain('EMA(20)'));
  expect(screen.getByLabelText<HTMLInputElement>('नाम').value).toBe('');
  fireEvent.change(screen.getByLabelText('नाम'), { target: { value: 'Mine' } });
  await act(() => settings.change({ language: 'en' }));
  expect(await screen.findByDisplayValue('Mine')).toBeTruthy();
  expect(words().textContent).toContain('EMA(20)');
  expect(ruleDrafts.of(user.id)).toHaveLength(1);
});

test('both sides are written with one choice, read back, and taken back', async () => {
  const { fake } = await openBuilder();
  choose('Side', 'both');
  await waitFor(() =>
    expect(words().textContent).toContain(
      'long when close crosses above SMA(20); short when close crosses below SMA(20)',
    ),
  );
  const short = screen.getByRole('region', { name: 'Entry conditions: short' });
  fireEvent.change(within(short).getAllByLabelText('Indicator')[1] as HTMLElement, {
    target: { value: 'ema' },
  });
  await waitFor(() => expect(words().textContent).toContain('short when close crosses below EMA(20)'));
  const exit = screen.getByRole('region', { name: 'Exit conditions: short' });
  fireEvent.click(within(exit).getByRole('button', { name: 'Add exit conditions' }));
  await waitFor(() => expect(words().textContent).toContain("Short exits at the next candle's open when"));

  choose('Product', 'delivery');
  expect(await screen.findByText(/^rules that trade both sides sell short/)).toBeTruthy();
  choose('Product', 'intraday');
  choose('Side', 'short');
  await waitFor(() => expect(words().textContent).toContain('Sells short RELIANCE'));
  expect(screen.queryByRole('region', { name: 'Entry conditions: short' })).toBeNull();
  choose('Side', 'both');

  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Turns' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save strategy' }));
  await waitFor(() =>
    expect(fake.inputsOf('strategies.add')).toMatchObject([
      { document: { side: 'short', reverse: { entry: { kind: 'all' }, exit: null } } },
    ]),
  );
});

test('the mirror of a condition turns prices round and leaves times alone', () => {
  const rules = RuleDocumentSchema.parse({
    ...newDocument(),
    entry: {
      kind: 'all',
      conditions: [
        {
          kind: 'not',
          condition: {
            kind: 'any',
            conditions: [
              {
                kind: 'compare',
                left: { kind: 'price', field: 'close' },
                operator: '>=',
                right: { kind: 'constant', value: 100, unit: 'rupees' },
              },
            ],
          },
        },
        {
          kind: 'compare',
          left: { kind: 'time-of-day' },
          operator: '>',
          right: { kind: 'clock', at: '10:00' },
        },
        {
          kind: 'between',
          value: { kind: 'indicator', indicator: { name: 'rsi', period: 14 } },
          low: { kind: 'constant', value: 40 },
          high: { kind: 'constant', value: 60 },
        },
      ],
    },
  });
  const { entry, exit } = newReverse(rules);
  expect(exit).toBeNull();
  expect(describeRules({ ...rules, entry }, 'en').entry).toContain(
    '(NOT close is at or below ₹100.00), time is after 10:00 and RSI(14) is between 40 and 60',
  );
});

test('the mirror of a condition turns a kept price round and leaves a count alone', () => {
  const named = (name: string) => ({ kind: 'variable', name }) as const;
  const when = newComparison();
  const rules = RuleDocumentSchema.parse({
    ...newDocument(),
    variables: [
      { kind: 'counter', name: 'seen', when },
      { kind: 'kept', name: 'mark', when, value: { kind: 'price', field: 'close' } },
    ],
    entry: {
      kind: 'all',
      conditions: [
        { kind: 'compare', left: named('seen'), operator: '>=', right: { kind: 'constant', value: 2 } },
        { kind: 'compare', left: { kind: 'price', field: 'close' }, operator: '>', right: named('mark') },
      ],
    },
  });
  expect(describeRules({ ...rules, entry: newReverse(rules).entry }, 'en').entry).toContain(
    '“seen” is at or above 2 and close is below “mark”',
  );
});

test('a level, an opening range and days are chosen and read back', async () => {
  await openBuilder();
  const right = () => screen.getByRole('group', { name: 'Right' });
  const left = () => screen.getByRole('group', { name: 'Left' });
  const within_ = (group: () => HTMLElement, label: string, value: string) =>
    fireEvent.change(within(group()).getByLabelText(label), { target: { value } });
  within_(right, 'Right', 'opening-range');
  await waitFor(() => expect(words().textContent).toContain('close crosses above the high of the first 15'));
  within_(right, 'Line', 'low');
  within_(right, 'Its minutes', '30');
  await waitFor(() => expect(words().textContent).toContain('the low of the first 30 minutes'));
  within_(right, 'Its minutes', '20');
  expect(await screen.findByText('must be whole candles: a multiple of 15 minutes')).toBeTruthy();
  within_(right, 'Right', 'level');
  within_(right, 'Level', 'previous-week-high');
  await waitFor(() => expect(words().textContent).toContain("close crosses above the previous week's high"));
  within_(left, 'Left', 'weekday');
  within_(right, 'Right', 'day');
  within_(right, 'Day', 'friday');
  choose('Comparison', '<');
  await waitFor(() => expect(words().textContent).toContain('weekday is before Friday'));
  within_(left, 'Left', 'days-to-expiry');
  within_(left, 'Index', 'BANKNIFTY');
  within_(left, 'Which expiry', 'monthly');
  within_(right, 'Right', 'constant');
  within_(right, 'Value', '3');
  await waitFor(() =>
    expect(words().textContent).toContain('time to the monthly expiry of BANKNIFTY is below 3 days'),
  );
  within_(left, 'Left', 'minutes-since-open');
  await waitFor(() => expect(words().textContent).toContain('time since the open is below 3 minutes'));
});

test('longer candles are chosen for an indicator, and only longer ones', async () => {
  await openBuilder();
  const right = within(screen.getByRole('group', { name: 'Right' }));
  const candles = right.getByLabelText<HTMLSelectElement>('Candles');
  expect([...candles.options].map(({ text }) => text)).toEqual([
    'those of the rules',
    '30 minutes',
    '1 hour',
    'Daily',
  ]);
  fireEvent.change(candles, { target: { value: '1h' } });
  await waitFor(() => expect(words().textContent).toContain('close crosses above SMA(20) on hourly candles'));
  choose('Timeframe', '1h');
  expect(
    await screen.findByText('must be longer than 1h, the timeframe of the rules, and a multiple of it'),
  ).toBeTruthy();
  fireEvent.change(right.getByLabelText('Candles'), { target: { value: '' } });
  await waitFor(() => expect(words().textContent).toContain('close crosses above SMA(20).'));
});

test('another instrument is chosen for an indicator, and the preview says what it cannot do', async () => {
  await openBuilder('/builder', {
    'market.instruments': async (input: object) => {
      const page = (await scriptedBackend()['market.instruments']?.(input)) as {
        instruments: readonly object[];
      };
      return {
        ...page,
        instruments: [...page.instruments, { ...page.instruments[0], symbol: 'NIFTY' }],
      } as never;
    },
  });
  const right = within(screen.getByRole('group', { name: 'Right' }));
  await waitFor(() => expect(right.getByLabelText('Instrument').textContent).toContain('NIFTY'));
  fireEvent.change(right.getByLabelText('Instrument'), { target: { value: 'NIFTY' } });
  await waitFor(() => expect(words().textContent).toContain('close crosses above NIFTY SMA(20).'));
  expect(await screen.findByText(/These rules read NIFTY too: save them and run a backtest/)).toBeTruthy();
  fireEvent.change(right.getByLabelText('Instrument'), { target: { value: '' } });
  await waitFor(() => expect(words().textContent).toContain('close crosses above SMA(20).'));
});

test('the profit in rupees and what was done today are chosen and read back', async () => {
  await openBuilder();
  const left = within(screen.getByRole('group', { name: 'Left' }));
  const right = within(screen.getByRole('group', { name: 'Right' }));
  fireEvent.change(left.getByLabelText('Left'), { target: { value: 'today' } });
  fireEvent.change(left.getByLabelText('What'), { target: { value: 'losses-in-a-row' } });
  fireEvent.change(right.getByLabelText('Right'), { target: { value: 'constant' } });
  fireEvent.change(right.getByLabelText('Value'), { target: { value: '2' } });
  choose('Comparison', '<');
  await waitFor(() => expect(words().textContent).toContain('losses in a row today is below 2.'));
  fireEvent.change(left.getByLabelText('Left'), { target: { value: 'position' } });
  fireEvent.change(left.getByLabelText('Indicator'), { target: { value: 'profit-rupees' } });
  expect(await screen.findByText(/^cannot ask about candles held or profit/)).toBeTruthy();
});

test('a variable is added, named, asked about by a condition, renamed and removed', async () => {
  const { fake } = await openBuilder();
  const section = within(screen.getByRole('region', { name: 'Variables' }));
  fireEvent.click(section.getByRole('button', { name: 'Add a variable' }));
  await waitFor(() =>
    expect(words().textContent).toContain(
      "“Variable 1” counts today's candles on which close crosses above SMA(20).",
    ),
  );
  const rename = (from: string, to: string) => {
    const field = within(section.getByRole('group', { name: `Variable ${from}` })).getByLabelText('Name');
    fireEvent.change(field, { target: { value: to } });
    fireEvent.blur(field);
  };
  rename('Variable 1', 'crosses');
  await waitFor(() => expect(words().textContent).toContain('“crosses” counts'));

  const entry = within(screen.getByRole('region', { name: 'Entry conditions' }));
  fireEvent.change(entry.getByRole('combobox', { name: 'Left' }), { target: { value: 'variable' } });
  fireEvent.change(entry.getByRole('combobox', { name: 'Right' }), { target: { value: 'constant' } });
  fireEvent.change(entry.getByLabelText('Value'), { target: { value: '2' } });
  fireEvent.change(entry.getByLabelText('Comparison'), { target: { value: '>=' } });
  await waitFor(() => expect(words().textContent).toContain('when “crosses” is at or above 2.'));
  rename('crosses', 'दूसरा पार');
  await waitFor(() => expect(words().textContent).toContain('when “दूसरा पार” is at or above 2.'));

  fireEvent.change(screen.getAllByLabelText('Name')[0] as HTMLElement, { target: { value: 'Second cross' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save strategy' }));
  await waitFor(() =>
    expect(fake.inputsOf('strategies.add')).toMatchObject([
      { document: { variables: [{ kind: 'counter', name: 'दूसरा पार', reset: null, candles: null }] } },
    ]),
  );
});

test('a kept value reads the variables above it alone, and what lost its variable is marked', async () => {
  await openBuilder();
  const section = within(screen.getByRole('region', { name: 'Variables' }));
  fireEvent.click(section.getByRole('button', { name: 'Add a variable' }));
  fireEvent.click(section.getByRole('button', { name: 'Add a variable' }));
  const first = within(section.getByRole('group', { name: 'Variable Variable 1' }));
  const second = within(section.getByRole('group', { name: 'Variable Variable 2' }));
  const kinds = (side: HTMLElement) => [...(side as HTMLSelectElement).options].map(({ value }) => value);
  expect(kinds(first.getByRole('combobox', { name: 'Left' }))).not.toContain('variable');
  expect(kinds(first.getByRole('combobox', { name: 'Left' }))).not.toContain('position');
  expect(kinds(second.getByRole('combobox', { name: 'Left' }))).toContain('variable');

  fireEvent.change(second.getByRole('combobox', { name: 'Kind' }), { target: { value: 'kept' } });
  fireEvent.change(second.getByRole('combobox', { name: 'Taken on' }), { target: { value: 'first' } });
  fireEvent.change(second.getByRole('combobox', { name: 'Of' }), {
    target: { value: 'last' },
  });
  fireEvent.change(second.getByLabelText('How many'), { target: { value: '30' } });
  fireEvent.change(second.getByRole('combobox', { name: 'Left' }), { target: { value: 'variable' } });
  fireEvent.change(second.getByRole('combobox', { name: 'Right' }), { target: { value: 'constant' } });
  fireEvent.click(second.getByRole('button', { name: 'Add a reset' }));
  await waitFor(() =>
    expect(words().textContent).toContain(
      '“Variable 2” is high on the first of the last 30 candles on which “Variable 1” crosses above 0. It resets when close',
    ),
  );
  const name = second.getByLabelText('Name');
  fireEvent.change(name, { target: { value: 'Variable 1' } });
  fireEvent.blur(name);
  expect(await second.findByText('Another variable has this name.')).toBeTruthy();
  expect(words().textContent).toContain('“Variable 2” is high');

  fireEvent.click(section.getByRole('button', { name: 'Remove variable Variable 1' }));
  expect(await screen.findByText('reads a variable that the rules do not have')).toBeTruthy();
  fireEvent.click(section.getByRole('button', { name: 'Remove variable Variable 2' }));
  await waitFor(() => expect(words().textContent).not.toContain('“Variable 2”'));
  expect(screen.queryByRole('list', { name: 'What is wrong' })).toBeNull();
});

test('rules are not saved while a variable is shown with the name of another', async () => {
  const { fake } = await openBuilder();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'My rules' } });
  const section = within(screen.getByRole('region', { name: 'Variables' }));
  fireEvent.click(section.getByRole('button', { name: 'Add a variable' }));
  fireEvent.click(section.getByRole('button', { name: 'Add a variable' }));
  const second = within(section.getByRole('group', { name: 'Variable Variable 2' }));
  const name = second.getByLabelText('Name');
  fireEvent.change(name, { target: { value: 'Variable 1' } });
  fireEvent.blur(name);
  await second.findByText('Another variable has this name.');
  expect(screen.getByRole('button', { name: 'Save strategy' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Save strategy' }));
  expect(fake.inputsOf('strategies.add')).toEqual([]);
});

test('the keyboard stays among the variables when one is removed, or the last that may be is added', async () => {
  await openBuilder();
  const section = screen.getByRole('region', { name: 'Variables' });
  const press = (name: string) => {
    const button = within(section).getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
  };
  press('Add a variable');
  press('Add a variable');
  press('Remove variable Variable 1');
  expect(section.contains(document.activeElement)).toBe(true);
  for (let added = 1; added < 5; added++) press('Add a variable');
  expect(within(section).queryByRole('button', { name: 'Add a variable' })).toBeNull();
  expect(section.contains(document.activeElement)).toBe(true);
});

test.each([
  ['Protection', 'Partial exits (scale out)', 'Remove part 2'],
  ['Entry conditions', 'Condition', 'Remove entry, condition 2'],
])('the keyboard stays in %s when the last of its rows is removed', async (part, add, remove) => {
  await openBuilder();
  const section = screen.getByRole('region', { name: part });
  fireEvent.click(within(section).getByRole('button', { name: add }));
  if (part === 'Protection') fireEvent.click(within(section).getByRole('button', { name: add }));
  const button = within(section).getByRole('button', { name: remove });
  button.focus();
  fireEvent.click(button);
  expect(document.activeElement).toBe(within(section).getByRole('button', { name: add }));
});

const NIFTY_50 = { index: 'NIFTY 50', from: '2020-01-01', shares: 60, members: 2, symbols: ['ITC', 'TCS'] };

test('the shares that were named are there again when the members of an index are not wanted', async () => {
  await openBuilder('/builder', { 'market.indices': () => ({ indices: [NIFTY_50] }) });
  await screen.findByLabelText('Shares');
  expect(words().textContent).toContain('Buys RELIANCE');
  choose('Shares', 'NIFTY 50');
  await waitFor(() => expect(words().textContent).toContain('in NIFTY 50 on the day'));
  choose('Shares', '');
  await waitFor(() => expect(words().textContent).toContain('Buys RELIANCE'));
  expect(screen.getByRole('combobox', { name: /^Instruments/ })).toBeTruthy();
  expect(screen.getByText(/^RELIANCE is only a proposal/)).toBeTruthy();
});

test('the shares that were named are kept in another language too', async () => {
  await openBuilder('/builder', { 'market.indices': () => ({ indices: [NIFTY_50] }) });
  await screen.findByLabelText('Shares');
  choose('Shares', 'NIFTY 50');
  await waitFor(() => expect(words().textContent).toContain('in NIFTY 50 on the day'));
  await act(() => settings.change({ language: 'hi' }));
  choose('शेयर', '');
  await waitFor(() => expect(words().textContent).toContain('RELIANCE'));
});

test('rules over an index are saved without a word of trading on paper', async () => {
  const { address } = await openBuilder('/builder', { 'market.indices': () => ({ indices: [NIFTY_50] }) });
  await screen.findByLabelText('Shares');
  choose('Shares', 'NIFTY 50');
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Of index' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save strategy' }));
  await waitFor(() => expect(address()).toBe('/strategies/77'));
  expect(await screen.findByText(/The strategy is saved/)).toBeTruthy();
  expect(screen.queryByText(/It trades on paper/)).toBeNull();
});

test('drafts without a name are told apart where they are thrown away', async () => {
  const draft = {
    ownerId: user.id,
    name: '',
    capital: '1,00,000',
    strategyId: null,
    document: newDocument(),
  };
  ruleDrafts.save({ ...draft, id: 'older', savedAt: Date.parse('2026-11-20T08:00:00+05:30') });
  ruleDrafts.save({ ...draft, id: 'newer', savedAt: Date.parse('2026-11-21T09:30:00+05:30') });
  await openBuilder();
  fireEvent.click(screen.getByRole('button', { name: 'Drafts (2)' }));
  const items = await screen.findAllByRole('menuitem', { name: /^Throw/ });
  expect(new Set(items.map(({ textContent }) => textContent)).size).toBe(2);
});

test('a name that is refused is still refused when the language is changed', async () => {
  await openBuilder();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'My rules' } });
  const section = within(screen.getByRole('region', { name: 'Variables' }));
  fireEvent.click(section.getByRole('button', { name: 'Add a variable' }));
  fireEvent.click(section.getByRole('button', { name: 'Add a variable' }));
  const [, second] = section.getAllByLabelText('Name');
  fireEvent.change(second as HTMLElement, { target: { value: 'Variable 1' } });
  await act(() => settings.change({ language: 'hi' }));
  const variables = within(await screen.findByRole('region', { name: 'वेरिएबल' }));
  const names = variables.getAllByLabelText<HTMLInputElement>('नाम').map(({ value }) => value);
  expect(names).toEqual(['Variable 1', 'Variable 1']);
  expect(screen.getByRole('button', { name: 'स्ट्रैटेजी सहेजें' }).getAttribute('aria-disabled')).toBe('true');
});

test('a name that is being typed stays when the language is changed', async () => {
  await openBuilder();
  const section = within(screen.getByRole('region', { name: 'Variables' }));
  fireEvent.click(section.getByRole('button', { name: 'Add a variable' }));
  fireEvent.change(section.getByLabelText('Name'), { target: { value: 'crosses' } });
  await act(() => settings.change({ language: 'hi' }));
  const variables = within(await screen.findByRole('region', { name: 'वेरिएबल' }));
  expect(variables.getByLabelText<HTMLInputElement>('नाम').value).toBe('crosses');
});

test('entries are read back until the market closes, whatever the window says', async () => {
  await openBuilder();
  expect(screen.getByLabelText<HTMLInputElement>('to').value).toBe('14:45');
  fireEvent.change(screen.getByLabelText('to'), { target: { value: '15:30' } });
  fireEvent.change(screen.getByLabelText('Auto square-off'), { target: { value: '15:25' } });
  // Continuous trading in shares with futures ends at 15:15 since August 2026; the square-off is five minutes before.
  await waitFor(() => expect(words().textContent).toContain('Enters between 09:30 and 15:10.'));
  expect(words().textContent).toContain('squared off at 15:10');
});

test('an error is shown where it stands, and nothing can be saved until it is right', async () => {
  const { fake } = await openBuilder();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'My rules' } });
  const bars = screen.getByLabelText('Length');
  fireEvent.change(bars, { target: { value: '0' } });
  expect(await screen.findByText('must be at least 1')).toBeTruthy();
  const problems = screen.getByRole('list', { name: 'What is wrong' });
  expect(problems.textContent).toContain('entry.conditions[0].right.indicator.period: must be at least 1');
  fireEvent.click(screen.getByRole('button', { name: 'Save strategy' }));
  expect(fake.inputsOf('strategies.add')).toEqual([]);
  fireEvent.change(bars, { target: { value: '50' } });
  await waitFor(() => expect(words().textContent).toContain('SMA(50)'));
});

test('a number that is half typed stays as typed', async () => {
  await openBuilder();
  const bars = screen.getByLabelText<HTMLInputElement>('Length');
  fireEvent.change(bars, { target: { value: '' } });
  expect(bars.value).toBe('');
  const wrong = await screen.findByRole('list', { name: 'What is wrong' });
  expect(wrong.textContent).toBe('entry.conditions[0].right.indicator.period: must be a number');
  fireEvent.change(bars, { target: { value: '1.' } });
  expect(bars.value).toBe('1.');
});

test('a new strategy is added with its name, capital and rules, and opened', async () => {
  const { fake, address } = await openBuilder();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Cross of the average' } });
  fireEvent.change(screen.getByLabelText('Capital'), { target: { value: '₹2,50,000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save strategy' }));
  await waitFor(() => expect(address()).toBe('/strategies/77'));
  expect(fake.inputsOf('strategies.add')).toEqual([
    { url: 'add', name: 'Cross of the average', capital: 2_50_000_00, document: newDocument() },
  ]);
});

test('a refusal of the server stands in the builder', async () => {
  await openBuilder('/builder', {
    'strategies.add': () =>
      refuse('invalid', 'The name is taken.', { fields: { name: 'is taken by another of your strategies' } }),
  });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Taken name' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save strategy' }));
  expect(await screen.findByText('The name is taken.')).toBeTruthy();
  expect(screen.getByText('is taken by another of your strategies')).toBeTruthy();
});

test('a refusal of the server stands at its field in the language of the window', async () => {
  await openBuilder('/builder', {
    'strategies.add': () => refuse('invalid', 'name is missing.', { fields: { name: 'is missing' } }),
  });
  await act(() => settings.change({ language: 'hi' }));
  const name = await screen.findByLabelText('नाम');
  fireEvent.change(name, { target: { value: 'Taken name' } });
  fireEvent.click(screen.getByRole('button', { name: 'स्ट्रैटेजी सहेजें' }));
  expect(await screen.findByText('नहीं दिया गया')).toBeTruthy();
});

const withRules = {
  'strategies.details': async (input: { strategyId: number }) => {
    const details = (await scriptedBackend()['strategies.details']?.(input)) as {
      rules: { document: unknown };
    };
    const document = { ...newDocument(), instruments: ['INFY', 'TCS'] };
    return { ...details, rules: { ...details.rules, document } } as never;
  },
};

test("the rules of one's own strategy are changed in place", async () => {
  const { fake } = await openBuilder('/builder?strategy=11', withRules);
  expect(words().textContent).toContain('INFY and TCS');
  fireEvent.click(screen.getByRole('button', { name: /TCS/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() =>
    expect(fake.inputsOf('strategies.add')).toMatchObject([
      { url: 'update', strategyId: 11, document: { instruments: ['INFY'] } },
    ]),
  );
});

test('a copy begins with the rules of another and is a strategy of its own', async () => {
  const { fake } = await openBuilder('/builder?copy=11', withRules);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toMatch(/\(copy\)$/);
  fireEvent.click(screen.getByRole('button', { name: 'Save strategy' }));
  await waitFor(() => expect(fake.inputsOf('strategies.add')).toMatchObject([{ url: 'add' }]));
});

test('rules that their author keeps cannot be copied, and it says so', async () => {
  await openWindow('/builder?copy=11');
  expect(await screen.findByText(/once the fee of its author is paid/)).toBeTruthy();
});

test('what was changed and not saved is kept as a draft when the builder is left', async () => {
  const app = await openBuilder();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Half done' } });
  app.goTo('/home');
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  app.goTo('/builder');
  fireEvent.click(await screen.findByRole('button', { name: 'Drafts (1)' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Half done/ }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Half done'));
});

test('nothing is kept of a builder that was only looked at', async () => {
  const app = await openBuilder();
  app.goTo('/home');
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  app.goTo('/builder');
  await screen.findByRole('region', { name: 'Summary' });
  expect(screen.queryByRole('button', { name: /Drafts/ })).toBeNull();
});

test('conditions are added, joined, negated and removed', async () => {
  await openBuilder();
  const entry = screen.getByRole('group', { name: 'Entry' });
  fireEvent.click(within(entry).getByRole('button', { name: 'Condition' }));
  fireEvent.change(within(entry).getByRole('combobox', { name: 'Entry' }), { target: { value: 'any' } });
  fireEvent.change(within(entry).getByRole('combobox', { name: 'Entry, condition 2' }), {
    target: { value: 'not' },
  });
  await waitFor(() => expect(words().textContent).toMatch(/ or \(NOT /));
  fireEvent.click(within(entry).getByRole('button', { name: 'Remove entry, condition 1' }));
  await waitFor(() => expect(words().textContent).toContain('Enters at the next candle'));
  expect(words().textContent).not.toMatch(/ or /);
});

test('a rotation asks for daily bars and delivery, and says so', async () => {
  await openBuilder();
  fireEvent.click(screen.getByRole('switch', { name: 'Rank & rotate' }));
  expect((await screen.findAllByText(/works on daily candles, for delivery/)).length).toBeGreaterThan(0);
  choose('Timeframe', '1d');
  choose('Product', 'delivery');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'What is wrong' })).toBeNull());
});

test('the preview says what the rules would have done on the latest bars', async () => {
  await openBuilder();
  expect(
    await screen.findByText(/The entry rule held on \d+ of 160 candles and led to \d+ trades?/),
  ).toBeTruthy();
});

test('a file holds what was exported, and a bad one is refused with the reason', () => {
  const read = readRulesFile(rulesFileText('Mine', newDocument()));
  expect(read).toEqual({ ok: true, value: { name: 'Mine', document: newDocument() } });
  const message = (text: string) => {
    const result = readRulesFile(text);
    return result.ok ? 'read' : result.failure.message;
  };
  expect(message('not json')).toBe('This file is not JSON, so it holds no rules.');
  expect(message('[1]')).toBe('This file holds no rules.');
  expect(message(JSON.stringify({ ...newDocument(), instruments: [] }))).toContain('instruments');
  expect(message(JSON.stringify(newDocument()))).toBe('read');
});

test('the instrument of a new strategy is said to be proposed, until one is chosen in its place', async () => {
  await openBuilder('/builder', {
    'market.instruments': async (input) => {
      const answer = (await scriptedBackend()['market.instruments']?.(input)) as {
        instruments: { symbol: string }[];
      };
      const instruments = answer.instruments.flatMap((row) => [row, { ...row, symbol: 'INFY' }]);
      return { ...answer, instruments } as never;
    },
  });
  expect(screen.getByText('RELIANCE is only a proposal: choose what you want to trade.')).toBeTruthy();
  fireEvent.click(screen.getByRole('combobox', { name: /^Instruments/ }));
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: /^INFY/, hidden: true }));
  await waitFor(() => expect(words().textContent).toContain('Buys INFY on'));
  expect(screen.queryByText(/only a proposal/)).toBeNull();
});

test('the instruments of a strategy that is changed are nobody’s proposal', async () => {
  await openBuilder('/builder?strategy=11', withRules);
  expect(screen.queryByText(/only a proposal/)).toBeNull();
});

describe('rules over an index', () => {
  const indices = [
    { index: 'NIFTY 50', from: '2020-01-01', shares: 64, members: 50, symbols: ['ITC', 'TCS'] },
  ];

  test('name it in place of shares, and say so', async () => {
    const { fake } = await openBuilder('/builder', { 'market.indices': () => ({ indices }) });
    const shares = await screen.findByRole('combobox', { name: 'Shares' });
    fireEvent.change(shares, { target: { value: 'NIFTY 50' } });
    await waitFor(() => expect(words().textContent).toContain('the shares that are in NIFTY 50 on the day'));
    expect(screen.getByText(/64 shares since 01-01-2020, 50 today/)).toBeTruthy();
    expect(screen.queryByRole('combobox', { name: /^Instruments/ })).toBeNull();
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Of then' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save strategy' }));
    await waitFor(() =>
      expect(fake.inputsOf('strategies.add')).toMatchObject([
        { document: { universe: { index: 'NIFTY 50' }, instruments: ['ITC', 'TCS'] } },
      ]),
    );
  });

  test('whose list is gone are told so, and kept', async () => {
    await openBuilder('/builder?strategy=11', {
      'strategies.details': async (input: { strategyId: number }) => {
        const details = (await scriptedBackend()['strategies.details']?.(input)) as {
          rules: { document: unknown };
        };
        const document = { ...newDocument(), universe: { index: 'NIFTY 100' } };
        return { ...details, rules: { ...details.rules, document } } as never;
      },
    });
    expect(await screen.findByText('The list of its members is not imported here.')).toBeTruthy();
    expect(words().textContent).toContain('the shares that are in NIFTY 100 on the day');
  });
});
