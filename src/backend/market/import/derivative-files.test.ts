import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ACTIVITY_FUTURES_HEADER,
  ACTIVITY_OPTIONS_HEADER,
  LEGACY_HEADER,
  PUBLISHED_UDIFF,
  udiffFile,
  udiffRow,
  type UdiffRow,
} from '../../../../tests/support/derivative-files.ts';
import { hasRealFiles, WITHOUT_REAL_FILES } from '../../../../tests/support/market-files.ts';
import { contractOf, symbolOf } from '../../../engine/contracts/contract.ts';
import { type ParsedFile, parseFile } from './parse-file.ts';

const UDIFF_NAME = 'BhavCopy_NSE_FO_0_0_0_20260722_F_0000.csv';
const symbolsOf = ({ contracts }: ParsedFile) => contracts.map(({ listed }) => symbolOf(listed.contract));
const barOf = (file: ParsedFile, symbol: string) =>
  file.contracts.find(({ listed }) => symbolOf(listed.contract) === symbol)?.bar;

describe('bhavcopy of the newer format', () => {
  it('has what the exchange has published: an untraded contract is known, and has no candle', () => {
    const file = parseFile(UDIFF_NAME, PUBLISHED_UDIFF);
    expect(file).toMatchObject({
      format: 'bhavcopy-udiff',
      timeframe: '1d',
      rowsRead: 2,
      rowsUntraded: 1,
      rowsRefused: 0,
    });
    expect(file.contracts).toEqual([
      {
        day: '2026-07-22',
        listed: {
          contract: contractOf('NIFTY 2027-03-30 30000 PE'),
          lotSize: 65,
          tickSize: null,
          token: '80310',
          endsOn: '2027-03-30',
        },
        bar: null,
      },
      {
        day: '2026-07-22',
        listed: {
          contract: contractOf('ABCAPITAL 2026-08-25 350 PE'),
          lotSize: 3_100,
          tickSize: null,
          token: '67233',
          endsOn: '2026-08-25',
        },
        bar: {
          time: Date.parse('2026-07-22T00:00:00+05:30'),
          signedStrike: -350_00,
          open: 150,
          high: 180,
          low: 150,
          close: 165,
          // Lots of the file as units; open interest is units already.
          volume: 7 * 3_100,
          openInterest: 93_000,
        },
      },
    ]);
  });

  it('keeps the expiry of the list where a holiday has moved the last day', () => {
    const file = parseFile(UDIFF_NAME, udiffFile(udiffRow({ expiry: '2026-03-31', endsOn: '2026-03-30' })));
    expect(file.contracts[0]?.listed).toMatchObject({
      contract: { expiry: '2026-03-31' },
      endsOn: '2026-03-30',
    });
  });

  it('has futures, and contracts of BSE', () => {
    const file = parseFile(
      UDIFF_NAME,
      udiffFile(
        udiffRow({ type: 'IDF', strike: '', right: '' }),
        udiffRow({ type: 'STF', underlying: 'M&M', strike: '', right: '' }),
        udiffRow({ source: 'BSE', underlying: 'SENSEX', strike: '84000.00' }),
        udiffRow({ underlying: '021NSETEST' }),
      ),
    );
    expect([symbolsOf(file), file.problems]).toEqual([
      ['NIFTY 2026-07-28 FUT', 'M&M 2026-07-28 FUT', 'BSE:SENSEX 2026-07-28 84000 CE'],
      [],
    ]);
  });

  it.each<[string, UdiffRow, string]>([
    ['a day that is none', { day: '22-07-2026' }, '"22-07-2026" is not a day'],
    ['an expiry that is none', { expiry: '2026-02-30' }, 'the expiry "2026-02-30" is not a day'],
    ['a last day that is none', { endsOn: 'soon' }, 'the last day "soon" is not a day'],
    ['no strike', { strike: '' }, 'the strike "" is not a price'],
    ['a strike of zero', { strike: '0.00' }, 'the strike "0.00" is not a price'],
    ['a strike beyond all', { strike: '99999999' }, '"NIFTY 2026-07-28 999" is not a contract'],
    ['no right', { right: 'CA' }, 'the option type "CA" is neither CE nor PE'],
    [
      'a kind that every object has',
      { type: 'constructor' },
      'the instrument type "constructor" is not known',
    ],
    ['a kind that is none', { type: 'XXX' }, 'the instrument type "XXX" is not known'],
    ['a name that is none', { underlying: 'NIFTY FIFTY!' }, '"NIFTY FIFTY! 2026-07" is not a contract'],
    ['no lot size', { lotSize: '' }, 'the lot size "" is not a whole number'],
    ['a lot size of zero', { lotSize: '0' }, 'the lot size "0" is not a whole number'],
    ['a volume in parts of a lot', { lots: '7.5' }, 'the number of contracts "7.5" is not a whole number'],
    ['open interest below zero', { openInterest: '-65' }, 'the open interest "-65" is not a whole number'],
    [
      'no prices though it was traded',
      { prices: '0.00,0.00,0.00,105.00' },
      'the open is 0.00; a price must be above zero',
    ],
    ['the high below the low', { prices: '100,90,95,92' }, 'the high is below the low'],
  ])('a row with %s is refused, and those beside it are kept', (_what, row, reason) => {
    const [one, other] = [udiffRow({ strike: '24000.00' }), udiffRow({ strike: '25000.00' })];
    const file = parseFile(UDIFF_NAME, udiffFile(one, udiffRow(row), other));
    expect(file.problems.map((problem) => [problem.line, problem.reason])).toEqual([[3, reason]]);
    expect(symbolsOf(file)).toEqual(['NIFTY 2026-07-28 24000 CE', 'NIFTY 2026-07-28 25000 CE']);
  });

  it('a contract twice is kept once; with other figures the second is refused', () => {
    const file = parseFile(UDIFF_NAME, udiffFile(udiffRow(), udiffRow(), udiffRow({ lots: '8' })));
    expect([file.contracts.length, file.rowsRepeated, file.problems]).toEqual([
      1,
      1,
      [{ line: 4, reason: 'has the contract of line 2 with other figures' }],
    ]);
  });

  it('shares and contracts may stand in one file', () => {
    const share = udiffRow({ underlying: 'ITC', type: 'STK', expiry: '', strike: '', right: '' })
      .replace(',FO,', ',CM,')
      .replace('ITC,,', 'ITC,EQ,');
    const file = parseFile('both.csv', udiffFile(share, udiffRow()));
    expect([[...file.series.keys()], symbolsOf(file), file.problems]).toEqual([
      ['ITC'],
      ['NIFTY 2026-07-28 24500 CE'],
      [],
    ]);
  });
});

describe('bhavcopy of the older format', () => {
  const legacy = (...rows: string[]) => parseFile('fo29DEC2023bhav.csv', [LEGACY_HEADER, ...rows].join('\n'));

  it('has what the exchange has published: a stale close is no candle', () => {
    const file = legacy('OPTIDX,NIFTY,04-Jan-2024,18300,CE,0,0,0,1669.65,3451.7,0,0,0,0,29-DEC-2023,');
    expect(file).toMatchObject({ format: 'derivatives-legacy', rowsUntraded: 1, rowsRefused: 0 });
    expect(file.contracts).toEqual([
      {
        day: '2023-12-29',
        listed: {
          contract: contractOf('NIFTY 2024-01-04 18300 CE'),
          lotSize: null,
          tickSize: null,
          token: null,
          endsOn: null,
        },
        bar: null,
      },
    ]);
  });

  /** A traded option: its value is lots by units by strike and premium, and what is open is in whole lots. */
  const traded = (symbol: string, strike: number, lots: number, lot: number, range = 5): string => {
    const value = ((lots * lot * (strike + 20)) / 100_000).toFixed(2);
    const prices = `20,${20 + range},${20 - range},21`;
    return `OPTSTK,${symbol},25-Jan-2024,${strike},PE,${prices},99,${lots},${value},${lot * (lots + 1)},0,29-DEC-2023,`;
  };

  it('counts volume in units, by the lot that its value gives', () => {
    const file = legacy(
      traded('ITC', 460, 40, 1_600),
      traded('ITC', 480, 1, 1_600),
      traded('NIFTY', 21_700, 3, 50),
    );
    expect(file.problems).toEqual([]);
    expect(barOf(file, 'ITC 2024-01-25 460 PE')).toMatchObject({
      volume: 40 * 1_600,
      openInterest: 41 * 1_600,
      close: 21_00,
    });
    expect(barOf(file, 'ITC 2024-01-25 480 PE')?.volume).toBe(1_600);
    expect(barOf(file, 'NIFTY 2024-01-25 21700 PE')?.volume).toBe(150);
    // The file does not say it: it is no fact of the contract.
    expect(file.contracts.every(({ listed }) => listed.lotSize === null)).toBe(true);
  });

  it('a lot is not known where several fit', () => {
    const file = legacy(traded('ITC', 460, 1, 1_600, 15).replace(',3200,', ',0,'));
    expect(file.problems).toHaveLength(1);
  });

  it('takes the lot of an index from its table where the value does not give it', () => {
    const file = legacy(
      'FUTIDX,NIFTY,25-Jan-2024,0,XX,21700,21900,21600,21800,21800,100,0,12500000,0,29-DEC-2023,',
    );
    expect(barOf(file, 'NIFTY 2024-01-25 FUT')).toMatchObject({ volume: 5_000, signedStrike: 0 });
  });

  it('refuses a candle whose volume cannot be counted', () => {
    const file = legacy('FUTSTK,ITC,25-Jan-2024,0,XX,460,470,455,465,465,100,0,1600,0,29-DEC-2023,');
    expect(file.problems).toEqual([
      {
        line: 2,
        reason: 'the lot size of ITC for 2024-01-25 is not known, and the volume is counted in lots',
      },
    ]);
  });

  it('no volume is counted with another lot, whatever was traded', () => {
    const rows = fc.uniqueArray(
      fc.record({ strike: fc.integer({ min: 50, max: 60_000 }), lots: fc.integer({ min: 1, max: 50_000 }) }),
      { minLength: 1, maxLength: 20, selector: ({ strike }) => strike },
    );
    let counted = 0;
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 15_000 }), rows, fc.nat(19), (lot, list, range) => {
        const file = legacy(...list.map(({ strike, lots }) => traded('ITC', strike, lots, lot, range)));
        const lotsOf = new Map(list.map(({ strike, lots }) => [strike, lots]));
        for (const { bar } of file.contracts) {
          counted++;
          expect(bar?.volume).toBe((lotsOf.get(Math.abs(bar?.signedStrike ?? 0) / 100) ?? 0) * lot);
        }
        expect(file.contracts.length === 0 || file.rowsRefused === 0).toBe(true);
      }),
    );
    expect(counted).toBeGreaterThan(300);
  });
});

describe('daily activity of the exchange', () => {
  const OPTION =
    'OPTIDX    ,NIFTY     ,16/12/2025,00025850.00,CE      ,00000118.00,00000125.00,00000002.00,00000018.10,000000001234575,          7500,              100,              080,      193000000.00,          29102.50';
  const FUTURE =
    'FUTSTK    ,M&M       ,27/01/2026,00003559.00,00003577.00,00003548.75,00003573.30,000000004731100,     4442235065.00,          2000,               10,             5739';
  const options = (name = 'op16122025.csv', ...rows: string[]) =>
    parseFile(name, [ACTIVITY_OPTIONS_HEADER, ...(rows.length > 0 ? rows : [OPTION])].join('\n'));

  it.each(['op16122025.csv', 'nse_op_2025-12-16.csv', 'C:\\down\\op16122025 (1).csv'])(
    'is of the day in its name: %s',
    (name) => {
      const file = options(name);
      expect([file.format, file.problems, file.contracts[0]?.day]).toEqual([
        'derivatives-activity',
        [],
        '2025-12-16',
      ]);
    },
  );

  it('is refused where its name has no day', () => {
    expect(options('op.csv').problems).toEqual([
      { line: 0, reason: "the file's name must have its day, such as op16122025.csv" },
    ]);
  });

  it('has padded figures, units and lots', () => {
    const file = options();
    expect(file.contracts[0]?.listed).toMatchObject({
      contract: contractOf('NIFTY 2025-12-16 25850 CE'),
      lotSize: 75,
    });
    expect(barOf(file, 'NIFTY 2025-12-16 25850 CE')).toMatchObject({
      open: 118_00,
      close: 18_10,
      volume: 7_500,
      openInterest: 1_234_575,
    });
    const futures = parseFile('fut16122025.csv', [ACTIVITY_FUTURES_HEADER, FUTURE].join('\n'));
    expect(barOf(futures, 'M&M 2026-01-27 FUT')).toMatchObject({ volume: 2_000, high: 3_577_00 });
  });

  it('ends with a note, which is no row', () => {
    const file = options('op16122025.csv', OPTION, '* in units');
    expect([file.contracts.length, file.problems]).toEqual([1, []]);
  });

  it('a quantity that is not in whole lots is refused', () => {
    const file = options('op16122025.csv', OPTION.replace('  7500,', '  7501,'));
    expect(file.problems).toEqual([{ line: 2, reason: 'the quantity "7501" is not a number of whole lots' }]);
  });
});

it('any fields give contracts, or a reason', () => {
  const field = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('0', '-1', '1e9', 'NaN', '2026-07-28', '99999999999999999999'),
  );
  const keys = [
    'day',
    'source',
    'type',
    'token',
    'underlying',
    'expiry',
    'endsOn',
    'strike',
    'right',
    'prices',
    'openInterest',
    'lots',
    'lotSize',
  ];
  const row = fc.record(Object.fromEntries(keys.map((key) => [key, field])), { requiredKeys: [] });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
      const file = parseFile(UDIFF_NAME, udiffFile(...rows.map((one) => udiffRow(one))));
      for (const { listed, bar } of file.contracts) {
        expect(contractOf(symbolOf(listed.contract))).toEqual(listed.contract);
        if (bar)
          for (const figure of [bar.open, bar.high, bar.low, bar.close, bar.volume, bar.openInterest])
            expect(Number.isSafeInteger(figure) && figure >= 0).toBe(true);
      }
    }),
  );
});

const folder = resolve(import.meta.dirname, '../../../../../shared/data/options');

describe.skipIf(!hasRealFiles)(
  `activity of the exchange${hasRealFiles ? '' : ` ${WITHOUT_REAL_FILES}`}`,
  () => {
    it.each([
      ['nse_fo_activity_op_2025-12-16.csv', 2_032],
      ['nse_fo_activity_op_2025-12-17.csv', null],
      ['nse_fo_activity_fut_2025-12-16.csv', 28],
      ['nse_fo_activity_fut_2025-12-17.csv', null],
    ])('%s is read to the last row', (name, rows) => {
      const file = parseFile(name, readFileSync(resolve(folder, name), 'utf8'));
      expect(file.problems).toEqual([]);
      if (rows !== null) expect(file.rowsRead).toBe(rows);
      expect(file.contracts.length).toBe(file.rowsRead);
      const nifty = file.contracts.filter(({ listed }) => listed.contract.underlying === 'NIFTY');
      expect(nifty.length).toBeGreaterThan(2);
      expect(
        new Set(
          nifty.flatMap(({ listed, bar }) =>
            bar && listed.contract.expiry < '2026-01-01' ? [listed.lotSize] : [],
          ),
        ),
      ).toEqual(new Set([75]));
    });

    it('the close of an option on its last day is what was traded, not what it was settled at', () => {
      const name = 'nse_fo_activity_op_2025-12-16.csv';
      const file = parseFile(name, readFileSync(resolve(folder, name), 'utf8'));
      expect(barOf(file, 'NIFTY 2025-12-16 25850 CE')?.close).toBe(18_10);
      expect(barOf(file, 'NIFTY 2025-12-16 25900 PE')?.close).toBe(27_95);
    });
  },
);
