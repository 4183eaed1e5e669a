import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentArbitrary } from '../../../tests/engine/arbitraries.ts';
import { RuleDocumentSchema, type RuleDocumentInput } from '../../shared/rule-document.ts';
import { describeRules } from './sentence.ts';

const read = (input: RuleDocumentInput) => describeRules(RuleDocumentSchema.parse(input));

const emaOf = (period: number) => ({ kind: 'indicator', indicator: { name: 'ema', period } }) as const;

const crossover: RuleDocumentInput = {
  version: 1,
  instruments: ['RELIANCE'],
  timeframe: '5m',
  side: 'long',
  product: 'intraday',
  entry: {
    kind: 'all',
    conditions: [
      { kind: 'compare', left: emaOf(9), operator: 'crosses-above', right: emaOf(21) },
      {
        kind: 'compare',
        left: { kind: 'indicator', indicator: { name: 'rsi', period: 14 } },
        operator: '<',
        right: { kind: 'constant', value: 70 },
        forBars: 2,
      },
    ],
  },
  exit: { kind: 'compare', left: emaOf(9), operator: 'crosses-below', right: emaOf(21) },
  stopLoss: { kind: 'percent', value: 1.5 },
  target: { kind: 'points', rupees: 40 },
  trailing: { kind: 'atr', multiple: 2, period: 14 },
  size: { kind: 'risk-percent', percent: 1 },
  maxTradesPerDay: 3,
};

describe('rules read back', () => {
  it('say everything a trader wants to know, in their words', () => {
    expect(read(crossover)).toEqual({
      headline: 'Buys RELIANCE on 5-minute bars, intraday.',
      entry:
        "Enters at the next bar's open when the 9-bar EMA crosses above the 21-bar EMA and the 14-bar RSI is below 70 for 2 bars in a row.",
      exit: "Exits at the next bar's open when the 9-bar EMA crosses below the 21-bar EMA.",
      risk: 'Stop-loss 1.5% below the entry price, target ₹40.00 above it and a trailing stop 2 × the 14-bar ATR at entry below the best price since entry.',
      size: 'Sizes each trade so that the stop-loss costs at most 1% of the capital, in whole lots.',
      session:
        'Enters between 09:15 and 15:30. At most 3 trades a day. Open positions are squared off at 15:10.',
    });
  });

  it('turn round for a short side and leave out what is not there', () => {
    const sentences = read({
      ...crossover,
      instruments: ['NIFTY', 'BANKNIFTY'],
      side: 'short',
      exit: null,
      trailing: null,
      stopLoss: null,
      size: { kind: 'fixed', quantity: 75 },
      maxTradesPerDay: 1,
      reentry: false,
    });
    expect(sentences.headline).toBe('Sells short NIFTY and BANKNIFTY on 5-minute bars, intraday.');
    expect(sentences.exit).toBe('');
    expect(sentences.risk).toBe('Target ₹40.00 below the entry price.');
    expect(sentences.session).toContain('At most one trade a day. Does not enter an instrument again');
  });

  it('give constants the unit of what they are compared with', () => {
    const { entry, exit } = read({
      ...crossover,
      entry: {
        kind: 'any',
        conditions: [
          {
            kind: 'between',
            value: { kind: 'price', field: 'close', offset: 1 },
            low: { kind: 'constant', value: 1200.5, unit: 'rupees' },
            high: { kind: 'indicator', indicator: { name: 'highest', period: 20 }, offset: 1 },
          },
          {
            kind: 'compare',
            left: { kind: 'price', field: 'volume' },
            operator: '>',
            right: { kind: 'constant', value: 150000 },
          },
        ],
      },
      exit: {
        kind: 'any',
        conditions: [
          {
            kind: 'compare',
            left: { kind: 'position', field: 'profit-percent' },
            operator: '>=',
            right: { kind: 'constant', value: 2 },
          },
          {
            kind: 'compare',
            left: { kind: 'time-of-day' },
            operator: '>=',
            right: { kind: 'clock', at: '14:30' },
          },
        ],
      },
    });
    expect(entry).toContain(
      'the close one bar ago is between ₹1,200.50 and the highest high of 20 bars one bar ago or the volume is above 1,50,000 shares',
    );
    expect(exit).toContain('the profit of the trade is at or above 2% or the time is at or after 14:30');
  });

  it('are whole sentences for any document', () => {
    fc.assert(
      fc.property(documentArbitrary({ withPosition: true }), (document) => {
        for (const sentence of Object.values(describeRules(document))) {
          expect(sentence).not.toMatch(/undefined|NaN|\[object|null| {2}/);
          if (sentence) expect(sentence).toMatch(/^[A-Z].*\.$/);
        }
      }),
      { numRuns: 300 },
    );
  });
});
