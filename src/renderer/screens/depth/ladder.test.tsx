// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { depthQuoteName } from '../../../shared/quotes.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const FUNDS = { capital: 10_00_000_00, available: 10_00_000_00, today: 0, maxLossPerDay: null };
const level = (price: number) => ({ price, quantity: 10, orders: 1 });

test('a price that is clicked is the one that keys act on', async () => {
  const { fake } = await openWindow('/depth?symbol=SBIN&source=simulated&view=ladder', {
    'manual.account': () => ({ funds: FUNDS, working: [] }),
  });
  await screen.findByRole('heading', { level: 1, name: 'Market depth' });
  const at = new Date().toISOString();
  const depth = { buy: [level(99_95)], sell: [level(100_05)] };
  const quote = {
    symbol: 'SBIN',
    source: 'simulated' as const,
    ltp: 100_00,
    previousClose: 99_00,
    at,
    depth,
  };
  act(() =>
    fake.emit({
      type: 'stream.event',
      event: { type: 'quote', quotes: [quote, { ...quote, symbol: depthQuoteName('SBIN') }] },
    }),
  );
  const ladder = await screen.findByRole('grid', { name: 'Ladder of SBIN' });
  fireEvent.click(within(ladder).getByText('99.90'));
  expect(within(ladder).getByText('99.90').closest('tr')?.getAttribute('aria-selected')).toBe('true');
  fireEvent.keyDown(ladder, { key: 'b' });
  const limit = await screen.findByRole('textbox', { name: 'Limit (₹)' });
  expect(limit).toHaveProperty('value', '99.90');
});
