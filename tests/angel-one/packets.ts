/** The encoder of WebSocket 2.0 packets; checked against the golden packets and the broker's own client. */
export interface PacketFields {
  readonly segment: number;
  readonly token: string;
  readonly sequence: number;
  readonly exchangeTime: number;
  /** Paise. */
  readonly price: number;
  readonly lastQuantity: number;
  readonly averagePrice: number;
  readonly volume: number;
  readonly totalBuyQuantity: number;
  readonly totalSellQuantity: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lastTradeTime: number;
  readonly openInterest: number;
  readonly upperCircuit: number;
  readonly lowerCircuit: number;
  readonly yearHigh: number;
  readonly yearLow: number;
  readonly buy: readonly Level[];
  readonly sell: readonly Level[];
}

export interface Level {
  readonly price: number;
  readonly quantity: number;
  readonly orders: number;
}

const LENGTH: Readonly<Record<number, number>> = { 1: 51, 2: 123, 3: 379 };

const head = (mode: number, length: number, segment: number, token: string): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt8(mode, 0);
  bytes.writeUInt8(segment, 1);
  bytes.write(token, 2, 25, 'ascii');
  return bytes;
};

const int64s = (bytes: Buffer, at: number, values: readonly number[]): void =>
  values.forEach((value, index) => bytes.writeBigInt64LE(BigInt(value), at + index * 8));

/** A packet of mode 1 (price), 2 (quote) or 3 (snap quote). */
export const encodePacket = (mode: 1 | 2 | 3, fields: PacketFields): Buffer => {
  const bytes = head(mode, LENGTH[mode] ?? 0, fields.segment, fields.token);
  int64s(bytes, 27, [fields.sequence, fields.exchangeTime, fields.price]);
  if (mode === 1) return bytes;
  int64s(bytes, 51, [fields.lastQuantity, fields.averagePrice, fields.volume]);
  bytes.writeDoubleLE(fields.totalBuyQuantity, 75);
  bytes.writeDoubleLE(fields.totalSellQuantity, 83);
  int64s(bytes, 91, [fields.open, fields.high, fields.low, fields.close]);
  if (mode === 2) return bytes;
  int64s(bytes, 123, [fields.lastTradeTime, fields.openInterest]);
  const best = (levels: readonly Level[], flag: number, from: number): void =>
    levels.slice(0, 5).forEach(({ quantity, price, orders }, index) => {
      const at = from + index * 20;
      bytes.writeInt16LE(flag, at);
      int64s(bytes, at + 2, [quantity, price]);
      bytes.writeInt16LE(orders, at + 18);
    });
  best(fields.buy, 1, 147);
  best(fields.sell, 0, 247);
  int64s(bytes, 347, [fields.upperCircuit, fields.lowerCircuit, fields.yearHigh, fields.yearLow]);
  return bytes;
};

/** A packet of mode 4: the book, twenty levels a side. */
export const encodeDepth = (
  fields: Pick<PacketFields, 'segment' | 'token' | 'exchangeTime' | 'buy' | 'sell'> & {
    readonly receivedTime: number;
  },
): Buffer => {
  const bytes = head(4, 443, fields.segment, fields.token);
  int64s(bytes, 27, [fields.exchangeTime, fields.receivedTime]);
  const side = (levels: readonly Level[], from: number): void =>
    levels.slice(0, 20).forEach(({ quantity, price, orders }, index) => {
      const at = from + index * 10;
      bytes.writeInt32LE(quantity, at);
      bytes.writeInt32LE(price, at + 4);
      bytes.writeInt16LE(orders, at + 8);
    });
  side(fields.buy, 43);
  side(fields.sell, 243);
  return bytes;
};
