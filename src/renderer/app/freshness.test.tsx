// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { exchangeFreshness } from '../state/freshness.ts';
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
  ['late', 8_000],
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
