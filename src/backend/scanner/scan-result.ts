import type { PartReading } from '../../engine/rules/compiled-rules.ts';
import type { ScanVerdict } from '../../shared/scan-verdicts.ts';

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
