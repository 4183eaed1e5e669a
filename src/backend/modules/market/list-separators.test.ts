import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../../tests/support/test-backend.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const LISTS = {
  symbols: ['OLD SYMBOL,NEW SYMBOL,FROM', 'ZOMATO,ETERNAL,2025-04-09'],
  actions: ['SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE', 'ITC,EQ,Bonus 1:1,10,17-Mar-2025'],
  members: ['INDEX,SYMBOL,FROM,TO', 'N,ITC,2020-01-01,'],
};

// A spreadsheet writes them so, and the first line is taken for a list either way.
it.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
])('a list with %s between its fields is read as it was', async (name, separator) => {
  const user = await server.register(`list-${name}`);
  const files = Object.values(LISTS).map((lines, at) => ({
    name: `${at}.csv`,
    text: lines.join('\n').replaceAll(',', separator),
  }));
  const report = await user.call('market.import', { files });
  expect(report.files.map(({ outcome, problems }) => [outcome, ...problems])).toEqual(
    files.map(() => ['imported']),
  );
});
