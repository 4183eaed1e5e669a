// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const part = {
  TricksId: 71,
  name: 'Bank Five',
  kind: 'basket',
  basketId: 1,
  mode: 'test',
  source: 'simulated',
  product: 'delivery',
  quantity: 40,
  averagePrice: 87_000,
  value: 35_200_00,
  pnl: 350_00,
} as const;

test('an instrument is added up over baskets and strategies, and opens to who holds it', async () => {
  await openWindow('/holdings', {
    'baskets.holdings': () => ({
      asOf: '2026-11-20T10:00:00+05:30',
      listHoldings: [
        {
          symbol: 'SBIN',
          name: 'State Bank of India',
          mode: 'test',
          source: 'simulated',
          quantity: 50,
          averagePrice: 87_000,
          ltp: 88_000,
          value: 44_000_00,
          pnl: 437_50,
          parts: [
            part,
            { ...part, TricksId: 5, name: 'Swing', kind: 'strategy', basketId: null, quantity: 10 },
          ],
        },
      ],
    }),
  });
  const table = await screen.findByRole('table', { name: 'Holdings by instrument' });
  expect(within(table).getByText('Bank Five, Swing')).toBeTruthy();
  expect(within(table).getByText('₹44,000.00')).toBeTruthy();
  fireEvent.click(within(table).getByRole('button', { name: /SBIN/ }));
  const who = await screen.findByRole('table', { name: 'Who holds SBIN' });
  expect(within(who).getByRole('link', { name: 'Bank Five' }).getAttribute('href')).toContain('/baskets/1');
  expect(within(who).getByRole('link', { name: 'Swing' }).getAttribute('href')).toContain('/strategies/5');
});

test('holding nothing is said', async () => {
  await openWindow('/holdings');
  expect(await screen.findByText(/^Nothing is held/)).toBeTruthy();
});
