import { istMidnight } from '../../../shared/time.ts';
import type { BrokerInstrument, BrokerTick, TickDay } from '../broker.ts';
import { orderedDepth } from '../../market/market-depth.ts';
import { depthIn, emptyPacket, FEED_MODES, FEED_SEGMENTS, readPacket } from './market-packet.ts';

/** Tokens are unique within a segment only. */
const SEGMENT_STRIDE = 1e12;

interface Watched extends Pick<BrokerInstrument, 'symbol' | 'exchange' | 'token'> {
  /** Start of the trading day of the volume below, epoch ms. */
  day: number;
  /** Of the day so far; -1 before the first packet. */
  volume: number;
  hasDepth: boolean;
}

/** Null for a token that the socket cannot carry. */
const keyOf = ({ exchange, token }: BrokerInstrument): number | null =>
  /^\d{1,11}$/.test(token) ? FEED_SEGMENTS[exchange] * SEGMENT_STRIDE + Number(token) : null;

/** Turns packets into ticks of what is watched; leaves nothing behind but the ticks. */
export class TickReader {
  private readonly packet = emptyPacket();
  private watched = new Map<number, Watched>();
  private deep: ReadonlySet<number> = new Set();

  /** Replaces what is watched; what stays keeps the volume it had. */
  watch(instruments: readonly BrokerInstrument[]): void {
    const before = this.watched;
    this.watched = new Map();
    for (const instrument of instruments) {
      const key = keyOf(instrument);
      if (key === null) continue;
      const known = before.get(key);
      const isSame = known?.symbol === instrument.symbol;
      const { symbol, exchange, token } = instrument;
      this.watched.set(
        key,
        isSame ? known : { symbol, exchange, token, day: 0, volume: -1, hasDepth: this.deep.has(key) },
      );
    }
  }

  /** Ticks of these instruments come with their depth from now on; those of others without. */
  watchDepth(instruments: readonly BrokerInstrument[]): void {
    this.deep = new Set(instruments.flatMap((instrument) => keyOf(instrument) ?? []));
    for (const [key, watched] of this.watched) watched.hasDepth = this.deep.has(key);
  }

  /** The tick of a packet. Null for a packet that is not watched, is not one, or gives no price. */
  read(bytes: Buffer): BrokerTick | null {
    const { packet } = this;
    if (!readPacket(bytes, packet)) return null;
    const watched = this.watched.get(packet.segment * SEGMENT_STRIDE + packet.token);
    if (!watched || packet.lastPrice <= 0) return null;
    return {
      symbol: watched.symbol,
      exchange: watched.exchange,
      token: watched.token,
      price: packet.lastPrice,
      volume: this.tradedSince(watched),
      upperCircuit: packet.upperCircuit > 0 ? packet.upperCircuit : null,
      lowerCircuit: packet.lowerCircuit > 0 ? packet.lowerCircuit : null,
      at: packet.exchangeTime,
      day: packet.mode === FEED_MODES.snapQuote ? this.dayOf() : undefined,
      depth:
        watched.hasDepth && packet.mode === FEED_MODES.snapQuote ? orderedDepth(depthIn(bytes)) : undefined,
    };
  }

  private dayOf(): TickDay {
    const { open, high, low, close, volume, bid, ask } = this.packet;
    return { open, high, low, close, volume, bid, ask };
  }

  /** The day's volume only grows; a packet that came late, with less, is not a loss. */
  private tradedSince(watched: Watched): number {
    const { exchangeTime, volume } = this.packet;
    const day = istMidnight(exchangeTime);
    if (day > watched.day) {
      const isFirst = watched.volume < 0;
      watched.day = day;
      watched.volume = volume;
      return isFirst ? 0 : volume;
    }
    const traded = day === watched.day ? Math.max(0, volume - watched.volume) : 0;
    watched.volume += traded;
    return traded;
  }
}
