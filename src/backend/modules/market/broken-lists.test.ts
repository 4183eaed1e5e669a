import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
});
afterAll(() => server.dispose());

const bring = async (user: TestUser, ...lines: string[]) =>
  (await user.call('market.import', { files: [{ name: 'l.csv', text: lines.join('\n') }] })).files;

const CHANGES = 'SYMB_COMPANY_NAME,SM_KEY_SYMBOL,SM_NEW_SYMBOL,SM_APPLICABLE_FROM';
const RENAMED = ['One,ITC,ITCNEW,01-APR-2025', 'Two,SBIN,SBINNEW,02-APR-2025'];
const MEMBERS = ['N,SBIN,2020-01-01,,', 'N,TCS,2020-01-01,,'];

describe('no row of a list is left out without a word', () => {
  // A whole file is read or refused: what a row swallowed would be missed in figures only.
  it.each([
    ['a name with an inch mark', [CHANGES, 'Pipes of 5" Ltd,WIPRO,WIPRONEW,01-JAN-2025', ...RENAMED]],
    [
      'a remark whose quotation mark is not closed',
      ['INDEX,SYMBOL,FROM,TO,NOTE', 'N,ITC,2020-01-01,,"new', ...MEMBERS],
    ],
    [
      'two of these',
      ['INDEX,SYMBOL,FROM,TO,NOTE', 'N,ITC,2020-01-01,,5" pipes', ...MEMBERS, 'N,INFY,2020-01-01,,6" pipes'],
    ],
  ])('after %s', async (what, lines) => {
    const user = await server.register(`left-out-${what.length}`);
    const [file] = await bring(user, ...lines);
    if (file?.outcome === 'imported') expect(file.rowsKept).toBe(lines.length - 1);
    else expect(file?.problems.length).toBeGreaterThan(0);
  });
});
