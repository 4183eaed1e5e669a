// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { arm } from '../../state/armed-keys.ts';
import { PAPER_KEYS } from '../../test-harness/armed-samples.tsx';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { sampleAnalysis, sampleChain, samplePayoff } from '../../test-harness/option-samples.ts';
import { order } from '../../test-harness/samples.ts';
import { sideOfKey } from './pick-cell.tsx';

afterEach(closeWindow);

const CALL = 'NIFTY 2026-12-01 24000 CE';
const PUT = 'NIFTY 2026-12-01 24000 PE';
const SCRIPTS = {
  'options.chain': ({ aSide = 40 }: { aSide?: number }) => sampleChain('', aSide),
  'options.payoff': samplePayoff,
  'options.analysis': sampleAnalysis,
};

const priceOf = (name: RegExp) => screen.findByRole('button', { name });
const legsTable = () => screen.findByRole('table', { name: 'Legs' });
const payoffAsked = (fake: { inputsOf: (id: 'options.payoff') => readonly unknown[] }) =>
  fake.inputsOf('options.payoff').at(-1);

test('B buys the option with the focus at its ask, S sells it at its bid, and arrows lead to the others', async () => {
  const { address } = await openWindow('/option-chain', SCRIPTS);
  const call = await priceOf(/^24,000.00 CE, 110.00/);
  expect(call.tabIndex).toBe(0);
  expect((await priceOf(/^24,050.00 CE/)).tabIndex).toBe(-1);
  call.focus();
  fireEvent.keyDown(call, { key: 'b' });
  fireEvent.keyDown(call, { key: 'B' });
  fireEvent.keyDown(call, { key: 'ArrowRight' });
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^24,000.00 PE/);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 's' });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowUp' });
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^23,950.00 PE/);
  const rows = within(await legsTable())
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/Buy.*01-12-2026.*24,000.00 CE.*110.05/),
    expect.stringMatching(/Sell.*24,000.00 PE.*94.95/),
  ]);
  expect(decodeURIComponent(address()).replaceAll('+', ' ')).toContain(`B2@11005=${CALL}`);
  expect(await priceOf(/^24,000.00 CE, 110.00, Buy 2$/)).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Payoff (2)' })).toBeTruthy();
});

test('while keys are armed, B and S order the option and pick no leg', async () => {
  const { fake } = await openWindow('/option-chain', {
    ...SCRIPTS,
    'manual.place': () => ({ order: order(1) }),
  });
  const call = await priceOf(/^24,000.00 CE, 110.00/);
  act(() => arm(PAPER_KEYS));
  expect(await screen.findByText(/B and S order while keys are armed\.$/)).toBeTruthy();
  fireEvent.keyDown(call, { key: 'b' });
  await waitFor(() => expect(fake.inputsOf('manual.place')).toMatchObject([{ symbol: CALL, side: 'buy' }]));
  expect(screen.queryByRole('table', { name: 'Legs' })).toBeNull();
});

test('a letter counts by its character, on a keyboard of another script by its place', () => {
  expect(sideOfKey({ key: 's', code: 'KeyO' })).toBe('sell');
  expect(sideOfKey({ key: 'x', code: 'KeyB' })).toBeNull();
  expect(sideOfKey({ key: 'व', code: 'KeyB' })).toBe('buy');
});

test('a button beside the price does the same, and the price opens its strike', async () => {
  await openWindow('/option-chain', SCRIPTS);
  fireEvent.click(await priceOf(/^Sell 24,000.00 CE at 109.95$/));
  expect(within(await legsTable()).getByText('109.95')).toBeTruthy();
  fireEvent.click(await priceOf(/^24,000.00 CE, 110.00/));
  expect(await screen.findByRole('dialog', { name: /Strike 24,000.00/ })).toBeTruthy();
});

test('legs of the address are worked out: figures in words, and their Greeks with a sum', async () => {
  const { fake } = await openWindow(
    `/option-chain?view=payoff&legs=B1@11005=${CALL},B1@9505=${PUT}`,
    SCRIPTS,
  );
  expect(await screen.findByText('23,795.00 – 24,205.00')).toBeTruthy();
  expect(payoffAsked(fake)).toEqual({
    legs: [
      { symbol: CALL, side: 'buy', lots: 1, price: 110_05 },
      { symbol: PUT, side: 'buy', lots: 1, price: 95_05 },
    ],
    whatIf: { pricePercent: 0, volatilityPoints: 0, days: 0 },
  });
  expect(screen.getByText('Unlimited')).toBeTruthy();
  expect(screen.getByText('Net premium paid')).toBeTruthy();
  expect(screen.getByText('Margin (estimate)')).toBeTruthy();
  const greeks = within(screen.getByRole('table', { name: 'Greeks of the legs' })).getAllByRole('row');
  expect(greeks).toHaveLength(1 + 2 + 1);
  // Paise of all units, in rupees.
  expect(greeks.at(-1)?.textContent).toMatch(/Sum.*6.4.*−1,100.00.*1,600.00/);
  expect(screen.getByText(/^At expiry, 01-12-2026: break-even 23,795.00 – 24,205.00/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'View as table' }));
  const table = within(screen.getByRole('table', { name: 'Payoff by price' }));
  expect(table.getByText('−₹13,325.00')).toBeTruthy();
});

test('side, lots and the leg itself can be changed, and the other side has its own price', async () => {
  const { fake } = await openWindow(`/option-chain?view=payoff&legs=B1@11005=${CALL}`, SCRIPTS);
  await screen.findByText('Unlimited');
  fireEvent.click(screen.getByRole('button', { name: /^Buy, 24,000.00 CE, 01-12-2026: turn into Sell/ }));
  await waitFor(() => expect(payoffAsked(fake)).toMatchObject({ legs: [{ side: 'sell', price: 109_95 }] }));
  const lots = screen.getByLabelText('Lots of 24,000.00 CE, 01-12-2026');
  fireEvent.change(lots, { target: { value: '3' } });
  fireEvent.blur(lots);
  await waitFor(() => expect(payoffAsked(fake)).toMatchObject({ legs: [{ side: 'sell', lots: 3 }] }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove 24,000.00 CE, 01-12-2026' }));
  await waitFor(() => expect(screen.queryByText('Unlimited')).toBeNull());
  expect(screen.getByText(/^Press B or S on a price/)).toBeTruthy();
});

test('what is tried out is asked for, by slider and by number, and taken back', async () => {
  const { fake } = await openWindow(`/option-chain?view=payoff&legs=B1@11005=${CALL}`, SCRIPTS);
  fireEvent.change(await screen.findByLabelText('Index, change in %, slider'), { target: { value: '2.5' } });
  await waitFor(() => expect(payoffAsked(fake)).toMatchObject({ whatIf: { pricePercent: 2.5 } }));
  const days = screen.getByLabelText('Days forward, number');
  fireEvent.change(days, { target: { value: '99' } });
  fireEvent.blur(days);
  // No further than the first expiry.
  await waitFor(() => expect(payoffAsked(fake)).toMatchObject({ whatIf: { pricePercent: 2.5, days: 5 } }));
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() =>
    expect(payoffAsked(fake)).toMatchObject({ whatIf: { pricePercent: 0, volatilityPoints: 0, days: 0 } }),
  );
});

test('a ready-made structure takes the place of the legs, and their payoff is shown', async () => {
  const filled = [{ symbol: PUT, side: 'sell' as const, lots: 1, price: 94_95 }];
  const { fake, address } = await openWindow(`/option-chain?legs=B1@11005=${CALL}`, {
    ...SCRIPTS,
    'options.structure': () => ({ legs: filled }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Ready-made' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Short straddle' }));
  await waitFor(() => expect(payoffAsked(fake)).toMatchObject({ legs: filled }));
  expect(fake.inputsOf('options.structure')).toEqual([{ structure: 'short-straddle' }]);
  expect(address()).toContain('view=payoff');
});

test('there is an end to the legs, and it is said', async () => {
  const twelve = Array.from({ length: 12 }, (_, at) => `B1@100=NIFTY 2026-12-01 ${20_000 + 50 * at} CE`).join(
    ',',
  );
  await openWindow(`/option-chain?legs=${twelve}`, SCRIPTS);
  fireEvent.click(await priceOf(/^Buy 24,000.00 CE at/));
  expect((await screen.findAllByText('A structure has at most 12 legs.')).length).toBeGreaterThan(0);
  expect(within(await legsTable()).getAllByRole('row')).toHaveLength(13);
});

test('smile and term structure, each as a table too', async () => {
  await openWindow('/option-chain?view=volatility', SCRIPTS);
  expect(await screen.findByText(/at the money the call has 12.34% and the put 12.34%/)).toBeTruthy();
  expect(
    await screen.findByText('At the money from 12.10% on 01-12-2026 to 12.90% on 29-12-2026.'),
  ).toBeTruthy();
  for (const button of screen.getAllByRole('button', { name: 'View as table' })) fireEvent.click(button);
  const smile = within(screen.getByRole('table', { name: 'Implied volatility by strike' }));
  expect(smile.getAllByRole('row')).toHaveLength(26);
  // The put that costs a tick has none.
  expect(smile.getAllByText('–')).toHaveLength(1);
  expect(
    within(screen.getByRole('table', { name: 'Implied volatility by expiry' })).getByText('690.00'),
  ).toBeTruthy();
});

test('open interest by strike, with the put-call ratio and max pain', async () => {
  await openWindow('/option-chain?view=interest', SCRIPTS);
  const table = within(await screen.findByRole('table', { name: 'Open interest by strike' }));
  expect(table.getAllByRole('row')).toHaveLength(26);
  expect(table.getAllByText('12.35 L')).toHaveLength(50);
  expect(table.getAllByText('−6,500')).toHaveLength(50);
  expect(await screen.findByText('0.82')).toBeTruthy();
  expect(screen.getAllByText('24,050.00')).toHaveLength(2);
});

test('the straddle of the session, and its state before the first minute', async () => {
  const at = Date.parse('2026-11-27T09:15:00+05:30');
  const minutes = (count: number) => ({
    ...{ underlying: 'NIFTY', source: 'simulated' as const, expiry: '2026-12-01' },
    time: Array.from({ length: count }, (_, index) => at + index * 60_000),
    spot: Array.from({ length: count }, () => 24_010_00),
    strike: Array.from({ length: count }, () => 24_000_00),
    premium: Array.from({ length: count }, (_, index) => 205_00 - index * 50),
  });
  const { goTo } = await openWindow('/option-chain?view=straddle', {
    ...SCRIPTS,
    'options.straddle': ({ expiry }: { expiry?: string }) => minutes(expiry ? 61 : 0),
  });
  expect(await screen.findByText('No minute of today’s session has closed yet.')).toBeTruthy();
  goTo('/option-chain?view=straddle&expiry=2026-12-29');
  expect(await screen.findByText(/205.00 at 09:15, 175.00 at 10:15, between 175.00 and 205.00/)).toBeTruthy();
});
