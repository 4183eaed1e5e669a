// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { gtt } from '../../../shared/contract/gtt.ts';
import { askManualOrder } from '../../state/manual-order.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const ON = { isOn: true, capital: 10_00_000_00, maxLossPerDay: 20_000_00, working: [] };
const AT = '2026-11-20T10:00:00+05:30';
const preview = (problems: string[] = []): OutputOf<typeof gtt.preview> => ({
  ...{ symbol: 'ITC', side: 'buy', quantity: 10, triggerPrice: 390_00, price: 391_00, lastPrice: 400_00 },
  ...{ lastPriceAt: AT, value: 3_910_00, charges: 10_00, available: 10_00_000_00, ownShares: null },
  ...{ expiresAt: AT, problems },
});
const orderIn = (state: 'accepted' | 'refused') => ({
  order: {
    ...({ gttId: 7, symbol: 'ITC', side: 'buy', quantity: 10, triggerPrice: 390_00, price: 391_00 } as const),
    ...{ state, isEnding: false, mayTrigger: state === 'accepted', reason: '', ruleId: null },
    ...{ placedAt: AT, expiresAt: AT },
  },
});
const TICKET = {
  symbol: 'ITC',
  mode: 'live',
  type: 'gtt',
  amount: '10',
  triggerPrice: '390',
  price: '391',
} as const;
const consent = () => screen.findByRole('checkbox', { name: 'Send this order with real money' });
const form = () => screen.getByRole('form', { name: 'Order in ITC' });
const button = () => screen.getByRole('button', { name: 'Place the GTT order to buy 10 ITC' });

test('says what it is, and goes out once it is agreed to: with other figures it is said again', async () => {
  const { fake } = await openWindow('/open-positions', {
    'manual.liveAccount': () => ON,
    'gtt.preview': () => preview(),
    'gtt.place': () => orderIn('accepted'),
  });
  act(() => askManualOrder(TICKET));
  expect(await screen.findByText(/TrickDesk holds no position of it, sets no stop-loss/)).toBeTruthy();
  expect(await screen.findByText('Charges, estimated')).toBeTruthy();
  fireEvent.submit(form());
  expect(button().getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(await consent());
  fireEvent.change(screen.getByLabelText('Trigger (₹)'), { target: { value: '389' } });
  expect(await consent()).toHaveProperty('checked', false);
  fireEvent.submit(form());
  fireEvent.click(await consent());
  await waitFor(() => expect(button().getAttribute('aria-disabled')).not.toBe('true'));
  expect(fake.inputsOf('gtt.place')).toEqual([]);
  fireEvent.submit(form());
  await waitFor(() =>
    expect(fake.inputsOf('gtt.place')).toMatchObject([
      { symbol: 'ITC', side: 'buy', quantity: 10, triggerPrice: 389_00, price: 391_00, isUnderstood: true },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Order in ITC' })).toBeNull());
  // None of it is an order of the day.
  expect(fake.inputsOf('manual.placeLive')).toEqual([]);
  expect(fake.inputsOf('manual.previewLive')).toEqual([]);
});

test('that was refused can be sent again under another mark; one whose answer is lost keeps its mark', async () => {
  const answers = [
    () => refuse('unavailable', 'No answer.'),
    () => orderIn('refused'),
    () => orderIn('accepted'),
  ];
  const { fake } = await openWindow('/open-positions', {
    'manual.liveAccount': () => ON,
    'gtt.preview': () => preview(),
    'gtt.place': () => answers.shift()!(),
  });
  act(() => askManualOrder(TICKET));
  for (let sent = 1; sent <= 3; sent++) {
    if (!((await consent()) as HTMLInputElement).checked) fireEvent.click(await consent());
    await waitFor(() => expect(button().getAttribute('aria-disabled')).not.toBe('true'));
    fireEvent.submit(form());
    await waitFor(() => expect(fake.inputsOf('gtt.place')).toHaveLength(sent));
  }
  const [lost, again, other] = fake.inputsOf('gtt.place') as { mark: string }[];
  expect(again?.mark).toBe(lost?.mark);
  expect(other?.mark).not.toBe(lost?.mark);
});

test('is held back by what speaks against it, and is not offered on paper', async () => {
  const { fake } = await openWindow('/open-positions', {
    'manual.liveAccount': () => ON,
    'gtt.preview': () => preview(['TrickDesk holds 10 ITC overnight.']),
  });
  act(() => askManualOrder(TICKET));
  expect(await screen.findByText('TrickDesk holds 10 ITC overnight.')).toBeTruthy();
  fireEvent.click(await consent());
  expect(button().getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(screen.getByRole('combobox', { name: 'Account' }), { target: { value: 'test' } });
  expect(await screen.findByText('GTT orders are placed with real money only')).toBeTruthy();
  fireEvent.submit(form());
  expect(fake.inputsOf('gtt.place')).toEqual([]);
  expect(fake.inputsOf('manual.place')).toEqual([]);
});
