// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completeBrowser } from '../test-harness/complete-browser.ts';
import { Content, SLOW_MS } from './content.tsx';

beforeEach(() => {
  completeBrowser();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const base = {
  isLoading: false,
  hasContent: true,
  failure: null,
  loadedAt: Date.parse('2026-11-20T14:31:05+05:30'),
  onRetry: () => undefined,
  skeleton: <p>skeleton</p>,
  empty: { icon: null, sentence: 'Nothing here yet.' },
  children: <p>the rows</p>,
};

test('before anything has arrived a skeleton stands; after eight seconds it admits the wait', () => {
  const onRetry = vi.fn();
  render(<Content {...base} isLoading hasContent={false} onRetry={onRetry} />);
  expect(screen.getByText('skeleton')).toBeTruthy();
  expect(screen.queryByText(/Still loading/)).toBeNull();
  act(() => {
    vi.advanceTimersByTime(SLOW_MS);
  });
  expect(screen.getByText(/Still loading…/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('empty for the first time and empty behind a filter are two things', () => {
  const onClear = vi.fn();
  const { rerender } = render(<Content {...base} isEmpty />);
  expect(screen.getByText('Nothing here yet.')).toBeTruthy();
  rerender(<Content {...base} isEmpty onClearFilters={onClear} />);
  expect(screen.getByText('Nothing matches.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(onClear).toHaveBeenCalledTimes(1);
});

test('a failure without content is a panel; with content it stands above what is kept, with its time', () => {
  const failure = { code: 'unavailable', message: 'The backend is away.' };
  const { rerender } = render(<Content {...base} hasContent={false} failure={failure} />);
  expect(screen.getByRole('alert').textContent).toContain('The backend is away.');
  rerender(<Content {...base} failure={failure} />);
  expect(screen.getByText('the rows')).toBeTruthy();
  expect(screen.getByText(/Showing data from 14:31:05/)).toBeTruthy();
});
