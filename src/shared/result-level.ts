import type { Mode, Source } from './contract/fields.ts';

/**
 * Levels of credibility of a result, least first: computed over past candles, played on imported ones, on paper as the
 * simulated market goes, and live by reconciled fills. Figures of two levels are never added, ranked or mixed.
 */
export const RESULT_LEVELS = ['backtest', 'replay', 'paper', 'live'] as const;
export type ResultLevel = (typeof RESULT_LEVELS)[number];

/** The level of what a strategy has traded. */
export const levelOf = (mode: Mode, source: Source): ResultLevel =>
  mode === 'live' ? 'live' : source === 'replay' ? 'replay' : 'paper';
