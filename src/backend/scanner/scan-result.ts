import type { PartReading } from '../../engine/rules/compiled-rules.ts';

/** Outcomes of a scan for a symbol. */
export const VERDICTS = ['hit', 'miss', 'no-history', 'warm-up', 'faulty'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A symbol as a scan found it. */
export interface ScanRow {
  readonly symbol: string;
  readonly verdict: Verdict;
  /** Of the day, and of the candle before it; paise, null where there is none. */
  readonly close: number | null;
  readonly closeBefore: number | null;
  readonly volume: number | null;
  /** Candles up to the day, as many as the rules need at most. */
  readonly candles: number;
  /** Parts of the entry rule; none without a candle to read them at. */
  readonly parts: readonly PartReading[];
  /** Why it is faulty; empty of all others. */
  readonly fault: string;
}
