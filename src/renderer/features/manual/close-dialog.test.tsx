// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Position } from '../../../shared/contract/positions.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { order, orderPreview, position } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const BY_HAND = { strategyName: 'Manual', isManual: true, symbol: 'ITC', quantity: 10 } as const;
const showing = (held: Position): Scripts => ({
  'positions.open': () => ({
    ...{ list: [held], net: { live: 0, test: 0 }, total: 1, pageNumber: 1, pageSize: 12 },
    ...{ counts: { all: 1, live: 0, test: 1, baskets: 0, elsewhere: 0, byHand: 1 }, source: 'simulated' },
  }),
  'manual.preview': () => orderPreview({ effect: 'close' }),
  'manual.close': () => ({ order: order(50) }),
});
const dialog = async (symbol = 'ITC') => {
  fireEvent.click(await screen.findByRole('button', { name: `Exit ${symbol}` }));
  return within(await screen.findByRole('alertdialog'));
};
const exit = (of: Awaited<ReturnType<typeof dialog>>) =>
  fireEvent.click(of.getByRole('button', { name: 'Exit' }));

test('all of a position by hand is closed where nothing is typed, a part of it where that is', async () => {
  const { fake } = await openWindow('/open-positions?type=by-hand', showing(position(7, BY_HAND)));
  let asked = await dialog();
  expect(asked.getByText(/^Sells 10 of the 10 ITC \(Intraday\) that you hold by hand\./)).toBeTruthy();
  exit(asked);
  await waitFor(() => expect(fake.inputsOf('manual.close')).toEqual([{ positionId: 7 }]));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  asked = await dialog();
  fireEvent.change(asked.getByRole('textbox', { name: 'Quantity' }), { target: { value: '4' } });
  expect(await asked.findByText(/^Sells 4 of the 10 ITC/)).toBeTruthy();
  exit(asked);
  await waitFor(() => expect(fake.inputsOf('manual.close')[1]).toEqual({ positionId: 7, quantity: 4 }));
  expect(fake.inputsOf('positions.exit')).toEqual([]);
});

test('of two products of one symbol the sentence says which is closed', async () => {
  await openWindow('/open-positions?type=by-hand', showing(position(7, { ...BY_HAND, product: 'delivery' })));
  expect((await dialog()).getByText(/^Sells 10 of the 10 ITC \(Overnight\) that you hold/)).toBeTruthy();
});

test('an option with real money is closed in lots too', async () => {
  const symbol = 'NIFTY 2026-12-29 24500 CE';
  await openWindow('/open-positions?type=by-hand', {
    ...showing(position(8, { ...BY_HAND, symbol, mode: 'live', quantity: 65 })),
    'manual.previewLive': () => orderPreview({ kind: 'option', lotSize: 65, quantity: 65 }),
  });
  const asked = await dialog(symbol);
  expect(await asked.findByText('Empty for the one lot of 65')).toBeTruthy();
  expect(asked.getByRole('textbox', { name: 'Lots' })).toBeTruthy();
});

test('a contract is closed in lots', async () => {
  const symbol = 'NIFTY 2026-12-29 24500 CE';
  const { fake } = await openWindow('/open-positions?type=by-hand', {
    ...showing(position(8, { ...BY_HAND, symbol, quantity: -195, side: 'short' })),
    'manual.preview': () => orderPreview({ kind: 'option', lotSize: 65, quantity: 195 }),
  });
  const asked = await dialog(symbol);
  expect(await asked.findByText('Empty for all 3 lots of 65')).toBeTruthy();
  fireEvent.change(asked.getByRole('textbox', { name: 'Lots' }), { target: { value: '2' } });
  expect(await asked.findByText(/^Buys back 130 of the 195/)).toBeTruthy();
  exit(asked);
  await waitFor(() => expect(fake.inputsOf('manual.close')).toEqual([{ positionId: 8, quantity: 130 }]));
});

test('more than there is, or no number, is said beside the field, as what the server says stays in the dialog', async () => {
  const { fake } = await openWindow('/open-positions?type=by-hand', {
    ...showing(position(7, BY_HAND)),
    'manual.close': () =>
      refuse(
        'conflict',
        '4 ITC of this position are being closed already. Wait for that order, or cancel it.',
      ),
  });
  const asked = await dialog();
  const field = asked.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
  fireEvent.change(field, { target: { value: '11' } });
  exit(asked);
  expect(await asked.findByText('Enter a whole number up to 10')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'half' } });
  exit(asked);
  expect(await asked.findByText('Enter a whole number above 0')).toBeTruthy();
  expect(fake.inputsOf('manual.close')).toEqual([]);
  fireEvent.change(field, { target: { value: '8' } });
  exit(asked);
  expect(await asked.findByText(/^4 ITC of this position are being closed already/)).toBeTruthy();
  expect(field.value).toBe('8');
});

test('a position of a strategy is left as before', async () => {
  const { fake } = await openWindow('/open-positions', {
    ...showing(position(9)),
    'positions.exit': () => ({ orderId: 1, positionId: 9, symbol: 'RELIANCE', quantity: 1, state: 'open' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Exit RELIANCE/ }));
  const asked = within(await screen.findByRole('alertdialog'));
  expect(asked.queryByRole('textbox')).toBeNull();
  exit(asked);
  await waitFor(() => expect(fake.inputsOf('positions.exit')).toEqual([{ positionId: 9 }]));
});
