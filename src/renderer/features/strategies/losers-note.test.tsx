// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const row = {
  ...{
    strategyAuthor: { authorId: 1, name: 'Asha Rao' },
    net: 1_00,
    source: 'simulated' as const,
    trades: 3,
  },
  ...{ followers: 1, minimumCapital: 1_000_00, winPercent: 50, maxDrawdownPercent: 1, equity: [0, 1] },
};
const topTenOf = (returns: readonly number[]) =>
  returns.map((returnPercent, index) => ({
    ...{ ...row, strategyId: index + 1, name: `Ranked ${index + 1}`, rank: index + 1, returnPercent },
  }));
const falling = {
  ...{ symbol: 'NIFTY', timeframe: '1d', source: 'simulated', hasVolume: true },
  ...{
    time: [0, 30 * DAY_MS],
    open: [1, 1],
    high: [1, 1],
    low: [1, 1],
    close: [200_00, 190_00],
    volume: [1, 1],
  },
};

const openTopTen = (returns: readonly number[], query = '') =>
  openWindow(`/top-ten${query}`, {
    'home.topTen': () => topTenOf(returns) as never,
    'market.candles': () => falling as never,
  });

test('a ranking that losers lead says so, and what the market did', async () => {
  await openTopTen([-0.5, -2]);
  expect(
    await screen.findByText(
      'All of them lost: the one that lost least comes first. NIFTY: −5.00% in the same 30 days.',
    ),
  ).toBeTruthy();
});

test('one since the start says since when the market is known, for its strategies started on days of their own', async () => {
  await openTopTen([-0.5, -2], '?window=all');
  expect(
    await screen.findByText(
      'All of them lost: the one that lost least comes first. NIFTY: −5.00% since 01-01-1970; each strategy counts from its own start.',
    ),
  ).toBeTruthy();
});

test('one of live money is not held against the market of the paper trades', async () => {
  await openTopTen([-0.5, -2], '?mode=live&window=all');
  expect(await screen.findByText('All of them lost: the one that lost least comes first.')).toBeTruthy();
});

test('one that has losers in it counts them', async () => {
  await openTopTen([3, 1, -2]);
  expect(await screen.findByText(/^1 of these 3 lost\./)).toBeTruthy();
});

test('one of winners alone says nothing', async () => {
  await openTopTen([3, 1]);
  await screen.findAllByText(/Ranked 2/);
  expect(screen.queryByText(/lost/)).toBeNull();
});
