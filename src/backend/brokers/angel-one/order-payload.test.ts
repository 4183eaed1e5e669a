import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderOf } from '../../../../tests/angel-one/connected.ts';
import { BROKER_PRODUCTS } from '../broker.ts';
import { cancelPayload, modifyPayload, placePayload } from './order-payload.ts';

const anyOrder = fc
  .record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.integer({ min: 1, max: 100_000 }),
    product: fc.constantFrom(...BROKER_PRODUCTS),
    price: fc.integer({ min: 1, max: 10_000_000 }),
    trigger: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
  })
  .map((change) => orderOf(change));

it('nothing that leaves is a market order or ends at once, and every number is a text', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const ref = { brokerOrderId: '201020000000080', order };
      const { quantity, price, trigger } = order;
      for (const payload of [
        placePayload(order),
        modifyPayload(ref, { quantity, price, trigger }),
        cancelPayload(ref),
      ]) {
        const text = JSON.stringify(payload);
        expect(text).not.toMatch(/MARKET|IOC|ROBO|AMO/);
        expect(Object.values(payload).every((value) => typeof value === 'string')).toBe(true);
        expect(payload.variety).toBe(trigger === null ? 'NORMAL' : 'STOPLOSS');
      }
      expect(placePayload(order)).toMatchObject({
        ordertype: trigger === null ? 'LIMIT' : 'STOPLOSS_LIMIT',
        duration: 'DAY',
        ordertag: order.tag,
        price: `${Math.floor(price / 100)}.${String(price % 100).padStart(2, '0')}`,
      });
    }),
  );
});

it.each([
  ['no price', { price: 0 }],
  ['a fraction of a paisa', { price: 812.5 }],
  ['no quantity', { quantity: 0 }],
  ['half a share', { quantity: 1.5 }],
  ['a tag that would be cut', { tag: 'TD00000000000001' }],
  ['a tag with a quote in it', { tag: 'TD"' }],
])('an order with %s is not written down', (_name, change) =>
  expect(() => placePayload(orderOf(change))).toThrow(RangeError),
);

it('a stop order stays one when it is changed', () => {
  const order = orderOf({ trigger: 81_000 });
  const ref = { brokerOrderId: '1', order };
  expect(() => modifyPayload(ref, { quantity: 10, price: 81_000, trigger: null })).toThrow(RangeError);
});
