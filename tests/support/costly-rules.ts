import { INSTRUMENT_MASTER } from '../../src/backend/market/instrument-master.ts';
import type { Condition, RuleDocumentInput } from '../../src/shared/rule-document.ts';
import type { TestUser } from './test-backend.ts';

/** Two costly indicators, unlike those of any other number. */
export const comparison = (number: number): Condition => {
  const stochasticRsi = (period: number, output: 'k' | 'd') =>
    ({
      kind: 'indicator',
      indicator: {
        name: 'stochrsi',
        period,
        kPeriod: 250,
        kSmoothing: 250,
        dPeriod: 250,
        source: 'close',
        output,
      },
      offset: 0,
    }) as const;
  return {
    kind: 'compare',
    operator: '>',
    left: stochasticRsi(240 - 2 * number, 'k'),
    right: stochasticRsi(239 - 2 * number, 'd'),
    forBars: 1,
  };
};

const comparisons = (from: number, length: number): Condition[] =>
  Array.from({ length }, (_, number) => comparison(from + number));

/**
 * Rules that compare many indicators over many shares. They compare so many times two indicators, to enter and to
 * leave, over so many shares.
 */
export const costlyRules = (shares: number, entries: number, exits = 0): RuleDocumentInput => ({
  version: 1,
  instruments: INSTRUMENT_MASTER.filter(({ kind }) => kind === 'equity')
    .slice(0, shares)
    .map(({ symbol }) => symbol),
  timeframe: '1m',
  side: 'long',
  product: 'intraday',
  entry: { kind: 'all', conditions: comparisons(0, entries) },
  ...(exits > 0 && { exit: { kind: 'all', conditions: comparisons(entries, exits) } }),
  stopLoss: { kind: 'percent', value: 1 },
  size: { kind: 'fixed', quantity: 1 },
});

/** Holds at every candle. */
export const alwaysTrue: Condition = {
  kind: 'compare',
  operator: '>',
  left: { kind: 'price', field: 'close', offset: 0 },
  right: { kind: 'constant', value: 0, unit: 'rupees' },
  forBars: 1,
};

/** Makes a strategy of a document for a user; returns its id. */
export const addStrategy = async (
  user: TestUser,
  name: string,
  document: RuleDocumentInput,
): Promise<number> => (await user.call('strategies.add', { url: 'add', name, document })).strategyId ?? 0;
