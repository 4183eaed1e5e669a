import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentArbitrary, rotationArbitrary } from '../../../tests/engine/arbitraries.ts';
import { RuleDocumentSchema, type RuleDocumentInput } from '../../shared/rule-document.ts';
import type { Traded } from '../instrument.ts';
import { withHoursOfDay } from './hours-of-day.ts';
import { describeRules, describeWatched } from './sentence.ts';

const read = (input: RuleDocumentInput) => describeRules(RuleDocumentSchema.parse(input), 'en');

const close = { kind: 'price', field: 'close' } as const;

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
      headline: 'Buys RELIANCE on 5-minute candles, intraday.',
      variables: '',
      entry:
        "Enters at the next candle's open when EMA(9) crosses above EMA(21) and RSI(14) is below 70 for 2 candles.",
      rotation: '',
      exit: "Exits at the next candle's open when EMA(9) crosses below EMA(21).",
      risk: 'Stop-loss 1.5% below the entry price. Target ₹40.00 above the entry price. Trailing stop 2 × ATR(14) at entry below the best price since entry.',
      size: 'Sized so that the stop-loss costs at most 1% of the capital.',
      session:
        'Enters between 09:15 and 15:10. At most 3 trades a day. Open positions are squared off at 15:10.',
    });
  });

  it('of both sides say when each is entered and left, and where its stops lie', () => {
    const document = RuleDocumentSchema.parse({
      ...crossover,
      entry: { kind: 'compare', left: emaOf(9), operator: 'crosses-above', right: emaOf(21) },
      exit: { kind: 'compare', left: close, operator: '<', right: emaOf(50) },
      trailing: null,
      reverse: {
        entry: { kind: 'compare', left: emaOf(9), operator: 'crosses-below', right: emaOf(21) },
        exit: { kind: 'compare', left: close, operator: '>', right: emaOf(50) },
      },
    });
    expect(describeRules(document, 'en')).toMatchObject({
      headline: 'Buys and sells short RELIANCE on 5-minute candles, intraday.',
      entry:
        "Enters at the next candle's open: long when EMA(9) crosses above EMA(21); short when EMA(9) crosses below EMA(21). Whatever is open on the other side is closed first; when both hold at once, neither counts.",
      exit: "Long exits at the next candle's open when close is below EMA(50). Short exits at the next candle's open when close is above EMA(50).",
      risk: 'Stop-loss 1.5% (long: below, short: above) the entry price. Target ₹40.00 (long: above, short: below) the entry price.',
    });
    expect(describeRules(document, 'hi')).toMatchObject({
      headline: '5 मिनट की कैंडल पर RELIANCE में ख़रीदारी और शॉर्ट बिक्री, इंट्राडे।',
      entry:
        'अगली कैंडल के ओपन पर एंट्री: लॉन्ग, जब EMA(9) EMA(21) को ऊपर की ओर पार करे; शॉर्ट, जब EMA(9) EMA(21) को नीचे की ओर पार करे। दूसरी तरफ़ जो खुला हो, वह पहले बंद होता है; दोनों एक साथ हों तो कोई नहीं गिना जाता।',
      risk: 'स्टॉप-लॉस एंट्री प्राइस से 1.5% (लॉन्ग: नीचे, शॉर्ट: ऊपर)। टारगेट एंट्री प्राइस से ₹40.00 (लॉन्ग: ऊपर, शॉर्ट: नीचे)।',
    });
    // The same, told from the other side.
    const { entry, exit, reverse } = document;
    const turned = {
      ...document,
      side: 'short',
      entry: reverse?.entry ?? entry,
      exit: reverse?.exit ?? null,
    };
    const told = describeRules(RuleDocumentSchema.parse({ ...turned, reverse: { entry, exit } }), 'en');
    expect(told.entry).toBe(describeRules(document, 'en').entry);
  });

  it('say until when entries are made: the window ends with the square-off and with continuous trading', () => {
    const window = { from: '09:15', to: '15:30' };
    const until = (change: Partial<RuleDocumentInput>, traded: readonly Traded[] = []) => {
      const document = RuleDocumentSchema.parse({ ...crossover, window, ...change });
      const time = Date.parse('2026-11-20T12:00:00+05:30');
      const shown = traded.length === 0 ? document : withHoursOfDay(document, traded, time);
      return /^Enters between 09:15 and (\d\d:\d\d)\./.exec(describeRules(shown, 'en').session)?.[1];
    };
    const [withFutures, without] = [{ kind: 'equity' }, { kind: 'equity', fixedBandPercent: 20 }] as const;
    expect(until({ squareOffTime: '15:15' })).toBe('15:15');
    expect(until({ squareOffTime: '15:15' }, [withFutures])).toBe('15:10');
    expect(until({ product: 'delivery' }, [withFutures])).toBe('15:15');
    expect(until({ product: 'delivery' }, [withFutures, without])).toBe('15:30');
    expect(until({ window: { from: '09:15', to: '14:00' } }, [withFutures])).toBe('14:00');
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
    expect(sentences.headline).toBe('Sells short NIFTY and BANKNIFTY on 5-minute candles, intraday.');
    expect(sentences.exit).toBe('');
    expect(sentences.risk).toBe('Target ₹40.00 below the entry price.');
    expect(sentences.session).toContain('At most 1 trade a day. No re-entry in an instrument');
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
      'close 1 candle ago is between ₹1,200.50 and Highest(20) of high 1 candle ago or volume is above 1,50,000 shares',
    );
    expect(exit).toContain('profit of the trade is at or above 2% or time is at or after 14:30');
  });

  it('say what a ranked portfolio does', () => {
    const rotation: RuleDocumentInput = {
      ...crossover,
      instruments: ['AAA', 'BBB', 'CCC'],
      timeframe: '1d',
      product: 'delivery',
      entry: {
        kind: 'compare',
        left: { kind: 'price', field: 'close' },
        operator: '>',
        right: emaOf(100),
      },
      exit: null,
      stopLoss: null,
      target: null,
      trailing: null,
      size: { kind: 'equal-weight' },
      rotation: {
        rankBy: { kind: 'indicator', indicator: { name: 'roc', period: 126 } },
        hold: 2,
        every: 'month',
      },
    };
    expect(read(rotation)).toEqual({
      headline: 'Buys AAA, BBB and CCC on daily candles, for delivery.',
      variables: '',
      entry: 'A share can be held when close is above EMA(100).',
      rotation:
        'On the first trading day of each month, ranks the shares that meet the entry conditions by ROC(126), highest first, and holds the best 2 in equal parts; what is no longer among them is sold. Orders fill at the next open. What stays is left as it is.',
      exit: '',
      risk: 'No stop-loss, no target.',
      size: 'An equal part of the worth of the account in each holding, at every rebalance.',
      session: '',
    });
    const weekly = read({
      ...rotation,
      rotation: {
        ...rotation.rotation,
        rankBy: close,
        hold: 1,
        every: 'week',
        best: 'lowest',
        reweigh: true,
      },
    });
    expect(weekly.rotation).toBe(
      'On the first trading day of each week, ranks the shares that meet the entry conditions by close, lowest first, and holds the best one; what is no longer among them is sold. Orders fill at the next open. What stays is brought back to its equal part.',
    );
  });

  it('say what is taken off on the way and how often is added', () => {
    const sentences = read({
      ...crossover,
      partialExits: [
        { distance: { kind: 'percent', value: 2 }, percent: 50 },
        { distance: { kind: 'atr', multiple: 3, period: 14 }, percent: 25 },
      ],
      maxEntries: 3,
    });
    expect(sentences.risk).toMatch(
      /best price since entry\. Partial exits: 50% at 2% above the entry price and 25% at 3 × ATR\(14\) at entry above the entry price; the rest goes on\.$/,
    );
    expect(sentences.size).toMatch(
      /of the capital\. Adds to an open position on a new signal, up to 3 entries at once, each with its own stops and targets\.$/,
    );
    const short = read({
      ...crossover,
      side: 'short',
      partialExits: [{ distance: { kind: 'points', rupees: 5 }, percent: 40 }],
    });
    expect(short.risk).toContain('Partial exits: 40% at ₹5.00 below the entry price');
  });

  const ofVariables: RuleDocumentInput = {
    ...crossover,
    variables: [
      {
        kind: 'counter',
        name: 'crosses',
        when: { kind: 'compare', left: emaOf(9), operator: 'crosses-above', right: emaOf(21) },
        reset: { kind: 'compare', left: close, operator: '<', right: emaOf(21) },
      },
      {
        kind: 'kept',
        name: 'signal high',
        value: { kind: 'price', field: 'high' },
        keep: 'first',
        candles: 20,
        when: {
          kind: 'compare',
          left: { kind: 'variable', name: 'crosses' },
          operator: '>=',
          right: { kind: 'constant', value: 2 },
        },
      },
    ],
    entry: {
      kind: 'all',
      conditions: [
        {
          kind: 'compare',
          left: { kind: 'variable', name: 'signal high' },
          operator: '>',
          right: { kind: 'constant', value: 900, unit: 'rupees' },
        },
        {
          kind: 'compare',
          left: close,
          operator: 'crosses-above',
          right: { kind: 'variable', name: 'signal high' },
        },
      ],
    },
  };

  it('say what each variable is, and name it where it is read', () => {
    const { variables, entry } = read(ofVariables);
    expect(variables).toBe(
      "“crosses” counts today's candles on which EMA(9) crosses above EMA(21). It resets when close is below EMA(21). “signal high” is high on the first of the last 20 candles on which “crosses” is at or above 2.",
    );
    expect(entry).toBe(
      "Enters at the next candle's open when “signal high” is above ₹900.00 and close crosses above “signal high”.",
    );
    const hindi = describeRules(RuleDocumentSchema.parse(ofVariables), 'hi');
    expect(hindi.variables).toBe(
      '“crosses”: आज की कैंडल में से उनकी गिनती, जिन पर EMA(9) EMA(21) को ऊपर की ओर पार करे। यह फिर से शुरू होता है, जब क्लोज़ EMA(21) से नीचे हो। “signal high”: पिछली 20 कैंडल में से पहली वह, जिस पर “crosses” 2 पर या उससे ऊपर हो; उस कैंडल पर हाई का मान।',
    );
  });

  it('put in brackets what could be read on into its neighbours', () => {
    const above = (period: number) =>
      ({ kind: 'compare', left: close, operator: '>', right: emaOf(period) }) as const;
    const entryOf = (entry: RuleDocumentInput['entry']) =>
      read({ ...crossover, entry })
        .entry.replace("Enters at the next candle's open when ", '')
        .replaceAll(/close is above EMA\((\d)\)/g, '$1');
    const not = (condition: RuleDocumentInput['entry']) => ({ kind: 'not', condition }) as const;
    const all = (...conditions: RuleDocumentInput['entry'][]) => ({ kind: 'all', conditions }) as const;
    const any = (...conditions: RuleDocumentInput['entry'][]) => ({ kind: 'any', conditions }) as const;
    expect(entryOf(all(any(above(1), above(2)), above(3)))).toBe('(1 or 2) and 3.');
    expect(entryOf(any(all(above(1), above(2)), above(3)))).toBe('(1 and 2) or 3.');
    expect(entryOf(all(not(above(1)), above(2)))).toBe('(NOT 1) and 2.');
    expect(entryOf(not(all(above(1), above(2))))).toBe('NOT (1 and 2).');
    expect(entryOf(not(not(above(1))))).toBe('NOT (NOT 1).');
    expect(entryOf(all(any(above(1), above(2))))).toBe('1 or 2.');
    expect(entryOf(not(all(above(1))))).toBe('NOT 1.');
  });

  it('name zero as zero, and of an indicator the output that is meant', () => {
    const histogram = { name: 'macd', fast: 12, slow: 26, signal: 9, output: 'histogram' } as const;
    const { entry } = read({
      ...crossover,
      entry: {
        kind: 'all',
        conditions: [
          {
            kind: 'compare',
            left: { kind: 'indicator', indicator: histogram },
            operator: 'crosses-above',
            right: { kind: 'constant', value: 0 },
          },
          {
            kind: 'compare',
            left: {
              kind: 'indicator',
              indicator: { name: 'supertrend', period: 10, multiplier: 3, output: 'direction' },
            },
            operator: '>',
            right: { kind: 'constant', value: 0 },
          },
          {
            kind: 'compare',
            left: { kind: 'indicator', indicator: { name: 'sma', period: 5, source: 'volume' } },
            operator: '>',
            right: { kind: 'indicator', indicator: { name: 'lowest', period: 20, source: 'volume' } },
          },
        ],
      },
    });
    expect(entry).toBe(
      "Enters at the next candle's open when MACD(12, 26, 9) histogram crosses above 0, Supertrend(10, 3) points up and SMA(5) of volume is above Lowest(20) of volume.",
    );
  });

  const levels: RuleDocumentInput = {
    ...crossover,
    entry: {
      kind: 'all',
      conditions: [
        {
          kind: 'compare',
          left: close,
          operator: 'crosses-above',
          right: { kind: 'opening-range', edge: 'high', minutes: 15 },
        },
        {
          kind: 'compare',
          left: { kind: 'level', level: 'gap-percent' },
          operator: '<',
          right: { kind: 'constant', value: 1 },
        },
        {
          kind: 'between',
          value: { kind: 'weekday' },
          low: { kind: 'day', day: 'thursday' },
          high: { kind: 'day', day: 'thursday' },
        },
        {
          kind: 'compare',
          left: { kind: 'days-to-expiry', index: 'NIFTY', expiry: 'monthly' },
          operator: '>',
          right: { kind: 'constant', value: 1 },
        },
      ],
    },
    exit: {
      kind: 'any',
      conditions: [
        {
          kind: 'compare',
          left: close,
          operator: '<',
          right: { kind: 'level', level: 'previous-week-low' },
        },
        {
          kind: 'compare',
          left: { kind: 'minutes-since-open' },
          operator: '>=',
          right: { kind: 'constant', value: 120 },
        },
        {
          kind: 'compare',
          left: { kind: 'weekday' },
          operator: '>=',
          right: { kind: 'day', day: 'friday' },
        },
      ],
    },
  };

  it('say levels, weekdays and days to an expiry', () => {
    expect(read(levels)).toMatchObject({
      entry:
        "Enters at the next candle's open when close crosses above the high of the first 15 minutes, today's gap is below 1%, weekday is Thursday and time to the monthly expiry of NIFTY is above 1 day.",
      exit: "Exits at the next candle's open when close is below the previous week's low, time since the open is at or above 120 minutes or weekday is at or after Friday.",
    });
    expect(describeRules(RuleDocumentSchema.parse(levels), 'hi')).toMatchObject({
      entry:
        'अगली कैंडल के ओपन पर एंट्री, जब क्लोज़ हाई (पहले 15 मिनट) को ऊपर की ओर पार करे, गैप (आज) 1% से नीचे हो, दिन गुरुवार हो और NIFTY की मासिक एक्सपायरी तक समय 1 दिन से ऊपर हो।',
      exit: 'अगली कैंडल के ओपन पर एग्ज़िट, जब क्लोज़ लो (पिछला हफ़्ता) से नीचे हो, ओपन से बीता समय 120 मिनट पर या उससे ऊपर हो या दिन शुक्रवार या उसके बाद हो।',
    });
  });

  it('say of which candles something is, where they are longer', () => {
    const entry: RuleDocumentInput['entry'] = {
      kind: 'compare',
      left: { ...emaOf(20), timeframe: '15m' },
      operator: '>',
      right: { kind: 'price', field: 'high', offset: 1, timeframe: '1d' },
    };
    const document = RuleDocumentSchema.parse({ ...crossover, entry });
    expect(describeRules(document, 'en').entry).toContain(
      'when EMA(20) on 15-minute candles is above high on daily candles 1 candle ago.',
    );
    expect(describeRules(document, 'hi').entry).toContain(
      'जब 15 मिनट की कैंडल पर EMA(20) 1 कैंडल पहले का 1 दिन की कैंडल पर हाई से ऊपर हो।',
    );
  });

  it('say the profit in rupees and what was done today', () => {
    const document = RuleDocumentSchema.parse({
      ...crossover,
      entry: {
        kind: 'compare',
        left: { kind: 'today', field: 'losses-in-a-row' },
        operator: '<',
        right: { kind: 'constant', value: 2 },
      },
      exit: {
        kind: 'compare',
        left: { kind: 'position', field: 'profit-rupees' },
        operator: '>=',
        right: { kind: 'constant', value: 1500, unit: 'rupees' },
      },
    });
    expect(describeRules(document, 'en')).toMatchObject({
      entry: "Enters at the next candle's open when losses in a row today is below 2.",
      exit: "Exits at the next candle's open when profit of the trade is at or above ₹1,500.00.",
    });
    expect(describeRules(document, 'hi').entry).toContain('जब आज लगातार घाटे 2 से नीचे हो।');
  });

  it('name another instrument before what is read of it', () => {
    const entry: RuleDocumentInput['entry'] = {
      kind: 'compare',
      left: { kind: 'price', field: 'close', instrument: 'NIFTY' },
      operator: '>',
      right: { ...emaOf(20), timeframe: '1h', instrument: 'NIFTY' },
    };
    const document = RuleDocumentSchema.parse({ ...crossover, entry });
    expect(describeRules(document, 'en').entry).toContain(
      'when NIFTY close is above NIFTY EMA(20) on hourly candles.',
    );
    expect(describeRules(document, 'hi').entry).toContain(
      'जब NIFTY क्लोज़ 1 घंटे की कैंडल पर NIFTY EMA(20) से ऊपर हो।',
    );
  });

  it('have their entry as a sentence of its own, for what is only told', () => {
    expect(describeWatched(RuleDocumentSchema.parse(crossover), 'en')).toBe(
      'RELIANCE, 5-minute candles: EMA(9) crosses above EMA(21) and RSI(14) is below 70 for 2 candles.',
    );
    expect(describeWatched(RuleDocumentSchema.parse(crossover), 'hi')).toBe(
      'RELIANCE, 5 मिनट की कैंडल: जब EMA(9) EMA(21) को ऊपर की ओर पार करे और लगातार 2 कैंडल RSI(14) 70 से नीचे हो।',
    );
  });

  it('are said in Hindi too', () => {
    expect(describeRules(RuleDocumentSchema.parse(crossover), 'hi')).toMatchObject({
      headline: '5 मिनट की कैंडल पर RELIANCE में ख़रीदारी, इंट्राडे।',
      entry:
        'अगली कैंडल के ओपन पर एंट्री, जब EMA(9) EMA(21) को ऊपर की ओर पार करे और लगातार 2 कैंडल RSI(14) 70 से नीचे हो।',
    });
  });

  it.each([
    ['en', /^[A-Z“].*\.$/s],
    ['hi', /।$/],
  ] as const)('are whole sentences for any document, in %s', (language, whole) => {
    const documents = fc.oneof(
      documentArbitrary({ withPosition: true }),
      rotationArbitrary({ withPosition: true, instruments: ['AAA', 'BBB'] }),
    );
    fc.assert(
      fc.property(documents, (document) => {
        for (const sentence of Object.values(describeRules(document, language))) {
          expect(sentence).not.toMatch(/undefined|NaN|\[object|null| {2}/);
          if (sentence) expect(sentence).toMatch(whole);
        }
      }),
      { numRuns: 300 },
    );
  });
});
