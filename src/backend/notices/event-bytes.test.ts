import { expect, it } from 'vitest';
import type { Position } from '../../shared/contract/positions.ts';
import { eventToWire } from '../../shared/contract/wire-mapping.ts';
import { eventBytes, positionBytes } from './event-bytes.ts';

it.each([0, 1, 3])('%i positions are the same bytes, whether made at once or one by one', (length) => {
  const positions = Array.from({ length }, (_, index): Position => ({
    ...{ positionId: index + 1, strategyId: 7, strategyName: '$1 "₹ Quoted" []', isBasket: false },
    ...{ isManual: true, symbol: 'ITC', mode: 'test', source: 'simulated', side: 'long' },
    ...{ product: 'intraday', status: 'open', quantity: 10, averagePrice: 41_000, ltp: null, ltpAt: null },
    ...{ unrealised: 0, realised: 0, charges: 0, chargesToCome: 0, pnl: 0, pnlPercent: 0 },
    ...{ stopLoss: null, target: null, protection: null, tradingSymbol: null },
    ...{ openedAt: '2026-11-19T10:00:00+05:30', closedAt: null },
  }));
  const event = { type: 'positions', positions } as const;
  const sent = (): string => Buffer.concat(eventBytes(event)).toString();
  expect(sent()).toBe(JSON.stringify(eventToWire(event)));
  positions.forEach(positionBytes);
  expect(sent()).toBe(JSON.stringify(eventToWire(event)));
});
