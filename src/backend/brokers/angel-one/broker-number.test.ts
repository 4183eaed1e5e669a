import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  paiseOf,
  parseExactJson,
  rupeesText,
  UnreadableField,
  valueOf,
  wholeOf,
  wholeOrNone,
} from './broker-number.ts';

describe('rupees as the broker writes them', () => {
  it.each([
    ['812.50', 81_250],
    ['- 2235.80', -223_580],
    ['-2235.8', -223_580],
    [' 1,00,000.00 ', 10_000_000],
    ['.05', 5],
    ['- .05', -5],
    ['566.1', 56_610],
    ['0.0000', 0],
    ['812.345', 81_235],
    ['', 0],
    [null, 0],
  ])('%j is %i paise', (text, paise) => expect(paiseOf(text, 'price')).toBe(paise));

  it.each(['--5', '1.2.3', 'null', 'NaN', '1e5', '12a', {}, undefined])('%j is no number', (value) =>
    expect(() => paiseOf(value, 'netvalue')).toThrow(UnreadableField),
  );

  it('come back from their own text, to the paisa', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000_000), (paise) => {
        expect(paiseOf(rupeesText(paise), 'price')).toBe(paise);
      }),
    );
  });
});

it.each([
  ['15', 15],
  ['-3', -3],
  ['- 3', -3],
  ['15.00', 15],
])('%j is the whole number %i', (text, whole) => expect(wholeOf(text, 'quantity')).toBe(whole));

it.each(['1.5', 'ten', '1,000', '', null, undefined])('%j is no whole number', (text) =>
  expect(() => wholeOf(text, 'quantity')).toThrow('quantity'),
);

it('only some whole numbers may be left empty', () => {
  expect([
    wholeOrNone('', 'filledshares'),
    wholeOrNone(null, 'filledshares'),
    wholeOrNone('7', 'filledshares'),
  ]).toEqual([0, 0, 7]);
  expect(() => wholeOrNone(undefined, 'filledshares')).toThrow('filledshares is nothing');
});

it('a value is quantity times average, rounded once', () => {
  expect(valueOf(133, '812.4124', 'averageprice')).toBe(10_805_085);
  expect(valueOf(3, '0.335', 'averageprice')).toBe(101);
  expect(valueOf(0, '', 'averageprice')).toBe(0);
  // A float would say 8124123.999…
  expect(valueOf(100, '812.4124', 'averageprice')).toBe(8_124_124);
  expect(() => valueOf(1, 'n/a', 'averageprice')).toThrow(UnreadableField);
});

it('numbers of JSON come as they were written, however long', () => {
  expect(parseExactJson('{"a":201020000000080123,"b":[0.10,-1e3],"c":"x","d":null,"e":true}')).toEqual({
    a: '201020000000080123',
    b: ['0.10', '-1e3'],
    c: 'x',
    d: null,
    e: true,
  });
});
