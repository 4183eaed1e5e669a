import { expect, it } from 'vitest';
import { NO_ATR, openProtection, type ProtectionRules, type Side } from '../../engine/protection.ts';
import type { BrokerTick } from '../brokers/broker.ts';
import type { PositionRow } from '../db/schema.ts';
import { type HeldPosition, heldPosition } from './held-position.ts';
import { ProtectionWatch } from './protection-watch.ts';

const ENTRY = 100_00;

const heldWith = (
  rules: Partial<ProtectionRules>,
  row: Partial<PositionRow> = {},
  side: Side = 'long',
): HeldPosition =>
  heldPosition(
    {
      id: 1,
      symbol: 'ITC',
      quantity: 10,
      entry_quantity: 10,
      protection_state: 'resting',
      instrument_json: JSON.stringify({
        symbol: 'ITC',
        exchange: 'NSE',
        token: '1660',
        tradingSymbol: 'ITC-EQ',
      }),
      ...row,
    } as PositionRow,
    openProtection(
      { stopLoss: null, target: null, trailing: null, partialExits: [], ...rules },
      { side, entryPrice: ENTRY, tickSize: 5, atr: NO_ATR },
    ),
  );

const tick = (price: number, at: number): BrokerTick => ({
  symbol: 'ITC',
  exchange: 'NSE',
  token: '1660',
  price,
  volume: 1,
  upperCircuit: null,
  lowerCircuit: null,
  at,
});

const seeing = (held: HeldPosition, ...prices: number[]): ProtectionWatch => {
  const watch = new ProtectionWatch();
  prices.forEach((price, at) => watch.onTick(held, tick(price, at), 1));
  return watch;
};

it('leaves at a target that one tick among many has touched', () => {
  const watch = seeing(heldWith({ target: { kind: 'percent', value: 2 } }), ENTRY, 102_00, 100_50, 99_00);
  expect(watch.drainReached()).toMatchObject([{ positionId: 1, exit: { purpose: 'target' }, at: 1 }]);
  expect(watch.hasReached).toBe(false);
});

it('trails a stop by the best tick, not by the last one', () => {
  const held = heldWith({ trailing: { kind: 'percent', value: 1 } });
  const watch = seeing(held, ENTRY, 103_00, 102_50);
  expect(held.protection).toMatchObject({ best: 103_00, trailingStop: 102_00 });
  expect([watch.drainMoved(), watch.drainMoved()]).toEqual([[1], []]);
});

const STOP = { stopLoss: { kind: 'percent', value: 1 } } as const;
const SECOND = 1_000;

it('takes the watched stop of a short at the first tick above it, and none below', () => {
  const short = () => heldWith(STOP, { side: 'short', protection_state: 'watched' }, 'short');
  expect(seeing(short(), ENTRY, 98_90, 100_95).hasReached).toBe(false);
  const held = short();
  expect(seeing(held, ENTRY, 98_90, 101_10).drainReached()).toMatchObject([
    { exit: { purpose: 'stop-loss' }, at: 2 },
  ]);
  expect(held.passedSince).toBe(2);
});

it('leaves a stop to the broker where it rests, and takes it at once where it does not', () => {
  const prices = [ENTRY, 98_90, 100_00];
  expect(seeing(heldWith(STOP), ...prices).hasReached).toBe(false);
  const watched = heldWith(STOP, { protection_state: 'watched' });
  expect(seeing(watched, ...prices).drainReached()).toMatchObject([
    { exit: { purpose: 'stop-loss' }, at: 1 },
  ]);
});

it('leaves by itself when a stop that rests has not triggered three seconds after the price passed it', () => {
  const held = heldWith(STOP);
  const watch = new ProtectionWatch();
  for (const second of [0, 1, 2]) watch.onTick(held, tick(98_00, second * SECOND), 1);
  expect(watch.hasReached).toBe(false);
  watch.onTick(held, tick(98_00, 3 * SECOND), 1);
  expect(watch.drainReached()).toMatchObject([{ exit: { purpose: 'stop-loss' } }]);
});

it('gives a stop its three seconds anew when the price has come back', () => {
  const held = heldWith(STOP);
  const watch = new ProtectionWatch();
  for (const [price, second] of [
    [98_00, 0],
    [100_00, 2],
    [98_00, 4],
    [98_00, 6],
  ] as const)
    watch.onTick(held, tick(price, second * SECOND), 1);
  expect(watch.hasReached).toBe(false);
});

it('asks for nothing more while the position is being left', () => {
  const held = heldWith(STOP, { protection_state: 'watched' });
  held.exits = [{ quantity: null } as HeldPosition['exits'][number]];
  const watch = new ProtectionWatch();
  watch.onTick(held, tick(90_00, 0), 1);
  expect(watch.hasReached).toBe(false);
});

it('a stop that does not trigger is not waited for longer because the clock was put back', () => {
  const held = heldWith({ stopLoss: { kind: 'percent', value: 1 } });
  const watch = new ProtectionWatch();
  watch.onTick(held, tick(98_00, 60_000), 1);
  for (let at = 0; at <= 4_000; at += 1_000) watch.onTick(held, tick(98_00, at), 1);
  expect(watch.drainReached()).toMatchObject([{ positionId: 1, exit: { purpose: 'stop-loss' } }]);
});
