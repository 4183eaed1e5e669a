// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { scriptedBackend } from '../../test-harness/scripted-backend.ts';

afterEach(closeWindow);

const candles = {
  ...{ symbol: 'NIFTY', timeframe: '1d', source: 'simulated', hasVolume: true },
  ...{
    time: [0, 86_400_000],
    open: [1, 1],
    high: [1, 1],
    low: [1, 1],
    close: [1_00, 26_085_00],
    volume: [1, 1],
  },
};
const openHome = (isDone: boolean, more: Scripts = {}) => {
  const { 'home.summary': summary } = scriptedBackend();
  return openWindow('/home', {
    'home.summary': async (input) => {
      const answer = await summary?.(input);
      return {
        ...answer,
        agenda: [{ kind: 'step', title: '', link: '/top-ten', step: 'clone', isDone }],
      } as never;
    },
    'market.candles': () => candles as never,
    ...more,
  });
};

test('a new user is shown what this is, that its prices are simulated, and how to bring real ones', async () => {
  await openHome(false);
  const panel = within(await screen.findByRole('region', { name: 'Welcome' }));
  expect(panel.getByText(/No real prices come with it/)).toBeTruthy();
  expect(await panel.findByText('NIFTY')).toBeTruthy();
  expect(panel.getByText('simulated market')).toBeTruthy();
  expect(panel.getByRole('link', { name: 'Import real prices' }).getAttribute('href')).toContain(
    '/settings?section=market',
  );
});

test('real prices can be fetched where a broker is linked, and only there', async () => {
  await openHome(false);
  const link = await screen.findByRole('link', { name: 'Fetch from Angel One' });
  expect(link.getAttribute('href')).toContain('/settings?section=market');
  closeWindow();
  const none = { broker_angelone_details: null, broker_details: [] };
  const { fake } = await openHome(false, { 'live.account': () => none });
  await screen.findByRole('link', { name: 'Import real prices' });
  await waitFor(() => expect(fake.inputsOf('live.account')).not.toEqual([]));
  expect(screen.queryByRole('link', { name: 'Fetch from Angel One' })).toBeNull();
});

test('who has a strategy of their own is not welcomed again', async () => {
  await openHome(true);
  await screen.findByRole('region', { name: 'Top ten' });
  expect(screen.queryByRole('region', { name: 'Welcome' })).toBeNull();
});
