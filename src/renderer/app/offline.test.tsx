// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { istTime } from '../../shared/time.ts';
import { feedFreshness } from '../state/freshness.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { feed, sampleHeader, sampleSettings, strategy } from '../test-harness/samples.ts';
import { themeFor } from './theme.ts';

afterEach(closeWindow);

const mine = () => ({
  rows: [strategy(11, { strategyStatus: 1 }), strategy(12, { strategyStatus: 2 })],
  needsAttention: [],
  counts: { live: 0, test: 2, stopped: 1 },
  total: 2,
  pageNumber: 1,
  pageSize: 6,
});

const isPressable = (name: string): boolean =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled') !== 'true';

const paintOfGains = (): string => {
  const provider = document.querySelector('.fui-FluentProvider');
  if (!provider) throw new Error('Nothing is painted');
  return getComputedStyle(provider).getPropertyValue('--pnlUp').trim();
};

test('the stream closes in the middle of the day: nothing new begins, everything can still end, and it comes back', async () => {
  const { fake, goTo } = await openWindow('/my-strategies?tab=Test', { 'strategies.mine': mine });
  await screen.findByRole('button', { name: 'Start Opening range 12' });
  expect(isPressable('Start Opening range 12')).toBe(true);
  const before = paintOfGains();

  const closedAt = Date.now();
  fake.emit({ type: 'stream.changed', state: 'closed' });

  const bar = await screen.findByText(/Showing data from \d\d:\d\d:\d\d\./);
  const said = /from (\S+)\./.exec(bar.textContent ?? '')?.[1];
  expect([closedAt, closedAt + 1_000].map(istTime)).toContain(said);
  const grey = themeFor(sampleSettings, { isDark: false, contrast: 'usual' }).staleFg;
  await waitFor(() => expect(paintOfGains()).toBe(grey));

  const start = screen.getByRole('button', { name: 'Start Opening range 12' });
  expect(start.getAttribute('aria-disabled')).toBe('true');
  expect(start.getAttribute('title')).toContain('You are offline.');
  fireEvent.click(start);
  expect(fake.inputsOf('strategies.start')).toEqual([]);

  expect(isPressable('Square off Opening range 11')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Stop Opening range 11' }));
  await waitFor(() => expect(fake.inputsOf('strategies.stop')).toEqual([{ strategyId: 11 }]));

  goTo('/settings?section=market');
  await screen.findByRole('button', { name: 'Start replay' });
  expect(isPressable('Start replay')).toBe(false);
  expect(isPressable('Choose CSV files…')).toBe(false);

  goTo('/open-positions');
  await screen.findByRole('button', { name: 'Exit RELIANCE' });
  expect(isPressable('Exit RELIANCE')).toBe(true);

  goTo('/marketplace');
  await screen.findByRole('button', { name: 'Clone Trend rider 1' });
  expect(isPressable('Clone Trend rider 1')).toBe(false);
  expect(isPressable('Follow Trend rider 1')).toBe(false);

  fake.emit({ type: 'stream.changed', state: 'open' });
  await waitFor(() => expect(screen.queryByText(/Showing data from/)).toBeNull());
  await waitFor(() => expect(paintOfGains()).toBe(before));
  expect(isPressable('Clone Trend rider 1')).toBe(true);
});

test('a clone dialog that is already open waits too, and Cancel still closes it', async () => {
  const { fake } = await openWindow('/top-ten');
  fireEvent.click(await screen.findByRole('button', { name: 'Clone Momentum 1' }));
  await screen.findByRole('dialog');
  await screen.findByRole('button', { name: 'Clone' });
  expect(isPressable('Clone')).toBe(true);
  fake.emit({ type: 'stream.changed', state: 'closed' });
  expect(await screen.findByText(/You are offline\./)).toBeTruthy();
  // The window is painted anew in grey, and without a layout no focus follows into the dialog.
  fireEvent.click(screen.getByRole('button', { name: 'Clone', hidden: true }));
  expect(fake.inputsOf('strategies.clone')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel', hidden: true }));
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
  fake.emit({ type: 'stream.changed', state: 'open' });
});

// The simulated market has a price every fifteen seconds of its own time.
test.each([
  { state: 'running' as const, ageMs: 800, expected: 'fresh' },
  { state: 'running' as const, ageMs: 7_000, expected: 'fresh' },
  { state: 'running' as const, ageMs: 21_000, expected: 'late' },
  { state: 'running' as const, ageMs: 7_000, speed: 60, expected: 'late' },
  { state: 'running' as const, ageMs: 7_000, kind: 'broker' as const, expected: 'late' },
  { state: 'running' as const, ageMs: 45_000, expected: 'stale' },
  { state: 'stalled' as const, ageMs: 2_000, expected: 'stale' },
  { state: 'paused' as const, ageMs: 45_000, expected: 'fresh' },
])('a $state feed with a price of $ageMs ms ago is $expected', ({ ageMs, expected, ...own }) => {
  const now = Date.parse('2026-11-20T14:32:07+05:30');
  expect(feedFreshness({ ...sampleHeader, feed: { ...feed, ...own } }, now - ageMs, now)).toBe(expected);
});

test('the clock of a stalled feed says how old its last price is, that of a running one need not', async () => {
  const { fake } = await openWindow('/home');
  const clock = () => screen.getByText(/Market open · /);
  await screen.findByText(/Market open · /);
  expect(clock().textContent).not.toContain('last price');
  fake.emit({
    type: 'stream.event',
    event: { type: 'market', feed: { ...feed, state: 'stalled', lastTickAgeMs: 45_000 } },
  });
  await waitFor(() => expect(clock().textContent).toContain('last price'));
});

test('the clock of another market has the hours of that market, from the first moment', async () => {
  const replay = { ...feed, kind: 'replay' as const, now: '2022-10-03T11:00:00+05:30' };
  const hours = { ...sampleHeader.market, now: replay.now, nextChange: '2022-10-03T15:40:00+05:30' };
  let isStopped = false;
  const { fake } = await openWindow('/home', {
    'home.header': () => (isStopped ? sampleHeader : { ...sampleHeader, market: hours, feed: replay }),
  });
  const clock = await screen.findByText(/Market open · closes 15:40 · .*Replay/);
  isStopped = true;
  const texts: (string | null)[] = [];
  const watch = new MutationObserver(() => texts.push(clock.textContent));
  watch.observe(clock, { characterData: true, childList: true, subtree: true });
  fake.emit({ type: 'stream.event', event: { type: 'market', feed } });
  await screen.findByText(/Market open · closes 15:30 · .*Simulated/);
  watch.disconnect();
  expect(texts.filter((text) => text?.includes('15:40') && text.includes('Simulated'))).toEqual([]);
});

test('starting while the feed is stalled is possible and says that entries wait', async () => {
  const { fake } = await openWindow('/my-strategies?tab=Test', {
    'strategies.mine': mine,
    'home.header': () => ({ ...sampleHeader, feed: { ...feed, state: 'stalled', lastTickAgeMs: 60_000 } }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Start Opening range 12' }));
  const said = await screen.findAllByText(
    'Opening range 12 is running. Entries wait until prices come again.',
  );
  expect(said.length).toBeGreaterThan(0);
  expect(fake.inputsOf('strategies.start')).toEqual([{ strategyId: 12 }]);
});
