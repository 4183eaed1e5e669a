import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentArbitrary, goodBars, rowsArbitrary } from '../../../tests/engine/arbitraries.ts';
import { intradayBars, outline, run, rulesOf } from '../../../tests/engine/made-up-market.ts';
import type { RuleDocumentInput } from '../../shared/rule-document.ts';
import { barAt, type Bar, type Bars } from '../bars.ts';
import type { InstrumentKind } from '../instrument.ts';
import { findLookAhead } from '../look-ahead.ts';
import { compileRules } from './compile.ts';
import type { CompiledRules } from './compiled-rules.ts';

const closing = (...closes: readonly number[]): Bar[] =>
  intradayBars(closes.map((close) => [close, close + 1, close - 1, close]));

const seriesOf = (symbol: string, rows: readonly Bar[], kind: InstrumentKind = 'index-proxy') => ({
  instrument: { symbol, kind },
  bars: goodBars(rows),
});

/** Bought while the index stands above 200. */
const filtered: RuleDocumentInput['entry'] = {
  kind: 'compare',
  left: { kind: 'price', field: 'close', instrument: 'NIFTY' },
  operator: '>',
  right: { kind: 'constant', value: 200, unit: 'rupees' },
};

const entries = (rules: CompiledRules, bars: Bars, others: readonly ReturnType<typeof seriesOf>[]) => [
  ...rules.signals(bars, undefined, { kind: 'index-proxy' }, others).entry,
];

/** Entries bar by bar, the others fed as they come. */
const streamed = (rules: CompiledRules, bars: Bars, others: readonly ReturnType<typeof seriesOf>[]) => {
  const stream = rules.stream({ kind: 'index-proxy' }, () => ({ kind: 'index-proxy' }));
  const fed = others.map((other) => ({ ...other, index: 0 }));
  return Array.from({ length: bars.length }, (_, index) => {
    const bar = barAt(bars, index);
    for (const other of fed)
      while (other.index < other.bars.length && (other.bars.time[other.index] ?? 0) <= bar.time)
        stream.feed(other.instrument.symbol, barAt(other.bars, other.index++));
    return Number(stream.next(bar, null).entry);
  });
};

describe('another instrument', () => {
  const rules = rulesOf({ entry: filtered });
  const bars = goodBars(closing(100, 100, 100, 100, 100));
  const nifty = closing(199, 201, 202, 198, 205);

  it('is read at its candle of the same time', () => {
    expect(rules.reads).toEqual(['NIFTY']);
    expect(entries(rules, bars, [seriesOf('NIFTY', nifty)])).toEqual([0, 1, 1, 0, 1]);
    expect(streamed(rules, bars, [seriesOf('NIFTY', nifty)])).toEqual([0, 1, 1, 0, 1]);
  });

  it('is not known where it has no candle: no signal, and none by saying not', () => {
    const gap = [
      seriesOf(
        'NIFTY',
        nifty.filter((_, index) => index !== 2),
      ),
    ];
    expect(entries(rules, bars, gap)).toEqual([0, 1, 0, 0, 1]);
    expect(streamed(rules, bars, gap)).toEqual([0, 1, 0, 0, 1]);
    const negated = rulesOf({ entry: { kind: 'not', condition: filtered } });
    expect(entries(negated, bars, gap)).toEqual([1, 0, 0, 1, 0]);
    expect(streamed(negated, bars, gap)).toEqual([1, 0, 0, 1, 0]);
    expect(entries(rules, bars, [])).toEqual([0, 0, 0, 0, 0]);
    expect(streamed(rules, bars, [])).toEqual([0, 0, 0, 0, 0]);
  });

  it('counts once, however often the same candle comes', () => {
    const stream = rules.stream();
    const [first, second] = nifty as [Bar, Bar];
    stream.feed('NIFTY', first);
    stream.feed('NIFTY', second);
    stream.feed('NIFTY', { ...second, close: 100 });
    stream.feed('BANKNIFTY', second);
    expect(stream.next(barAt(bars, 0), null).entry).toBe(false);
    expect(stream.next(barAt(bars, 1), null).entry).toBe(true);
  });

  it('is not read where its session cuts the candle later than ours', () => {
    // Since August 2026 the index trades to 15:40, a share without futures to 15:30.
    const time = Date.parse('2026-11-20T15:15:00+05:30');
    const last = { time, open: 20_100, high: 20_100, low: 20_100, close: 20_100, volume: 1 };
    const hourly = rulesOf({ timeframe: '1h', entry: filtered });
    const share = { kind: 'equity', fixedBandPercent: 20 } as const;
    const others = [seriesOf('NIFTY', [last])];
    expect([...hourly.signals(goodBars([last]), undefined, share, others).entry]).toEqual([0]);
    expect([...hourly.signals(goodBars([last]), undefined, { kind: 'index-proxy' }, others).entry]).toEqual([
      1,
    ]);
    for (const [ours, expected] of [
      [share, false],
      [{ kind: 'index-proxy' } as const, true],
    ] as const) {
      const stream = hourly.stream(ours, () => ({ kind: 'index-proxy' }));
      stream.feed('NIFTY', last);
      expect(stream.next(last, null).entry).toBe(expected);
    }
  });

  it('may be read by rules that trade it as well', () => {
    const both = rulesOf({ instruments: ['NIFTY', 'BANKNIFTY'], entry: filtered });
    const all = [seriesOf('NIFTY', nifty), seriesOf('BANKNIFTY', closing(100, 100, 100, 100, 100))];
    for (const { bars: own } of all) expect(entries(both, own, all)).toEqual([0, 1, 1, 0, 1]);
  });

  it('gives the same signals over a series and bar by bar, for any rules', () => {
    let fired = 0;
    fc.assert(
      fc.property(
        documentArbitrary({ others: ['OTHER'] }),
        rowsArbitrary(),
        rowsArbitrary(),
        (document, own, other) => {
          const compiled = compileRules(document);
          const others = [seriesOf('OTHER', other)];
          const whole = entries(compiled, goodBars(own), others);
          expect(streamed(compiled, goodBars(own), others)).toEqual(whole);
          if (compiled.reads.length > 0) fired += whole.filter((one) => one === 1).length;
        },
      ),
      { numRuns: 300 },
    );
    expect(fired).toBeGreaterThan(500);
  });

  it('is never looked ahead at, and a look ahead at it is found', () => {
    fc.assert(
      fc.property(
        documentArbitrary({ others: ['OTHER'] }),
        rowsArbitrary(),
        rowsArbitrary(),
        (document, own, other) => {
          const report = findLookAhead({
            rules: compileRules(document),
            series: [seriesOf('RELIANCE', own, 'equity')],
            others: [seriesOf('OTHER', other)],
            cuts: 10,
          });
          expect(report.differences).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
    const peeking: CompiledRules = {
      ...rules,
      // The other's next candle in the place of this one.
      signals: (over, shared, traded, others = []) =>
        rules.signals(
          over,
          shared,
          traded,
          others.map((one) => ({
            ...one,
            bars: { ...one.bars, close: one.bars.close.map((price, at) => one.bars.close[at + 1] ?? price) },
          })),
        ),
    };
    const long = Array.from({ length: 60 }, (_, index) => 190 + ((index * 7) % 20));
    const report = findLookAhead({
      rules: peeking,
      series: [seriesOf('RELIANCE', closing(...long.map(() => 100)), 'equity')],
      others: [seriesOf('NIFTY', closing(...long))],
    });
    expect(report.differences.length).toBeGreaterThan(5);
  });
});

describe('a backtest with another instrument', () => {
  const own = closing(100, 101, 102, 103, 104, 105);
  const others = [seriesOf('NIFTY', closing(199, 201, 202, 198, 205, 206))];
  const document = { entry: filtered, exit: { kind: 'not', condition: filtered } } as const;

  it('trades by it, over columns and bar by bar', () => {
    const trades = ['09:25 102 09:35 104 exit-rule', '09:40 105 09:40 105 end-of-data'];
    expect(outline(run(document, own, { others }))).toEqual(trades);
    const asked = { ...rulesOf(document), usesPosition: true };
    expect(outline(run(document, own, { others, rules: asked }))).toEqual(trades);
  });

  it('waits for its next candle where one is missing, bar by bar too', () => {
    const all = closing(199, 201, 202, 198, 205, 206);
    const gap = [
      seriesOf(
        'NIFTY',
        all.filter((_, index) => index !== 1),
      ),
    ];
    const trades = ['09:30 103 09:35 104 exit-rule', '09:40 105 09:40 105 end-of-data'];
    expect(outline(run(document, own, { others: gap }))).toEqual(trades);
    const asked = { ...rulesOf(document), usesPosition: true };
    expect(outline(run(document, own, { others: gap, rules: asked }))).toEqual(trades);
  });

  it('says how often it had no candle', () => {
    const gap = [seriesOf('NIFTY', closing(199, 201, 202, 198, 205, 206).slice(2))];
    const sentence =
      'NIFTY, which the rules read, has no candle at 2 of 6 closes: what they read of it is not known there.';
    expect(run(document, own, { others: gap }).assumptions).toContain(sentence);
    expect(run(document, own, {}).assumptions.join(' ')).toContain('has no candle at 6 of 6 closes');
    expect(run(document, own, { others }).assumptions.join(' ')).not.toContain('which the rules read');
  });
});
