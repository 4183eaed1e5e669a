// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { order, strategy } from '../../test-harness/samples.ts';
import { scriptedBackend } from '../../test-harness/scripted-backend.ts';

afterEach(closeWindow);

const WHY = 'Nobody knows whether the order to buy 60 INFY reached the broker.';
const ROUTE = '/strategies/11?tab=settings';

const atBroker = {
  brokerOrderId: '251121000077',
  orderId: null,
  symbol: 'INFY-EQ',
  side: 'buy' as const,
  quantity: 60,
  filledQuantity: 60,
  price: 183_410,
  state: 'filled',
  reason: '',
};
const book = {
  orders: [
    { ...atBroker, brokerOrderId: '251121000011', symbol: 'TCS-EQ', quantity: 5 },
    { ...atBroker, brokerOrderId: '251121000012', side: 'sell' as const },
    { ...atBroker, brokerOrderId: '251121000013', orderId: 29 },
    atBroker,
  ],
};

const needy = (more: Scripts = {}): Scripts => {
  const details = scriptedBackend()['strategies.details'];
  if (!details) throw new Error('There are no details');
  return {
    'strategies.details': async (input) => {
      const answer = await details(input);
      if ('ok' in answer) return answer;
      return { ...answer, attention: WHY, strategy: strategy(11, { mode: 'live', strategyStatus: 4 }) };
    },
    'positions.orders': () => ({
      live_orderhistory: [
        order(31, { mode: 'live', state: 'unknown', filledQuantity: 0, reason: 'No answer came.' }),
        order(30, { mode: 'live', state: 'open', filledQuantity: 0 }),
      ],
      totalOrder: 2,
      total: 2,
      pageNumber: 1,
      pageSize: 50,
    }),
    'live.brokerOrders': () => book,
    'live.resolve': ({ orderId }) => ({ orderId, state: 'filled', reason: '' }),
    ...more,
  };
};

const settling = async () => within(await screen.findByRole('region', { name: 'Order 31' }));

test('the sentence, the broker’s order book and the unknown order stand together; nothing is chosen for the owner', async () => {
  const { fake } = await openWindow(ROUTE, needy());
  expect(await screen.findByText(WHY)).toBeTruthy();
  const rows = within(
    await screen.findByRole('table', { name: 'Order book of the broker, today' }),
  ).getAllByRole('row');
  expect(rows).toHaveLength(book.orders.length + 1);
  const unknown = await settling();
  expect(unknown.getByText(/No answer came/)).toBeTruthy();
  const choices = unknown.getAllByRole<HTMLInputElement>('radio');
  expect(choices.map(({ value }) => value)).toEqual([
    'is:251121000077',
    'is:251121000011',
    'not-placed',
    'frozen',
  ]);
  expect(choices.filter(({ checked }) => checked).map(({ value }) => value)).toEqual(['frozen']);
  fireEvent.click(unknown.getByRole('button', { name: 'Settle order' }));
  expect(fake.inputsOf('live.resolve')).toHaveLength(0);
  expect(screen.queryByRole('region', { name: 'Order 30' })).toBeNull();
});

test('the order at the broker that it is, is sent with a key of its own', async () => {
  const { fake } = await openWindow(ROUTE, needy());
  const unknown = await settling();
  fireEvent.click(await unknown.findByRole('radio', { name: /251121000077, Buy 60 INFY-EQ at 1,834.10/ }));
  fireEvent.click(unknown.getByRole('button', { name: 'Settle order' }));
  expect((await screen.findAllByText('Order 31 is settled.')).length).toBeGreaterThan(0);
  const [sent] = fake.calls.filter(({ id }) => id === 'live.resolve');
  expect(sent?.input).toEqual({ orderId: 31, decision: 'is', brokerOrderId: '251121000077' });
  expect(sent?.options?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  await waitFor(() => expect(fake.inputsOf('strategies.details').length).toBeGreaterThan(1));
});

test('that it was not placed warns first; it can be said while the broker does not answer', async () => {
  const { fake } = await openWindow(
    ROUTE,
    needy({
      'live.brokerOrders': () => refuse('refused', 'There is no session with the broker. Log in first.'),
      'live.resolve': () => refuse('conflict', 'It is known already what became of this order.'),
    }),
  );
  const unknown = await settling();
  expect(await screen.findByText(/no session with the broker/)).toBeTruthy();
  fireEvent.click(unknown.getByRole('radio', { name: 'It was not placed' }));
  expect(await unknown.findByText(/a position there that nothing here protects/)).toBeTruthy();
  fireEvent.click(unknown.getByRole('button', { name: 'Settle order' }));
  expect(await unknown.findByText('It is known already what became of this order.')).toBeTruthy();
  expect(fake.inputsOf('live.resolve')).toEqual([{ orderId: 31, decision: 'not-placed' }]);
});

test('without an unknown order the panel says why and leads to the log', async () => {
  await openWindow(ROUTE, {
    ...needy(),
    'positions.orders': () => ({
      live_orderhistory: [],
      totalOrder: 0,
      total: 0,
      pageNumber: 1,
      pageSize: 50,
    }),
  });
  const panel = within(await screen.findByRole('region', { name: 'This strategy needs you' }));
  expect(panel.getByText(WHY)).toBeTruthy();
  expect(panel.getByRole('link', { name: 'See the log' }).getAttribute('href')).toBe(
    '#/strategies/11?tab=log',
  );
  expect(panel.queryByRole('radio')).toBeNull();
});

test('a start from there that is refused says why', async () => {
  const sentence = 'Nobody knows whether the order of Strategy 11 to buy 60 INFY reached the broker.';
  const { fake } = await openWindow(ROUTE, needy({ 'strategies.start': () => refuse('conflict', sentence) }));
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Start live' }));
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0);
  expect(fake.inputsOf('strategies.start')).toEqual([{ strategyId: 11 }]);
});

test('it can be stopped from there', async () => {
  const { fake } = await openWindow(ROUTE, needy());
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  const question = within(await screen.findByRole('dialog'));
  fireEvent.click(await question.findByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(fake.inputsOf('strategies.stop')).toEqual([{ strategyId: 11 }]));
});
