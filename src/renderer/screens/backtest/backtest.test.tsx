// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { RuleDocumentSchema } from '../../../shared/rule-document.ts';
import { scriptedBackend } from '../../test-harness/scripted-backend.ts';
import { afterEach, expect, test, vi } from 'vitest';
import type { SweepResult } from '../../../shared/contract/backtests.ts';
import {
  backtestDetail,
  backtestResult,
  backtestRun,
  backtestTrade,
} from '../../test-harness/backtest-samples.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { strategy } from '../../test-harness/samples.ts';

/** A canvas is not there in a test. */
vi.mock(import('../../features/charts/candle-chart.tsx'), () => ({ CandleChart: () => <></> }));
vi.mock(import('../../features/charts/result-chart.tsx'), () => ({ ResultChart: () => <></> }));

afterEach(closeWindow);

const page = { total: 1, pageNumber: 1, pageSize: 6 };

/** The form with a strategy chosen and its days filled in. */
const openForm = async (scripts: Parameters<typeof openWindow>[1] = {}) => {
  const app = await openWindow('/backtest?strategy=11', scripts);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From').value).not.toBe(''));
  return app;
};

test('a strategy fills the form with its days and capital, and Run starts it once', async () => {
  const { fake, address } = await openForm();
  expect(screen.getByLabelText<HTMLInputElement>('To').value).toBe('19-11-2026');
  expect(screen.getByText(/Takes one credit; 19 left until 01-12-2026/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Capital'), { target: { value: '₹2,50,000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Run' }));
  await waitFor(() => expect(address()).toContain('run=3'));
  const [call] = fake.calls.filter(({ id }) => id === 'backtests.start');
  expect(call?.input).toMatchObject({
    strategyId: 11,
    capital: 2_50_000_00,
    source: 'simulated',
    slippage: { kind: 'basis-points', points: 2 },
  });
  expect(call?.options?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
});

test('the address may say of which days, of whatever prices', async () => {
  await openWindow('/backtest?strategy=11&period=1m');
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  await waitFor(() => expect(value('To')).toBe('19-11-2026'));
  expect(value('From')).toBe('19-10-2026');
  // Those of imported files end on a day of their own.
  fireEvent.change(screen.getByLabelText('Data source'), { target: { value: 'replay' } });
  await waitFor(() => expect(value('To')).not.toBe('19-11-2026'));
  expect(value('From').slice(0, 2)).toBe(value('To').slice(0, 2));
});

test('imported files have days of their own', async () => {
  await openForm();
  fireEvent.change(screen.getByLabelText('Data source'), { target: { value: 'replay' } });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('03-10-2022'));
});

test('errors are shown beside their fields and nothing is sent', async () => {
  const { fake } = await openForm();
  fireEvent.change(screen.getByLabelText('Capital'), { target: { value: 'lots' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2020-01-01' } });
  fireEvent.click(screen.getByRole('button', { name: 'Run' }));
  expect(await screen.findByText('Enter an amount such as ₹1,00,000')).toBeTruthy();
  expect(screen.getByText('Choose a day after the first')).toBeTruthy();
  expect(fake.inputsOf('backtests.start')).toEqual([]);
});

test('a refusal stands in the form with the reason', async () => {
  await openForm({
    'backtests.start': () => refuse('refused', 'No credit is left this month; the next come on 01-12-2026.'),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Run' }));
  expect(await screen.findByText(/No credit is left this month/)).toBeTruthy();
});

test('runs under way show their progress and can be cancelled', async () => {
  const running = backtestRun(7, { state: 'running', progressPercent: 40, figures: null });
  const { fake } = await openWindow('/backtest', {
    'backtests.list': () => ({ backtest_list: [running], backtest: null, ...page }),
    'backtests.cancel': () => ({ ...running, state: 'cancelled' }),
  });
  expect(await screen.findByRole('progressbar', { name: 'Opening range 7: Running' })).toBeTruthy();
  expect(screen.getByText('40%')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel Opening range 7' }));
  await waitFor(() => expect(fake.inputsOf('backtests.cancel')).toEqual([{ backtestId: 7 }]));
});

test('who has no run yet is offered three examples, each of which fills the form', async () => {
  const { address } = await openWindow('/backtest', {
    'backtests.list': () => ({ backtest_list: [], backtest: null, ...page, total: 0 }),
  });
  const example = await screen.findByRole('button', { name: 'Trend rider 1' });
  fireEvent.click(example);
  await waitFor(() => expect(address()).toContain('strategy=200'));
});

test('strategies with legs are no examples: they are tested in their builder', async () => {
  const sold = strategy(212, { isMine: false, name: 'Weekly condor', segment: 'options' });
  const rules = strategy(213, { isMine: false, name: 'Morning breakout', segment: 'index' });
  await openWindow('/backtest', {
    'backtests.list': () => ({ backtest_list: [], backtest: null, ...page, total: 0 }),
    'home.marketplace': () => ({ rows: [sold, rules], search: '', ...page }),
  });
  await screen.findByRole('button', { name: 'Morning breakout' });
  expect(screen.queryByRole('button', { name: 'Weekly condor' })).toBeNull();
});

test('a result is shown in parts: figures with their working, months, assumptions', async () => {
  await openWindow('/backtest?run=2');
  const tabs = await screen.findByRole('tablist', { name: 'Parts of the result' });
  expect(within(tabs).queryByRole('tab', { name: 'Sweep' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Sharpe ratio: how is this worked out?' })).toBeTruthy();
  expect(screen.getByText(/Of 1,000 shuffled orders of the same trades/)).toBeTruthy();
  expect(screen.getByText('−1% to 0%')).toBeTruthy();
  fireEvent.click(within(tabs).getByRole('tab', { name: 'Monthly' }));
  const months = await screen.findByRole('table', { name: 'Monthly returns in percent' });
  expect(within(months).getByText('−0.9')).toBeTruthy();
  expect(within(months).getByText('0.0')).toBeTruthy();
  fireEvent.click(within(tabs).getByRole('tab', { name: 'Assumptions' }));
  expect(await screen.findByText(/fills at the open of the next/)).toBeTruthy();
});

test('a run of a few trades has a warning instead of ratios that mean nothing', async () => {
  const { result } = backtestDetail(2);
  const few = result && { ...result, figures: { ...result.figures, trades: 6 } };
  await openWindow('/backtest?run=2', {
    'backtests.list': () => ({
      backtest_list: [backtestRun(2)],
      backtest: { ...backtestDetail(2), result: few },
      ...page,
    }),
  });
  expect(await screen.findByText('too few trades: 30 are needed')).toBeTruthy();
  expect(screen.queryByText('1.31')).toBeNull();
  expect(screen.queryByText('26.10%')).toBeNull();
});

test('ratios of a few trades stand in no comparison of runs either', async () => {
  const few = (id: number) => {
    const detail = backtestDetail(id);
    return {
      ...detail,
      result: detail.result && { ...detail.result, figures: { ...detail.result.figures, trades: 6 } },
    };
  };
  await openWindow('/backtest?run=2&tab=compare&with=1', {
    'backtests.list': ({ backtestId }) => ({
      backtest_list: [backtestRun(2), backtestRun(1)],
      backtest: backtestId === undefined ? null : few(backtestId),
      ...page,
    }),
  });
  const row = await screen.findByRole('row', { name: /Sharpe ratio/ });
  expect(within(row).getAllByText('–').length).toBeGreaterThan(0);
  expect(screen.queryByText('1.31')).toBeNull();
});

test('the trades of a run have their total, and a click puts one on the chart', async () => {
  const { address } = await openWindow('/backtest?run=2&tab=trades');
  const table = await screen.findByRole('table', { name: 'Trades of the run' });
  expect(within(table).getByText('+₹634.00')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Trade 2: RELIANCE' })).toBeTruthy();
  fireEvent.click(within(table).getByRole('button', { name: '1' }));
  expect(await screen.findByRole('heading', { name: 'Trade 1: RELIANCE' })).toBeTruthy();
  await waitFor(() => expect(address()).toContain('trade=1'));
});

test('a failed run says why', async () => {
  const failed = {
    state: 'failed',
    message: 'There are no candles of ITC on these days.',
    result: null,
  } as const;
  await openWindow('/backtest?run=9', {
    'backtests.list': ({ backtestId }) => ({
      backtest_list: [backtestRun(9, { state: 'failed', figures: null })],
      backtest: backtestId === undefined ? null : backtestDetail(9, failed),
      ...page,
    }),
  });
  expect(await screen.findByText('There are no candles of ITC on these days.')).toBeTruthy();
});

test('only finished runs on the same prices can stand beside each other', async () => {
  await openWindow('/backtest?run=2&tab=compare', {
    'backtests.list': ({ backtestId }) => ({
      backtest_list: [
        backtestRun(2),
        backtestRun(1),
        backtestRun(5, { source: 'replay' }),
        backtestRun(6, { state: 'running' }),
      ],
      backtest: backtestId === undefined ? null : backtestDetail(backtestId),
      ...page,
    }),
  });
  const picker = await screen.findByRole('combobox', { name: 'Add a run to compare with' });
  const offered = within(picker)
    .getAllByRole('option')
    .map((option) => (option as HTMLOptionElement).value);
  expect(offered).toEqual(['', '1']);
  fireEvent.change(picker, { target: { value: '1' } });
  expect(await screen.findByRole('button', { name: 'Take Opening range 1 out' })).toBeTruthy();
});

const sweep: SweepResult = {
  objective: 'sharpe',
  parameters: [
    { path: 'entry.left.indicator.period', label: 'Period of the fast average', values: [5, 10] },
    { path: 'entry.right.indicator.period', label: 'Period of the slow average', values: [20, 40] },
  ],
  sets: {
    values: [
      [5, 10, 5, 10],
      [20, 20, 40, 40],
    ],
    figures: { sharpe: [0.4, 1.2, -0.3, null], returnPercent: [2, 9, -4, null], trades: [90, 30, 29, null] },
    refused: [{ set: 3, reason: 'The rules never entered.' }],
  },
  best: 1,
  walkForward: null,
  warnings: ['The best combination earned 9% where it was chosen; its neighbours earned 2%.'],
};

test('a sweep is drawn over two of its numbers, with the best combination and what speaks against it', async () => {
  await openWindow('/backtest?run=2&tab=sweep', {
    'backtests.list': ({ backtestId }) => ({
      backtest_list: [backtestRun(2, { kind: 'sweep' })],
      backtest: backtestId === undefined ? null : backtestDetail(2, { kind: 'sweep', sweep }),
      ...page,
    }),
  });
  const map = await screen.findByRole('table', {
    name: 'Sharpe ratio by Period of the fast average and Period of the slow average',
  });
  const cells = within(map)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  // The third has a trade too few for a ratio.
  expect(cells).toEqual(['0.40', '1.20', '–', '–']);
  expect(screen.getByText(/its neighbours earned 2%/)).toBeTruthy();
  expect(screen.getByText(/1 of 4 combinations could not be run: The rules never entered/)).toBeTruthy();
  const best = screen.getByRole('table', { name: 'Best combinations' });
  expect(within(best).getAllByRole('row')[1]?.textContent).toContain('10');
});

test('a number of the rules is tried in one row alone', async () => {
  const details = scriptedBackend()['strategies.details']?.({ strategyId: 11 }) as {
    rules: { document: unknown };
  };
  const average = (period: number) => ({
    kind: 'indicator',
    indicator: { name: 'sma', period, source: 'close' },
  });
  const document = RuleDocumentSchema.parse({
    version: 1,
    instruments: ['ITC'],
    timeframe: '5m',
    side: 'long',
    product: 'intraday',
    entry: { kind: 'compare', operator: '>', left: average(5), right: average(20) },
    stopLoss: { kind: 'percent', value: 1 },
    size: { kind: 'fixed', quantity: 1 },
  });
  await openForm({
    'strategies.details': () => ({ ...details, rules: { ...details.rules, document } }) as never,
  });
  fireEvent.change(screen.getByLabelText('What'), { target: { value: 'sweep' } });
  const first = await screen.findByLabelText<HTMLSelectElement>('Number 1');
  await waitFor(() => expect(first.options.length).toBeGreaterThan(1));
  const path = first.options[1]?.value ?? '';
  fireEvent.change(first, { target: { value: path } });
  fireEvent.click(screen.getByRole('button', { name: 'Add parameter' }));
  const second = await screen.findByLabelText<HTMLSelectElement>('Number 2');
  expect([...second.options].map(({ value }) => value)).not.toContain(path);
  expect(
    [...screen.getByLabelText<HTMLSelectElement>('Number 1').options].map(({ value }) => value),
  ).toContain(path);
});

test('combinations and windows of a few trades have no ratios', async () => {
  const { figures } = backtestDetail(2).result!;
  const window = {
    trainFrom: '2026-01-01',
    trainTo: '2026-03-31',
    testFrom: '2026-04-01',
    testTo: '2026-04-30',
    values: [5, 20],
    inSample: { ...figures, sharpe: 2.25, trades: 30 },
    outOfSample: { ...figures, sharpe: 7.77, trades: 6 },
  };
  const few: SweepResult = {
    ...sweep,
    sets: { ...sweep.sets, figures: { ...sweep.sets.figures, trades: [64, 29, 41, null] } },
    walkForward: { windows: [window], outOfSample: window.outOfSample },
  };
  await openWindow('/backtest?run=2&tab=sweep', {
    'backtests.list': ({ backtestId }) => ({
      backtest_list: [backtestRun(2, { kind: 'walk-forward' })],
      backtest: backtestId === undefined ? null : backtestDetail(2, { kind: 'walk-forward', sweep: few }),
      ...page,
    }),
  });
  const map = await screen.findByRole('table', { name: /^Sharpe ratio by / });
  expect(
    within(map)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['0.40', '–', '−0.30', '–']);
  const best = screen.getByRole('table', { name: 'Best combinations' });
  expect(within(best).queryByText('1.20')).toBeNull();
  expect(within(best).getByText('0.40')).toBeTruthy();
  const windows = screen.getByRole('table', { name: 'Windows' });
  expect(within(windows).getByText('2.25')).toBeTruthy();
  expect(within(windows).queryByText('7.77')).toBeNull();
  expect(screen.getByText(/need 30 trades/)).toBeTruthy();
});

test('the statistics of a run say why figures are withheld, where trades are few', async () => {
  const open = (trades: number) =>
    openWindow('/backtest?run=2', {
      'backtests.list': ({ backtestId }) => ({
        backtest_list: [backtestRun(2)],
        backtest:
          backtestId === undefined
            ? null
            : backtestDetail(2, {
                result: backtestResult({
                  figures: { ...backtestResult().figures, tradesPerMonth: 30.4, trades },
                }),
              }),
        ...page,
      }),
    });
  await open(6);
  expect(await screen.findByText(/trades\/month need 30 trades/)).toBeTruthy();
  expect(screen.queryByText('30.4')).toBeNull();
  closeWindow();
  await open(30);
  expect(await screen.findByText('30.4')).toBeTruthy();
  expect(screen.queryByText(/need 30 trades/)).toBeNull();
});

test('do these rules look ahead? says so either way', async () => {
  const { fake } = await openForm();
  fireEvent.click(screen.getByRole('button', { name: 'Look-ahead check' }));
  expect(await screen.findByText(/The rules do not look ahead: cut off at 40 moments/)).toBeTruthy();
  fake.script({
    'backtests.lookAhead': () => ({
      isClean: false,
      cuts: 40,
      barsCompared: 12_000,
      differences: [
        {
          symbol: 'ITC',
          at: '2026-02-03T09:15:00+05:30',
          what: 'entry',
          withFuture: 'fires',
          without: 'does not fire',
        },
      ],
    }),
  });
  fireEvent.click(screen.getByRole('button', { name: 'Look-ahead check' }));
  expect(await screen.findByText(/results that cannot be traded/)).toBeTruthy();
});

test('a run over an index shows what survivorship would have added', async () => {
  const { result } = backtestDetail(2);
  const survivorship = { index: 'NIFTY 50', shares: 50, net: 12_345_00, cost: 4_321_00 };
  await openWindow('/backtest?run=2', {
    'backtests.list': () => ({
      backtest_list: [backtestRun(2)],
      backtest: { ...backtestDetail(2), result: result && { ...result, survivorship } },
      ...page,
    }),
  });
  expect(await screen.findByText('Cost of survivorship')).toBeTruthy();
  expect(screen.getByText(/4,321\.00/)).toBeTruthy();
  expect(screen.getByText(/12,345\.00/)).toBeTruthy();
});

test('MAE and MFE of each trade are shown when wanted; what is not known is a dash', async () => {
  const known = backtestTrade(1);
  await openWindow('/backtest?run=2&tab=trades', {
    'backtests.trades': () => ({
      backtest_tradehistory: [known, backtestTrade(2, { adverse: null, favourable: null })],
      ...{ tradetotalProfit: 63_400, search: '', total: 2, pageNumber: 1, pageSize: 12 },
    }),
  });
  const table = await screen.findByRole('table', { name: 'Trades of the run' });
  expect(within(table).queryByRole('columnheader', { name: 'MAE' })).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: 'MAE and MFE' }));
  await within(table).findByRole('columnheader', { name: 'MAE' });
  const [, first, second] = within(table).getAllByRole('row');
  expect(first?.textContent).toContain('−₹345.00−0.35%+₹1,656.00+1.69%');
  expect(second?.textContent).toContain('––––');
});
