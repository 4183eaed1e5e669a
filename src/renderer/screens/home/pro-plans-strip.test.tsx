// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

test('the plans of advisors are named with risk, result and fee, and lead to their comparison', async () => {
  await openWindow('/home');
  const list = within(await screen.findByRole('list', { name: 'Pro plans' }));
  const [first] = list.getAllByRole('listitem');
  expect(first?.textContent).toMatch(
    /Steady Shares.*Ananya Kulkarni · Low risk.*\+7\.24% on paper.*₹399\.00 \+ GST/,
  );
  expect(screen.getByRole('link', { name: 'Compare the plans' }).getAttribute('href')).toBe('#/pro-plans');
});

test('without an answer there is no strip, and no complaint', async () => {
  await openWindow('/home', { 'advisors.plans': () => refuse('unavailable', 'Later.') });
  await screen.findByRole('heading', { name: 'Top ten' });
  expect(screen.queryByText('Compare the plans')).toBeNull();
  expect(screen.queryByText('Later.')).toBeNull();
});
