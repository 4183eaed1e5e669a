import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  depthIn,
  emptyPacket,
  type MarketPacket,
  readPacket,
} from '../../src/backend/brokers/angel-one/market-packet.ts';
import { encodeDepth, encodePacket, type Level, type PacketFields } from './packets.ts';

const VECTORS = resolve(import.meta.dirname, '../../../shared/vectors/angel-ws2-packets.json');
const NEEDS = '(needs ../shared/vectors/angel-ws2-packets.json)';
const hasVectors = existsSync(VECTORS);

/** A packet as the broker's Python client reads it. */
interface Decoded {
  readonly [name: string]: unknown;
}
interface PythonLevel {
  readonly quantity: number;
  readonly price: number;
  readonly ['no of orders']?: number;
  readonly num_of_orders?: number;
}
const vectors = (hasVectors ? JSON.parse(readFileSync(VECTORS, 'utf8')) : {}) as Record<
  string,
  { readonly hex: string; readonly decoded_by_python_sdk: Decoded }
>;
const vector = (name: string): { bytes: Buffer; said: Decoded } => {
  const { hex, decoded_by_python_sdk: said } = vectors[name]!;
  return { bytes: Buffer.from(hex, 'hex'), said };
};

const decoded = (bytes: Buffer): MarketPacket => {
  const packet = emptyPacket();
  if (!readPacket(bytes, packet)) throw new Error('not a packet');
  return packet;
};
const levelsOf = (rows: unknown): Level[] =>
  (rows as PythonLevel[]).map((row) => ({
    price: row.price,
    quantity: row.quantity,
    orders: row['no of orders'] ?? row.num_of_orders ?? 0,
  }));

/** The Python client's names of our fields. */
const NAMES: Readonly<Partial<Record<keyof MarketPacket, string>>> = {
  mode: 'subscription_mode',
  segment: 'exchange_type',
  sequence: 'sequence_number',
  exchangeTime: 'exchange_timestamp',
  lastPrice: 'last_traded_price',
  lastQuantity: 'last_traded_quantity',
  averagePrice: 'average_traded_price',
  volume: 'volume_trade_for_the_day',
  totalBuyQuantity: 'total_buy_quantity',
  totalSellQuantity: 'total_sell_quantity',
  open: 'open_price_of_the_day',
  high: 'high_price_of_the_day',
  low: 'low_price_of_the_day',
  close: 'closed_price',
  lastTradeTime: 'last_traded_timestamp',
  openInterest: 'open_interest',
  upperCircuit: 'upper_circuit_limit',
  lowerCircuit: 'lower_circuit_limit',
  yearHigh: '52_week_high_price',
  yearLow: '52_week_low_price',
};
const inPython = (packet: MarketPacket): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(NAMES).map(([ours, theirs]) => [theirs, packet[ours as keyof MarketPacket]]),
  );

const ofThese = hasVectors
  ? it.each(['ltp', 'quote', 'snapquote'])
  : it.skip.each(['ltp', 'quote', 'snapquote']);
ofThese(
  `the golden packet %s reads as the broker's client reads it, and is written the same to the byte ${NEEDS}`,
  (name) => {
    const { bytes, said } = vector(name);
    const packet = decoded(bytes);
    const wanted = Object.values(NAMES).filter((theirs) => theirs in said);
    expect(wanted.length).toBeGreaterThan(4);
    const ours = inPython(packet);
    expect(Object.fromEntries(wanted.map((theirs) => [theirs, ours[theirs]]))).toEqual(
      Object.fromEntries(wanted.map((theirs) => [theirs, said[theirs]])),
    );
    expect(packet.token).toBe(3045);
    const { buy, sell } = depthIn(bytes);
    if (name === 'snapquote') {
      expect(buy).toEqual(levelsOf(said['best_5_buy_data']));
      expect(sell).toEqual(levelsOf(said['best_5_sell_data']));
    }
    const fields: PacketFields = { ...packet, token: '3045', price: packet.lastPrice, buy, sell };
    expect(encodePacket(packet.mode as 1 | 2 | 3, fields).toString('hex')).toBe(bytes.toString('hex'));
  },
);

(hasVectors ? it : it.skip)(`the golden packet depth20 reads and writes the same ${NEEDS}`, () => {
  const { bytes, said } = vector('depth20');
  const packet = decoded(bytes);
  const { buy, sell } = depthIn(bytes);
  expect(buy).toEqual(levelsOf(said['depth_20_buy_data']));
  expect(sell).toEqual(levelsOf(said['depth_20_sell_data']));
  // The Python client gives the time at which the packet was received as the exchange's.
  expect(packet).toMatchObject({
    mode: 4,
    segment: 1,
    token: 3045,
    exchangeTime: Number(said['packet_received_time']) - 3,
  });
  const receivedTime = Number(said['packet_received_time']);
  const { segment, exchangeTime } = packet;
  expect(encodeDepth({ segment, token: '3045', exchangeTime, receivedTime, buy, sell }).toString('hex')).toBe(
    bytes.toString('hex'),
  );
});

describe('a packet of our own', () => {
  const levels = (from: number, step: number): Level[] =>
    Array.from({ length: 5 }, (_, index) => ({
      price: from + step * index,
      quantity: 10 + index,
      orders: 1 + index,
    }));
  const FIELDS: PacketFields = {
    segment: 2,
    token: '35001',
    sequence: 5_000_000_001,
    exchangeTime: 1_792_998_900_123,
    price: 2_412_340,
    lastQuantity: 65,
    averagePrice: 2_411_900,
    volume: 4_294_967_296 + 17,
    totalBuyQuantity: 839_549,
    totalSellQuantity: 1_284_767,
    open: 2_410_000,
    high: 2_415_000,
    low: 2_405_000,
    close: 2_409_000,
    lastTradeTime: 1_792_998_900,
    openInterest: 12_345_600,
    upperCircuit: 2_650_000,
    lowerCircuit: 2_168_000,
    yearHigh: 2_700_000,
    yearLow: 2_100_000,
    buy: levels(2_412_330, -10),
    sell: levels(2_412_350, 10),
  };

  it('comes back as it was, beyond 32 bits too', () => {
    const bytes = encodePacket(3, FIELDS);
    expect(bytes).toHaveLength(379);
    const { price, token, buy, sell, ...rest } = FIELDS;
    const best = { bid: 2_412_330, ask: 2_412_350 };
    expect(decoded(bytes)).toEqual({ ...rest, ...best, mode: 3, token: Number(token), lastPrice: price });
    expect(depthIn(bytes)).toEqual({ buy, sell });
  });

  it('of a smaller mode leaves nothing of the one before in the fields it does not have', () => {
    const packet = emptyPacket();
    readPacket(encodePacket(3, FIELDS), packet);
    readPacket(encodePacket(1, FIELDS), packet);
    expect(packet).toMatchObject({ mode: 1, lastPrice: 2_412_340, volume: 0, upperCircuit: 0 });
    expect(depthIn(encodePacket(1, FIELDS))).toEqual({ buy: [], sell: [] });
  });

  it.each([
    ['cut short', encodePacket(2, FIELDS).subarray(0, 122)],
    ['too long', Buffer.concat([encodePacket(1, FIELDS), Buffer.alloc(1)])],
    ['of an unknown mode', Buffer.from([9, 1, 2])],
    ['empty', Buffer.alloc(0)],
  ])('that is %s is not read', (_name, bytes) => expect(readPacket(bytes, emptyPacket())).toBe(false));

  it('with letters for a token has none', () => {
    expect(decoded(encodePacket(1, { ...FIELDS, token: 'SBIN' })).token).toBe(-1);
    expect(decoded(encodePacket(1, { ...FIELDS, token: '' })).token).toBe(-1);
  });
});
