// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SymbolText } from './symbol-text.tsx';

afterEach(cleanup);

test.each([
  ['NIFTY 2026-12-29 24500 CE', 'NIFTY 24500 CE'],
  ['BSE:SENSEX 2026-12-31 FUT', 'BSE:SENSEX FUT'],
])('%s is short to see, whole for a screen reader and under the mouse', (symbol, short) => {
  const { container } = render(<SymbolText symbol={symbol} />);
  expect(screen.getByText(symbol)).toBeTruthy();
  expect(screen.getByTitle(symbol)).toBe(container.firstChild);
  expect(container.querySelector('[aria-hidden]')?.firstChild?.textContent).toBe(short);
});

test.each(['RELIANCE', 'NIFTY26JAN24500CE', 'ALPHA TEST LTD'])('%s stands as it is', (symbol) => {
  expect(render(<SymbolText symbol={symbol} />).container.innerHTML).toBe(symbol);
});
