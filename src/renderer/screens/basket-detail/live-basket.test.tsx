// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { constituent, detailsOf, heldBasket, offer, preview } from '../../test-harness/basket-samples.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { accountAnswer, brokerLink } from '../../test-harness/live-samples.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { order } from '../../test-harness/samples.ts';

// A chart needs a canvas; the words of the screen do not.
vi.mock(import('../../features/charts/index-chart.tsx'), () => ({ IndexChart: () => <></> }));

afterEach(closeWindow);

const liveBasket = (more: Parameters<typeof heldBasket>[0] = {}) =>
  heldBasket({ mode: 'live', source: 'broker', ...more });
const linked: Scripts = { 'live.account': () => accountAnswer(brokerLink()) };
const livePreview = (more: Parameters<typeof preview>[0] = {}) =>
  preview({ mode: 'live', source: 'broker', ...more });
const executed = {
  basketId: 1,
  strategyId: 71,
  previewId: 31,
  cashLeft: 1_478_70,
  orders: [
    {
      symbol: 'HDFCBANK',
      side: 'sell' as const,
      quantity: 12,
      orderId: 500,
      state: 'accepted' as const,
      problem: null,
      isWaiting: false,
    },
    {
      symbol: 'SBIN',
      side: 'buy' as const,
      quantity: 13,
      orderId: null,
      state: null,
      problem: null,
      isWaiting: true,
    },
  ],
};

test('real money is offered while the broker is connected, and says what to do while it is not', async () => {
  const { fake } = await openWindow('/baskets/1', {
    'live.account': () => accountAnswer(brokerLink({ state: 'login-needed' })),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Open this basket…' }));
  const live = await screen.findByRole<HTMLInputElement>('radio', { name: /Live, with real money/ });
  const way = await screen.findByRole('link', { name: 'reconnect Angel One for today' });
  expect(live.disabled).toBe(true);
  expect(way.getAttribute('href')).toContain('/profile/broker');
  expect(fake.inputsOf('baskets.preview')).toEqual([]);
});

test('it is bought with real money once its name is typed, and shown as live then', async () => {
  const { fake, address } = await openWindow('/baskets/1', {
    ...linked,
    'baskets.preview': ({ amount }) => livePreview({ kind: 'open', amount: amount ?? 0 }),
    'baskets.open': () => executed,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Open this basket…' }));
  const live = await screen.findByRole<HTMLInputElement>('radio', { name: /Angel One XXXX456/ });
  await waitFor(() => expect(live.disabled).toBe(false));
  fireEvent.click(live);
  await screen.findByRole('dialog', { name: 'Open with real money: Bank Five' });
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '50,000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  const send = await screen.findByRole('button', { name: 'Send 2 real orders' });
  expect(screen.getByText('Real money.')).toBeTruthy();
  fireEvent.click(send);
  expect(fake.inputsOf('baskets.open')).toEqual([]);
  fireEvent.change(screen.getByLabelText(/Type Bank Five to confirm/), { target: { value: 'Bank Five' } });
  fireEvent.click(send);
  const review = await screen.findByRole('dialog', { name: 'Review orders' });
  expect(within(review).getByText('Waits for the sales')).toBeTruthy();
  expect(fake.inputsOf('baskets.open')).toEqual([
    { basketId: 1, mode: 'live', amount: 50_000_00, previewId: 31, confirmName: 'Bank Five' },
  ]);
  fireEvent.click(screen.getByText('Done'));
  await waitFor(() => expect(address()).toContain('mode=live'));
  expect(fake.inputsOf('baskets.details').at(-1)).toEqual({ basketId: 1, mode: 'live' });
});

test('the preview that comes with a refusal is shown; it is not asked for again', async () => {
  const moved = 'HDFCBANK has moved from ₹990.00 to ₹1,010.00 since, by more than 1%. Nothing was ordered.';
  const { fake } = await openWindow('/baskets/1?mode=live', {
    ...linked,
    'baskets.details': () => detailsOf(liveBasket()),
    'baskets.preview': () => livePreview(),
    'baskets.rebalance': ({ previewId }) =>
      previewId === 31
        ? refuse('conflict', moved, { details: { preview: livePreview({ previewId: 32, charges: 99_99 }) } })
        : executed,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Rebalance…' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Preview' }));
  const send = await screen.findByRole('button', { name: 'Send 2 real orders' });
  expect(screen.getByText(/The purchases follow once the sales have gone through/)).toBeTruthy();
  fireEvent.click(send);
  await screen.findByText(moved);
  expect(await screen.findByText('₹99.99')).toBeTruthy();
  fireEvent.click(send);
  await screen.findByRole('dialog', { name: 'Review orders' });
  expect(fake.inputsOf('baskets.preview')).toHaveLength(1);
  expect(fake.inputsOf('baskets.rebalance')).toMatchObject([{ previewId: 31 }, { previewId: 32 }]);
});

test('what became of each order stands with its share; the one that nobody knows about is settled there', async () => {
  const filled = { orderId: 500, side: 'buy' as const, quantity: 50, filledQuantity: 50 };
  const unknown = constituent('SBIN', {
    quantity: 0,
    problem: { sentence: 'Nobody knows yet.', action: 'settle' },
    orders: [{ ...filled, orderId: 31, filledQuantity: 0, state: 'unknown', reason: 'No answer came.' }],
  });
  const rejected = constituent('INFY', {
    quantity: 0,
    problem: { sentence: 'No share of INFY was bought. Not enough funds.', action: 'repair' },
    orders: [{ ...filled, orderId: 502, filledQuantity: 0, state: 'rejected', reason: 'Not enough funds.' }],
  });
  const shares = [
    constituent('HDFCBANK', { orders: [{ ...filled, state: 'filled', reason: '' }] }),
    unknown,
    rejected,
  ];
  const { fake } = await openWindow('/baskets/1?mode=live', {
    ...linked,
    'baskets.details': () =>
      detailsOf(liveBasket({ state: 'needs-you', attention: 'Nobody knows about SBIN.' }), shares),
    'positions.orders': () => ({
      live_orderhistory: [order(31, { mode: 'live', state: 'unknown', filledQuantity: 0 })],
      totalOrder: 1,
      total: 1,
      pageNumber: 1,
      pageSize: 50,
    }),
    'live.brokerOrders': () => ({ orders: [] }),
    'live.resolve': ({ orderId }) => ({ orderId, state: 'rejected', reason: '' }),
  });
  const table = await screen.findByRole('table', { name: 'Shares of the basket' });
  for (const words of ['Complete', 'Unknown', 'Rejected'])
    expect(within(table).getByText(words)).toBeTruthy();
  expect(screen.getByText('No share of INFY was bought. Not enough funds.')).toBeTruthy();
  const panel = await screen.findByRole('region', { name: 'This basket needs you' });
  fireEvent.click(await within(panel).findByRole('radio', { name: 'It was not placed' }));
  fireEvent.click(within(panel).getByRole('button', { name: 'Settle order' }));
  await waitFor(() =>
    expect(fake.inputsOf('live.resolve')).toEqual([{ orderId: 31, decision: 'not-placed' }]),
  );
});

test('a SIP that waits for its owner is done with a fresh preview, or left out', async () => {
  const askedSips = [{ due: '2026-11-23', amount: 20_000_00, why: 'TrickDesk was not running.' }];
  const { fake } = await openWindow('/baskets/1?mode=live', {
    ...linked,
    'baskets.details': () => detailsOf(liveBasket({ askedSips })),
    'baskets.preview': () => livePreview({ kind: 'sip', amount: 20_000_00 }),
    'baskets.rebalance': () => executed,
    'baskets.leaveOutSip': ({ basketId, due }) => ({ basketId, due }),
  });
  await screen.findByText(/₹20,000\.00 wait for your word\. TrickDesk was not running\./);
  fireEvent.click(screen.getByRole('button', { name: 'Do it now…' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Preview' }));
  await screen.findByRole('button', { name: 'Send 2 real orders' });
  expect(fake.inputsOf('baskets.preview')).toEqual([{ basketId: 1, mode: 'live', due: '2026-11-23' }]);
  fireEvent.click(screen.getByRole('button', { name: 'Not now' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave it out' }));
  await waitFor(() =>
    expect(fake.inputsOf('baskets.leaveOutSip')).toEqual([{ basketId: 1, mode: 'live', due: '2026-11-23' }]),
  );
});

test('it is sold once the depository agrees, or its owner says that nothing is needed', async () => {
  const sentence = 'The depository (CDSL) must let these shares go before they can be sold: 12 SBIN.';
  const { fake } = await openWindow('/baskets/1?mode=live', {
    ...linked,
    'baskets.details': () => detailsOf(liveBasket()),
    'baskets.close': ({ isAuthorised }) =>
      isAuthorised
        ? { orders: [], left: [] }
        : refuse('refused', sentence, { details: { authorise: [{ symbol: 'SBIN', quantity: 12 }] } }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Close basket…' }));
  expect(await screen.findByText('Real orders are sent to Angel One.')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  fireEvent.change(screen.getByLabelText('Type Bank Five to confirm'), { target: { value: 'Bank Five' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sell everything' }));
  await screen.findByText(sentence);
  fireEvent.click(await screen.findByRole('checkbox', { name: /DDPI or a power of attorney/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Sell everything' }));
  await waitFor(() => expect(fake.inputsOf('baskets.close')).toHaveLength(2));
  expect(fake.inputsOf('baskets.close').at(-1)).toEqual({
    basketId: 1,
    mode: 'live',
    confirmName: 'Bank Five',
    isAuthorised: true,
  });
});

test('a basket that is held with real money only leads there from its test side', async () => {
  const { address } = await openWindow('/baskets/1', {
    'baskets.details': ({ mode }) =>
      mode === 'live'
        ? detailsOf(liveBasket())
        : {
            detailsBasket: {
              ...detailsOf(null).detailsBasket,
              offer: offer({ isHeld: true, heldModes: ['live'] }),
            },
          },
  });
  fireEvent.click(await screen.findByRole('tab', { name: 'Live' }));
  await screen.findByRole('button', { name: 'Close basket…' });
  expect(address()).toBe('/baskets/1?mode=live');
});
