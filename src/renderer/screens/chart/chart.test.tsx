// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Timeframe } from '../../../shared/rule-document.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const nothing = (input: { symbol: string; timeframe: Timeframe }) => ({
  ...input,
  source: 'simulated' as const,
  hasVolume: false,
  time: [],
  open: [],
  high: [],
  low: [],
  close: [],
  volume: [],
});

test('the latest candles of an instrument are asked for, and the whole of its history when wanted', async () => {
  const app = await openWindow('/chart/INFY', { 'market.candles': nothing });
  expect(await screen.findByText('There are no prices of INFY here.')).toBeTruthy();
  expect(app.fake.inputsOf('market.candles')[0]).toEqual({
    symbol: 'INFY',
    source: 'simulated',
    timeframe: '5m',
    limit: 1_000,
  });
  fireEvent.click(screen.getByRole('tab', { name: 'Whole history' }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Prices of' }), { target: { value: 'replay' } });
  await waitFor(() =>
    expect(app.fake.inputsOf('market.candles').at(-1)).toMatchObject({ source: 'replay', limit: 200_000 }),
  );
  expect(app.address()).toBe('/chart/INFY?span=all&source=replay');
});

test('the address says what is looked at', async () => {
  const { fake } = await openWindow('/chart/INFY?span=all&timeframe=1m', { 'market.candles': nothing });
  await waitFor(() =>
    expect(fake.inputsOf('market.candles')).toMatchObject([{ timeframe: '1m', limit: 200_000 }]),
  );
});

test('it goes into a window of its own with what is looked at', async () => {
  const { fake } = await openWindow('/chart/M%26M?timeframe=1d', { 'market.candles': nothing });
  fireEvent.click(await screen.findByRole('button', { name: 'Pop out' }));
  await waitFor(() =>
    expect(fake.inputsOf('desktop.window.pop-out')).toEqual([
      { route: '/chart/M%26M?source=simulated&timeframe=1d&span=recent' },
    ]),
  );
});

test('an instrument that is not known is told in the server’s words', async () => {
  await openWindow('/chart/NOPE', {
    'market.candles': () => refuse('not-found', 'There is no instrument as NOPE.'),
  });
  expect((await screen.findAllByText('There is no instrument as NOPE.')).length).toBeGreaterThan(0);
});
