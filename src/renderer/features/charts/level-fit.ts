import type { PortLevel } from './chart-port.ts';

/** Least width with room for names beside the newest candles, px. */
const WIDE = 720;
/** Height of a name or price on the axis, px. */
const LABEL = 17;

/** Names on an axis as they fit a chart. */
export interface FittedLevel extends PortLevel {
  /** Whether its price stands on the axis. */
  readonly isNamed: boolean;
}

/**
 * Levels with names that fit a chart of some size, px. In a narrow one they are short, so that they cover no candles.
 * In a low one those that matter most have one: more would lie over each other.
 */
export const fitted = (
  levels: readonly PortLevel[],
  { width, height }: { readonly width: number; readonly height: number },
): FittedLevel[] => {
  // They are moved apart around their prices, so one more must fit than there are.
  const isLow = (levels.length + 1) * LABEL > height;
  return levels.map((level) => ({
    ...level,
    title: width < WIDE ? level.short : level.title,
    isNamed: !isLow || level.isFirst,
  }));
};
