import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tickSizeOn } from '../instrument.ts';
import { checkManualOrder, type ManualInstrument, type ManualOrder } from './manual-order.ts';

const NOW = Date.parse('2026-11-20T10:00:00+05:30');
const instrumentAt = (lastPrice: number, kind: 'equity' | 'option'): ManualInstrument => ({
  ...{ symbol: kind === 'equity' ? 'ITC' : 'NIFTY 2026-12-01 26000 CE', lotSize: 1, freezeQuantity: null },
  traded: { kind },
  ...{ lastPrice, previousClose: null, now: NOW },
});
const ORDER: ManualOrder = {
  ...{ side: 'buy', size: { by: 'quantity', amount: 1 }, type: 'market', price: null, triggerPrice: null },
  ...{ stopLoss: null, target: null },
};
const costs = { marginPerUnit: (price: number) => price, charges: () => 0, slippagePerUnit: () => 0 };
const stopOf = (lastPrice: number, order: Partial<ManualOrder>, kind: 'equity' | 'option' = 'equity') => {
  const checked = checkManualOrder({ ...ORDER, ...order }, instrumentAt(lastPrice, kind), costs);
  return checked.ok ? checked.value.stopLoss : checked.failure.message;
};

describe('a stop-loss in percent', () => {
  it('lies so far below what is bought, and above what is sold', () => {
    expect(stopOf(400_00, { stopLossPercent: 0.5 })).toBe(398_00);
    expect(stopOf(400_00, { side: 'sell', stopLossPercent: 0.5 })).toBe(402_00);
  });

  it('is counted from the limit of a limit order', () => {
    expect(stopOf(400_00, { type: 'limit', price: 390_00, stopLossPercent: 10 })).toBe(351_00);
  });

  it('is on a tick, on its side of the price, and no further away than asked for, or one tick', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 200_000 }),
        fc.integer({ min: 5, max: 5_000 }),
        fc.constantFrom('buy', 'sell'),
        fc.constantFrom('equity', 'option'),
        (steps, hundredths, side, kind) => {
          const lastPrice = steps * 5;
          const percent = hundredths / 100;
          const stop = Number(stopOf(lastPrice, { side, stopLossPercent: percent }, kind));
          const tick = tickSizeOn(kind, stop, NOW);
          const away = side === 'buy' ? lastPrice - stop : stop - lastPrice;
          expect(stop % tick).toBe(0);
          expect(away).toBeGreaterThan(0);
          // Nearer than asked for by less than two ticks, as tick sizes change with the price.
          expect(away).toBeLessThanOrEqual(Math.max((lastPrice * percent) / 100 + 1e-6, 2 * tick));
        },
      ),
    );
  });

  it('is refused where the lowest price leaves no room, and beside one that is a price', () => {
    expect(stopOf(5, { stopLossPercent: 10 }, 'option')).toBe(
      'NIFTY 2026-12-01 26000 CE at ₹0.05 leaves no room for a stop-loss.',
    );
    expect(stopOf(400_00, { stopLossPercent: 10, stopLoss: 390_00 })).toBe(
      'Give the stop-loss as a price or in percent, not as both.',
    );
  });
});
