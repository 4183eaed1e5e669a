// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { toast } from 'react-hot-toast';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { completeBrowser } from '../test-harness/complete-browser.ts';
import { notify, ToastArea } from './toasts.tsx';

const TOAST_MS = 5_000;
const LEAVING_MS = 2_000;

beforeEach(() => {
  completeBrowser();
  vi.useFakeTimers();
  render(<ToastArea />);
});
afterEach(() => {
  act(() => toast.remove());
  cleanup();
  vi.useRealTimers();
});

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const show = (message: string) => act(() => notify({ tone: 'news', message }));

test('time that the mouse rests on one toast is not added to later ones', async () => {
  show('First');
  await after(0);
  fireEvent.mouseEnter(screen.getByText('First'));
  await after(60_000);
  expect(screen.queryByText('First')).not.toBeNull();
  fireEvent.mouseLeave(screen.getByText('First'));
  await after(TOAST_MS);
  await after(LEAVING_MS);
  expect(screen.queryByText('First')).toBeNull();

  show('Second');
  await after(TOAST_MS);
  await after(LEAVING_MS);
  expect(screen.queryByText('Second')).toBeNull();
});
