// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completeBrowser } from '../../test-harness/complete-browser.ts';
import { sampleSettings } from '../../test-harness/samples.ts';
import { settings } from '../../state/settings.ts';
import { TintedPrice } from './streaming-cells.tsx';

const numbersAre = ({ isCalm }: { isCalm: boolean }) =>
  vi.spyOn(settings, 'use').mockReturnValue({ ...sampleSettings, isCalm });

beforeEach(() => {
  completeBrowser();
  numbersAre({ isCalm: false });
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const tintOf = (text: string): number =>
  Number.parseFloat(screen.getByText(text).style.getPropertyValue('--tint'));
const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

test('a price that changes is tinted, and the tint has faded after 600 ms', () => {
  const { rerender } = render(<TintedPrice ltp={100_00} />);
  expect(tintOf('100.00')).toBeNaN();
  rerender(<TintedPrice ltp={101_00} />);
  const fresh = tintOf('101.00');
  expect(fresh).toBeGreaterThan(90);
  wait(300);
  expect(tintOf('101.00')).toBeLessThan(fresh);
  expect(tintOf('101.00')).toBeGreaterThan(0);
  wait(300);
  expect(tintOf('101.00')).toBe(0);
});

test('another change begins again, and the element stays', () => {
  const { rerender } = render(<TintedPrice ltp={100_00} />);
  rerender(<TintedPrice ltp={101_00} />);
  const element = screen.getByText('101.00');
  const fresh = tintOf('101.00');
  wait(500);
  rerender(<TintedPrice ltp={99_00} />);
  expect(tintOf('99.00')).toBe(fresh);
  expect(screen.getByText('99.00')).toBe(element);
  wait(500);
  expect(tintOf('99.00')).toBeGreaterThan(0);
});

test('calm numbers have no tint', () => {
  numbersAre({ isCalm: true });
  const { rerender } = render(<TintedPrice ltp={100_00} />);
  rerender(<TintedPrice ltp={101_00} />);
  expect(tintOf('101.00')).toBeNaN();
  numbersAre({ isCalm: false });
  rerender(<TintedPrice ltp={101_00} />);
  expect(tintOf('101.00')).toBeNaN();
});

test('a tint of before is not shown again where numbers were calm for a while', () => {
  const { rerender } = render(<TintedPrice ltp={100_00} />);
  rerender(<TintedPrice ltp={101_00} />);
  wait(600);
  for (const isCalm of [true, false]) {
    numbersAre({ isCalm });
    rerender(<TintedPrice ltp={101_00} />);
  }
  expect(tintOf('101.00')).toBe(0);
});
