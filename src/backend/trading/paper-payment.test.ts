import { expect, it } from 'vitest';
import type { PaperFill } from '../brokers/paper/paper-broker.ts';
import type { OrderRow } from '../db/schema.ts';
import { openWrittenOrders, WRITTEN_AT, WRITTEN_TERMS } from '../../../tests/support/written-orders.ts';
import type { PaperOrders } from './paper-orders.ts';
import { PaperPayment } from './paper-payment.ts';

it('a hedge that lets funds free is entered, also where the legs need more than there is', async () => {
  const { database, hub, sinks, submitted, dispose } = await openWrittenOrders();
  const sent = await submitted('entry', 65);
  const order: OrderRow = { ...sent, symbol: 'NIFTY 2026-11-24 26500 CE' };
  const ended: number[] = [];
  const payment = new PaperPayment(
    {
      ...{ database, sinks: { ...sinks, hub }, block: () => null, lastPrice: () => null },
      termsOf: () => Promise.resolve(WRITTEN_TERMS),
      broker: { cancel: (id: number) => void ended.push(id) },
      // The index has moved: what is sold needs a lakh more than the capital, and half of it with this leg.
      fundsOf: () => ({ cash: -1_00_000_00, least: null, neededFor: () => -50_000_00 }),
    } as unknown as ConstructorParameters<typeof PaperPayment>[0],
    { get: () => order, all: () => [], forget: () => undefined } as unknown as PaperOrders,
  );
  const fill: PaperFill = {
    ...{ orderId: order.id, quantity: 65, price: 20_00, marketPrice: 20_00, at: WRITTEN_AT },
  };
  expect(await payment.payFor(fill)).toEqual(fill);
  expect(ended).toEqual([]);
  await dispose();
});
