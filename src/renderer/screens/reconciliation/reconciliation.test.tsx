// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { AccountDifference } from '../../../shared/contract/live.ts';
import { ALERT_CATEGORIES } from '../../../shared/alert-category.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { difference } from '../../test-harness/live-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { alert, position } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const COMPARED = '2026-11-20T14:32:00+05:30';
const answering = (...differences: AccountDifference[]) => ({ comparedAt: COMPARED, differences });

const open = (differences: readonly AccountDifference[], more: Scripts = {}) =>
  openWindow('/reconciliation', {
    'live.differences': () => answering(...differences),
    'live.settleDifference': ({ differenceId, resolution }) => ({ differenceId, resolution }),
    ...more,
  });

/** Press one of the card's three decisions; returns the question that follows. */
const asking = async (decision: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `${decision}…` }));
  return within(await screen.findByRole(decision === 'Leave alone' ? 'dialog' : 'alertdialog'));
};
const priceIn = (dialog: Awaited<ReturnType<typeof asking>>) =>
  dialog.getByRole<HTMLInputElement>('textbox', { name: 'Price per share' });

test('a difference shows the evidence of both sides, and when everything was last compared', async () => {
  await open([difference()]);
  expect(await screen.findByText(/^Last compared with the account: 20-11-2026, 14:32:00/)).toBeTruthy();
  const card = within(await screen.findByRole('region', { name: 'RELIANCE' }));
  expect(
    card.getByText('The account holds less than TrickDesk: 20 RELIANCE are missing there.'),
  ).toBeTruthy();
  expect(card.getByText('40')).toBeTruthy();
  expect(card.getByText('Opening range 11, position 901')).toBeTruthy();
  expect(card.getByText('25, 20 missing there')).toBeTruthy();
  expect(card.getByText('₹1,431.10')).toBeTruthy();
});

test('taking over starts from the last price, says what is booked at the price typed, and sends just that', async () => {
  const { fake } = await open([difference()]);
  const dialog = await asking('Take over');
  expect(priceIn(dialog).value).toBe('1,431.10');
  expect(dialog.getByText('Nothing is sent to the broker.')).toBeTruthy();
  fireEvent.change(priceIn(dialog), { target: { value: '1,400' } });
  expect(
    dialog.getByText('Evening reversal, position 902: sale of 20 RELIANCE at ₹1,400.00, ₹28,000.00 in all'),
  ).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Take over' }));
  expect(await screen.findByText('TrickDesk now has what the account shows.')).toBeTruthy();
  expect(fake.inputsOf('live.settleDifference')).toEqual([
    { differenceId: 5, resolution: 'take-over', ours: 40, theirs: 20, price: 140_000 },
  ]);
});

test('a price far beyond the stop overnight is asked about, and not said to send nothing', async () => {
  const { fake } = await open([difference({ kind: 'price-gap', theirs: 40 })]);
  expect(
    await screen.findByText(/^The price of RELIANCE has gone far beyond its stop overnight/),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'The price is right…' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.queryByText('Nothing is sent to the broker.')).toBeNull();
  expect(dialog.getByText(/RELIANCE is sold at once if it is still beyond its stop/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'The price is right' }));
  await waitFor(() =>
    expect(fake.inputsOf('live.settleDifference')).toEqual([
      { differenceId: 5, resolution: 'leave-alone', ours: 40, theirs: 40 },
    ]),
  );
});

test('a trade of the account that explains the difference is shown, and taking over starts from its price', async () => {
  const sale = { side: 'sell', price: 142_000, at: '2026-11-20T14:21:00+05:30' } as const;
  await open([
    difference({
      trades: [
        { ...sale, quantity: 12 },
        { ...sale, quantity: 8, price: 142_500 },
      ],
    }),
  ]);
  const card = within(await screen.findByRole('region', { name: 'RELIANCE' }));
  expect(card.getByText('12 at ₹1,420.00')).toBeTruthy();
  expect(card.getAllByText(/^Sold 20-11-2026, 14:21:00/)).toHaveLength(2);
  expect(priceIn(await asking('Take over')).value).toBe('1,422.00');
});

test.each([
  ['of another quantity', { side: 'sell', quantity: 19 } as const],
  ['on the other side', { side: 'buy', quantity: 20 } as const],
])('a trade of the account %s says nothing of the price', async (_name, one) => {
  await open([difference({ trades: [{ ...one, price: 142_000, at: '2026-11-20T14:21:00+05:30' }] })]);
  expect(priceIn(await asking('Take over')).value).toBe('1,431.10');
});

test('without a price that is one, nothing can be taken over', async () => {
  const { fake } = await open([difference({ lastPrice: null })]);
  const dialog = await asking('Take over');
  for (const text of ['', 'abc', '0', '-5']) {
    fireEvent.change(priceIn(dialog), { target: { value: text } });
    expect(dialog.getByText('Enter a price such as 1,431.10')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Take over' }));
    fireEvent.submit(priceIn(dialog));
  }
  expect(fake.inputsOf('live.settleDifference')).toEqual([]);
});

test('a short position that the account does not have is booked as bought back', async () => {
  const short = { positionId: 7, strategyName: 'Fade', quantity: 10, missing: 10 };
  await open([difference({ kind: 'gone', ours: -10, theirs: 0, positions: [short] })]);
  const dialog = await asking('Take over');
  expect(dialog.getByText(/^Fade, position 7: purchase of 10 RELIANCE at ₹1,431\.10/)).toBeTruthy();
});

test('what the account has more joins the newest position', async () => {
  await open([difference({ kind: 'larger', ours: 40, theirs: 52 })]);
  const dialog = await asking('Take over');
  expect(
    dialog.getByText(/^Evening reversal, position 902: purchase of 12 RELIANCE at ₹1,431\.10/),
  ).toBeTruthy();
});

test('an option that has expired worthless is taken over at nothing', async () => {
  const { fake } = await open([difference({ symbol: 'NIFTY 2026-11-17 26000 CE', lastPrice: null })]);
  const dialog = await asking('Take over');
  fireEvent.change(priceIn(dialog), { target: { value: '0' } });
  fireEvent.submit(priceIn(dialog));
  await waitFor(() => expect(fake.inputsOf('live.settleDifference')).toMatchObject([{ price: 0 }]));
});

test('a split needs no price: quantities are multiplied, whole shares stay', async () => {
  const held = { positionId: 7, strategyName: 'Swing', quantity: 15, missing: 0 };
  const { fake } = await open([
    difference({ kind: 'split', factor: 2.5, ours: 15, theirs: 37, positions: [held] }),
  ]);
  expect(
    await screen.findByText('A split or a bonus, it seems: 2.5 shares for each one before.'),
  ).toBeTruthy();
  const dialog = await asking('Take over');
  expect(dialog.queryByRole('textbox')).toBeNull();
  expect(dialog.getByText('Swing, position 7: 15 RELIANCE become 37')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Take over' }));
  await waitFor(() =>
    expect(fake.inputsOf('live.settleDifference')).toEqual([
      { differenceId: 5, resolution: 'take-over', ours: 15, theirs: 37 },
    ]),
  );
});

test('a difference names the corporate action that may explain it', async () => {
  const named = 'The list of corporate actions has: Bonus 1:1, ex-date 23-11-2026.';
  await open([difference({ kind: 'smaller', actions: [named] })]);
  expect(await screen.findByText(named)).toBeTruthy();
});

test('writing off says that no result is booked', async () => {
  const { fake } = await open([difference()]);
  const dialog = await asking('Write off');
  expect(
    dialog.getByText(
      '20 RELIANCE are closed in TrickDesk without a result: no trade, no profit and no loss is booked.',
    ),
  ).toBeTruthy();
  expect(dialog.getByText('Nothing is sent to the broker.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Write off' }));
  await waitFor(() =>
    expect(fake.inputsOf('live.settleDifference')).toEqual([
      { differenceId: 5, resolution: 'write-off', ours: 40, theirs: 20 },
    ]),
  );
});

test.each(['larger', 'split'] as const)(
  'nothing is missing of what is %s, so nothing is written off',
  async (kind) => {
    await open([difference({ kind, factor: 2, theirs: 80 })]);
    expect(await screen.findByRole('button', { name: 'Leave alone…' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Write off…' })).toBeNull();
  },
);

test('leaving a difference alone is asked, too', async () => {
  const { fake } = await open([difference()]);
  const dialog = await asking('Leave alone');
  expect(dialog.getByText(/does not ask again while the quantities stay the same\./)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Leave alone' }));
  await waitFor(() =>
    expect(fake.inputsOf('live.settleDifference')).toEqual([
      { differenceId: 5, resolution: 'leave-alone', ours: 40, theirs: 20 },
    ]),
  );
});

test.each([
  ['conflict', 'The position has changed since. It is compared again in a minute.'],
  ['invalid', 'price is needed: say at what price it was traded in the account.'],
] as const)('a refusal (%s) is said in the question, which keeps what was typed', async (code, message) => {
  const { fake } = await open([difference()], {
    'live.settleDifference': () => refuse(code, message),
  });
  const dialog = await asking('Take over');
  fireEvent.change(priceIn(dialog), { target: { value: '1,399.95' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Take over' }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(priceIn(dialog).value).toBe('1,399.95');
  // What the backend knows better is asked for.
  await waitFor(() => expect(fake.inputsOf('live.differences')).toHaveLength(2));
});

test('the question follows the account while it is open, and stays when the difference has gone', async () => {
  const { fake } = await open([difference()]);
  const dialog = await asking('Write off');
  const [first] = difference().positions;
  if (!first) throw new Error('There is no position');
  fake.script({
    'live.differences': () => answering(difference({ theirs: 10, positions: [{ ...first, missing: 15 }] })),
  });
  fireEvent.focus(window);
  expect(await dialog.findByText(/^15 RELIANCE are closed in TrickDesk/)).toBeTruthy();
  fake.script({ 'live.differences': () => answering(difference({ status: 'gone' })) });
  fireEvent.focus(window);
  expect(await screen.findByText('Everything agrees with the account.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Write off' })).toBeTruthy();
});

test('what was settled stands below, with what became of it', async () => {
  await open([
    difference({ differenceId: 1, status: 'resolved', resolution: 'write-off' }),
    difference({ differenceId: 2, status: 'gone' }),
  ]);
  const table = within(await screen.findByRole('table', { name: 'Settled differences' }));
  expect(table.getByText('Written off')).toBeTruthy();
  expect(table.getByText('Gone by itself: both sides agree again')).toBeTruthy();
  expect(screen.getByText('Everything agrees with the account.')).toBeTruthy();
});

test('a difference that was left alone stays listed, is not shown as agreement, and can be decided otherwise', async () => {
  const { fake } = await open([difference({ resolution: 'leave-alone' })]);
  expect(await screen.findByText('Nothing is left to decide.')).toBeTruthy();
  expect(screen.queryByText('Everything agrees with the account.')).toBeNull();
  const card = within(screen.getByRole('region', { name: 'RELIANCE' }));
  expect(card.getByText('Left alone')).toBeTruthy();
  expect(card.queryByRole('button', { name: 'Leave alone…' })).toBeNull();
  expect(screen.queryByRole('table', { name: 'Settled differences' })).toBeNull();
  const dialog = await asking('Write off');
  fireEvent.click(dialog.getByRole('button', { name: 'Write off' }));
  await waitFor(() =>
    expect(fake.inputsOf('live.settleDifference')).toEqual([
      { differenceId: 5, resolution: 'write-off', ours: 40, theirs: 20 },
    ]),
  );
});

test('what is undecided stands before what was left alone', async () => {
  await open([
    difference({ resolution: 'leave-alone' }),
    difference({ differenceId: 4, symbol: 'INFY', tradingSymbol: 'INFY-EQ' }),
  ]);
  await screen.findByRole('region', { name: 'INFY' });
  const names = screen.getAllByRole('region').map((one) => one.querySelector('h2')?.textContent);
  expect(names.filter((name) => name === 'INFY' || name === 'RELIANCE')).toEqual(['INFY', 'RELIANCE']);
  expect(screen.queryByText('Nothing is left to decide.')).toBeNull();
});

test('a price that was taken for a real one is not shown as left alone', async () => {
  await open([difference({ kind: 'price-gap', status: 'resolved', resolution: 'leave-alone' })]);
  const table = within(await screen.findByRole('table', { name: 'Settled differences' }));
  expect(table.getByText('The price is right')).toBeTruthy();
  expect(screen.getByText('Everything agrees with the account.')).toBeTruthy();
});

test('that nothing was compared yet is not shown as agreement', async () => {
  await openWindow('/reconciliation', { 'live.differences': () => ({ comparedAt: null, differences: [] }) });
  expect(await screen.findByText(/^Nothing has been compared yet/)).toBeTruthy();
  expect(screen.queryByText('Everything agrees with the account.')).toBeNull();
});

test('an alert about the broker or a position that changed shows what is new, other alerts do not', async () => {
  const { fake } = await open([]);
  await screen.findByText('Everything agrees with the account.');
  const raise = (categoryId: number) =>
    act(() =>
      fake.emit({
        type: 'stream.event',
        event: { type: 'alert', alert: { ...alert(1), categoryId }, unread: 1 },
      }),
    );
  fake.script({ 'live.differences': () => answering(difference()) });
  raise(ALERT_CATEGORIES.wallet);
  await new Promise((done) => setTimeout(done, 900));
  expect(fake.inputsOf('live.differences')).toHaveLength(1);
  raise(ALERT_CATEGORIES.broker);
  expect(await screen.findByRole('region', { name: 'RELIANCE' })).toBeTruthy();
  act(() => fake.emit({ type: 'stream.event', event: { type: 'position', position: position(1) } }));
  await waitFor(() => expect(fake.inputsOf('live.differences')).toHaveLength(3));
});
