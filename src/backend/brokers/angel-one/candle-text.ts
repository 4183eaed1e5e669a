import type { Bar } from '../../../engine/bars.ts';
import { istDayStart, MINUTE_MS } from '../../../shared/time.ts';
import type { RawAnswer } from './read-answer.ts';

/** Beginning of an answer with candles, up to the first. */
const HEAD = /^\{"status":true,(?:"[a-z]+":"[^"\\]*",)*"data":\[(?=\[)/;
/** The start of a candle: `2026-11-20T09:15:00+05:30`. */
const STAMP = { length: 25, day: 10, zone: '+05:30' } as const;
const SECOND_MS = 1_000;
/** Beyond it a number would not be exact. */
const MOST_DIGITS = 12;

const code = (sign: string): number => sign.charCodeAt(0);
const [ZERO, NINE, DOT, COMMA, QUOTE, OPEN, CLOSE] = [
  code('0'),
  code('9'),
  code('.'),
  code(','),
  code('"'),
  code('['),
  code(']'),
];

/** Sign that an answer is not written as candles usually are. */
class UnusualText extends Error {
  override readonly name = 'UnusualText';
}

/** Reader of an answer's text from its first candle on. */
class CandleScanner {
  private readonly text: string;
  private at: number;
  private day = '';
  private midnight = Number.NaN;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** @throws UnusualText */
  all(): Bar[] {
    const bars: Bar[] = [];
    do bars.push(this.candle());
    while (this.has(COMMA));
    this.expect(CLOSE);
    if (this.text.slice(this.at) !== '}') throw new UnusualText();
    return bars;
  }

  private candle(): Bar {
    this.expect(OPEN);
    const time = this.time();
    const bar = {
      time,
      open: this.next(2),
      high: this.next(2),
      low: this.next(2),
      close: this.next(2),
      volume: this.next(0),
    };
    this.expect(CLOSE);
    return bar;
  }

  private next(decimals: number): number {
    this.expect(COMMA);
    return this.number(decimals);
  }

  private has(sign: number): boolean {
    if (this.text.charCodeAt(this.at) !== sign) return false;
    this.at++;
    return true;
  }

  private expect(sign: number): void {
    if (!this.has(sign)) throw new UnusualText();
  }

  private time(): number {
    this.expect(QUOTE);
    const stamp = this.text.slice(this.at, this.at + STAMP.length);
    this.at += STAMP.length;
    this.expect(QUOTE);
    if (!/^.{10}T\d\d:\d\d:\d\d\+05:30$/.test(stamp)) throw new UnusualText();
    const day = stamp.slice(0, STAMP.day);
    if (day !== this.day) {
      this.day = day;
      this.midnight = istDayStart(day);
    }
    const two = (from: number): number => Number(stamp.slice(from, from + 2));
    const time = this.midnight + (two(11) * 60 + two(14)) * MINUTE_MS + two(17) * SECOND_MS;
    if (Number.isNaN(time)) throw new UnusualText();
    return time;
  }

  /** A number with so many decimals, as a whole. Rounded half away from zero. */
  private number(decimals: number): number {
    const from = this.at;
    let value = this.digits(0, MOST_DIGITS);
    if (this.at === from) throw new UnusualText();
    let left = decimals;
    if (decimals > 0 && this.has(DOT)) {
      const start = this.at;
      value = this.digits(value, decimals);
      left -= this.at - start;
      if (left === decimals) throw new UnusualText();
      const next = this.text.charCodeAt(this.at);
      if (left === 0 && next >= ZERO && next <= NINE) {
        if (next - ZERO >= 5) value++;
        this.digits(0, MOST_DIGITS);
      }
    }
    return value * 10 ** left;
  }

  /** At most so many digits, behind those that are read already. */
  private digits(before: number, most: number): number {
    let value = before;
    for (let count = 0; count < most; count++, this.at++) {
      const sign = this.text.charCodeAt(this.at);
      if (!(sign >= ZERO && sign <= NINE)) break;
      value = value * 10 + sign - ZERO;
    }
    return value;
  }
}

/** Candles of an answer that are read already. */
export class ReadCandles {
  readonly bars: readonly Bar[];

  constructor(bars: readonly Bar[]) {
    this.bars = bars;
  }
}

/**
 * Candles of an answer, straight from its text. Null where it is written otherwise than usual: it is then read like every
 * answer. A month of minutes is half a megabyte, which read value by value would keep ticks and orders waiting.
 */
export const readCandleText = ({ status, text }: RawAnswer): ReadCandles | null => {
  const head = status === 200 ? HEAD.exec(text) : null;
  if (!head) return null;
  try {
    return new ReadCandles(new CandleScanner(text, head[0].length).all());
  } catch (error) {
    if (error instanceof UnusualText) return null;
    throw error;
  }
};
