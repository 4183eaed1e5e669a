import { createHash } from 'node:crypto';
import type { Bar } from '../../engine/bars.ts';
import { packBars } from './candle-columns.ts';

/** SHA-256 of packed candles. */
export const hashOfColumns = (columns: Uint8Array): string =>
  createHash('sha256').update(columns).digest('hex');

/** SHA-256 of candles, packed as they are stored. */
export const hashOf = (bars: readonly Bar[]): string => hashOfColumns(packBars(bars));
