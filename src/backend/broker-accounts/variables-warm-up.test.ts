import { describe, expect, it } from 'vitest';
import { compileRules } from '../../engine/rules/compile.ts';
import { parseRuleDocument } from '../../engine/rules/parse.ts';
import type { Bar } from '../../engine/bars.ts';
import {
  RULE_LIMITS,
  type RuleDocumentInput,
  type Timeframe,
  TIMEFRAMES,
} from '../../shared/rule-document.ts';
import { inHindi } from '../../shared/server-text/hindi.ts';
import { DAY_MS, istDate, MINUTE_MS } from '../../shared/time.ts';
import { kindOfDay } from '../../shared/trading-days.ts';
import { daysBeyondBroker, warmUpDays } from './broker-candles.ts';

type VariableInput = NonNullable<RuleDocumentInput['variables']>[number];

const CANDLES = RULE_LIMITS.variableCandles;
const close = { kind: 'price', field: 'close' } as const;
const rupees = { kind: 'constant', value: 100, unit: 'rupees' } as const;

/**
 * Rules over a price that variables hand on, one to the next. It is of a candle above ₹100, and each keeps it for as many
 * candles as a variable can.
 */
const handedOn = (count: number, timeframe: Timeframe, candles: number | null = CANDLES) => {
  const variables = Array.from({ length: count }, (_, at): VariableInput => {
    const read = at === 0 ? close : ({ kind: 'variable', name: `v${at - 1}` } as const);
    return {
      ...{ kind: 'kept', name: `v${at}`, value: read, keep: 'last', candles },
      when: { kind: 'compare', left: read, operator: '>', right: rupees },
    };
  });
  const last = { kind: 'variable', name: `v${count - 1}` } as const;
  return parseRuleDocument({
    ...{ version: 1, instruments: ['ITC'], timeframe, side: 'long', variables },
    ...{ product: 'delivery', size: { kind: 'fixed', quantity: 10 }, target: { kind: 'percent', value: 5 } },
    entry: { kind: 'compare', left: last, operator: '>', right: rupees },
  });
};

/** Candles of about six years at ₹90; `above` candles before the last, one at ₹101. */
const barsOf = (timeframe: Timeframe, above: number): Bar[] => {
  const first = Date.parse('2020-01-02T00:00:00+05:30');
  const open = 9.25 * 60 * MINUTE_MS;
  const starts = timeframe === '1d' ? [0] : [0, 1, 2, 3, 4, 5, 6].map((hour) => open + hour * 60 * MINUTE_MS);
  const bars = Array.from({ length: 2_200 }, (_, day) => first + day * DAY_MS)
    .filter((time) => kindOfDay(istDate(time)) === 'ordinary')
    .flatMap((day) => starts.map((start) => day + start))
    .map((time): Bar => ({ time, open: 90_00, high: 90_00, low: 90_00, close: 90_00, volume: 100 }));
  const at = bars.length - 1 - above;
  bars[at] = { ...(bars[at] as Bar), high: 101_00, close: 101_00 };
  return bars;
};

describe('rules with variables', () => {
  it.each<Timeframe>(['1h', '1d'])('say after a live restart what they said before it (%s)', (timeframe) => {
    const parsed = handedOn(2, timeframe);
    if (!parsed.ok) throw new Error(parsed.failure.message);
    const rules = compileRules(parsed.value);
    const entersOn = (bars: readonly Bar[]): boolean => {
      const stream = rules.stream();
      return bars.map((bar) => stream.next(bar, null).entry).at(-1) ?? false;
    };
    // The first variable keeps the price until its last candle, and the second one from then on as long.
    const bars = barsOf(timeframe, 2 * (CANDLES - 1));
    expect(entersOn(bars)).toBe(true);
    // A restart brings the candles of so many days.
    const from = (bars.at(-1)?.time ?? 0) - warmUpDays(timeframe, rules.lookBack) * DAY_MS;
    expect(entersOn(bars.filter(({ time }) => time >= from))).toBe(true);
  });

  it('that remember more candles together than a restart can bring are refused', () => {
    const parsed = handedOn(5, '1h');
    const reason = 'needs 2495 candles of history; at most 1000 can be asked for';
    expect(parsed).toMatchObject({ ok: false, failure: { fields: { entry: reason } } });
    expect(inHindi(reason)).not.toBe(reason);
  });

  it('of the session are not counted as candles of before', () => {
    expect(handedOn(5, '1m', null).ok).toBe(true);
  });
});

describe('what the broker has no candles for', () => {
  const averageOfDays = (period: number, name: 'sma' | 'ema' = 'sma', timeframe: Timeframe = '5m') => {
    const indicator = { kind: 'indicator', indicator: { name, period }, timeframe: '1d' } as const;
    const parsed = parseRuleDocument({
      ...{ version: 1, instruments: ['ITC'], timeframe, side: 'long', product: 'intraday' },
      size: { kind: 'fixed', quantity: 10 },
      entry: { kind: 'compare', left: close, operator: '>', right: indicator },
    });
    if (!parsed.ok) throw new Error(parsed.failure.message);
    return daysBeyondBroker(timeframe, compileRules(parsed.value).reach);
  };

  it('are daily candles of more than a year, made of minutes', () => {
    expect(averageOfDays(250)).toBeNull();
    // An average that fades needs no more candles to be known.
    expect(averageOfDays(250, 'ema')).toBeNull();
    expect(averageOfDays(500)).toEqual({ needed: 745, kept: 400 });
    expect(averageOfDays(500, 'sma', '1h')).toEqual({ needed: 745, kept: 400 });
  });

  it('is nothing that variables within the limit remember', () => {
    for (const timeframe of TIMEFRAMES)
      expect(daysBeyondBroker(timeframe, RULE_LIMITS.lookBack), timeframe).toBeNull();
  });
});
