// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { sampleChain, samplePayoff } from '../../test-harness/option-samples.ts';
import { order } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const SOLD = 'NIFTY 2026-12-01 24000 CE';
const BOUGHT = 'NIFTY 2026-12-01 24500 CE';
const OTHER = 'NIFTY 2026-12-01 23500 PE';
const LEGS = `S1@11005=${SOLD},B2@4005=${BOUGHT},S1@3000=${OTHER}`;

interface Asked {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly size: { readonly amount: number };
}

const previewOf = ({ symbol, side, size }: Asked) => ({
  ...({ symbol, kind: 'option', side, quantity: size.amount * 65, lotSize: 65 } as const),
  ...{ freezeQuantity: 1_800, lastPrice: 100_00, lastPriceAt: '2026-11-20T10:00:00+05:30', price: 100_00 },
  ...{ value: size.amount * 65 * 100_00, effect: 'open' as const, stopLoss: null, positionId: null },
  ...{ margin: side === 'buy' ? 13_000_00 : 1_00_000_00, marginBy: 'estimate' as const },
  charges: { items: [], total: 50_00, leaving: 50_00 },
  slippage: { by: 'model', amount: 0 } as const,
  risk: { atStop: null, most: null, left: null },
  funds: { capital: 10_00_000_00, available: 2_00_000_00, today: 0, maxLossPerDay: null },
  problems: [] as string[],
});

const ACCOUNT = { isOn: false, capital: 10_00_000_00, maxLossPerDay: 20_000_00, working: [] };
const SCRIPTS = {
  'options.chain': () => sampleChain(),
  'options.payoff': samplePayoff,
  'manual.preview': previewOf,
  'manual.liveAccount': () => ACCOUNT,
};
const PAGE = `/option-chain?view=payoff&legs=${encodeURIComponent(LEGS)}`;

type Dialog = Pick<typeof screen, 'getByRole'>;

const ask = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Order these legs…' }));
  return within(await screen.findByRole('dialog', { name: 'Order 3 legs on paper' }));
};
const rowsOf = (dialog: Dialog) => within(dialog.getByRole('table')).getAllByRole('row').slice(1);
const press = async (dialog: Dialog, name: string) => {
  const button = dialog.getByRole('button', { name });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(button);
};

test('legs are previewed, the bought one first, and go out as one order each with a mark of its own', async () => {
  const { fake } = await openWindow(PAGE, {
    ...SCRIPTS,
    'manual.place': ({ symbol }: Asked) => ({ order: order(1, { symbol }) }),
  });
  const dialog = await ask();
  expect(await dialog.findByText('₹2,13,000.00')).toBeTruthy();
  expect(dialog.getByText('₹150.00')).toBeTruthy();
  expect(
    dialog.getByText(/One by one the legs need more than the ₹2,00,000.00 that are available/),
  ).toBeTruthy();
  expect(rowsOf(dialog).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Buy.*24,500.00 CE.*130/),
    expect.stringMatching(/Sell.*24,000.00 CE.*65/),
    expect.stringMatching(/Sell.*23,500.00 PE.*65/),
  ]);
  await press(dialog, 'Order 3 legs on paper');
  expect(await dialog.findByText('All 3 legs are ordered.')).toBeTruthy();
  const placed = fake.inputsOf('manual.place') as readonly (Asked & { mark: string; type: string })[];
  expect(placed.map(({ symbol, side, size, type }) => ({ symbol, side, size, type }))).toEqual([
    { symbol: BOUGHT, side: 'buy', size: { by: 'lots', amount: 2 }, type: 'market' },
    { symbol: SOLD, side: 'sell', size: { by: 'lots', amount: 1 }, type: 'market' },
    { symbol: OTHER, side: 'sell', size: { by: 'lots', amount: 1 }, type: 'market' },
  ]);
  expect(new Set(placed.map(({ mark }) => mark)).size).toBe(3);
});

test('a refused leg leaves the others as they are, is named, and is ordered again alone', async () => {
  let isRefused = true;
  const { fake } = await openWindow(PAGE, {
    ...SCRIPTS,
    'manual.place': ({ symbol }: Asked) =>
      symbol === SOLD && isRefused
        ? refuse('refused', 'There is not enough money for this order.')
        : { order: order(1, { symbol, state: symbol === OTHER ? 'open' : 'filled' }) },
  });
  const dialog = await ask();
  await press(dialog, 'Order 3 legs on paper');
  expect(await dialog.findByText(/2 of 3 legs are ordered\. Those stay as they are/)).toBeTruthy();
  expect(rowsOf(dialog).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/24,500.00 CE.*Filled/),
    expect.stringMatching(/24,000.00 CE.*Refused: There is not enough money for this order\./),
    expect.stringMatching(/23,500.00 PE.*Placed: it fills/),
  ]);
  isRefused = false;
  await press(dialog, 'Order the rest again');
  expect(await dialog.findByText('All 3 legs are ordered.')).toBeTruthy();
  const marks = (symbol: string) =>
    (fake.inputsOf('manual.place') as readonly { symbol: string; mark: string }[])
      .filter((input) => input.symbol === symbol)
      .map(({ mark }) => mark);
  expect(marks(SOLD)).toHaveLength(2);
  expect(marks(BOUGHT)).toHaveLength(1);
});

test('where a bought leg does not come through, no leg that it covers is sold', async () => {
  const { fake } = await openWindow(PAGE, {
    ...SCRIPTS,
    'manual.place': ({ symbol }: Asked) => ({
      order: order(1, { symbol, state: 'rejected', filledQuantity: 0, reason: 'No such price.' }),
    }),
  });
  const dialog = await ask();
  await press(dialog, 'Order 3 legs on paper');
  expect(await dialog.findByText(/0 of 3 legs are ordered/)).toBeTruthy();
  expect(dialog.getAllByText(/Not sent: a bought leg before it did not come through/)).toHaveLength(2);
  expect(fake.inputsOf('manual.place')).toHaveLength(1);
  await press(dialog, 'Order the rest again');
  await waitFor(() => expect(fake.inputsOf('manual.place')).toHaveLength(2));
  // The order before came to nothing: with its mark it would stay so.
  const [first, second] = fake.inputsOf('manual.place') as readonly { mark: string }[];
  expect(second?.mark).not.toBe(first?.mark);
});

test('a lost answer is said, and asked again with the same mark', async () => {
  let isLost = true;
  const { fake } = await openWindow(PAGE, {
    ...SCRIPTS,
    'manual.place': ({ symbol }: Asked) =>
      symbol === BOUGHT && isLost
        ? refuse('unknown-outcome', 'The answer was lost.')
        : { order: order(1, { symbol }) },
  });
  const dialog = await ask();
  await press(dialog, 'Order 3 legs on paper');
  expect(await dialog.findByText(/^Not known: /)).toBeTruthy();
  isLost = false;
  await press(dialog, 'Order the rest again');
  expect(await dialog.findByText('All 3 legs are ordered.')).toBeTruthy();
  const marks = (fake.inputsOf('manual.place') as readonly { symbol: string; mark: string }[])
    .filter(({ symbol }) => symbol === BOUGHT)
    .map(({ mark }) => mark);
  expect(marks).toHaveLength(2);
  expect(new Set(marks).size).toBe(1);
});

test('nothing goes out while a bought leg would be refused; real money is said to be left out', async () => {
  const { fake } = await openWindow(PAGE, {
    ...SCRIPTS,
    'manual.liveAccount': () => ({ ...ACCOUNT, isOn: true }),
    'manual.preview': (asked: Asked) => ({
      ...previewOf(asked),
      problems: asked.symbol === BOUGHT ? ['The market is closed.'] : [],
    }),
  });
  const dialog = await ask();
  expect(await dialog.findByText(/The market is closed\./)).toBeTruthy();
  expect(dialog.getByText(/Real money by hand is on\. These legs go on paper all the same/)).toBeTruthy();
  expect(dialog.getByText(/would be refused now\. Nothing is sent/)).toBeTruthy();
  const button = dialog.getByRole('button', { name: 'Order 3 legs on paper' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect(fake.inputsOf('manual.place')).toEqual([]);
});
