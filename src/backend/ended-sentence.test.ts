import { expect, it } from 'vitest';
import { endedSentence } from './ended-sentence.ts';

it.each([
  ['RMS: margin exceeds', 'RMS: margin exceeds.'],
  ['RMS: margin exceeds ', 'RMS: margin exceeds.'],
  ['Blocked for all products:', 'Blocked for all products.'],
  ['Angel One is busy. (AB1021: Too many requests)', 'Angel One is busy. (AB1021: Too many requests).'],
  ['Not now.', 'Not now.'],
  ['Not now!', 'Not now!'],
  ['(Not now.)', '(Not now.)'],
  ['', ''],
])('words of another, "%s", end before the next sentence begins', (words, ended) => {
  expect(endedSentence(words)).toBe(ended);
});
