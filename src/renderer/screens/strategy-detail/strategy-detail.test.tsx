// @vitest-environment jsdom
import { setTimeout as pause } from 'node:timers/promises';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { scriptedBackend } from '../../test-harness/scripted-backend.ts';
import { position, strategy } from '../../test-harness/samples.ts';
import type { CandleChart } from '../../features/charts/candle-chart.tsx';
import { newLegDocument } from '../builder/legs/leg-starters.ts';
import type { StrategyDetails } from './details.ts';
import { PAINT_INTERVAL_MS } from '../../../shared/quotes.ts';
import { RELOAD_INTERVAL_MS } from '../../state/reload-on-facts.ts';

afterEach(closeWindow);

vi.mock(import('../../features/charts/equity-chart.tsx'), () => ({ EquityChart: () => <></> }));
vi.mock(import('../../features/charts/candle-chart.tsx'), () => ({
  CandleChart: ({ levels, marks }: ComponentProps<typeof CandleChart>) => (
    <p role="img" aria-label="Chart">
      {levels?.map(({ label, price }) => `${label} ${price}`).join(', ')}; {marks.length} marks
    </p>
  ),
}));

test('the chart follows the market: last price, each closed bar, and the open position with stop and target', async () => {
  const { fake } = await openWindow('/strategies/11');
  const chart = await screen.findByRole('img', { name: 'Chart' });
  const before = Number(chart.textContent?.match(/(\d+) marks/)?.[1]);
  fake.emit({
    type: 'stream.event',
    event: { type: 'positions', positions: [position(1), position(2, { strategyId: 12 })] },
  });
  const tick = (at: string) =>
    fake.emit({
      type: 'stream.event',
      event: {
        type: 'quote',
        quotes: [{ symbol: 'RELIANCE', source: 'simulated', ltp: 143_210, previousClose: null, at }],
      },
    });
  tick('2026-11-20T14:33:00+05:30');
  await waitFor(() =>
    expect(chart.textContent).toBe(
      `LTP 143210, Entry 142350, Stop-loss 141000, Target 145200; ${before + 1} marks`,
    ),
  );
  const asked = () => fake.inputsOf('market.candles').length;
  const first = asked();
  tick('2026-11-20T14:34:59+05:30');
  await pause(PAINT_INTERVAL_MS * 2);
  const sameBar = asked();
  tick('2026-11-20T14:35:01+05:30');
  await waitFor(() => expect(asked()).toBe(sameBar + 1));
  expect(sameBar - first).toBeLessThanOrEqual(1);
});

test('a feed whose bars end one after another has the chart asked for at a steady pace, its last bar too', async () => {
  const { fake } = await openWindow('/strategies/11');
  await screen.findByRole('img', { name: 'Chart' });
  const asked = () => fake.inputsOf('market.candles').length;
  const bars = 12;
  const tick = (bar: number) =>
    fake.emit({
      type: 'stream.event',
      event: {
        type: 'quote',
        quotes: [
          {
            symbol: 'RELIANCE',
            source: 'simulated',
            ltp: 143_210,
            previousClose: null,
            at: new Date(Date.parse('2026-11-20T10:00:00+05:30') + bar * 15 * 60_000).toISOString(),
          },
        ],
      },
    });
  tick(0);
  await pause(RELOAD_INTERVAL_MS * 2);
  const before = asked();
  const began = performance.now();
  for (let bar = 1; bar < bars; bar++) {
    tick(bar);
    await pause(PAINT_INTERVAL_MS * 1.2);
  }
  const most = Math.ceil((performance.now() - began) / RELOAD_INTERVAL_MS) + 1;
  const during = asked() - before;
  expect(during, 'while bars go on ending').toBeGreaterThan(1);
  expect(during).toBeLessThanOrEqual(most);
  await pause(RELOAD_INTERVAL_MS * 2);
  const quiet = asked();
  tick(bars);
  await pause(PAINT_INTERVAL_MS * 1.2);
  tick(bars + 1);
  await pause(RELOAD_INTERVAL_MS * 2);
  expect(asked() - quiet, 'the first at once, the last not forgotten').toBe(2);
});

test('the page goes into a window of its own with what it shows', async () => {
  const { fake } = await openWindow('/strategies/11?tab=orders');
  fireEvent.click(await screen.findByRole('button', { name: 'Pop out' }));
  expect(fake.inputsOf('desktop.window.pop-out')).toEqual([{ route: '/strategies/11?tab=orders' }]);
});

test('the return of each month stands under the line', async () => {
  await openWindow('/strategies/11');
  const grid = await screen.findByRole('table', { name: 'Monthly returns in percent' });
  expect(within(grid).getByRole('rowheader', { name: '2026' })).toBeTruthy();
});

test('how often it trades stands among its figures, as the results have it', async () => {
  await openWindow('/strategies/11');
  const term = await screen.findByText('Trades/month');
  expect(term.closest('dl')?.textContent).toContain('Trades/month14.6');
});

test('saving settings sends paise and says the fixed words', async () => {
  const { fake } = await openWindow('/strategies/11?tab=settings', {
    'strategies.settings': () => ({
      capital: 25_000_000,
      quantity: null,
      riskPercent: 1,
      maxLossPerDay: 200_000,
      maxTradesPerDay: 10,
      squareOffTime: '15:10',
      productType: 'intraday',
      slippage: 2,
      stopLoss: null,
      target: null,
      trailing: null,
    }),
  });
  const form = within(await screen.findByRole('form', { name: 'How it trades' }));
  const capital = form.getByLabelText<HTMLInputElement>('Capital');
  expect(capital.value).toBe('₹1,00,000.00');
  fireEvent.change(capital, { target: { value: '2,50,000' } });
  fireEvent.click(form.getByRole('button', { name: 'Save settings' }));
  expect((await screen.findAllByText('Settings successfully set')).length).toBeGreaterThan(0);
  expect(fake.inputsOf('strategies.settings')).toEqual([
    {
      strategyId: 11,
      capital: 25_000_000,
      quantity: null,
      riskPercent: 1,
      maxLossPerDay: 200_000,
      maxTradesPerDay: 10,
      squareOffTime: '15:10',
      productType: 'intraday',
      slippage: 2,
    },
  ]);
});

test('a strategy with legs is offered no setting that its legs say', async () => {
  const details = scriptedBackend()['strategies.details']?.({ strategyId: 11 }) as StrategyDetails;
  const { fake } = await openWindow('/strategies/11?tab=settings', {
    'strategies.details': () => ({ ...details, rules: { ...details.rules, legs: newLegDocument() } }),
    'strategies.settings': () => details.settings,
  });
  const form = within(await screen.findByRole('form', { name: 'How it trades' }));
  expect(form.getAllByRole('textbox').map((box) => box.getAttribute('name'))).toEqual([
    'capital',
    'maxLossPerDay',
    'slippage',
  ]);
  expect(form.queryByLabelText('Product')).toBeNull();
  expect(screen.getByText(/^Its contracts are chosen when they are entered/)).toBeTruthy();
  fireEvent.click(form.getByRole('button', { name: 'Save settings' }));
  expect((await screen.findAllByText('Settings successfully set')).length).toBeGreaterThan(0);
  expect(fake.inputsOf('strategies.settings')).toEqual([
    { strategyId: 11, capital: 10_000_000, maxLossPerDay: 200_000, slippage: 2 },
  ]);
});

test('every setting that cannot be is flagged at once, and nothing is sent', async () => {
  const { fake } = await openWindow('/strategies/11?tab=settings');
  const form = within(await screen.findByRole('form', { name: 'How it trades' }));
  const type = (label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  type('Capital', '10');
  type('Quantity', '0');
  type('Risk per trade, %', '50');
  type('Max trades/day', 'many');
  type('Slippage, basis points', '900');
  fireEvent.click(form.getByRole('button', { name: 'Save settings' }));
  for (const problem of [
    'This strategy needs at least ₹50,000.00',
    'Enter a whole number from 1 to 10,00,000',
    'Enter a number above 0, at most 10',
    'Enter a whole number from 1 to 500',
    'Enter a number from 0 to 200',
  ])
    expect(await form.findByText(problem)).toBeTruthy();
  expect(fake.inputsOf('strategies.settings')).toEqual([]);
});

test('moving the stop-loss sends all three protections', async () => {
  const { fake } = await openWindow('/strategies/11?tab=settings', {
    'strategies.modifyStopLoss': ({ strategyId }) => ({ strategyId, strategyStatus: 1, openPositions: [] }),
  });
  fireEvent.change(await screen.findByLabelText('Stop-loss value'), { target: { value: '1.5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save protection' }));
  expect((await screen.findAllByText('Protection saved.')).length).toBeGreaterThan(0);
  expect(fake.inputsOf('strategies.modifyStopLoss')).toEqual([
    {
      strategyId: 11,
      stopLoss: { kind: 'percent', value: 1.5 },
      target: { kind: 'points', rupees: 24 },
      trailing: null,
      refuseExit: true,
    },
  ]);
});

test('a half-typed distance cannot be saved and says why', async () => {
  const { fake } = await openWindow('/strategies/11?tab=settings');
  fireEvent.change(await screen.findByLabelText('Stop-loss value'), { target: { value: '-2' } });
  expect(await screen.findByText('Enter a number above 0')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save protection' }));
  expect(fake.inputsOf('strategies.modifyStopLoss')).toHaveLength(0);
});

test('a copy names what it was copied from, and whose that is', async () => {
  const origin = { name: 'Opening range', author: 'Meera Iyer' };
  const details = scriptedBackend()['strategies.details'];
  if (!details) throw new Error('There are no details');
  await openWindow('/strategies/11', {
    'strategies.details': async (input) => {
      const answer = await details(input);
      return 'ok' in answer ? answer : { ...answer, strategy: strategy(11, { origin }) };
    },
  });
  expect(await screen.findByText('Copy of Opening range by Meera Iyer')).toBeTruthy();
});

test('somebody else’s strategy can be cloned and followed, not started', async () => {
  const details = scriptedBackend()['strategies.details'];
  if (!details) throw new Error('There are no details');
  await openWindow('/strategies/205?tab=log', {
    'strategies.details': async (input) => {
      const answer = await details(input);
      return 'ok' in answer ? answer : { ...answer, strategy: strategy(205, { isMine: false }) };
    },
  });
  expect(await screen.findByRole('button', { name: 'Clone' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
  expect(screen.queryByRole('tab', { name: 'Log' })).toBeNull();
});

test('a strategy that is not there says so, with a way to try again', async () => {
  await openWindow('/strategies/999', {
    'strategies.details': () => refuse('not-found', 'There is no such strategy.'),
  });
  const panel = within(await screen.findByRole('alert'));
  expect(panel.getByText('There is no such strategy.')).toBeTruthy();
  expect(panel.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a position that opens shows at once in the head of its strategy', async () => {
  const details = scriptedBackend()['strategies.details'];
  if (!details) throw new Error('There are no details');
  let openPositions = 0;
  const { fake } = await openWindow('/strategies/11?tab=settings', {
    'strategies.details': async (input) => {
      const answer = await details(input);
      return 'ok' in answer ? answer : { ...answer, strategy: strategy(11, { openPositions }) };
    },
  });
  expect(await screen.findByText('No open position')).toBeTruthy();
  openPositions = 1;
  const opened = { type: 'position' as const, position: position(7, { strategyId: 11 }) };
  fake.emit({ type: 'stream.event', event: opened });
  expect(await screen.findByText('1 open position')).toBeTruthy();
  const asked = fake.inputsOf('strategies.details').length;
  // Its price moves; nothing of the head changes by that.
  for (let times = 0; times < 3; times++) fake.emit({ type: 'stream.event', event: opened });
  await pause(RELOAD_INTERVAL_MS + 100);
  expect(fake.inputsOf('strategies.details')).toHaveLength(asked);
});

const withLive = (tradesOnPaper: number) => {
  const details = scriptedBackend()['strategies.details'];
  return openWindow('/strategies/11', {
    'strategies.details': async (input) => {
      const answer = (await details?.(input)) as StrategyDetails;
      const { strategy: summary, test: onPaper } = answer;
      const { statistics } = onPaper;
      return {
        ...answer,
        strategy: { ...summary, mode: 'live' },
        test: { ...onPaper, statistics: { ...statistics, trades: tradesOnPaper, net: 777_700 } },
        live: { ...onPaper, statistics: { ...statistics, source: 'broker', net: -333_300 } },
      };
    },
  });
};

test('what a live strategy did on paper stays to be seen, apart from what it does live', async () => {
  await withLive(12);
  expect(await screen.findByText('−₹3,333.00')).toBeTruthy();
  expect(screen.queryByText('+₹7,777.00')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Last trades' })).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Results on paper' }));
  expect(screen.getByText('+₹7,777.00')).toBeTruthy();
  expect(screen.queryByText('−₹3,333.00')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Last trades' })).toBeNull();
  const equity = within(screen.getByRole('region', { name: 'Equity and drawdown' }));
  expect(equity.getByText('PAPER')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'Live results' }));
  expect(equity.getByText('LIVE')).toBeTruthy();
});

test('a live strategy that never traded on paper has its live results only', async () => {
  await withLive(0);
  expect(await screen.findByText('−₹3,333.00')).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Results on paper' })).toBeNull();
});

test('what an entry waits for is read with its values, how old they are, and what is missing', async () => {
  const { fake } = await openWindow('/strategies/11');
  const list = await screen.findByRole('list', { name: 'Long: waits' });
  expect(within(list).getByRole('listitem').textContent).toBe('RSI(14) 34.2, needs below 30does not hold');
  expect(
    screen.getByText('Values of the candle that closed at 20-11-2026, 14:30:00, 3 min ago in the market.'),
  ).toBeTruthy();
  expect(fake.inputsOf('strategies.conditions')[0]).toEqual({ strategyId: 11, symbol: 'RELIANCE' });
  closeWindow();
  await openWindow('/strategies/11', {
    'strategies.conditions': () => ({
      ...{ symbol: 'RELIANCE', source: 'simulated', isRunning: false, at: null, candlesToGo: 15 },
      now: '2026-11-20T14:33:00+05:30',
      sides: [
        {
          ...{ side: 'short', holds: false },
          conditions: [
            { kind: 'any', depth: 0, holds: null, text: '', values: [] },
            {
              kind: 'comparison',
              depth: 1,
              holds: null,
              text: 'RSI(14) no value yet, needs below 30',
              values: [],
            },
          ],
        },
      ],
    }),
  });
  const waits = await screen.findByRole('list', { name: 'Short: waits' });
  expect(within(waits).getAllByText('not known yet')).toHaveLength(2);
  expect(
    screen.getByText(
      'No candle of it has closed yet, so there is no value. The rules warm up: candles to come before an entry: 15. The strategy does not run: this is what it would read.',
    ),
  ).toBeTruthy();
});
