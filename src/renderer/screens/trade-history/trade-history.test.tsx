// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { tradeHistoryFlag } from '../../../shared/trade-history-flag.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { order, sampleSettings, trade } from '../../test-harness/samples.ts';

vi.mock(import('../../features/charts/candle-chart.tsx'), () => ({
  CandleChart: ({ marks }: { marks: readonly { label: string }[] }) => (
    <p>{marks.map(({ label }) => label).join(' to ')}</p>
  ),
}));

afterEach(closeWindow);

const answer = (rows: Parameters<typeof trade>[0][]) => ({
  tradetotalProfit: 64_888,
  source: 'simulated' as const,
  search: '',
  total: rows.length,
  pageNumber: 1,
  pageSize: 12,
});

test('isTest = 1 reads the test history, anything else the live one', () => {
  expect(tradeHistoryFlag('test')).toBe(1);
  expect(tradeHistoryFlag('live')).not.toBe(1);
});

test('the Test tab sends 1, the Live tab something else', async () => {
  const { fake } = await openWindow('/trade-history?mode=test');
  await screen.findByRole('table', { name: 'Paper trades' });
  expect(fake.inputsOf('positions.trades')[0]).toMatchObject({ isTest: 1, pageNumber: 1, pageSize: 12 });
  fireEvent.click(screen.getByRole('tab', { name: 'Live' }));
  await screen.findByText('No live trade has closed yet.');
  expect(fake.inputsOf('positions.trades').at(-1)).toMatchObject({ isTest: 0 });
});

test('what is shown as live or test is decided by the key of the answer, never by the flag', async () => {
  await openWindow('/trade-history?mode=test', {
    'positions.trades': () => ({
      ...answer([12]),
      live_tradehistory: [trade(12, { mode: 'live' })],
    }),
  });
  expect(await screen.findByRole('table', { name: 'Live trades' })).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'Paper trades' })).toBeNull();
});

test('a link to a trade opens it, and closing it clears the address', async () => {
  const app = await openWindow('/trade-history?trade=12');
  expect(await screen.findByText('Close crossed above the opening range')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(app.address()).not.toContain('trade='));
});

test('an opened trade shows its chart and the orders of its position alone', async () => {
  const { fake } = await openWindow('/trade-history?trade=12', {
    'positions.orders': () => ({
      test_orderhistory: [
        order(41, { positionId: 912, side: 'sell', purpose: 'target', averagePrice: 184_655 }),
        order(40, { positionId: 912 }),
        order(7, { positionId: 3 }),
      ],
      totalOrder: 3,
      total: 3,
      pageNumber: 1,
      pageSize: 100,
    }),
    'market.candles': ({ symbol, timeframe }) => {
      const times = [Date.parse('2026-11-20T10:00:00+05:30'), Date.parse('2026-11-20T11:40:00+05:30')];
      const flat = [183_000, 184_000];
      return {
        ...{ symbol, timeframe, source: 'simulated', hasVolume: true, time: times },
        ...{ open: flat, high: flat, low: flat, close: flat, volume: flat },
      };
    },
  });
  const drawer = within(await screen.findByRole('dialog', { name: 'Trade in INFY' }));
  expect(await drawer.findByText('1,834.10 to 1,846.55')).toBeTruthy();
  const orders = await drawer.findAllByRole('listitem');
  expect(orders.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Buy 60 \/ 60 · entry1,834\.10/),
    expect.stringMatching(/^Sell 60 \/ 60 · target1,846\.55/),
  ]);
  expect(fake.inputsOf('positions.orders')[0]).toMatchObject({ positionId: 912, isTest: 1 });
  expect(fake.inputsOf('market.candles')[0]).toMatchObject({ symbol: 'INFY', timeframe: '5m' });
});

test('a link to a trade on another page still opens it', async () => {
  await openWindow('/trade-history?trade=77', {
    'positions.trades': (input) => ({
      ...answer([1]),
      test_tradehistory:
        input?.pageSize === 100 ? [trade(77, { exitReason: 'Square-off at 15:10' })] : [trade(1)],
    }),
  });
  expect(await screen.findByText('Square-off at 15:10')).toBeTruthy();
});

test('the total of every trade stands below, in rupees', async () => {
  await openWindow('/trade-history');
  const total = await screen.findByText(/Total of all 3 trades/);
  expect(total.textContent).toContain('+₹7,242.25');
});

test('main may ask for a route: the click on a notification opens its trade', async () => {
  const app = await openWindow('/home');
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  app.fake.emit({ type: 'route.requested', route: '/trade-history?trade=12' });
  expect(await screen.findByText('Close crossed above the opening range')).toBeTruthy();
});

test.each([
  [
    'en',
    'Paper trades',
    'Total of 1 trade on the simulated market',
    'Total of all 2 trades on the simulated market',
  ],
  ['hi', 'पेपर ट्रेड', 'सिम्युलेटेड बाज़ार पर 1 ट्रेड का कुल', 'सिम्युलेटेड बाज़ार पर सभी 2 ट्रेड का कुल'],
] as const)(
  'the total is a whole sentence for one trade and for many: %s',
  async (language, label, one, many) => {
    for (const [ids, sentence] of [
      [[1], one],
      [[1, 2], many],
    ] as const) {
      await openWindow('/trade-history', {
        'desktop.settings.read': () => ({ ...sampleSettings, language }),
        'positions.trades': () => ({ ...answer([...ids]), test_tradehistory: ids.map((id) => trade(id)) }),
      });
      const table = await screen.findByRole('table', { name: label });
      await waitFor(() => expect(table.textContent).toContain(`${sentence} `));
      expect(table.textContent).toContain('+₹648.88');
      closeWindow();
    }
  },
);

test('trades of one structure stand together, and it opens with what each of its legs made', async () => {
  const legs = [
    { symbol: 'NIFTY 2026-12-01 26000 CE', entryPrice: 120_00, exitPrice: 150_00, net: -1_980_00 },
    { symbol: 'NIFTY 2026-12-01 26000 PE', entryPrice: 110_00, exitPrice: 40_00, net: 4_520_00 },
  ].map((leg) => ({ ...leg, side: 'short' as const, quantity: 65 }));
  const app = await openWindow('/trade-history?rows=structures', {
    'positions.structures': () => ({
      list: [
        {
          ...{ structureId: 40, strategyId: 7, strategyName: 'Nifty 9:20 Straddle', mode: 'test' },
          ...{ source: 'simulated', day: '2026-11-27', underlying: 'NIFTY', trades: 2, openLegs: 1 },
          ...{ enteredAt: '2026-11-27T09:21:00+05:30', exitedAt: '2026-11-27T15:15:00+05:30' },
          ...{ legs, gross: 2_600_00, charges: 60_00, net: 2_540_00 },
          exitReason: 'Square-off at 15:15',
        },
      ],
      net: 2_540_00,
      source: 'simulated',
      ...{ search: '', total: 1, pageNumber: 1, pageSize: 12 },
    }),
  });
  const table = await screen.findByRole('table', { name: 'Structures' });
  expect(table.textContent).toContain('NIFTY, 27-11-2026');
  expect(table.textContent).toContain('Total of 1 structure on the simulated market ▲+₹2,540.00');
  fireEvent.click(within(table).getByText('NIFTY, 27-11-2026'));
  const drawer = within(await screen.findByRole('dialog', { name: 'Structure of NIFTY, 27-11-2026' }));
  const rows = within(drawer.getByRole('list', { name: 'Trades of the legs' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'NIFTY 2026-12-01 26000 CE▼−₹1,980.00Short 65, 120.00 to 150.00',
    'NIFTY 2026-12-01 26000 PE▲+₹4,520.00Short 65, 110.00 to 40.00',
  ]);
  expect(app.address()).toContain('structure=40');
  // Trades are asked for where they are shown.
  expect(app.fake.inputsOf('positions.trades')).toEqual([]);
});
