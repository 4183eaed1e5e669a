import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractOf, findInstrument } from '../../market/instrument-master.ts';
import { PaperBroker, paperPrice } from './paper-broker.ts';

const TIME = Date.parse('2026-11-20T10:00:00+05:30');
const SYMBOLS = ['ITC', 'RELIANCE', 'MARUTI', 'NIFTY'] as const;
const symbol = fc.constantFrom(...SYMBOLS);
const side = fc.constantFrom('buy' as const, 'sell' as const);
const tickOf = (name: string, price: number): number =>
  contractOf(findInstrument(name)!, price, TIME).tickSize;
const hasVolume = (name: string): boolean => findInstrument(name)?.kind === 'equity';

describe('the price of a fill', () => {
  it('is on the tick, against the order by at least one tick, and no worse than spread, slippage and rounding', () => {
    fc.assert(
      fc.property(
        symbol,
        side,
        fc.integer({ min: 10_000, max: 3_000_000 }),
        fc.integer({ min: 0, max: 100 }),
        (name, way, price, slippageBp) => {
          const tick = tickOf(name, price);
          const filled = paperPrice(name, way, price, slippageBp, TIME);
          const cost = way === 'buy' ? filled - price : price - filled;
          expect(filled % tick).toBe(0);
          expect(cost).toBeGreaterThanOrEqual(tick);
          expect(cost).toBeLessThan(2 * tick + (price * slippageBp) / 10_000 + 1e-6);
        },
      ),
    );
  });
});

describe('orders at the paper broker', () => {
  const orders = fc.array(
    fc.record({
      symbol,
      side,
      remaining: fc.integer({ min: 1, max: 5_000 }),
      slippageBp: fc.integer({ min: 0, max: 20 }),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const batches = fc.array(
    fc.array(
      fc.record({ symbol, price: fc.integer({ min: 10_000, max: 1_000_000 }), volume: fc.nat(8_000) }),
      { maxLength: 4 },
    ),
    { maxLength: 25 },
  );

  it('never fill for more than was ordered, nor for more than a quarter of what was traded', () => {
    fc.assert(
      fc.property(orders, batches, (wanted, moments) => {
        const broker = new PaperBroker(hasVolume);
        wanted.forEach((order, index) => broker.place({ ...order, orderId: index, since: TIME }));
        const filled = wanted.map(() => 0);
        moments.forEach((ticks, moment) => {
          const unique = [...new Map(ticks.map((tick) => [tick.symbol, tick])).values()];
          const filledQuantities = new Map<string, number>();
          for (const fill of broker.fillsOn({
            time: TIME + moment * 1_000,
            ticks: unique.map((tick) => ({ ...tick, isGap: false })),
          })) {
            const order = wanted[fill.orderId]!;
            expect(fill.quantity).toBeGreaterThan(0);
            filled[fill.orderId]! += fill.quantity;
            filledQuantities.set(order.symbol, (filledQuantities.get(order.symbol) ?? 0) + fill.quantity);
          }
          for (const [name, quantity] of filledQuantities)
            if (hasVolume(name))
              expect(quantity).toBeLessThanOrEqual(
                Math.floor(unique.find((tick) => tick.symbol === name)!.volume / 4),
              );
        });
        wanted.forEach((order, index) => expect(filled[index]).toBeLessThanOrEqual(order.remaining));
        expect(broker.isIdle).toBe(wanted.every((order, index) => filled[index] === order.remaining));
      }),
    );
  });

  it('fill only from their own time on, and not once they are cancelled', () => {
    const broker = new PaperBroker(hasVolume);
    const order = { symbol: 'NIFTY', side: 'buy' as const, remaining: 75, slippageBp: 0 };
    const tick = (time: number) =>
      broker.fillsOn({ time, ticks: [{ symbol: 'NIFTY', price: 2_400_000, volume: 0, isGap: false }] });
    broker.place({ ...order, orderId: 1, since: TIME });
    expect(tick(TIME - 1)).toEqual([]);
    broker.place({ ...order, orderId: 2, since: TIME });
    expect(broker.cancel(2)).toBe(true);
    expect(tick(TIME).map((fill) => fill.orderId)).toEqual([1]);
    expect(broker.cancel(1)).toBe(false);
    expect(tick(TIME + 1)).toEqual([]);
  });

  it('that are placed twice fill once', () => {
    const broker = new PaperBroker(hasVolume);
    const order = {
      orderId: 1,
      symbol: 'NIFTY',
      side: 'buy' as const,
      remaining: 75,
      slippageBp: 0,
      since: TIME,
    };
    broker.place(order);
    broker.place(order);
    const fills = broker.fillsOn({
      time: TIME,
      ticks: [{ symbol: 'NIFTY', price: 2_400_000, volume: 0, isGap: false }],
    });
    expect(fills).toHaveLength(1);
  });
});
