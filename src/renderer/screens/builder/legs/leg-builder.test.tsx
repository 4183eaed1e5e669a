// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { sampleChain, samplePayoff } from '../../../test-harness/option-samples.ts';
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
