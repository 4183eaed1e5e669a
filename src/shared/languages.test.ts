import { expect, test } from 'vitest';
import { languageOfHeader } from './languages.ts';

test.each([
  ['hi', 'hi'],
  ['HI-IN,en;q=0.8', 'hi'],
  ['en-GB', 'en'],
  ['fr', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  // Names that every object has.
  ['constructor', 'en'],
  ['toString', 'en'],
])('the header %j asks for %s', (header, language) => expect(languageOfHeader(header)).toBe(language));
