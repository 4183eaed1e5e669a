import type { LegExit } from '../../../engine/legs/structure-progress.ts';

/** Why the exit of a leg was sent, in words. Stops and targets on its premium are its position's. */
export const LEG_EXIT_LABELS: Readonly<Record<LegExit, string>> = {
  'stop-loss': 'Stop by the underlying',
  'trailing-stop': 'Trailing stop',
  target: 'Target by the underlying',
  'structure-stop': 'Stop of the structure',
  'structure-target': 'Target of the structure',
  'structure-lock': 'Profit lock of the structure',
  'with-the-others': 'Closed with the other legs',
  'exit-time': 'Exit at its time',
  expiry: 'Expiry',
  'by-hand': 'Closed by hand',
};
