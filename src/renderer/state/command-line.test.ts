import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INDICATORS } from '../../shared/indicators/indicators.ts';
import { parseCommand } from './command-line.ts';

const ORDER = {
  ...{
    kind: 'order',
    side: 'buy',
    sizeBy: 'quantity',
    amount: '10',
    words: 'sbin',
    type: 'market',
    price: '',
  },
  ...{ triggerPrice: '', stopLoss: '', target: '', product: 'intraday' },
};

describe('a command', () => {
  it.each([
    ['buy 10 sbin', {}],
    ['BUY 10 SBIN', {}],
    ['sell 10 of sbin', { side: 'sell' }],
    ['खरीदो १० sbin', {}],
    ['ख़रीदो 10 sbin', {}],
    ['बेचो 10 sbin', { side: 'sell' }],
    [
      'buy 1 lot nifty 24500 ce limit 120',
      {
        ...{ sizeBy: 'lots', amount: '1', words: 'nifty 24500 ce', type: 'limit', price: '120' },
      },
    ],
    [
      'बेचो 2 लॉट nifty 24500 pe लिमिट ₹120.50',
      {
        ...{
          side: 'sell',
          sizeBy: 'lots',
          amount: '2',
          words: 'nifty 24500 pe',
          type: 'limit',
          price: '120.50',
        },
      },
    ],
    [
      'buy 1,000 itc sl 395 target 420 delivery',
      {
        ...{ amount: '1000', words: 'itc', stopLoss: '395', target: '420', product: 'delivery' },
      },
    ],
    [
      'buy 5 itc trigger 402 limit 402.10',
      {
        ...{ amount: '5', words: 'itc', type: 'stop', triggerPrice: '402', price: '402.10' },
      },
    ],
  ])('of an order is read: %s', (text, expected) => {
    expect(parseCommand(text)).toEqual({ ...ORDER, ...expected });
  });

  it.each([
    ['alert nifty > 24600', { words: 'nifty', when: 'above', price: '24600' }],
    ['alert nifty>24,600', { words: 'nifty', when: 'above', price: '24600' }],
    ['alert itc below 400', { words: 'itc', when: 'below', price: '400' }],
    ['अलर्ट nifty नीचे 24000', { words: 'nifty', when: 'below', price: '24000' }],
  ])('of an alert is read: %s', (text, expected) => {
    expect(parseCommand(text)).toEqual({ kind: 'alert', ...expected });
  });

  it.each([
    ['alert nifty crosses 24600', { words: 'nifty', when: 'crosses', price: '24600' }],
    ['अलर्ट nifty 24600 पार', null],
    ['alert sbin price > 800', { words: 'sbin', when: 'above', price: '800' }],
  ])('of an alert at a price is read: %s', (text, expected) => {
    expect(parseCommand(text)).toEqual(
      expected ? { kind: 'alert', ...expected } : { kind: 'wrong', verb: 'alert', why: 'no-level' },
    );
  });

  const rsi = (...numbers: number[]) => ({ kind: 'indicator', name: 'rsi', numbers });
  const ema = (...numbers: number[]) => ({ kind: 'indicator', name: 'ema', numbers });
  const value = (number: number) => ({ kind: 'number', value: number });
  it.each([
    ['alert sbin rsi < 30', { left: rsi(), right: value(30) }],
    ['ALERT SBIN RSI(14) < 30', { left: rsi(14), right: value(30) }],
    ['अलर्ट sbin आरएसआई १४ नीचे ३०', { left: rsi(14), right: value(30) }],
    ['alert sbin 5m rsi 7 below 30', { timeframe: '5m', left: rsi(7), right: value(30) }],
    ['alert sbin rsi 7 daily below 30', { timeframe: '1d', left: rsi(7), right: value(30) }],
    ['alert sbin rsi is above 70', { left: rsi(), operator: '>', right: value(70) }],
    ['alert sbin rsi >= 70', { left: rsi(), operator: '>=', right: value(70) }],
    [
      'alert sbin macd > -1.5',
      { left: { kind: 'indicator', name: 'macd', numbers: [] }, operator: '>', right: value(-1.5) },
    ],
    ['alert sbin ema 9 crosses above ema 21', { left: ema(9), operator: 'crosses-above', right: ema(21) }],
    [
      'alert sbin ema 9 crosses below ema 21 1h',
      { timeframe: '1h', left: ema(9), operator: 'crosses-below', right: ema(21) },
    ],
    ['alert sbin close > ema 20', { left: { kind: 'close' }, operator: '>', right: ema(20) }],
    ['alert sbin > ema(20)', { left: { kind: 'close' }, operator: '>', right: ema(20) }],
    [
      'alert sbin 15m close crosses above 800',
      { left: { kind: 'close' }, operator: 'crosses-above', right: value(800) },
    ],
  ])('of an alert on an indicator is read: %s', (text, expected) => {
    expect(parseCommand(text)).toEqual({
      ...{ kind: 'condition', words: 'sbin', timeframe: '15m', operator: '<' },
      ...expected,
    });
  });

  it('knows every indicator by its name', () => {
    for (const { name } of INDICATORS)
      expect(parseCommand(`alert sbin ${name} > 1`)).toMatchObject({ kind: 'condition', left: { name } });
  });

  const last = (count: number, unit: string) => ({ kind: 'last', count, unit });
  const days = (from: string, to = '') => ({ kind: 'days', from, to });
  it.each([
    ['bt turtle', 'turtle', null],
    ['बैकटेस्ट opening range', 'opening range', null],
    ['bt turtle 2y', 'turtle', last(2, 'y')],
    ['bt turtle 6m', 'turtle', last(6, 'm')],
    ['bt turtle 90d', 'turtle', last(90, 'd')],
    ['bt orb 15m', 'orb 15m', null],
    ['bt orb 15m 2y', 'orb 15m', last(2, 'y')],
    ['bt turtle 15 months', 'turtle', last(15, 'm')],
    ['bt turtle 2w', 'turtle', last(14, 'd')],
    ['bt turtle last 6 months', 'turtle', last(6, 'm')],
    ['बैकटेस्ट turtle पिछले २ साल', 'turtle', last(2, 'y')],
    ['बैकटेस्ट turtle 6 महीने', 'turtle', last(6, 'm')],
    ['bt turtle 20 1y', 'turtle 20', last(1, 'y')],
    ['bt turtle 20', 'turtle 20', null],
    ['bt turtle 01-01-2025 to 30-06-2025', 'turtle', days('2025-01-01', '2025-06-30')],
    ['bt turtle from 1/1/2025 till 30/6/2025', 'turtle', days('2025-01-01', '2025-06-30')],
    ['bt turtle 2025-01-01 2025-06-30', 'turtle', days('2025-01-01', '2025-06-30')],
    ['बैकटेस्ट turtle 01-01-2025 से 30-06-2025 तक', 'turtle', days('2025-01-01', '2025-06-30')],
    ['bt turtle 01-01-2025', 'turtle', days('2025-01-01')],
  ])('of a backtest is read: %s', (text, words, period) => {
    expect(parseCommand(text)).toEqual({ kind: 'backtest', words, period });
  });

  it.each([
    ['chart sbin', 'sbin', null],
    ['chart sbin 15', 'sbin', '15m'],
    ['chart sbin 60', 'sbin', '1h'],
    ['चार्ट sbin १५', 'sbin', '15m'],
    ['chart nifty daily', 'nifty', '1d'],
    ['chart nifty 24500 ce 5m', 'nifty 24500 ce', '5m'],
    ['chart nifty 24500 ce', 'nifty 24500 ce', null],
  ])('of a chart is read: %s', (text, words, timeframe) => {
    expect(parseCommand(text)).toEqual({ kind: 'chart', words, timeframe });
  });

  it('of a saved scan is read', () => {
    expect(parseCommand('scan Over the average')).toEqual({ kind: 'scan', words: 'over the average' });
    expect(parseCommand('स्कैन breakouts')).toEqual({ kind: 'scan', words: 'breakouts' });
  });

  it.each([
    ['buy', 'no-amount'],
    ['buy sbin', 'no-amount'],
    ['buy 0.5 sbin', 'no-amount'],
    ['buy -5 sbin', 'no-amount'],
    ['buy 10', 'no-symbol'],
    ['buy 10 limit 5', 'no-symbol'],
    ['buy 10 sbin limit', 'no-price'],
    ['buy 10 sbin limit abc', 'no-price'],
    ['buy 10 sbin limit 5 limit 6', 'said-twice'],
    ['buy 10 sbin trigger 6', 'no-limit'],
    ['alert', 'no-level'],
    ['alert nifty', 'no-level'],
    ['alert > 24600', 'no-symbol'],
    ['bt', 'no-strategy'],
    ['bt 2y', 'no-strategy'],
    ['bt turtle 0y', 'no-period'],
    ['bt turtle 99y', 'no-period'],
    ['bt turtle 32-01-2025', 'no-period'],
    ['bt turtle 30-06-2025 01-01-2025', 'no-period'],
    ['bt turtle 01-01-2025 01-02-2025 01-03-2025', 'no-period'],
    ['alert sbin rsi', 'no-level'],
    ['alert rsi < 30', 'no-symbol'],
    ['alert sbin rsi < ', 'no-level'],
    ['alert sbin rsi < much', 'no-condition'],
    ['alert sbin rsi fast < 30', 'no-condition'],
    ['chart 15', 'no-symbol'],
    ['chart sbin 7', 'no-timeframe'],
    ['chart sbin 2h', 'no-timeframe'],
  ])('that is wrong says what is missing: %s', (text, why) => {
    expect(parseCommand(text)).toMatchObject({ kind: 'wrong', why });
  });

  it.each([
    '',
    ' ',
    'nifty 24500 ce',
    'sbin',
    'b',
    's',
    'sellers',
    'buying',
    'home',
    'alerts',
    'chart',
    'scan',
    'charts',
  ])('is none without a verb: %j', (text) => {
    expect(parseCommand(text)).toBeNull();
  });

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('buy', 'sell', 'alert', 'bt', 'limit', 'lot', '>', 'sl', '10', 'बेचो', '१२'),
            fc.constantFrom('chart', 'scan', 'rsi(', ')', 'crosses', '2y', '01-01-2025', '15m', 'ema', 'y'),
            fc.string(),
          ),
        ),
        (words) => {
          parseCommand(words.join(' '));
        },
      ),
    );
  });

  it('reads back every order that can be written', () => {
    const price = fc.integer({ min: 1, max: 9_999_999 }).map((paise) => (paise / 100).toFixed(2));
    fc.assert(
      fc.property(
        fc.constantFrom('buy', 'sell'),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.boolean(),
        fc.constantFrom('sbin', 'nifty 24500 ce', 'm&m', 'banknifty fut'),
        fc.option(price, { nil: '' }),
        fc.option(price, { nil: '' }),
        (side, amount, isLots, words, limit, stop) => {
          const text = [
            ...[side, String(amount), isLots ? 'lots' : '', words],
            ...[limit && `limit ${limit}`, stop && `sl ${stop}`],
          ].join(' ');
          expect(parseCommand(text)).toMatchObject({
            ...{ kind: 'order', side, amount: String(amount), words, price: limit, stopLoss: stop },
            ...{ sizeBy: isLots ? 'lots' : 'quantity', type: limit ? 'limit' : 'market' },
          });
        },
      ),
    );
  });
});
