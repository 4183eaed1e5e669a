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

/** A document whose every element has a place. */
const placed = (element: Element, [left, top, width, height]: [number, number, number, number]) => {
  element.getBoundingClientRect = () => new DOMRect(left, top, width, height);
};

test('toasts leave the corner where the focus is under them, and come back when they have gone', async () => {
  const button = document.body.appendChild(document.createElement('button'));
  placed(button, [900, 600, 24, 24]);
  show('In the way');
  await after(0);
  const bar = screen.getByText('In the way').closest('[data-rht-toaster] > * > *');
  if (!(bar instanceof HTMLElement) || !bar.parentElement) throw new Error('There is no toast');
  const corner = () => bar.parentElement?.style.justifyContent;
  placed(bar, [580, 580, 420, 60]);
  expect(corner()).toBe('flex-end');
  act(() => button.focus());
  await after(50);
  expect(corner()).toBe('');

  await after(TOAST_MS);
  await after(LEAVING_MS);
  button.remove();
  show('Next');
  await after(0);
  const next = screen.getByText('Next').closest('[data-rht-toaster] > *');
  expect(next instanceof HTMLElement && next.style.justifyContent).toBe('flex-end');
});
