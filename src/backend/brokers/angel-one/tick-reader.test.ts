import { expect, it } from 'vitest';
import { SBIN } from '../../../../tests/angel-one/connected.ts';
import { encodePacket, type PacketFields } from '../../../../tests/angel-one/packets.ts';
import { TickReader } from './tick-reader.ts';

const FRIDAY = Date.parse('2026-11-20T15:29:00+05:30');
const MONDAY = Date.parse('2026-11-23T09:15:00+05:30');

const packet = (change: Partial<PacketFields>, mode: 1 | 2 | 3 = 3): Buffer =>
  encodePacket(mode, {
    segment: 1,
    token: '3045',
    sequence: 1,
    exchangeTime: FRIDAY,
    price: 81_250,
    lastQuantity: 1,
    averagePrice: 81_250,
    volume: 0,
    totalBuyQuantity: 0,
    totalSellQuantity: 0,
    open: 0,
    high: 0,
    low: 0,
    close: 0,
    lastTradeTime: 0,
    openInterest: 0,
    upperCircuit: 0,
    lowerCircuit: 0,
    yearHigh: 0,
    yearLow: 0,
    buy: [],
    sell: [],
    ...change,
  });
const volumes = (reader: TickReader, packets: readonly Partial<PacketFields>[]) =>
  packets.map((change) => reader.read(packet(change))?.volume);

it("volume is the difference of the day's volume: none at first, none for a packet that comes late, all on a new day", () => {
  const reader = new TickReader();
  reader.watch([SBIN]);
  expect(
    volumes(reader, [
      { volume: 1_000 },
      { volume: 1_040 },
      { volume: 1_030 },
      { volume: 1_045 },
      { volume: 1_045 },
      { volume: 25, exchangeTime: MONDAY },
      { volume: 30, exchangeTime: MONDAY + 1 },
      { volume: 1_050, exchangeTime: FRIDAY },
      { volume: 32, exchangeTime: MONDAY + 2 },
    ]),
  ).toEqual([0, 40, 0, 5, 0, 25, 5, 0, 2]);
});

it('what is watched on keeps its volume; what is watched anew begins again', () => {
  const reader = new TickReader();
  reader.watch([SBIN]);
  volumes(reader, [{ volume: 100 }]);
  reader.watch([SBIN, { ...SBIN, symbol: 'ITC', token: '1660' }]);
  expect(volumes(reader, [{ volume: 110 }])).toEqual([10]);
  reader.watch([]);
  expect(reader.read(packet({ volume: 120 }))).toBeNull();
  reader.watch([SBIN]);
  expect(volumes(reader, [{ volume: 130 }])).toEqual([0]);
});

it('limits are read where the packet has them', () => {
  const reader = new TickReader();
  reader.watch([SBIN]);
  expect(reader.read(packet({ upperCircuit: 97_050, lowerCircuit: 64_700 }))).toMatchObject({
    upperCircuit: 97_050,
    lowerCircuit: 64_700,
    at: FRIDAY,
  });
  expect(reader.read(packet({}, 2))).toMatchObject({ upperCircuit: null, lowerCircuit: null, price: 81_250 });
});

it.each([
  ['of another segment', packet({ segment: 2 })],
  ['of another token', packet({ token: '30450' })],
  ['without a price', packet({ price: 0 })],
  ['that is none', Buffer.from('pong')],
])('a packet %s is no tick', (_name, bytes) => {
  const reader = new TickReader();
  reader.watch([SBIN]);
  expect(reader.read(bytes)).toBeNull();
});

it('the day so far comes with a snap quote, the best of the book whatever its order; a mere price has none', () => {
  const reader = new TickReader();
  reader.watch([SBIN]);
  const level = (price: number) => ({ price, quantity: 1, orders: 1 });
  const day = { open: 80_000, high: 82_000, low: 79_500, close: 80_500, volume: 7 };
  const book = { buy: [level(81_240), level(81_245)], sell: [level(81_260), level(81_255)] };
  expect(reader.read(packet({ ...day, ...book }))?.day).toEqual({ ...day, bid: 81_245, ask: 81_255 });
  // What one packet had is not left behind for the next.
  expect(reader.read(packet({ ...day, sell: book.sell }))?.day).toEqual({ ...day, bid: 0, ask: 81_255 });
  expect(reader.read(packet({}, 1))?.day).toBeUndefined();
});
