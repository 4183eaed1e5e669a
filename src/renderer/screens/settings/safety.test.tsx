// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../../shared/failure.ts';
import { killLock, riskGuard } from '../../test-harness/live-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const ROUTE = '/settings?section=safety';
const HOUR_MS = 3_600_000;
const limits = async () => within(await screen.findByRole('form', { name: 'Limits of live trading' }));

test('limits are sent in paise; nothing typed is no limit', async () => {
  const { fake } = await openWindow(ROUTE, {
    'live.riskGuard': ({ maxLossPerDay = 500_000, maxTradesPerDay = 20 }) =>
      riskGuard({ maxLossPerDay, maxTradesPerDay }),
  });
  const form = await limits();
  const loss = form.getByLabelText<HTMLInputElement>('Max daily loss');
  expect(loss.value).toBe('₹5,000.00');
  fireEvent.change(loss, { target: { value: '7,500' } });
  fireEvent.change(form.getByLabelText('Max trades/day'), { target: { value: '' } });
  fireEvent.click(form.getByRole('button', { name: 'Save limits' }));
  expect((await screen.findAllByText('Settings successfully set')).length).toBeGreaterThan(0);
  expect(fake.inputsOf('live.riskGuard').at(-1)).toEqual({ maxLossPerDay: 750_000, maxTradesPerDay: null });
  expect(loss.value).toBe('₹7,500.00');
});

test('what is no limit is said beside its field, and not sent', async () => {
  const { fake } = await openWindow(ROUTE);
  const form = await limits();
  fireEvent.change(form.getByLabelText('Max daily loss'), { target: { value: '0' } });
  fireEvent.change(form.getByLabelText('Max trades/day'), { target: { value: '1.5' } });
  fireEvent.click(form.getByRole('button', { name: 'Save limits' }));
  expect(await form.findByText('Enter an amount such as ₹5,000, or nothing')).toBeTruthy();
  expect(form.getByText('Enter a whole number from 1 to 1000, or nothing')).toBeTruthy();
  expect(fake.inputsOf('live.riskGuard')).toEqual([{}]);
});

test('a lock shows until when it holds, and cannot be released before', async () => {
  const lockedUntil = new Date(Date.now() + HOUR_MS).toISOString();
  const { fake } = await openWindow(ROUTE, {
    'live.riskGuard': () => riskGuard({ lock: { ...killLock, lockedUntil } }),
  });
  expect(await screen.findByText(killLock.reason)).toBeTruthy();
  expect(screen.getByText(/It cannot be released before/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Release' }));
  expect(fake.inputsOf('live.killSwitch')).toHaveLength(0);
});

test('a lock that has run out is released by hand', async () => {
  let lock: typeof killLock | null = {
    ...killLock,
    lockedUntil: new Date(Date.now() - HOUR_MS).toISOString(),
  };
  const { fake } = await openWindow(ROUTE, {
    'live.riskGuard': () => riskGuard({ lock }),
    'live.killSwitch': () => {
      lock = null;
      return succeed({ ...riskGuard(), stopped: [], openPositions: 0 }, 'Live trading is free again.');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Release' }));
  expect(await screen.findByText('Not locked')).toBeTruthy();
  await waitFor(() => expect(fake.inputsOf('live.killSwitch')).toEqual([{ action: 'release' }]));
});
