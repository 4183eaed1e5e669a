import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderOf } from '../../../../tests/angel-one/connected.ts';
import { BROKER_PRODUCTS } from '../../db/broker-products.ts';
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

it('a stop order that was triggered is changed as a plain limit order, under its own variety and without its trigger', () => {
  const ref = { brokerOrderId: '1', order: orderOf({ side: 'sell', trigger: 81_000, price: 80_500 }) };
  expect(modifyPayload(ref, { quantity: 10, price: 80_200, trigger: null })).toMatchObject({
    variety: 'STOPLOSS',
    ordertype: 'LIMIT',
    price: '802.00',
    triggerprice: '0.00',
  });
  expect(cancelPayload(ref)).toEqual({ variety: 'STOPLOSS', orderid: '1' });
});

it('a plain order cannot be given a trigger', () => {
  const ref = { brokerOrderId: '1', order: orderOf() };
  expect(() => modifyPayload(ref, { quantity: 10, price: 81_000, trigger: 81_100 })).toThrow(RangeError);
});
