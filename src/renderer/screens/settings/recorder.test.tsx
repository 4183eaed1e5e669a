// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const chain = (underlying: string, strikes: number) => ({
  ...{ underlying, strikes, contracts: strikes === 0 ? 0 : 4 * strikes + 2 },
  ...{ lastMinute: strikes === 0 ? null : '2026-11-27T10:15:00+05:30', message: '' },
});
const state = (nifty: number) => ({
  ...{ isLinked: true, isConnected: true, chains: [chain('NIFTY', nifty), chain('BANKNIFTY', 0)] },
  kept: { days: 12, minutes: 1_234_567, bytes: 41_975_278, from: '2026-11-10', to: '2026-11-27' },
});

test('an option chain is recorded once that is switched on, and it says how much is kept', async () => {
  let strikes = 0;
  const asked: unknown[] = [];
  await openWindow('/settings?section=market', {
    'market.recorder': () => state(strikes),
    'market.record': (input) => {
      asked.push(input);
      strikes = input.strikes;
      return state(strikes);
    },
  });
  expect(
    await screen.findByText(
      'Kept: 12 days from 10-11-2026 to 27-11-2026, 12,34,567 minutes of contracts, about 42 MB.',
    ),
  ).toBeTruthy();
  const strikesASide = screen.getByLabelText('Strikes on each side of the money, NIFTY');
  fireEvent.change(strikesASide, { target: { value: '15' } });
  fireEvent.click(screen.getByRole('button', { name: 'Record NIFTY' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Stop recording NIFTY' }));
  expect(await screen.findByRole('button', { name: 'Record NIFTY' })).toBeTruthy();
  expect(asked).toEqual([
    { underlying: 'NIFTY', strikes: 15 },
    { underlying: 'NIFTY', strikes: 0 },
  ]);
});
