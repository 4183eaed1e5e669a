import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';

/** A small, valid rule document. */
export const RSI_RULES: RuleDocumentInput = {
  version: 1,
  instruments: ['RELIANCE'],
  timeframe: '5m',
  side: 'long',
  product: 'intraday',
  entry: {
    kind: 'compare',
    left: { kind: 'indicator', indicator: { name: 'rsi', period: 14 } },
    operator: 'crosses-above',
    right: { kind: 'constant', value: 30 },
  },
  stopLoss: { kind: 'percent', value: 1 },
  size: { kind: 'capital-percent', percent: 50 },
};
