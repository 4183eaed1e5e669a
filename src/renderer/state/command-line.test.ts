import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

  it('of a backtest is read', () => {
    expect(parseCommand('bt turtle 2y')).toEqual({ kind: 'backtest', words: 'turtle' });
    expect(parseCommand('बैकटेस्ट opening range')).toEqual({ kind: 'backtest', words: 'opening range' });
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
  ])('that is wrong says what is missing: %s', (text, why) => {
    expect(parseCommand(text)).toMatchObject({ kind: 'wrong', why });
  });

  it.each(['', ' ', 'nifty 24500 ce', 'sbin', 'b', 's', 'sellers', 'buying', 'home', 'alerts'])(
    'is none without a verb: %j',
    (text) => {
      expect(parseCommand(text)).toBeNull();
    },
  );

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('buy', 'sell', 'alert', 'bt', 'limit', 'lot', '>', 'sl', '10', 'बेचो', '१२'),
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
