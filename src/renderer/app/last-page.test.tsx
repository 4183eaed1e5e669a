// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { lastPage } from '../state/last-page.ts';
import { closeWindow, openWindow } from '../test-harness/open-window.tsx';
import { user } from '../test-harness/samples.ts';

afterEach(() => {
  closeWindow();
  localStorage.clear();
});

test('the window opens where one was, and another person at Home', async () => {
  const { goTo } = await openWindow('/');
  await screen.findByRole('heading', { level: 1, name: 'Home' });
  goTo('/order-history?page=1');
  await screen.findByRole('heading', { level: 1, name: 'Order history' });
  closeWindow();
  expect(lastPage.of(user.id)).toMatch(/^\/order-history/);
  expect(lastPage.of(user.id + 1)).toBeNull();
  const again = await openWindow('/');
  await screen.findByRole('heading', { level: 1, name: 'Order history' });
  expect(again.address()).toMatch(/^\/order-history/);
});
