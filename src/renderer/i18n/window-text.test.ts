import { describe, expect, test } from 'vitest';
import { hardCodedTextOf, sentencesOf } from '../../../tests/support/window-text.ts';

/** Findings of the scan of the window, and what it lets through. */
describe('the scan for text that no language knows', () => {
  test.each([
    ['an element', 'const a = <p>Nothing matches</p>;'],
    ['an attribute', 'const a = <Button title="Close" />;'],
    ['a glued sentence', 'const a = `${first} of ${all}`;'],
    ['a glued word in an element', 'const a = <p>{first} of {all}</p>;'],
    ['a table', "const names = { live: 'Live' };"],
    ['columns of a file', "const csvColumns = ['Placed at'] as const;"],
    ['a function inside a silent call', "mergeClasses(() => 'Nothing matches');"],
  ])('finds %s', (_, text) => expect(hardCodedTextOf('a.tsx', text)).toHaveLength(1));

  test.each([
    ['a sentence that is said', "const a = t('Nothing matches');"],
    ['a table that is said', "const names = labels({ live: 'Live' });"],
    ['a shortcut', "const a = ['Ctrl+1', 'Ctrl', 'Shift+F5'];"],
    ['a name', 'const a = <b>Angel One</b>;'],
    ['a style', 'const a = { border: `1px solid ${line}`, fontFamily: "\'Segoe UI\',sans-serif" };'],
    ['a value of the wire', "ask({ pageType: 'Live' });"],
    ['a value of the contract', "const NAMES: typeof CONTRACT = ['Gold'];"],
    ['a comparison', "const a = type === 'Live';"],
    ['what is English for others', 'const a = inEnglish(() => `Request: not sent at ${time}`);'],
  ])('lets %s through', (_, text) => expect(hardCodedTextOf('a.tsx', text)).toEqual([]));

  test('a file without elements is read as one, so that its types are no elements', () =>
    expect(hardCodedTextOf('a.ts', 'const a = <Value>(value: Value): Value => value;')).toEqual([]));
});

test('a sentence is found with its context and whether it counts', () => {
  const found = sentencesOf(
    'a.tsx',
    "t(isOpen ? 'Close' : 'Open', { context: 'door' }); t('{{count}} keys', { count }); labels({ a: 'Oak' }, { context: 'tree' });",
  );
  expect(found.map(({ english, context, isCounted }) => [english, context, isCounted])).toEqual([
    ['Close', 'door', false],
    ['Open', 'door', false],
    ['{{count}} keys', null, true],
    ['Oak', 'tree', false],
  ]);
});
