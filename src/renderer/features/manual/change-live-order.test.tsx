// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { order, orderPreview } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const RESTING = order(31, {
  ...({ mode: 'live', state: 'open', symbol: 'ITC', strategyName: 'Manual' } as const),
  ...({ quantity: 10, filledQuantity: 0, limitPrice: 390_00, isManual: true } as const),
  terms: { type: 'limit', product: 'intraday', stopLoss: null, target: null },
});
const showing = (isByHand: boolean, answer: Scripts['manual.changeLive']): Scripts => ({
  'positions.orders': () => ({
    live_orderhistory: [isByHand ? RESTING : { ...RESTING, isManual: false, terms: null }],
    ...{ totalOrder: 1, total: 1, pageNumber: 1, pageSize: 12 },
  }),
  'manual.previewLive': () => orderPreview(),
  'manual.changeLive': answer,
});
const open = (scripts: Scripts) => openWindow('/order-history?mode=live&order=31', scripts);
const labelOf = (box: HTMLElement) => (box as HTMLInputElement).labels?.[0]?.textContent;
const consent = () => screen.findByRole('checkbox', { name: 'Change this order with real money' });

test('a real order by hand that rests is changed, and only with consent to the figures that are shown', async () => {
  const { fake } = await open(showing(true, () => ({ order: { ...RESTING, quantity: 15 } })));
  fireEvent.click(await screen.findByRole('button', { name: 'Change real order…' }));
  const form = await screen.findByRole('form', { name: 'Change real order 31 in ITC' });
  fireEvent.submit(form);
  fireEvent.click(await consent());
  fireEvent.change(screen.getByRole('textbox', { name: 'Quantity' }), { target: { value: '15' } });
  await waitFor(async () => expect(await consent()).toHaveProperty('checked', false));
  fireEvent.submit(form);
  fireEvent.change(screen.getByRole('textbox', { name: 'Limit (₹)' }), { target: { value: '391.50' } });
  fireEvent.click(await consent());
  fireEvent.click(screen.getByRole('button', { name: 'Change at Angel One' }));
  await waitFor(() =>
    expect(fake.inputsOf('manual.changeLive')).toEqual([
      {
        ...{ orderId: 31, quantity: 15, price: 391_50, triggerPrice: null, isUnderstood: true },
        before: { quantity: 10, price: 390_00, triggerPrice: null },
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('form', { name: /Change real order/ })).toBeNull());
});

test('a limit that is far from the market is asked about once more before anything is sent', async () => {
  const { fake } = await open(showing(true, () => ({ order: RESTING })));
  fireEvent.click(await screen.findByRole('button', { name: 'Change real order…' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Limit (₹)' }), { target: { value: '39.00' } });
  fireEvent.click(await consent());
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Change at Angel One' }));
  send();
  const yes = await screen.findByRole('checkbox', { name: 'Yes, at this price' });
  send();
  expect(fake.inputsOf('manual.changeLive')).toEqual([]);
  fireEvent.click(yes);
  send();
  await waitFor(() => expect(fake.inputsOf('manual.changeLive')).toMatchObject([{ price: 39_00 }]));
});

test.each([
  ['waiting', ['Quantity', 'Limit (₹)', 'Trigger (₹)'], 404_00],
  ['triggered', ['Quantity', 'Limit (₹)'], null],
] as const)('a real stop order that is %s is changed in what it still has', async (state, names, trigger) => {
  const stop = {
    ...RESTING,
    ...({ state, averagePrice: null, limitPrice: 406_00, triggerPrice: 405_00 } as const),
    terms: { ...RESTING.terms!, type: 'stop' as const },
  };
  const { fake } = await open({
    ...showing(true, () => ({ order: stop })),
    'positions.orders': () => ({
      ...{ live_orderhistory: [stop], totalOrder: 1, total: 1, pageNumber: 1, pageSize: 12 },
    }),
  });
  expect(await screen.findByText(state === 'waiting' ? 'trigger 405.00' : 'limit 406.00')).toBeTruthy();
  const facts = [...document.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextSibling?.textContent,
  ]);
  expect(facts).toContainEqual(['Trigger', '405.00']);
  expect(facts).toContainEqual(['Limit', '406.00']);
  fireEvent.click(await screen.findByRole('button', { name: 'Change real order…' }));
  const form = await screen.findByRole('form', { name: 'Change real order 31 in ITC' });
  const boxes = within(form).getAllByRole('textbox');
  expect(boxes.map((box) => box.getAttribute('aria-label') ?? labelOf(box))).toEqual(names);
  fireEvent.change(screen.getByRole('textbox', { name: 'Limit (₹)' }), { target: { value: '407.00' } });
  if (trigger !== null)
    fireEvent.change(screen.getByRole('textbox', { name: 'Trigger (₹)' }), { target: { value: '404.00' } });
  fireEvent.click(await consent());
  fireEvent.click(screen.getByRole('button', { name: 'Change at Angel One' }));
  await waitFor(() =>
    expect(fake.inputsOf('manual.changeLive')).toEqual([
      {
        ...{ orderId: 31, quantity: 10, price: 407_00, triggerPrice: trigger, isUnderstood: true },
        before: { quantity: 10, price: 406_00, triggerPrice: 405_00 },
      },
    ]),
  );
});

test('a refusal stands in the dialog, at its field', async () => {
  const sentence = '5 of this order are filled already. Choose more, or cancel the rest of it.';
  await open(
    showing(true, () => refuse('invalid', sentence, { fields: { quantity: 'must be more than 5' } })),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Change real order…' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Quantity' }), { target: { value: '5' } });
  fireEvent.click(await consent());
  fireEvent.click(screen.getByRole('button', { name: 'Change at Angel One' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByText('must be more than 5')).toBeTruthy();
});

test('an order of a strategy is not changed', async () => {
  await open(showing(false, () => refuse('not-found', 'No such order.')));
  expect(await screen.findByRole('button', { name: 'Cancel order' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change real order…' })).toBeNull();
});

test('a limit that can be compared with no price is held, and asked about', async () => {
  const { fake } = await open({
    ...showing(true, () => ({ order: RESTING })),
    'manual.previewLive': () => refuse('unavailable', 'The backend does not answer.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Change real order…' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Limit (₹)' }), { target: { value: '391' } });
  fireEvent.click(await consent());
  const send = () => fireEvent.click(screen.getByRole('button', { name: 'Change at Angel One' }));
  send();
  expect(await screen.findByText(/^No last price of ITC is known now, so ₹391\.00 cannot be/)).toBeTruthy();
  expect(fake.inputsOf('manual.changeLive')).toEqual([]);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Yes, at this price' }));
  send();
  await waitFor(() => expect(fake.inputsOf('manual.changeLive')).toMatchObject([{ price: 391_00 }]));
});

test('an order that cannot be is refused before anything is asked or sent', async () => {
  const between = 'The limit price of ₹391.01 is between two prices: ITC trades in steps of ₹0.05.';
  const { fake } = await open({
    ...showing(true, () => ({ order: RESTING })),
    'manual.previewLive': () => refuse('invalid', between, { fields: { price: between } }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Change real order…' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Limit (₹)' }), {
    target: { value: '391.01' },
  });
  fireEvent.click(await consent());
  fireEvent.click(screen.getByRole('button', { name: 'Change at Angel One' }));
  expect((await screen.findAllByText(between)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('checkbox', { name: 'Yes, at this price' })).toBeNull();
  expect(fake.inputsOf('manual.changeLive')).toEqual([]);
});
