import { pino } from 'pino';
import { expect, it } from 'vitest';
import { RSI_RULES } from '../../../tests/support/rule-samples.ts';
import { compileRules } from '../../engine/rules/compile.ts';
import { RuleDocumentSchema } from '../../shared/rule-document.ts';
import { MINUTE_MS } from '../../shared/time.ts';
import type { BrokerCandles } from './broker-candles.ts';
import { LiveCandles } from './live-candles.ts';

const NOW = Date.parse('2026-11-20T10:00:30+05:30');

it('candles of another instrument that rules read are brought like those of what they trade', async () => {
  const document = RuleDocumentSchema.parse({
    ...RSI_RULES,
    instruments: ['ITC'],
    timeframe: '1m',
    entry: {
      kind: 'compare',
      left: { kind: 'indicator', indicator: { name: 'sma', period: 40 }, instrument: 'NIFTY' },
      operator: '>',
      right: { kind: 'price', field: 'close', instrument: 'NIFTY' },
    },
  });
  const asked: unknown[] = [];
  const last = { time: NOW - 90_000, open: 1, high: 1, low: 1, close: 1, volume: 1 };
  const past: Pick<BrokerCandles, 'warmUp' | 'minutes'> = {
    warmUp: (...range) => {
      asked.push(range);
      return Promise.resolve({ minutes: [last], until: NOW - (NOW % MINUTE_MS) });
    },
    minutes: () => Promise.resolve([]),
  };
  const candles = new LiveCandles({
    clock: { now: () => NOW },
    logger: pino({ level: 'silent' }),
    past: past as BrokerCandles,
    traded: () => [],
  });
  await candles.bring(document, () => false);
  const { lookBack } = compileRules(document);
  expect(lookBack).toBeGreaterThanOrEqual(39);
  expect(asked).toEqual([
    ['ITC', '1m', lookBack],
    ['NIFTY', '1m', lookBack],
  ]);
  expect(candles.today('NIFTY', '1m')).toEqual([last]);
});
