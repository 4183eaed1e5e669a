// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { OutputOf } from '../../../../shared/contract/endpoint.ts';
import type { TrickDeskContract } from '../../../../shared/contract/index.ts';
import { sampleChain, samplePayoff } from '../../../test-harness/option-samples.ts';
import { settings } from '../../../state/settings.ts';
import { closeWindow, openWindow } from '../../../test-harness/open-window.tsx';

afterEach(closeWindow);

const CONDOR = 'buy.call.1.this-week.8,buy.put.1.this-week.8,sell.call.1.this-week.4,sell.put.1.this-week.4';

const group = (name: string) => ({ name, days: 1, won: 1, net: 1_000_00 });

/** Of one structure that ended on the Sunday of Diwali. */
const RESULTS = {
  ...{ source: 'simulated' as const, label: 'modelled', gross: 1_200_00, charges: 200_00, net: 1_000_00 },
  days: [],
  ...{ won: 1, best: 1_000_00, worst: 1_000_00, maxDrawdown: 0 },
  ...{ byWeekday: [group('7')], byDaysToExpiry: [group('1')], byExit: [group('structure-target')] },
  ...{ byVix: [group('-')], byPremiums: [group('modelled')] },
  ...{ missed: [], minutesWithoutPrice: 0, missingStrikes: 0, firstMissing: [] },
};

/** The builder with an iron condor of the option chain. */
const openCondor = async () => {
  const app = await openWindow(`/leg-builder?underlying=NIFTY&legs=${CONDOR}`, {
    'options.chain': () => sampleChain(),
    'options.payoff': samplePayoff,
    'options.backtest': () => RESULTS,
  });
  const summary = await screen.findByRole('region', { name: 'Summary' });
  expect(summary.textContent).toContain('4 legs on NIFTY');
  return { ...app, summary };
};

test('a stop that is typed above the legs of the chain puts no straddle in their place', async () => {
  const { summary } = await openCondor();
  const [stopOfAll] = screen.getAllByRole('textbox', { name: 'Stop-loss' });
  fireEvent.change(stopOfAll ?? summary, { target: { value: '25' } });
  expect(summary.textContent).toContain('4 legs on NIFTY');
});

test('legs of the chain are not named a short straddle', async () => {
  await openCondor();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Structure' }).value).not.toBe('straddle');
});

test('a Sunday with a session has its name among the weekdays', async () => {
  await openCondor();
  fireEvent.click(screen.getByRole('button', { name: 'Run the backtest' }));
  const table = await screen.findByRole('table', { name: 'Results by weekday' });
  expect(within(table).getAllByRole('row')[1]?.textContent).toMatch(/^Sunday/);
});

type History = OutputOf<TrickDeskContract['market']['instruments']>['instruments'][number]['history'];

/** The builder of a new strategy: a short straddle. */
const openStraddle = async (history: History = []) => {
  const app = await openWindow('/leg-builder', {
    'options.chain': () => sampleChain(),
    'options.payoff': samplePayoff,
    'options.backtest': () => RESULTS,
    'strategies.add': () => ({ status: true, strategyId: 11 }),
    'market.instruments': () => ({
      instruments: [
        {
          ...{ symbol: 'NIFTY', name: 'NIFTY 50', kind: 'index-proxy' as const, segment: 'index' },
          ...{ exchange: 'NSE', token: '', lotSize: 65, tickSize: 5, expiry: null, history },
        },
      ],
      ...{ pageNumber: 1, pageSize: 200, total: 1 },
    }),
  });
  return { ...app, summary: await screen.findByRole('region', { name: 'Summary' }) };
};

const field = (name: string, at = 0): HTMLElement => {
  const found = screen.getAllByLabelText(name)[at];
  if (!found) throw new Error(`There is no field ${name}.`);
  return found;
};
const type = (name: string, value: string, at = 0) =>
  fireEvent.change(field(name, at), { target: { value } });
const valueOf = (name: string, at = 0) => (field(name, at) as HTMLInputElement).value;

test('a draft stays when the language is changed in the middle of it, with its half-typed number', async () => {
  await openStraddle();
  type('Name', 'My legs');
  type('Capital', '7,00,000');
  type('Structure', 'strangle');
  type('Lots of each leg', '3');
  type('Stop-loss', '');
  await act(() => settings.change({ language: 'hi' }));
  expect(await screen.findByDisplayValue('My legs')).toBeTruthy();
  expect(valueOf('पूँजी')).toBe('7,00,000');
  expect(valueOf('स्ट्रक्चर')).toBe('strangle');
  expect(valueOf('हर लेग के लॉट')).toBe('3');
  expect(valueOf('स्टॉप-लॉस')).toBe('');
  await act(() => settings.change({ language: 'en' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Begin afresh' }));
  expect([valueOf('Name'), valueOf('Structure'), valueOf('Lots of each leg')]).toEqual(['', 'straddle', '1']);
  expect(screen.queryByRole('button', { name: 'Begin afresh' })).toBeNull();
});

test('a draft that was saved is not proposed again', async () => {
  const { address, goTo } = await openStraddle();
  type('Name', 'My legs');
  fireEvent.click(screen.getByRole('button', { name: 'Save strategy' }));
  await waitFor(() => expect(address()).toBe('/strategies/11'));
  goTo('/leg-builder');
  await screen.findByRole('region', { name: 'Summary' });
  expect(valueOf('Name')).toBe('');
});

test('a stop on the premium can be trailed in percent; without it nothing is trailed', async () => {
  const { summary } = await openStraddle();
  type('Trailing stop', 'percent');
  type('For each gain of', '12');
  type('The stop moves by', '6');
  expect(summary.textContent).toContain('for each 12.00% in favour the stop moves by 6.00%');
  type('Stop-loss', 'underlying percent', 1);
  expect(summary.textContent).toContain('stop at 0.50% of the underlying');
  expect(summary.textContent).not.toContain('in favour');
  expect(screen.queryByLabelText('What is wrong')).toBeNull();
});

test('a target is given in percent of the underlying', async () => {
  const { summary } = await openStraddle();
  type('Target', 'underlying percent');
  expect(summary.textContent).toContain('target at 0.50% of the underlying');
});

test('all legs together are closed, trailed and locked in percent of the net premium', async () => {
  const { summary } = await openStraddle();
  type('Close all at a loss of', 'premium');
  type('Loss', '40');
  type('Trail this stop', 'premium');
  type('Close all at a profit of', 'premium');
  type('Profit', '60');
  type('Profit lock', 'rupees');
  type('Keep at least', '2000');
  for (const said of ['40.00% of the net premium', '60.00% of the net premium', '₹2,000'])
    expect(summary.textContent).toContain(said);
  expect(summary.textContent).toContain(
    'For each 10.00% of the net premium of profit this stop rises by 5.00%',
  );
  type('Close all at a loss of', 'none');
  expect(screen.queryByLabelText('Trail this stop')).toBeNull();
  expect(screen.queryByLabelText('What is wrong')).toBeNull();
});

test('a re-entry goes with the stop that it follows', async () => {
  const { summary } = await openStraddle();
  type('Re-entry after a stop', 'at-once');
  type('Stop-loss', 'none', 1);
  expect(screen.queryByLabelText('What is wrong')).toBeNull();
  expect(summary.textContent).not.toContain('at once');
});

test('the keyboard stays among the legs, and among the numbers to vary, when the last is removed', async () => {
  await openStraddle();
  const press = (name: string) => {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
  };
  press('Remove leg 2');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a leg' }));
  press('Vary another number');
  const [, second] = screen.getAllByRole('button', { name: 'Remove this number' });
  second?.focus();
  fireEvent.click(second ?? document.body);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Vary another number' }));
});

test('a future is offered months alone', async () => {
  await openStraddle();
  type('Contract', 'future');
  const choices = within(field('Expiry')).getAllByRole('option');
  expect(choices.map(({ textContent }) => textContent)).toEqual(['This month', 'Next month']);
});

test('only numbers that the legs have are offered to be varied', async () => {
  await openStraddle();
  const offered = () =>
    within(field('Number to vary'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  expect(offered()).not.toContain('Target of each leg');
  expect(offered()).toContain('Stop of each leg');
  type('Stop-loss', 'none', 1);
  type('Stop-loss', 'none', 2);
  expect(offered()).not.toContain('Stop of each leg');
});

test('a backtest is proposed for the days that there are minutes of', async () => {
  const known = {
    source: 'simulated',
    timeframe: '1m',
    bars: 1,
    from: '2026-10-16',
    to: '2026-11-20',
  } as const;
  const { fake } = await openStraddle([{ ...known, timeframe: '1d', from: '2025-11-03' }, known]);
  await screen.findByDisplayValue('16-10-2026');
  fireEvent.click(screen.getByRole('button', { name: 'Run the backtest' }));
  await screen.findByRole('table', { name: 'Results by weekday' });
  expect(fake.inputsOf('options.backtest')).toMatchObject([
    { from_date: '2026-10-16', to_date: '2026-11-19' },
  ]);
});
