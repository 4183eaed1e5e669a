import type { ExitReason } from '../../engine/simulation/simulation.ts';

/** Why (part of) a simulated position was closed, in words. */
export const EXIT_LABELS: Readonly<Record<ExitReason, string>> = {
  'stop-loss': 'Stop-loss hit',
  'trailing-stop': 'Trailing stop hit',
  target: 'Target reached',
  'partial-exit': 'Part of the target reached',
  rotation: 'No longer among the best',
  rebalance: 'Back to its equal part',
  'exit-rule': 'Exit rule',
  reversal: 'Reversal',
  'square-off': 'Square-off',
  'session-end': 'End of the session',
  'margin-call': 'Margin call',
  'end-of-data': 'End of the data',
};
