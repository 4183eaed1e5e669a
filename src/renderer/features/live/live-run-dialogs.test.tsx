// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { succeed } from '../../../shared/failure.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { strategy } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const NAME = 'Opening range 11';
const open = (change: Parameters<typeof strategy>[1]) =>
  openWindow('/my-strategies', {
    'strategies.mine': () => ({
      rows: [strategy(11, { mode: 'live', brokerId: 2, brokerName: 'Angel One', ...change })],
      needsAttention: [],
      counts: { live: 1, test: 0, stopped: 0 },
      pageNumber: 1,
      pageSize: 6,
      total: 1,
    }),
    'strategies.sell': ({ strategyId }) =>
      succeed(
        { strategyId, strategyStatus: 2, openPositions: [], orders: [] },
        `${NAME} is stopped; 2 positions are being sold.`,
      ),
  });
const dialog = async (role = 'dialog') => within(await screen.findByRole(role));

test('a live strategy that is stopped asks about its positions; they stay protected unless asked otherwise', async () => {
  const { fake } = await open({ strategyStatus: 1, openPositions: 2 });
  fireEvent.click(await screen.findByRole('button', { name: `Stop ${NAME}` }));
  const question = await dialog();
  expect(
    question.getByRole<HTMLInputElement>('radio', { name: /2 open positions stay, with stop-loss/ }).checked,
  ).toBe(true);
  expect(fake.inputsOf('strategies.stop')).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Stop' }));
  expect((await screen.findAllByText(new RegExp(`${NAME} is stopped`))).length).toBeGreaterThan(0);
  expect(fake.inputsOf('strategies.stop')).toEqual([{ strategyId: 11 }]);
  expect(fake.inputsOf('strategies.sell')).toEqual([]);
});

test('they are left at once when that is chosen, with one key for the attempt', async () => {
  const { fake } = await open({ strategyStatus: 1, openPositions: 2 });
  fireEvent.click(await screen.findByRole('button', { name: `Stop ${NAME}` }));
  const question = await dialog();
  fireEvent.click(question.getByRole('radio', { name: /Exit now/ }));
  fireEvent.click(question.getByRole('button', { name: 'Exit now and stop' }));
  expect(
    (await screen.findAllByText(`${NAME} is stopped; 2 positions are being sold.`)).length,
  ).toBeGreaterThan(0);
  expect(fake.inputsOf('strategies.stop')).toEqual([]);
  expect(fake.calls.find(({ id }) => id === 'strategies.sell')?.options?.idempotencyKey).toMatch(
    /^[0-9a-f-]{36}$/,
  );
});

test('the key S never starts real money without a question', async () => {
  const { fake } = await open({ strategyStatus: 2, openPositions: 0 });
  const link = await screen.findByRole('link', { name: NAME });
  link.focus();
  fireEvent.keyDown(link, { key: 's', code: 'KeyS' });
  const question = await dialog('alertdialog');
  expect(question.getByText('Angel One', { selector: 'strong' })).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Leave it stopped' }));
  expect(fake.inputsOf('strategies.start')).toEqual([]);
});
