import { expect, it } from 'vitest';
import { longestTurn } from '../../../../tests/support/longest-turn.ts';
import { parseActions } from '../corporate-actions/parse-actions.ts';
import { parseMembers } from '../index-members/parse-members.ts';
import { parseSymbolChanges } from '../symbol-changes/parse-symbol-changes.ts';

const LISTS = [
  ['members of indices', 'INDEX,SYMBOL,FROM,TO', parseMembers],
  ['symbol changes', 'SYMB_COMPANY_NAME,SM_KEY_SYMBOL,SM_NEW_SYMBOL,SM_APPLICABLE_FROM', parseSymbolChanges],
  ['corporate actions', 'SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE', parseActions],
] as const;

it.each(LISTS)(
  'a list of %s that is one row of quotation marks keeps nobody waiting',
  async (_, header, parse) => {
    const text = `${header}\n${'"a"b'.repeat(1_200_000)}`;
    expect(await longestTurn(() => parse(text))).toBeLessThan(300);
  },
);

it.each(LISTS)(
  'a list of %s whose quotation mark is not closed says in which row',
  async (_, header, parse) => {
    const text = `${header}\n"Not closed${',ABC\n'.repeat(5_000)}`;
    expect((await parse(text)).problems).toEqual([
      { line: 2, reason: 'a row has at most 10,000 characters: is a quotation mark not closed?' },
    ]);
  },
);
