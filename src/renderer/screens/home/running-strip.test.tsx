// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { strategy } from '../../test-harness/samples.ts';

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
  expect(await strip.findByText('Since start')).toBeTruthy();
  expect(strip.getByText('Since live')).toBeTruthy();
});
