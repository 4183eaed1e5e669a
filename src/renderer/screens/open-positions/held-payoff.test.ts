import { expect, test } from 'vitest';
import { position } from '../../test-harness/samples.ts';
import { payoffRouteOf } from './held-payoff.ts';

test('a covered call is not shown as a call that is sold without cover', () => {
  const held = { source: 'simulated' as const };
  const future = position(1, {
    ...held,
    symbol: 'NIFTY 2026-12-29 FUT',
    quantity: 65,
    averagePrice: 26_000_00,
  });
  const call = position(2, {
    ...held,
    symbol: 'NIFTY 2026-12-01 26500 CE',
    quantity: -65,
    averagePrice: 60_00,
  });
  const route = payoffRouteOf([future, call]);
  expect(route === null || decodeURIComponent(route).includes('FUT')).toBe(true);
});
