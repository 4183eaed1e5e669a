// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { completeBrowser } from '../../test-harness/complete-browser.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { sampleChain as answer } from '../../test-harness/option-samples.ts';
import { sampleSettings } from '../../test-harness/samples.ts';

afterEach(() => {
  vi.restoreAllMocks();
  closeWindow();
});

const table = () => screen.findByRole('table', { name: 'Calls and puts by strike' });

test('strikes around the money are asked for, and all of them when they are wanted', async () => {
  const { fake } = await openWindow('/option-chain', {
    'options.chain': ({ aSide = 40 }: { aSide?: number }) => answer('', aSide),
  });
  expect(within(await table()).getAllByRole('row')).toHaveLength(1 + 25);
  expect(fake.inputsOf('options.chain').at(-1)).toEqual({ aSide: 12 });
  fireEvent.click(screen.getByRole('switch', { name: 'All strikes' }));
  await waitFor(async () => expect(within(await table()).getAllByRole('row')).toHaveLength(1 + 81));
});

test('the chain opens at the money, and stays where it was led to while prices move', async () => {
  let now = { spot: 24_010_00, atTheMoney: 24_000_00 };
  completeBrowser();
  // Each row is ten high, and of all that is laid out nothing else has a height.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.tagName === 'SPAN' ? this.closest('tr') : null;
    return new DOMRect(0, (row?.rowIndex ?? 0) * 10, 0, row ? 10 : 0);
  });
  const scrolled = vi.spyOn(Element.prototype, 'scrollTo');
  const shown = (): (number | undefined)[] =>
    scrolled.mock.calls.flatMap(([options]: (ScrollToOptions | number | undefined)[], call) => {
      const isTable = (scrolled.mock.contexts[call] as Element).matches('[data-list]');
      return isTable && typeof options === 'object' ? [options.top] : [];
    });
  const placeOf = (strike: string) =>
    10 * (screen.getByText(strike).closest('tr')?.rowIndex ?? Number.NaN) + 5;
  const { goTo } = await openWindow('/option-chain', {
    'options.chain': ({ expiry = '2026-12-01' }: { expiry?: string }) => {
      const { chain, ...rest } = answer();
      return { ...rest, chain: chain && { ...chain, ...now, expiry } };
    },
  });
  await waitFor(() => expect(shown()).toEqual([placeOf('24,000.00')]));
  const first = shown();
  now = { spot: 24_060_00, atTheMoney: 24_050_00 };
  await screen.findByText('24,060.00');
  expect(shown()).toEqual(first);
  goTo('/option-chain?expiry=2026-12-29');
  await waitFor(() => expect(shown()).toEqual([...first, placeOf('24,050.00')]));
});

test('a figure that a price does not give is a dash', async () => {
  await openWindow('/option-chain', { 'options.chain': () => answer() });
  const row = within(await table())
    .getAllByRole('row')
    .find((one) => within(one).queryByText('24,050.00'));
  expect(row && within(row).getAllByText('–')).toHaveLength(2);
});

test('a strike opens with both options and their straddle', async () => {
  await openWindow('/option-chain', { 'options.chain': () => answer() });
  const row = within(await table())
    .getAllByRole('row')
    .find((one) => within(one).queryByText('24,000.00'));
  if (row) fireEvent.click(row);
  const drawer = within(await screen.findByRole('dialog', { name: /Strike 24,000.00, 01-12-2026/ }));
  // 110 + 95 around the strike.
  expect(drawer.getByText('23,795.00 – 24,205.00')).toBeTruthy();
  expect(drawer.getAllByText('−8.45')).toHaveLength(2);
});

test('another index, and another expiry, are asked for', async () => {
  const { fake } = await openWindow('/option-chain', { 'options.chain': () => answer() });
  fireEvent.change(await screen.findByLabelText('Expiry'), { target: { value: '2026-12-29' } });
  await waitFor(() =>
    expect(fake.inputsOf('options.chain').at(-1)).toEqual({ expiry: '2026-12-29', aSide: 12 }),
  );
  fireEvent.click(screen.getByRole('tab', { name: 'BANKNIFTY' }));
  await waitFor(() =>
    expect(fake.inputsOf('options.chain').at(-1)).toEqual({ underlying: 'BANKNIFTY', aSide: 12 }),
  );
});

test('where there are no option prices the server says why, in Hindi too', async () => {
  await openWindow('/option-chain', {
    'options.chain': () =>
      answer('The replayed history has prices of indices and shares, and none of options.'),
    'desktop.settings.read': () => ({ ...sampleSettings, language: 'hi' }),
  });
  expect(await screen.findByText(/ऑप्शनों के नहीं/)).toBeTruthy();
});

const WANTED = 'NIFTY 2026-12-01 24100 PE';
const address = (contract: string) =>
  `/option-chain?underlying=NIFTY&expiry=2026-12-01&strikes=all&contract=${encodeURIComponent(contract)}`;

test('a contract that was looked for is marked, with the focus on it, until another expiry is chosen', async () => {
  const { address: shown } = await openWindow(address(WANTED), { 'options.chain': () => answer('', 40) });
  const marked = await screen.findByRole('button', { name: /^24,100.00 PE, / });
  expect(marked.getAttribute('aria-current')).toBe('true');
  expect(document.activeElement).toBe(marked);
  expect(document.querySelectorAll('td [aria-current]')).toHaveLength(1);
  fireEvent.change(screen.getByLabelText('Expiry'), { target: { value: '2026-12-29' } });
  await waitFor(() => expect(shown()).not.toContain('contract'));
});

test('a contract that the chain does not list says so', async () => {
  await openWindow(address('NIFTY 2026-12-01 99999 CE'), { 'options.chain': () => answer('', 40) });
  expect(await screen.findByText(/^NIFTY 2026-12-01 99999 CE is not listed in this chain/)).toBeTruthy();
});

test('the futures stand below the chain, with basis and days left, and say that they are simulated', async () => {
  await openWindow('/option-chain', { 'options.chain': () => answer() });
  const section = await screen.findByRole('region', { name: 'Futures on NIFTY' });
  expect(section.textContent).toContain('Prices: simulated market');
  const [, near, , far] = within(within(section).getByRole('table')).getAllByRole('row');
  expect(
    within(near ?? section)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Near month', '29-12-2026', '32', '24,142.00', '▼−42.50', '▲+132.00', '5.50%', '1.43 Cr']]);
  // Its open interest is not known.
  expect(
    within(far ?? section)
      .getAllByRole('cell')
      .at(-1)?.textContent,
  ).toBe('–');
  const chain = screen.getByRole('table', { name: 'Calls and puts by strike' });
  expect(section.compareDocumentPosition(chain)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test('a future that was looked for is marked', async () => {
  await openWindow(address('NIFTY 2027-01-26 FUT'), { 'options.chain': () => answer() });
  const marked = await screen.findByText('26-01-2027');
  expect(marked.getAttribute('aria-current')).toBe('true');
  expect(document.activeElement).toBe(marked);
  expect(screen.queryByText(/is not listed in this chain/)).toBeNull();
});

test('without futures nothing stands below the chain', async () => {
  await openWindow('/option-chain', { 'options.chain': () => ({ ...answer(), futures: [] }) });
  await table();
  expect(screen.queryByRole('region', { name: 'Futures on NIFTY' })).toBeNull();
});
