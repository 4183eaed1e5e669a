// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { askManualOrder } from '../../state/manual-order.ts';
import { refuse } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';

afterEach(closeWindow);

const consent = () => screen.findByRole('checkbox', { name: 'Send this order with real money' });
const chooseMoney = (mode: 'test' | 'live') =>
  fireEvent.change(screen.getByRole('combobox', { name: 'Money' }), { target: { value: mode } });

test('consent to real money is said again after the ticket was on paper meanwhile', async () => {
  const account = { isOn: true, capital: 10_00_000_00, maxLossPerDay: 20_000_00, working: [] };
  const { fake } = await openWindow('/open-positions', {
    'manual.liveAccount': () => account,
    'manual.preview': () => refuse('refused', 'The market is closed.'),
    'manual.previewLive': () => refuse('refused', 'The market is closed.'),
  });
  act(() => askManualOrder({ symbol: 'ITC', amount: '10' }));
  await screen.findByRole('combobox', { name: 'Money' });
  chooseMoney('live');
  fireEvent.click(await consent());
  await waitFor(async () => expect((await consent()) as HTMLInputElement).toHaveProperty('checked', true));
  chooseMoney('test');
  chooseMoney('live');
  expect(await consent()).toHaveProperty('checked', false);
  fireEvent.submit(screen.getByRole('form', { name: 'Order in ITC' }));
  await screen.findByRole('combobox', { name: 'Money' });
  expect(fake.inputsOf('manual.placeLive')).toEqual([]);
});
