// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { position, statistics, strategy } from '../../test-harness/samples.ts';

afterEach(closeWindow);

/** Opens Home while none of the person's strategies runs. */
const openHome = async (
  counts: { test: number; stopped: number },
  needsAttention: ReturnType<typeof strategy>[] = [],
) => {
  await openWindow('/home', {
    'strategies.mine': () => ({
      rows: [],
      needsAttention,
      counts: { live: 0, ...counts },
      total: 0,
      pageNumber: 1,
      pageSize: 6,
    }),
  });
  return within(await screen.findByRole('region', { name: 'My running strategies' }));
};

test.each([
  ['are all stopped', { test: 2, stopped: 2 }, [], 'Stopped'],
  ['need their owner', { test: 0, stopped: 0 }, [strategy(11, { strategyStatus: 4 })], 'Test'],
  [
    'trade live and need their owner',
    { test: 2, stopped: 2 },
    [strategy(11, { mode: 'live', strategyStatus: 4 })],
    'Live',
  ],
] as const)(
  'strategies that %s are not said to be none, and the way to them is there',
  async (_name, counts, needing, tab) => {
    const strip = await openHome(counts, [...needing]);
    expect(await strip.findByText('None of your strategies is running.')).toBeTruthy();
    expect(strip.queryByText(/^No strategies yet/)).toBeNull();
    const link = strip.getByRole('link', { name: 'Go to my strategies' });
    expect(link.getAttribute('href')).toContain(`/my-strategies?tab=${tab}`);
  },
);

test('a person without strategies finds the link to the ten best of the marketplace', async () => {
  const strip = await openHome({ test: 0, stopped: 0 });
  expect(await strip.findByText('No strategies yet. Start one on paper; no money is needed.')).toBeTruthy();
  expect(strip.getByRole('link', { name: 'Choose from the top ten' })).toBeTruthy();
});

test('a card here names its whole result as My strategies does', async () => {
  await openWindow('/home', {
    'strategies.mine': () => ({
      rows: [strategy(11), strategy(12, { mode: 'live' })],
      needsAttention: [],
      counts: { live: 1, test: 1, stopped: 0 },
      total: 2,
      pageNumber: 1,
      pageSize: 6,
    }),
  });
  const strip = within(await screen.findByRole('region', { name: 'My running strategies' }));
  const hintOf = (name: string) => strip.getByText(name).getAttribute('title');
  await strip.findByText('Since start');
  expect(hintOf('Since start')).toBe('Since start, open P&L included');
  expect(hintOf('Since live')).toBe('Since live, open P&L included');
});

test('the line of a card ends where its figure stands, and the figures say when they were true', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T14:32:00+05:30'));
  const { fake } = await openWindow('/home', {
    'strategies.mine': () => ({
      rows: [
        strategy(11, {
          open: { pnl: 156_313, unrealised: 156_313 },
          statistics: statistics({ net: -95_662 }),
          equity: [0, 0, -95_662],
        }),
      ],
      needsAttention: [],
      counts: { live: 0, test: 1, stopped: 0 },
      total: 1,
      pageNumber: 1,
      pageSize: 6,
    }),
  });
  const strip = within(await screen.findByRole('region', { name: 'My running strategies' }));
  expect(await strip.findByText('+₹606.51')).toBeTruthy();
  const line = strip.getByRole('img', { name: /^Result of Opening range 11/ }).querySelector('polyline');
  // From the lower edge to the upper one.
  expect(line?.getAttribute('points')).toBe('0.00,39.00 50.00,39.00 100.00,1.00');
  expect(strip.getByText('Updated 14:32:00')).toBeTruthy();
  now.mockReturnValue(Date.parse('2026-11-20T14:32:30+05:30'));
  fake.emit({ type: 'stream.event', event: { type: 'positions', positions: [position(1)] } });
  await waitFor(() => expect(strip.getByText('Updated 14:32:30')).toBeTruthy());
  now.mockRestore();
});
