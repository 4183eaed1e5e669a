import { describe, expect, it } from 'vitest';
import { isActionList, parseActions } from './parse-actions.ts';

const HEADER =
  '"SYMBOL","COMPANY NAME","SERIES","PURPOSE","FACE VALUE","EX-DATE","RECORD DATE","BOOK CLOSURE START DATE","BOOK CLOSURE END DATE"';
const list = (...rows: string[]): string => [HEADER, ...rows].join('\r\n');

describe('a list of corporate actions', () => {
  it('is told by its first line, in the order and the names of any year', () => {
    expect(isActionList(list())).toBe(true);
    expect(isActionList('symbol,ex_date,purpose\nITC,2025-01-06,Demerger\n')).toBe(true);
    expect(isActionList('timestamp,open,high,low,close,volume\n')).toBe(false);
    expect(isActionList('')).toBe(false);
  });

  it('has splits, bonuses, rights and dividends, and leaves the rest aside', async () => {
    const { actions, rowsRead, rowsWithout, problems } = await parseActions(
      list(
        '"RELIANCE","Reliance Industries, Limited","EQ","Bonus 1:1","10","28-Oct-2024","28-Oct-2024","-","-"',
        '"RELIANCE","Reliance Industries, Limited","EQ","Rights 1:15 @ Premium Rs 1247/-","10","13-May-2020","14-May-2020","-","-"',
        '"TCS","TCS","EQ","Annual General Meeting/Dividend - Rs 28 Per Share","1","15-May-2024","-","-","-"',
        '"TCS","TCS","EQ","Annual General Meeting","1","16-May-2024","-","-","-"',
        '"783NHAI","A bond","N1","Interest Payment","1000","16-May-2024","-","-","-"',
      ),
    );
    expect(actions.map(({ symbol, day, action }) => [symbol, day, action.kind])).toEqual([
      ['RELIANCE', '2024-10-28', 'bonus'],
      ['RELIANCE', '2020-05-13', 'rights'],
      ['TCS', '2024-05-15', 'dividend'],
    ]);
    expect(actions[1]?.action).toEqual({ kind: 'rights', offered: 1, held: 15, price: 1_257_00 });
    expect([rowsRead, rowsWithout, problems]).toEqual([5, 2, []]);
  });

  it('names rows that cannot be read with their line', async () => {
    const { actions, problems } = await parseActions(
      list(
        '"","Nobody","EQ","Bonus 1:1","10","28-Oct-2024"',
        '"ITC","ITC","EQ","Bonus 1:1","10","31-Feb-2024"',
        '"ITC","ITC","EQ","Bonus 1:1","10","-"',
      ),
    );
    expect(actions).toEqual([]);
    expect(problems).toEqual([
      { line: 2, reason: 'has no symbol of a share' },
      { line: 3, reason: expect.stringContaining('31-Feb-2024') as string },
      { line: 4, reason: expect.stringContaining('the ex-date') as string },
    ]);
  });

  it.each([
    ['an empty line', ['', '"ITC","ITC","EQ","Bonus 1:1","10","31-Feb-2024"'], 3],
    [
      'a field with a line break',
      [
        '"TCS","TCS","EQ","Bonus\r\n1:1","10","28-Oct-2024"',
        '"ITC","ITC","EQ","Bonus 1:1","10","31-Feb-2024"',
      ],
      4,
    ],
  ])('names the line of the file after %s', async (_what, rows, line) => {
    expect((await parseActions(list(...rows))).problems.map((problem) => problem.line)).toEqual([line]);
  });
});
