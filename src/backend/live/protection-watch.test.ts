import { expect, it } from 'vitest';
import { NO_ATR, openProtection, type ProtectionRules } from '../../engine/protection.ts';
import type { BrokerTick } from '../brokers/broker.ts';
import type { PositionRow } from '../db/schema.ts';
import type { HeldPosition } from './held-position.ts';
import { ProtectionWatch } from './protection-watch.ts';

const ENTRY = 100_00;

const heldWith = (
  rules: Partial<ProtectionRules>,
  row: Partial<PositionRow> = { protection_problem: null },
): HeldPosition => ({
  row: { id: 1, symbol: 'ITC', quantity: 10, entry_quantity: 10, ...row } as PositionRow,
  protection: openProtection(
    { stopLoss: null, target: null, trailing: null, partialExits: [], ...rules },
    { side: 'long', entryPrice: ENTRY, tickSize: 5, atr: NO_ATR },
  ),
  instrument: {
    symbol: 'ITC',
    exchange: 'NSE',
    token: '1660',
    tradingSymbol: 'ITC-EQ',
    lotSize: 1,
    tickSize: 5,
    expiry: null,
    freezeQuantity: null,
    isin: null,
  },
});

const tick = (price: number, at: number): BrokerTick => ({
  symbol: 'ITC',
  exchange: 'NSE',
  token: 'ITC',
  price,
  volume: 1,
  upperCircuit: null,
  lowerCircuit: null,
  at,
});

const seeing = (held: HeldPosition, ...prices: number[]): ProtectionWatch => {
  const watch = new ProtectionWatch();
  prices.forEach((price, at) => watch.see(held, tick(price, at), 1));
  return watch;
};

it('leaves at a target that one tick among many has touched', () => {
  const watch = seeing(heldWith({ target: { kind: 'percent', value: 2 } }), ENTRY, 102_00, 100_50, 99_00);
  expect(watch.takeReached()).toMatchObject([{ positionId: 1, exit: { purpose: 'target' }, at: 1 }]);
  expect(watch.hasReached).toBe(false);
});

it('trails a stop by the best tick, not by the last one', () => {
  const held = heldWith({ trailing: { kind: 'percent', value: 1 } });
  const watch = seeing(held, ENTRY, 103_00, 102_50);
  expect(held.protection).toMatchObject({ best: 103_00, trailingStop: 102_00 });
  expect([watch.takeMoved(), watch.takeMoved()]).toEqual([[1], []]);
});

it('leaves a stop to the broker where it rests, and takes it itself where it does not', () => {
  const rules = { stopLoss: { kind: 'percent', value: 1 } } as const;
  const prices = [ENTRY, 98_90, 100_00];
  expect(seeing(heldWith(rules), ...prices).hasReached).toBe(false);
  const bare = heldWith(rules, { protection_problem: 'Refused.' });
  expect(seeing(bare, ...prices).takeReached()).toMatchObject([{ exit: { purpose: 'stop-loss' }, at: 1 }]);
});
