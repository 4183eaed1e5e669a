import { Linter } from 'eslint';
import { expect, it } from 'vitest';
import { docstringLead, leadOf } from './docstring-lead.mjs';

/** The complaints about a docstring with a lead. */
const messagesOf = (lead: string): string[] =>
  new Linter()
    .verify(
      `/** ${lead}. And then as much as there is to say about what it is for. */\nexport const a = 1;`,
      {
        plugins: { house: { rules: { 'docstring-lead': docstringLead } } },
        rules: { 'house/docstring-lead': 'error' },
      },
    )
    .map(({ message }) => message);

it.each([
  ['* The price of a share, in paise. Null before the first. ', 'The price of a share, in paise'],
  ['*\n * The price of a share\n * in paise: null before.\n ', 'The price of a share in paise'],
  ['* The price of a share\n * @param id which ', 'The price of a share'],
  ['* A rate of 0.5 or `a.b`; never more ', 'A rate of 0.5 or `a.b`'],
])('the lead of a docstring ends where its first phrase does', (comment, lead) => {
  expect(leadOf(comment)).toBe(lead);
});

it('a comment that is no docstring has no lead', () => {
  expect(leadOf(' why this is so')).toBeNull();
});

it.each(['Takes a fact in', 'Tells the owner', 'Answers whether it is ours'])(
  'a lead that begins “%s” is refused',
  (lead) => {
    expect(messagesOf(lead)).toEqual([expect.stringContaining('can mean anything')]);
  },
);

it('a lead that begins “What” is refused, one that begins “Whether” is not', () => {
  expect(messagesOf('What a call costs')).toEqual([expect.stringContaining('begin with the noun')]);
  expect(messagesOf('Cost of a call')).toEqual([]);
  expect(messagesOf('Whether a strategy is live')).toEqual([]);
});

it('a lead of more than twelve words is refused, one of twelve is not', () => {
  const lint = (words: number): string[] => messagesOf(Array.from({ length: words }, () => 'word').join(' '));
  expect(lint(12)).toEqual([]);
  expect(lint(13)).toEqual([
    'The lead of a docstring has 13 words: say it in 12, and the rest in a sentence after it.',
  ]);
});
