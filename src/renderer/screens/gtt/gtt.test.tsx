// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { GttOrder } from '../../../shared/contract/gtt.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const AT = '2026-11-20T10:00:00+05:30';
const gtt = (gttId: number, symbol: string, change: Partial<GttOrder> = {}): GttOrder => ({
  ...{ gttId, symbol, side: 'buy', quantity: 10, triggerPrice: 390_00, price: 391_00, state: 'resting' },
  ...{ isEnding: false, mayTrigger: true, reason: '', ruleId: '1', placedAt: AT, expiresAt: AT },
  ...change,
});
const row = async (text: string) => within((await screen.findByText(text)).closest('tr')!);

test('each order says how it stands; one in doubt is declared not to be there only when that is confirmed', async () => {
  const { fake } = await openWindow('/gtt', {
    'gtt.list': () => ({
      orders: [
        gtt(1, 'ITC'),
        gtt(2, 'SBIN', { state: 'unknown', reason: 'TrickDesk ended before the answer came.' }),
        gtt(3, 'TCS', { isEnding: true }),
        gtt(4, 'INFY', { state: 'sent', mayTrigger: false }),
      ],
      elsewhere: [{ ruleId: '99', name: 'WIPRO-EQ', terms: null }],
      ...{ listedAt: AT, problem: null },
    }),
    'gtt.cancel': () => ({ order: gtt(1, 'ITC', { isEnding: true }) }),
    'gtt.settle': () => ({ order: gtt(2, 'SBIN', { state: 'written-off', mayTrigger: false }) }),
  });
  expect((await row('ITC')).getByText('Waiting')).toBeTruthy();
  expect((await row('TCS')).getByText('Being cancelled')).toBeTruthy();
  expect((await row('TCS')).queryByRole('button', { name: 'Cancel the GTT order in TCS' })).toBeNull();
  expect((await row('INFY')).getByText('Triggered')).toBeTruthy();
  expect((await row('WIPRO-EQ')).queryAllByRole('button')).toEqual([]);
  // Its terms cannot be read: a quantity of 0 would be a word about it.
  expect((await row('WIPRO-EQ')).getAllByRole('cell').map((cell) => cell.textContent)).not.toContain('0');
  fireEvent.click((await row('ITC')).getByRole('button', { name: 'Cancel the GTT order in ITC' }));
  await waitFor(() => expect(fake.inputsOf('gtt.cancel')).toEqual([{ gttId: 1 }]));
  fireEvent.click((await row('SBIN')).getByRole('button', { name: 'Not there…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(fake.inputsOf('gtt.settle')).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'It is not there' }));
  await waitFor(() => expect(fake.inputsOf('gtt.settle')).toEqual([{ gttId: 2, isUnderstood: true }]));
});

test('without a session the orders are shown, with why nobody knows more', async () => {
  const problem = 'There is no session with Angel One.';
  await openWindow('/gtt', {
    'gtt.list': () => ({ orders: [gtt(1, 'ITC')], elsewhere: [], listedAt: null, problem }),
  });
  expect(await screen.findByText(problem)).toBeTruthy();
  expect(await screen.findByText('ITC')).toBeTruthy();
});
