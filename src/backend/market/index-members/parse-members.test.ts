import { describe, expect, it } from 'vitest';
import { isMemberList, MOST_SPANS_OF_INDEX, parseMembers } from './parse-members.ts';

const HEADER = 'INDEX,SYMBOL,FROM,TO';
const parse = (...rows: string[]) => parseMembers([HEADER, ...rows].join('\n'));

describe('a list of members', () => {
  it('is told by its columns, in any order and quoted', () => {
    expect(isMemberList(`${HEADER}\n`)).toBe(true);
    expect(isMemberList('"Symbol","From date","To date","Index name"\n')).toBe(true);
    expect(isMemberList('SYMBOL,SERIES,PURPOSE,FACE VALUE,EX-DATE\n')).toBe(false);
    expect(isMemberList('timestamp,open,high,low,close,volume\n')).toBe(false);
  });

  it('has the days of each share by the index', async () => {
    const { byIndex, problems, rowsRead } = await parse(
      'NIFTY 50,ITC,2020-01-01,',
      'Nifty  50,BPCL,01-Jan-2020,28-Mar-2024',
      'NIFTY BANK,SBIN,2020-01-01,',
    );
    expect(problems).toEqual([]);
    expect(rowsRead).toBe(3);
    expect([...byIndex]).toEqual([
      [
        'NIFTY 50',
        [
          { line: 2, symbol: 'ITC', from: '2020-01-01', to: null },
          { line: 3, symbol: 'BPCL', from: '2020-01-01', to: '2024-03-28' },
        ],
      ],
      ['NIFTY BANK', [{ line: 4, symbol: 'SBIN', from: '2020-01-01', to: null }]],
    ]);
  });

  it('with bad rows has none at all, and names their lines', async () => {
    const list = await parse(
      'NIFTY 50,ITC,2020-01-01,',
      ',ITC,2020-01-01,',
      'NIFTY 50,NIFTY25DEC26000CE,2020-01-01,',
      '',
      'NIFTY 50,BPCL,2020-02-30,',
      'NIFTY 50,BPCL,2020-01-01,soon',
      'NIFTY 50,BPCL,2020-01-02,2020-01-01',
    );
    expect(list.byIndex.size).toBe(0);
    expect(list.rowsRefused).toBe(5);
    expect(list.problems).toEqual([
      { line: 3, reason: 'has no name of an index' },
      { line: 4, reason: 'has no symbol of a share' },
      { line: 6, reason: 'the first day "2020-02-30" is not a day' },
      { line: 7, reason: 'the last day "soon" is not a day' },
      { line: 8, reason: 'the last day 2020-01-01 is before the first day 2020-01-02' },
    ]);
  });

  it('that has a share twice on a day is refused with both lines', async () => {
    const list = await parse('NIFTY 50,ITC,2021-01-01,', 'NIFTY 50,ITC,2020-01-01,2021-01-01');
    expect(list.byIndex.size).toBe(0);
    expect(list.problems).toEqual([
      { line: 3, reason: 'ITC is in NIFTY 50 on days on which line 2 has it in there too' },
    ]);
  });

  it('is bounded, and not empty', async () => {
    expect((await parse()).problems).toEqual([{ line: 0, reason: 'has no rows' }]);
    const rows = (count: number) => Array.from({ length: count }, (_, at) => `NIFTY 50,S${at}X,2020-01-01,`);
    expect((await parse(...rows(MOST_SPANS_OF_INDEX))).problems).toEqual([]);
    expect((await parse(...rows(MOST_SPANS_OF_INDEX + 1))).problems).toEqual([
      { line: 0, reason: 'NIFTY 50 would have more than 5,000 rows' },
    ]);
    expect((await parse(...rows(20_001))).problems).toEqual([
      { line: 0, reason: 'a list of members has at most 20,000 rows' },
    ]);
  });
});
