// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

test('price and P&L of an open position follow every price, with its charges beside them', async () => {
  const { fake } = await openWindow('/strategies/11?tab=positions');
  const table = within(await screen.findByRole('table', { name: 'Positions of the strategy' }));
  expect(table.getByRole('columnheader', { name: 'Charges so far' })).toBeTruthy();
  expect(table.getAllByText('₹23.10').length).toBeGreaterThan(0);
  expect(table.getByRole('columnheader', { name: 'Charges to come' })).toBeTruthy();
  expect(table.getAllByText('+₹258.80').length).toBeGreaterThan(0);
  fake.emit({
    type: 'stream.event',
    event: {
      type: 'quote',
      quotes: [
        {
          symbol: 'RELIANCE',
          source: 'simulated',
          ltp: 143_210,
          previousClose: null,
          at: '2026-11-20T14:33:00+05:30',
        },
      ],
    },
  });
  expect((await table.findAllByText('+₹298.80')).length).toBeGreaterThan(0);
  expect(table.getAllByText('1,432.10').length).toBeGreaterThan(0);
});
