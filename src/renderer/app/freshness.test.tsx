// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { istTime } from '../../shared/time.ts';
import { feedClock } from '../state/feed-clock.ts';
import { exchangeFreshness } from '../state/freshness.ts';
import { header } from '../state/header.ts';
import { refuse } from '../test-harness/fake-bridge.ts';
import { scriptedMoney } from '../test-harness/money-samples.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { feed, sampleHeader, sampleSettings } from '../test-harness/samples.ts';
import { themeFor } from './theme.ts';

afterEach(closeWindow);

const asOf = () => screen.getAllByText(/^Updated \d\d:\d\d:\d\d$/);
const ages = () => new Set(asOf().map((each) => each.dataset['freshness']));

const paintOfGains = (): string => {
  const provider = document.querySelector('.fui-FluentProvider');
  if (!provider) throw new Error('Nothing is painted');
  return getComputedStyle(provider).getPropertyValue('--pnlUp').trim();
};

test.each([
  ['late', 22_000],
  ['stale', 45_000],
] as const)('figures on prices that are %s say so', async (age, lastTickAgeMs) => {
  await openWindow('/home', {
    'home.header': () => ({ ...sampleHeader, feed: { ...feed, lastTickAgeMs } }),
  });
  await waitFor(() => expect(ages()).toEqual(new Set([age])));
  const grey = themeFor(sampleSettings, { isDark: false, contrast: 'usual' }).staleFg;
  expect(paintOfGains() === grey).toBe(age === 'stale');
});

test('after a sleep everything is old at once, until something has been received', async () => {
  const { fake } = await openWindow('/home');
  await waitFor(() => expect(ages()).toEqual(new Set(['fresh'])));
  const before = paintOfGains();
  let answer: (() => void) | undefined;
  fake.script({
    'home.header': () =>
      new Promise((resolve) => {
        answer = () => resolve(sampleHeader);
      }),
  });
  fake.emit({ type: 'system.resumed' });
  await waitFor(() => expect(ages()).toEqual(new Set(['stale'])));
  expect(paintOfGains()).not.toBe(before);
  expect(screen.getByText(/Market open · .* · last price/)).toBeTruthy();
  fake.emit({ type: 'stream.event', event: { type: 'reload' } });
  await waitFor(() => expect(answer).toBeDefined());
  answer?.();
  await waitFor(() => expect(ages()).toEqual(new Set(['fresh'])));
  expect(paintOfGains()).toBe(before);
});

test('a user who signs in after a page grew old finds nothing grey', async () => {
  const { fake } = await openWindow('/home');
  await waitFor(() => expect(ages()).toEqual(new Set(['fresh'])));
  const before = paintOfGains();
  fake.emit({ type: 'stream.changed', state: 'closed' });
  await waitFor(() => expect(paintOfGains()).not.toBe(before));
  fake.emit({ type: 'session.expired' });
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(paintOfGains()).toBe(before);
  fake.emit({ type: 'stream.changed', state: 'open' });
});

test('prices of the exchange grow old between two answers', () => {
  const live = { ...sampleHeader.market, state: 'open' as const, isTrading: true, lastTickAgeMs: 2_000 };
  expect(exchangeFreshness({ live }, 0)).toBe('fresh');
  expect(exchangeFreshness({ live }, 4_000)).toBe('late');
  expect(exchangeFreshness({ live }, 40_000)).toBe('stale');
  expect(exchangeFreshness({ live: { ...live, state: 'closed' } }, 40_000)).toBe('fresh');
});

test('an exchange of which no price has come shows nothing fresh while it is open', () => {
  const live = { ...sampleHeader.market, state: 'open' as const, isTrading: true, lastTickAgeMs: null };
  expect(exchangeFreshness({ live }, 0)).toBe('stale');
  expect(exchangeFreshness({ live: { ...live, state: 'closed' } }, 0)).toBe('fresh');
});

test('without real money at work no price of the exchange is awaited', () => {
  const live = { ...sampleHeader.market, state: 'open' as const, isTrading: false, lastTickAgeMs: null };
  expect(exchangeFreshness({ live }, 40_000)).toBe('fresh');
});

test('Retry connects at once, and the return is said', async () => {
  const { fake } = await openWindow('/home', { 'desktop.stream.retry': () => ({}) });
  await screen.findByRole('navigation');
  fake.emit({ type: 'stream.changed', state: 'closed' });
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(fake.inputsOf('desktop.stream.retry')).toHaveLength(1));
  fake.emit({ type: 'stream.changed', state: 'open' });
  expect((await screen.findAllByText('Connected again.')).length).toBeGreaterThan(0);
});

test('a closed market names the holiday because of which it stays closed', async () => {
  await openWindow('/home', {
    'home.header': () => ({
      ...sampleHeader,
      market: {
        state: 'closed',
        now: '2026-11-23T18:00:00+05:30',
        nextChange: '2026-11-25T09:00:00+05:30',
        label: 'Market closed · opens 25-11-2026, 09:00',
      },
    }),
  });
  const clock = await screen.findByText(/opens 25-11-2026, 09:00/);
  const detail = () => document.getElementById(clock.getAttribute('aria-describedby') ?? '')?.textContent;
  fireEvent.focus(clock);
  await waitFor(() => expect(detail()).toContain('Holiday: Guru Nanak Jayanti'));
});

test('in Hindi the clock and the broker beside it are Hindi', async () => {
  await openWindow('/home', {
    'desktop.settings.read': () => ({ ...sampleSettings, language: 'hi' as const }),
    'home.header': () => ({
      ...sampleHeader,
      market: { ...sampleHeader.market, state: 'closed', nextChange: '2026-11-25T09:00:00+05:30' },
    }),
  });
  const clock = await screen.findByText(/बाज़ार बंद · 25-11-2026, 09:00 पर खुलेगा/);
  expect(clock.textContent).not.toMatch(/Market|opens|closes/);
  expect(screen.getByText('कोई ब्रोकर नहीं जुड़ा')).toBeTruthy();
});

test('the broker’s session counts down in its last hour', async () => {
  const broker = (leftMinutes: number) => ({
    state: 'connected' as const,
    label: 'Angel One',
    isLoginDue: false,
    sessionUntil: new Date(Date.now() + leftMinutes * 60_000 + 30_000).toISOString(),
  });
  const { fake } = await openWindow('/home', {
    'home.header': () => ({ ...sampleHeader, broker: broker(200) }),
  });
  const pill = () => screen.getByText(/^Angel One/);
  await screen.findByText(/^Angel One/);
  expect(pill().textContent).toBe('Angel One');
  fake.script({ 'home.header': () => ({ ...sampleHeader, broker: broker(43) }) });
  fake.emit({ type: 'stream.event', event: { type: 'reload' } });
  await waitFor(() => expect(pill().textContent).toBe('Angel One · 43 min left'));
});

test('the age of the last price grows while the header cannot be asked', async () => {
  const { fake } = await openWindow('/home', {
    'home.header': () => ({ ...sampleHeader, feed: { ...feed, lastTickAgeMs: 22_000 } }),
  });
  await waitFor(() => expect(ages()).toEqual(new Set(['late'])));
  const tickAt = feedClock.use.getState().lastTickAt;
  fake.script({ 'home.header': () => refuse('unavailable', 'Nobody is there.') });
  await new Promise((done) => setTimeout(done, 20));
  await header.reload();
  expect(header.get().failure?.message).toBe('Nobody is there.');
  expect(feedClock.use.getState().lastTickAt).toBe(tickAt);
});

test('what is shown is as old as the last word of the backend, not as the moment at which that was missed', async () => {
  const { fake } = await openWindow('/home');
  await screen.findByRole('navigation');
  const heardAt = Date.now() - 40_000;
  fake.emit({ type: 'stream.changed', state: 'closed', heardAt });
  const bar = await screen.findByText(/Live updates have stopped for the moment\./);
  expect(bar.textContent).toContain(`Showing data from ${istTime(heardAt)}.`);
  fake.emit({ type: 'stream.changed', state: 'open' });
});

test('what could not be had is asked for again as soon as the backend is back', async () => {
  const { fake } = await openWindow('/wallet-history', {
    'wallet.history': () => refuse('unavailable', 'The server did not answer.'),
  });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  fake.emit({ type: 'stream.changed', state: 'closed' });
  await screen.findByText('Reconnecting…');
  fake.script(scriptedMoney());
  fake.emit({ type: 'stream.changed', state: 'open' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
});

test('it is asked for again too when the backend fails for a while with its stream open', async () => {
  const away = () => refuse('unavailable', 'The database cannot be reached.');
  const { fake } = await openWindow('/wallet-history', { 'wallet.history': away });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  fake.script({ 'home.header': away });
  await header.reload();
  fake.script({ ...scriptedMoney(), 'home.header': () => sampleHeader });
  await header.reload();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
});

test('an empty list that could not be asked for again says of when it is', async () => {
  const { fake } = await openWindow('/wallet-history', {
    'wallet.history': () => ({
      ...{ wallet_transaction_list: [], total: 0, opening: 0, closing: 0, pageNumber: 1, pageSize: 12 },
      ...{ wallet_id: 0 as const, type: 'A' as const, search: '', from_date: null, to_date: null },
    }),
  });
  await screen.findByText(/Nothing has moved/);
  fake.script({ 'wallet.history': () => refuse('unavailable', 'The server did not answer.') });
  fake.emit({ type: 'stream.event', event: { type: 'reload' } });
  expect(await screen.findByText(/Showing data from \d\d:\d\d:\d\d\./)).toBeTruthy();
});
