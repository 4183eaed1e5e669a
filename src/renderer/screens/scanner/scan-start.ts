import type { RuleDocument } from '../../../shared/rule-document.ts';
import { newComparison, STARTING_DISTANCES } from '../../features/rules/starters.ts';

/** Rules of a new scan, on daily candles. They are whole, so that a backtest can run them as they are. */
export const newScanRules = (): RuleDocument => ({
  version: 1,
  instruments: ['RELIANCE'],
  timeframe: '1d',
  side: 'long',
  product: 'delivery',
  entry: { kind: 'all', conditions: [newComparison()] },
  exit: null,
  stopLoss: { ...STARTING_DISTANCES.percent, value: 5 },
  target: { ...STARTING_DISTANCES.percent, value: 10 },
  trailing: null,
  partialExits: [],
  size: { kind: 'capital-percent', percent: 25 },
  rotation: null,
  maxEntries: 1,
  reentry: true,
  maxTradesPerDay: 10,
  window: { from: '09:15', to: '15:30' },
  squareOffTime: '15:10',
});
