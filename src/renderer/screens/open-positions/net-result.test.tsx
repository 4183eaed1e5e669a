// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { acceptValues } from '../../state/quotes.ts';
import { resetStores } from '../../state/store-registry.ts';
import { position } from '../../test-harness/samples.ts';
import { NetResult } from './net-result.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  resetStores();
});

test('the sum stands as it was loaded while no values come any more', () => {
  vi.useFakeTimers();
  const shown = () => screen.getByText('Paper P&L').nextElementSibling?.textContent;
  const at = (test: number) => <NetResult tab="test" net={{ live: 0, test }} source="simulated" />;
  act(() => acceptValues([position(1, { pnl: 300_00 })]));
  const { rerender } = render(at(100_00));
  expect(shown()).toContain('300.00');
  vi.advanceTimersByTime(11_000);
  rerender(at(500_00));
  expect(shown()).toContain('500.00');
});
