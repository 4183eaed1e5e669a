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

/** Condition that holds at every candle. */
export const ALWAYS = {
  kind: 'compare',
  left: { kind: 'price', field: 'close' },
  operator: '>',
  right: { kind: 'constant', value: 1, unit: 'rupees' },
} as const satisfies RuleDocumentInput['entry'];

/** Daily rules that buy at once, for delivery, and hold. */
export const buyAndHold = (...instruments: readonly string[]): RuleDocumentInput => ({
  ...{ version: 1, instruments: [...instruments], timeframe: '1d', side: 'long', product: 'delivery' },
  entry: ALWAYS,
  target: { kind: 'percent', value: 50 },
  size: { kind: 'capital-percent', percent: 90 },
});
