import type { ScanVerdict } from '../../shared/scan-verdicts.ts';

/** A part of an entry rule at the close of the day. */
interface PartReading {
  /** Null while that is not known. */
  readonly holds: boolean | null;
  /** Of its operands, in reading order; null where one is not known. */
  readonly values: readonly (number | null)[];
}

/** A symbol as a scan found it. */
export interface ScanRow {
  readonly symbol: string;
  readonly verdict: ScanVerdict;
  /** Close of the day, paise; null without a candle. */
  readonly close: number | null;
  readonly closeBefore: number | null;
  readonly volume: number | null;
  /** Candles up to the day, as far as rules look back. */
  readonly candles: number;
  /** Parts of the entry rule; none without a candle to read them at. */
  readonly parts: readonly PartReading[];
  /** Why it is faulty; empty of all others. */
  readonly fault: string;
}
