// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { askManualOrder } from '../../state/manual-order.ts';
import { refuse, type Scripts } from '../../test-harness/fake-bridge.ts';
import { closeWindow, openWindow } from '../../test-harness/open-window.tsx';
import { orderPreview } from '../../test-harness/samples.ts';

afterEach(closeWindow);

const ON = { isOn: true, capital: 10_00_000_00, maxLossPerDay: 20_000_00, working: [] };
const WHOLE = 'Enter a whole number above 0';
const refusing = (field: string): Scripts => {
  const answer = () =>
    refuse('invalid', `${field} must be at most 1,00,00,000.`, {
      fields: { [field]: 'must be at most 1,00,00,000' },
    });
  return {
    ...{ 'manual.liveAccount': () => ON, 'gtt.preview': answer },
    ...{ 'manual.preview': answer, 'manual.previewLive': answer, 'manual.place': answer },
  };
};
const quantity = () => screen.findByRole('textbox', { name: /^Quantity/ });
/** Text beside a field, once there is some. */
const saidBeside = async (field: HTMLElement): Promise<string> => {
  const id = await waitFor(() => {
    const given = field.getAttribute('aria-describedby');
    expect(given).not.toBeNull();
    return given ?? '';
  });
  return id
    .split(' ')
    .map((one) => document.getElementById(one)?.textContent)
    .join(' ');
};

test.each(['test', 'live'] as const)('a huge quantity is refused at its field (%s)', async (mode) => {
  await openWindow('/open-positions', refusing('size.amount'));
  act(() => askManualOrder({ symbol: 'ITC', amount: '99999999', mode }));
  expect(await screen.findByText('must be at most 1,00,00,000')).toBeTruthy();
  expect(await saidBeside(await quantity())).toContain('must be at most 1,00,00,000');
});

test('a refusal at a field that the ticket does not have is said as a sentence', async () => {
  const { fake } = await openWindow('/open-positions', refusing('mark'));
  act(() => askManualOrder({ symbol: 'ITC', amount: '10' }));
  fireEvent.submit(await screen.findByRole('form', { name: 'Order in ITC' }));
  await waitFor(() => expect(fake.inputsOf('manual.place')).toHaveLength(1));
  expect(await screen.findByText('mark must be at most 1,00,00,000.')).toBeTruthy();
});

test.each(['0', '-1', 'ten'])(
  'with real money a quantity of %s is said to be none, at its field',
  async (amount) => {
    await openWindow('/open-positions', {
      'manual.liveAccount': () => ON,
      'manual.previewLive': () => orderPreview(),
    });
    act(() => askManualOrder({ symbol: 'ITC', mode: 'live' }));
    fireEvent.change(await quantity(), { target: { value: amount } });
    expect(await screen.findByText(WHOLE)).toBeTruthy();
    expect(await saidBeside(await quantity())).toContain(WHOLE);
  },
);

test('with real money an amount or a price that is none is said to be so too', async () => {
  await openWindow('/open-positions', { 'manual.liveAccount': () => ON });
  act(() => askManualOrder({ symbol: 'ITC', mode: 'live', sizeBy: 'money', amount: '-5', type: 'limit' }));
  expect(await screen.findByText('Enter an amount such as 50,000')).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Limit (₹)' }), { target: { value: '0' } });
  expect(await screen.findByText('Enter a price such as 120.50')).toBeTruthy();
});

test('the button of a GTT order has no quantity that it cannot have', async () => {
  await openWindow('/open-positions', refusing('quantity'));
  act(() => askManualOrder({ symbol: 'SBIN', mode: 'live', type: 'gtt', triggerPrice: '700', price: '701' }));
  const field = await quantity();
  const button = (name: string) => screen.findByRole('button', { name });
  fireEvent.change(field, { target: { value: '-1' } });
  expect(await button('Place the GTT order')).toBeTruthy();
  expect(await screen.findByText(WHOLE)).toBeTruthy();
  fireEvent.change(field, { target: { value: '1,200' } });
  expect(await button('Place the GTT order to buy 1,200 SBIN')).toBeTruthy();
  fireEvent.change(field, { target: { value: '99999999' } });
  expect(await screen.findByText('must be at most 1,00,00,000')).toBeTruthy();
  expect(await button('Place the GTT order')).toBeTruthy();
});
