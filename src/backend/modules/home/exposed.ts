import type { Position } from '../../../shared/contract/positions.ts';

/**
 * Open positions whose loss no order at the broker limits: `watched` by this program while it runs, or `bare` though
 * they have a stop level. What was never to have a stop, such as a basket's shares, is its owner's choice.
 */
export const exposedCounts = (
  positions: readonly Pick<Position, 'protection' | 'stopLoss'>[],
): { watched: number; bare: number } => ({
  watched: positions.filter(({ protection }) => protection?.state === 'watched').length,
  bare: positions.filter(({ protection, stopLoss }) => protection?.state === 'none' && stopLoss !== null)
    .length,
});
