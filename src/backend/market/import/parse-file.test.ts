import { describe, expect, it } from 'vitest';
import {
  dailyFiles,
  fixtureFiles,
  hasRealFiles,
  minuteFiles,
  WITHOUT_REAL_FILES,
} from '../../../../tests/support/market-files.ts';
import { istIso } from '../../../shared/time.ts';
import { parseFile } from './parse-file.ts';

const HEADER = 'timestamp,open,high,low,close,volume,oi';
const daily = (...rows: string[]): string => [HEADER, ...rows].join('\n');
const GOOD = '2024-01-02 00:00:00+05:30,100,110,95,105,1000,0';
const UDIFF =
  'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,TtlTradgVol';
const udiffRow = (day: string, symbol: string, series: string, prices: string): string =>
  `${day},${day},CM,NSE,STK,2885,INE002A01018,${symbol},${series},,,,,NAME,${prices},0,0,0,0,0,0,4500`;
const LEGACY =
  'SYMBOL,SERIES,OPEN,HIGH,LOW,CLOSE,LAST,PREVCLOSE,TOTTRDQTY,TOTTRDVAL,TIMESTAMP,TOTALTRADES,ISIN,';

/** A reason to the letter, or one that matches. */
const said = (reason: string | RegExp): string =>
  typeof reason === 'string' ? reason : (expect.stringMatching(reason) as string);
const problemsOf = (name: string, text: string) => parseFile(name, text).problems;

describe('a bad row of a daily file is refused with its line and why', () => {
  it.each([
    ['a price that is none', '2024-01-03 00:00:00+05:30,abc,110,95,105,1,0', 'the open "abc" is not a price'],
    ['zero', '2024-01-03 00:00:00+05:30,100,110,0,105,1,0', 'the low is 0; a price must be above zero'],
    ['below zero', '2024-01-03 00:00:00+05:30,-5,110,95,105,1,0', /^the open/],
    ['the high below the low', '2024-01-03 00:00:00+05:30,100,90,95,92,1,0', 'the high is below the low'],
    [
      'the high below the close',
      '2024-01-03 00:00:00+05:30,100,104,95,105,1,0',
      'the high is not the highest price',
    ],
    [
      'the low above the open',
      '2024-01-03 00:00:00+05:30,90,110,95,105,1,0',
      'the low is not the lowest price',
    ],
    ['a missing column', '2024-01-03 00:00:00+05:30,100,110,95', 'the close is missing'],
    ['a day that is none', '2024-02-30 00:00:00+05:30,100,110,95,105,1,0', /is not a day$/],
    [
      'a day before there were such prices',
      '0101-01-01,100,110,95,105,1,0',
      '"0101-01-01" is not a day from 1970 to 2099',
    ],
    ['a day of a far year', '9999-12-31,100,110,95,105,1,0', /is not a day from 1970 to 2099$/],
    ['words for a day', 'yesterday,100,110,95,105,1,0', '"yesterday" is not a day'],
    [
      'a volume that is none',
      '2024-01-03 00:00:00+05:30,100,110,95,105,many,0',
      'the volume "many" is not a whole number',
    ],
    ['an empty line', '', /./],
    ['a stray quote', '"2024-01-03,100,110,95,105,1,0', /is not a day$/],
    [
      'the same day with other prices',
      '2024-01-02 00:00:00+05:30,100,111,95,105,1000,0',
      'has the time of line 2 with other prices',
    ],
  ])('%s', (_what, row, reason) => {
    const last = '2024-01-04 00:00:00+05:30,101,111,96,106,1000,0';
    const file = parseFile('ITC.csv', daily(GOOD, row, last));
    expect(file.problems).toEqual([{ line: 3, reason: said(reason) }]);
    // What comes before and after it is read all the same.
    expect(file.series.get('ITC')).toHaveLength(2);
    expect(file.rowsRead).toBe(3);
  });
});

describe('a bad row of a minute file is refused with its line and why', () => {
  it.each([
    ['no symbol of a share', 'NO_SUCH,20221003,09:17,10,11,9,10,0,0', '"NO_SUCH" is not a known instrument'],
    ['a foreign index', 'BANKEX,20221003,09:17,10,11,9,10,0,0', '"BANKEX" is not a known instrument'],
    ['a day that is none', 'NIFTY,20221332,09:17,10,11,9,10,0,0', '"20221332" is not a day'],
    ['a time that is none', 'NIFTY,20221003,25:61,10,11,9,10,0,0', '"25:61" is not a time'],
    ['a price that is none', 'NIFTY,20221003,09:17,10,11,9,1e1,0,0', 'the close "1e1" is not a price'],
  ])('%s', (_what, row, reason) => {
    const text = `NIFTY,20221003,09:16,10,11,9,10,0,0\n${row}\nNIFTY,20221003,09:18,10,11,9,10,0,0\n`;
    const file = parseFile('any.csv', text);
    expect(file.problems).toEqual([{ line: 2, reason }]);
    expect(file.series.get('NIFTY')).toHaveLength(2);
  });
});

describe('a contract of a minute file is the one that its name means on its day', () => {
  it('though a row of another day, on which it is none, comes first', () => {
    const row = (day: string) => `NIFTY16DEC2525850CE,${day},09:20,10,11,9,10,0,0`;
    const { contractMinutes, problems } = parseFile(
      'any.csv',
      ['20251217', '20251215', '20251216'].map(row).join('\n'),
    );
    expect(problems).toEqual([{ line: 1, reason: '"NIFTY16DEC2525850CE" is not a known instrument' }]);
    expect(contractMinutes.get('NIFTY 2025-12-16 25850 CE')).toHaveLength(2);
  });
});

describe('a file as a whole', () => {
  it.each([
    ['is empty', 'ITC.csv', '', 'the file is empty'],
    ['has nothing but blank lines', 'ITC.csv', '\n\n  \n', 'the file is empty'],
    ['is of no known format', 'ITC.csv', 'hello,world\n1,2\n', /^this is none of the formats/],
    ['is named after no instrument', 'export (1).csv', daily(GOOD), /must be an instrument's symbol/],
    [
      'has a header and nothing else',
      'ITC.csv',
      HEADER,
      'the file has no candles of instruments that are known here',
    ],
    [
      'lies outside trading hours',
      'x.csv',
      'NIFTY,20221003,08:00,10,11,9,10,0,0\n',
      'every row is outside trading hours',
    ],
  ])('that %s says so', (_what, name, text, reason) => {
    expect(problemsOf(name, text)).toEqual([{ line: 0, reason: said(reason) }]);
  });

  it.each([
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['no line end at its end', (text: string) => text.trimEnd()],
    ['blank lines at its end', (text: string) => `${text}\n\n\n`],
  ])('with %s reads the same', (_what, change) => {
    for (const { name, text } of fixtureFiles())
      expect(parseFile(name, change(text)), name).toEqual(parseFile(name, text));
  });

  it('with a row twice keeps it once and counts it as repeated', () => {
    const file = parseFile('ITC.csv', daily(GOOD, GOOD));
    expect(file).toMatchObject({ rowsRead: 2, rowsRepeated: 1, problems: [] });
    expect(file.series.get('ITC')).toHaveLength(1);
  });
});

describe('minutes', () => {
  const rows = (...clocks: string[]) =>
    clocks.map((clock) => `NIFTY,20221003,${clock},10,11,9,10,0,0`).join('\n');
  const times = (text: string) =>
    (parseFile('x.csv', text).series.get('NIFTY') ?? []).map((bar) => istIso(bar.time).slice(11, 16));

  it('labelled by their end, as NSE does, start a minute earlier', () => {
    expect(times(rows('09:16', '09:17', '15:30'))).toEqual(['09:15', '09:16', '15:29']);
  });
  it('labelled by their start stay', () => {
    expect(times(rows('09:15', '09:16', '15:29'))).toEqual(['09:15', '09:16', '15:29']);
  });
  it('of the Muhurat hour are distinguished the same way', () => {
    const muhurat = (...clocks: string[]) => rows(...clocks).replaceAll('20221003', '20221024');
    expect(times(muhurat('18:15', '18:16', '19:14'))).toEqual(['18:15', '18:16', '19:14']);
    expect(times(muhurat('18:08', '18:16', '19:15', '19:16'))).toEqual(['18:15', '19:14']);
  });
  it('before the open and after the close are set aside, not refused', () => {
    const file = parseFile('x.csv', rows('09:09', '09:16', '15:30', '15:31', '15:32'));
    expect(file).toMatchObject({ rowsOutsideSession: 3, problems: [], rowsRead: 5 });
  });
});

describe('bhavcopy', () => {
  it('of the new format gives all shares, by day', () => {
    const text = [
      UDIFF,
      udiffRow('2024-07-08', 'RELIANCE', 'EQ', '3180.5,3217.9,3165,3201.8'),
      udiffRow('2024-07-08', 'RELIANCE', 'BL', '1,1,1,1'),
      udiffRow('2024-07-08', 'SMALLCO', 'EQ', '12,13,11,12.5'),
      udiffRow('2024-07-08', 'ITC', 'EQ', '430,425,428,426'),
      udiffRow('08/07/2024', 'TCS', 'EQ', '1,1,1,1'),
    ].join('\r\n');
    const file = parseFile('BhavCopy_NSE_CM_0_0_0_20240708_F_0000.csv', text);
    expect(file.format).toBe('bhavcopy-udiff');
    expect([...file.series.keys()]).toEqual(['RELIANCE', 'SMALLCO']);
    expect(file.series.get('RELIANCE')).toEqual([
      {
        time: Date.parse('2024-07-08T00:00:00+05:30'),
        open: 318_050,
        high: 321_790,
        low: 316_500,
        close: 320_180,
        volume: 4500,
      },
    ]);
    expect(file.problems).toEqual([
      { line: 5, reason: 'the high is below the low' },
      { line: 6, reason: '"08/07/2024" is not a day' },
    ]);
  });

  it('of the old format gives the same', () => {
    const text = `${LEGACY}\nRELIANCE,EQ,3180.5,3217.9,3165,3201.8,3200,3170,4500,1,05-JUL-2024,9,INE002A01018,\n`;
    const file = parseFile('cm05JUL2024bhav.csv', text);
    expect(file.format).toBe('bhavcopy-legacy');
    expect(file.series.get('RELIANCE')).toEqual([
      {
        time: Date.parse('2024-07-05T00:00:00+05:30'),
        open: 318_050,
        high: 321_790,
        low: 316_500,
        close: 320_180,
        volume: 4500,
      },
    ]);
  });
});

describe.skipIf(!hasRealFiles)(`the real files ${hasRealFiles ? '' : WITHOUT_REAL_FILES}`, () => {
  it('of daily candles are read to the last row', () => {
    let rows = 0;
    for (const { name, text } of dailyFiles()) {
      const file = parseFile(name, text);
      expect(file.problems, name).toEqual([]);
      rows += file.rowsRead;
      expect([...file.series.values()].reduce((sum, bars) => sum + bars.length, 0) + file.rowsRepeated).toBe(
        file.rowsRead,
      );
    }
    expect(rows).toBe(61_135);
  });

  it('of minutes give whole sessions from 09:15 to 15:29, and the Muhurat hour', () => {
    for (const { name, text } of minuteFiles()) {
      const file = parseFile(name, text);
      expect(file.problems, name).toEqual([]);
      const [bars = []] = file.series.values();
      expect(bars.length + file.rowsOutsideSession, name).toBe(file.rowsRead);
      const clocks = new Set(bars.map((bar) => istIso(bar.time).slice(11, 16)));
      expect(clocks.has('09:15') && clocks.has('15:29'), name).toBe(true);
      expect(clocks.has('09:14') || clocks.has('15:30'), name).toBe(false);
      if (name.includes('2022-10')) {
        const muhurat = bars.filter((bar) => istIso(bar.time).startsWith('2022-10-24'));
        expect(muhurat.map((bar) => istIso(bar.time).slice(11, 13)).every((hour) => hour >= '18')).toBe(true);
        expect(muhurat.length).toBeGreaterThan(50);
        expect(muhurat.length).toBeLessThanOrEqual(60);
      }
    }
  });
});

it('names the lists that can be read too, where a file is none of the formats', () => {
  const [problem] = problemsOf('members.csv', 'INDEX,SYMBOL,FROM\nNIFTY BANK,SBIN,2024-01-01');
  expect(problem?.reason).toContain('corporate actions');
  expect(problem?.reason).toContain('symbol changes');
  expect(problem?.reason).toContain('members of an index');
});
