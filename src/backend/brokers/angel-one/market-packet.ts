import type { DepthLevel, MarketDepth } from '../../market/market-depth.ts';

/** WebSocket 2.0, little-endian. Prices are paise (futures of currencies aside, which are not traded here). */

export const FEED_MODES = { ltp: 1, quote: 2, snapQuote: 3, depth: 4 } as const;
/** Segments as the socket numbers them. */
export const FEED_SEGMENTS = { NSE: 1, NFO: 2, BFO: 4 } as const;

/** Bytes of a packet by mode. */
const LENGTH: Readonly<Record<number, number>> = { 1: 51, 2: 123, 3: 379, 4: 443 };

const TOKEN_AT = 2;
const TOKEN_BYTES = 25;
const BEST_FIVE_AT = 147;
const BEST_BYTES = 20;
const BEST_ROWS = 10;
/** Flag of a row of those who buy; that of those who sell is 0. */
const BUYS = 1;
const DEPTH_AT = { buy: 43, sell: 243 } as const;
const DEPTH_LEVELS = 20;
const DEPTH_BYTES = 10;
const TWO_TO_32 = 4_294_967_296;
const ZERO = 48;
const NINE = 57;

/**
 * Fields of a packet; one of these is filled again and again, so that ten thousand packets a second leave nothing
 * behind. Fields that a mode does not have are 0.
 */
export interface MarketPacket {
  mode: number;
  segment: number;
  /** The token's digits as a number; -1 when they are none. */
  token: number;
  sequence: number;
  /** Epoch ms. */
  exchangeTime: number;
  lastPrice: number;
  lastQuantity: number;
  averagePrice: number;
  /** Of the day. */
  volume: number;
  totalBuyQuantity: number;
  totalSellQuantity: number;
  open: number;
  high: number;
  low: number;
  /** Of the day before. */
  close: number;
  /** Epoch seconds. */
  lastTradeTime: number;
  openInterest: number;
  upperCircuit: number;
  lowerCircuit: number;
  yearHigh: number;
  yearLow: number;
  /** Best prices of the book; 0 where there are none. */
  bid: number;
  ask: number;
}

export const emptyPacket = (): MarketPacket => ({
  mode: 0,
  segment: 0,
  token: -1,
  sequence: 0,
  exchangeTime: 0,
  lastPrice: 0,
  lastQuantity: 0,
  averagePrice: 0,
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
  bid: 0,
  ask: 0,
});

/** Exact up to 2^53, which no price, time or quantity comes near. */
const int64 = (bytes: Buffer, at: number): number =>
  bytes.readInt32LE(at + 4) * TWO_TO_32 + bytes.readUInt32LE(at);

const tokenIn = (bytes: Buffer): number => {
  let token = 0;
  for (let at = TOKEN_AT; at < TOKEN_AT + TOKEN_BYTES; at++) {
    const digit = bytes[at] ?? 0;
    if (digit === 0) return at === TOKEN_AT ? -1 : token;
    if (digit < ZERO || digit > NINE) return -1;
    token = token * 10 + (digit - ZERO);
  }
  return token;
};

const readQuote = (bytes: Buffer, into: MarketPacket): void => {
  into.lastQuantity = int64(bytes, 51);
  into.averagePrice = int64(bytes, 59);
  into.volume = int64(bytes, 67);
  into.totalBuyQuantity = bytes.readDoubleLE(75);
  into.totalSellQuantity = bytes.readDoubleLE(83);
  into.open = int64(bytes, 91);
  into.high = int64(bytes, 99);
  into.low = int64(bytes, 107);
  into.close = int64(bytes, 115);
};

const readSnapQuote = (bytes: Buffer, into: MarketPacket): void => {
  into.lastTradeTime = int64(bytes, 123);
  into.openInterest = int64(bytes, 131);
  into.upperCircuit = int64(bytes, 347);
  into.lowerCircuit = int64(bytes, 355);
  into.yearHigh = int64(bytes, 363);
  into.yearLow = int64(bytes, 371);
  readBest(bytes, into);
};

/** Read the best price of each side. The order of the rows does not matter. */
const readBest = (bytes: Buffer, into: MarketPacket): void => {
  into.bid = 0;
  into.ask = 0;
  for (let row = 0; row < BEST_ROWS; row++) {
    const at = BEST_FIVE_AT + row * BEST_BYTES;
    const price = int64(bytes, at + 10);
    if (price <= 0) continue;
    if (bytes.readInt16LE(at) === BUYS) into.bid = Math.max(into.bid, price);
    else into.ask = into.ask === 0 ? price : Math.min(into.ask, price);
  }
};

/**
 * Reads a packet of any mode; false when its length is not that of its mode. A depth packet has the exchange's time
 * where others have the sequence, and no price.
 */
export const readPacket = (bytes: Buffer, into: MarketPacket): boolean => {
  const mode = bytes[0] ?? 0;
  if (LENGTH[mode] !== bytes.length) return false;
  if (mode !== into.mode) Object.assign(into, emptyPacket());
  into.mode = mode;
  into.segment = bytes[1] ?? 0;
  into.token = tokenIn(bytes);
  if (mode === FEED_MODES.depth) {
    into.exchangeTime = int64(bytes, 27);
    return true;
  }
  into.sequence = int64(bytes, 27);
  into.exchangeTime = int64(bytes, 35);
  into.lastPrice = int64(bytes, 43);
  if (mode !== FEED_MODES.ltp) readQuote(bytes, into);
  if (mode === FEED_MODES.snapQuote) readSnapQuote(bytes, into);
  return true;
};

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** The best prices of a packet: five a side of a snap quote, twenty of a depth packet, none of another. */
export const depthIn = (bytes: Buffer): MarketDepth => {
  if (bytes[0] === FEED_MODES.snapQuote) {
    const rows = range(BEST_ROWS).map((index) => BEST_FIVE_AT + index * BEST_BYTES);
    const level = (at: number): DepthLevel => ({
      quantity: int64(bytes, at + 2),
      price: int64(bytes, at + 10),
      orders: bytes.readInt16LE(at + 18),
    });
    // The flag says whose they are, whatever the order of the two halves.
    const side = (flag: number): DepthLevel[] =>
      rows.filter((at) => bytes.readInt16LE(at) === flag).map(level);
    return { buy: side(BUYS), sell: side(0) };
  }
  if (bytes[0] !== FEED_MODES.depth) return { buy: [], sell: [] };
  const side = (from: number): DepthLevel[] =>
    range(DEPTH_LEVELS)
      .map((index) => from + index * DEPTH_BYTES)
      .map((at) => ({
        quantity: bytes.readInt32LE(at),
        price: bytes.readInt32LE(at + 4),
        orders: bytes.readInt16LE(at + 8),
      }));
  return { buy: side(DEPTH_AT.buy), sell: side(DEPTH_AT.sell) };
};
