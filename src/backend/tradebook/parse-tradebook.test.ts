import { describe, expect, it } from 'vitest';
import { istIso } from '../../shared/time.ts';
import { parseTradebook } from './parse-tradebook.ts';

const CONSOLE =
  'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id,order_execution_time';
const ANGEL =
  'Scrip/Contract,Buy/Sell,Buy Price,Sell Price,Quantity,Brokerage,GST,STT,Sebi Tax,Exchange Turnover Charges,Stamp Duty,Other Charges,IPFT Charges,Order Type,Segment,Exchange,Order ID,Trade ID,Date';
const PREAMBLE = [
  'ClientCode,TEST0001',
  'DateOfDownload,2026-09-04',
  '',
  'Date Range',
  'StartDate,EndDate',
  '2026-04-01 00:00:00.0,2026-09-02 23:59:59.0',
  '',
  'Charges Summary',
  'Total Trades,5',
  ...Array.from({ length: 22 }, (_, index) => `Charge ${index},0`),
  '',
  'TradeBook And Charges',
];
const read = (...lines: string[]) => parseTradebook('trades.csv', lines.join('\n'));
const reasons = (...lines: string[]) =>
  read(...lines).problems.map(({ line, reason }) => `${line}: ${reason}`);

describe('Zerodha’s tradebook', () => {
  it.each([
    [
      'of Console today',
      CONSOLE,
      'INFY,INE009A01021,2026-01-02,NSE,EQ,EQ,buy,false,10,1500.5,1001,2001,2026-01-02T09:30:05',
    ],
    [
      'with expiry dates',
      `${CONSOLE},expiry_date`,
      'INFY,INE009A01021,2026-01-02,NSE,EQ,EQ,buy,false,10.000000,1500.500000,1001,2001,2026-01-02T09:30:05,',
    ],
    [
      'from before auctions were told',
      'symbol,isin,trade_date,exchange,segment,series,trade_type,quantity,price,trade_id,order_id,order_execution_time',
      'INFY,INE009A01021,2026-01-02,NSE,EQ,EQ,buy,10,1500.50,1001,2001,2026-01-02 09:30:05',
    ],
    [
      'of the earliest kind',
      'client_id,trade_date,order_execution_time,exchange,tradingsymbol,trade_type,quantity,price,order_id,trade_id,series',
      'AB1234,2026-01-02,2026-01-02T09:30:05,NSE,INFY,buy,10,1500.5,2001,1001,EQ',
    ],
  ])('%s is read', (_, header, row) => {
    const { broker, fills, problems, rowsRead } = read(header, row);
    expect([broker, problems, rowsRead]).toEqual(['zerodha', [], 1]);
    expect(fills[0]).toMatchObject({
      line: 2,
      symbol: 'INFY',
      exchange: 'NSE',
      kind: 'share',
      side: 'buy',
      quantity: 10,
      price: 1_500_50,
      hasTime: true,
      orderId: '2001',
      tradeId: '1001',
      charges: null,
    });
    expect(istIso(fills[0]!.tradedAt)).toBe('2026-01-02T09:30:05+05:30');
  });

  it('as its workbook saved as CSV is read below its first lines, quoted cells and all', () => {
    const { fills, rowsRead } = read(
      '\uFEFF,Client ID,AB1234,,',
      ',Tradebook for Equity from 2026-01-01 to 2026-01-31,,,',
      ',',
      'Symbol,ISIN,Trade Date,Exchange,Segment,Series,Trade Type,Auction,Quantity,Price,Trade ID,Order ID,Order Execution Time',
      '"M&M",INE101A01026,2026-01-02,NSE,EQ,EQ,SELL,FALSE,"1,000","3,012.05",77,88,2026-01-02T15:29:59',
      '',
    );
    expect(rowsRead).toBe(1);
    expect(fills[0]).toMatchObject({ line: 5, symbol: 'M&M', side: 'sell', quantity: 1000, price: 3_012_05 });
  });

  it('distinguishes options from futures, and says of every row that it cannot take why not', () => {
    const row = (
      symbol: string,
      segment: string,
      quantity: string,
      price: string,
      side = 'buy',
      day = '2026-01-02',
    ) => `${symbol},,${day},NSE,${segment},,${side},false,${quantity},${price},5,6,${day}T10:00:00`;
    expect(
      read(
        CONSOLE,
        row('NIFTY26JAN24500CE', 'FO', '75', '100.5'),
        row('NIFTY26JANFUT', 'FO', '75', '24500'),
      ).fills.map(({ kind }) => kind),
    ).toEqual(['option', 'future']);
    expect(
      reasons(
        CONSOLE,
        row('USDINR26JANFUT', 'CDS', '1', '90.1225'),
        row('INFY', 'EQ', '10.5', '1500'),
        row('INFY', 'EQ', '0', '1500'),
        row('INFY', 'EQ', '10', '1500.123'),
        row('INFY', 'EQ', '10', ''),
        row('INFY', 'EQ', '10', '1500', 'gift'),
        row('INFY', 'EQ', '10', '1500', 'buy', '2026-02-30'),
        row('', 'EQ', '10', '1500'),
        row('NIFTY', 'FO', '75', '100'),
        'INFY',
      ),
    ).toEqual([
      '2: the segment is CDS: only shares (EQ) and equity derivatives (FO) are read',
      '3: the quantity "10.5" is not a whole number',
      '4: the quantity is zero',
      '5: the price "1500.123" is not one in whole paise',
      '6: the price is missing',
      '7: "gift" is neither buy nor sell',
      '8: "2026-02-30" is not a day',
      '9: the symbol is missing',
      '10: NIFTY is neither a future nor an option by its name',
      '11: the day is missing',
    ]);
  });
});

describe('Angel One’s trades history', () => {
  const file = (...rows: string[]) => [
    ...PREAMBLE,
    ANGEL,
    ...rows,
    '',
    'NOTE: Data Accurate Till,2026-09-02',
  ];
  const head = PREAMBLE.length + 1;

  it('is read below its summary, with the broker’s own charges and the day alone', () => {
    const { broker, fills, problems, rowsRead } = read(
      ...file(
        'RELIANCE INDUSTRIES LTD,Buy,1242.8,,7,0.51,0.1,0,0,0.05,0.01,0,0.000007,Delivery,CAPITAL,NSE,1100000000000001,204235149,2026-08-27',
        'ALPHA TEST LTD,Sell,,243.34,7,0.51,0.1,0.43,0,0.05,0,0,0,Intraday,CAPITAL,NSE,1100000000000002,204334864,2026-08-27 00:00:00.0',
      ),
    );
    expect([broker, problems, rowsRead]).toEqual(['angel-one', [], 2]);
    expect(fills[0]).toMatchObject({
      line: head + 1,
      symbol: 'RELIANCE',
      kind: 'share',
      side: 'buy',
      quantity: 7,
      price: 1_242_80,
      hasTime: false,
      charges: {
        brokerage: 510_000,
        gst: 100_000,
        exchange: 50_000,
        stamp: 10_000,
        ipft: 7,
        stt: 0,
        sebi: 0,
        dp: 0,
      },
    });
    expect(fills[1]).toMatchObject({
      symbol: 'ALPHA TEST LTD',
      side: 'sell',
      price: 243_34,
      charges: { stt: 430_000 },
    });
    expect(istIso(fills[0]!.tradedAt)).toBe('2026-08-27T00:00:00+05:30');
  });

  it('has rows that only carry an order’s brokerage: they go with its first fill', () => {
    const option = 'OPTIDX NIFTY Aug 25 2026 24150.00 PE (BT)';
    const { fills, rowsRead, problems } = read(
      ...file(
        `${option},Buy,17.65,,65,0,0.07,0,0,0.41,0.02,0,0,Intraday,FUTURES,NSE,27,8000001,2026-08-25`,
        `${option},Buy,17.70,,65,0,0.07,0,0,0.41,0.02,0,0,Intraday,FUTURES,NSE,27,8000002,2026-08-25`,
        `${option},Buy,0,,0,20,3.6,0,0,0,0,0,0,Intraday,FUTURES,NSE,27,,2026-08-25`,
        `${option},Sell,,0,0,20,3.6,0,0,0,0,0,0,Intraday,FUTURES,NSE,28,,2026-08-25`,
      ),
    );
    expect(rowsRead).toBe(4);
    expect(fills.map(({ rows, kind, charges }) => [rows, kind, charges?.brokerage, charges?.gst])).toEqual([
      [2, 'option', 20_000_000, 3_670_000],
      [1, 'option', 0, 70_000],
    ]);
    expect(problems).toEqual([
      { line: head + 4, reason: 'these are charges of order 28, of which the file has no fill' },
    ]);
  });

  it('puts what only carries brokerage to the order of its day, though another day has the number too', () => {
    const row = (price: string, quantity: number, brokerage: number, tradeId: string, day: string) =>
      `ITC LTD,Buy,${price},,${quantity},${brokerage},0,0,0,0,0,0,0,Delivery,CAPITAL,NSE,27,${tradeId},${day}`;
    const { fills } = read(
      ...file(
        row('400', 10, 0, '1', '2026-03-31'),
        row('410', 10, 0, '2', '2026-04-01'),
        row('0', 0, 20, '', '2026-04-01'),
      ),
    );
    expect(fills.map(({ charges }) => charges?.brokerage)).toEqual([0, 20_000_000]);
  });

  it('saved by a spreadsheet has days such as 8/27/26, read only where they can mean one day', () => {
    const row = (day: string) =>
      `ALPHA TEST LTD,Buy,100,,1,0,0,0,0,0,0,0,0,Delivery,CAPITAL,NSE,1,${day.length}${day.replaceAll('/', '')},${day}`;
    const days = (...written: string[]) =>
      read(...file(...written.map(row))).fills.map(({ tradedAt }) => istIso(tradedAt).slice(0, 10));
    expect(days('8/27/26 0:00', '8/7/26 0:00')).toEqual(['2026-08-27', '2026-08-07']);
    expect(days('27/08/2026', '07/08/2026')).toEqual(['2026-08-27', '2026-08-07']);
    expect(days('27-08-2026', '07-Aug-2026')).toEqual(['2026-08-27', '2026-08-07']);
    expect(reasons(...file(row('8/7/26')))).toEqual([
      `${head + 1}: "8/7/26" may be two different days; save the file with days such as 2026-08-27 and import it again`,
    ]);
    expect(reasons(...file(row('8/27/26'), row('27/8/26')))).toHaveLength(2);
  });
});

it('a comma that marks decimals is refused, and never read as one of thousands', () => {
  const row = 'INFY;;2026-01-02;NSE;EQ;EQ;buy;false;10;1500,50;1001;2001;2026-01-02T09:30:05';
  // As a spreadsheet saves it where a comma marks decimals.
  const { fills, problems } = read(CONSOLE.replaceAll(',', ';'), row);
  expect(fills.map(({ price }) => price)).toEqual([]);
  expect(problems.map(({ reason }) => reason)).toEqual(['the price "1500,50" is not one in whole paise']);
});

describe('a file', () => {
  it.each([
    ['Symbol,Quantity\nINFY,10', /neither Zerodha’s tradebook/],
    ['', /neither Zerodha’s tradebook/],
    ['PK\u0003\u0004 whatever', /Excel workbook/],
    [CONSOLE, /has no trades/],
  ])('that is none of these is refused as a whole', (text, reason) => {
    const { fills, problems, rowsRead } = parseTradebook('x.csv', text);
    expect([fills, rowsRead]).toEqual([[], 0]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ line: 0, reason: expect.stringMatching(reason) as string });
  });
});

describe('a contract has the symbol that it has everywhere', () => {
  const zerodha = (symbol: string, exchange = 'NSE', expiry = '', day = '2026-01-02') =>
    read(
      `${CONSOLE},expiry_date`,
      `${symbol},,${day},${exchange},FO,,buy,false,65,100.5,5,6,${day}T10:00:00,${expiry}`,
    );
  const angelOne = (name: string, exchange = 'NSE') =>
    read(
      ANGEL,
      `${name},Buy,17.65,,65,0,0.07,0,0,0.41,0.02,0,0,Intraday,FUTURES,${exchange},27,8,2026-08-24`,
    );
  const symbols = ({ fills }: ReturnType<typeof read>) => fills.map(({ symbol, name }) => [symbol, name]);

  it.each([
    // Of the month: by the calendar, or by the file.
    ['NIFTY26JAN24500CE', 'NSE', '', 'NIFTY 2026-01-27 24500 CE'],
    ['NIFTY26JAN27500CE', 'NSE', '', 'NIFTY 2026-01-27 27500 CE'],
    ['NIFTY26JAN24500CE', 'NSE', '2026-01-26', 'NIFTY 2026-01-26 24500 CE'],
    ['NIFTY26JANFUT', 'NFO', '', 'NIFTY 2026-01-27 FUT'],
    ['NIFTYNXT5026JAN60000PE', 'NSE', '2026-01-27', 'NIFTYNXT50 2026-01-27 60000 PE'],
    // Of a share: with the index.
    ['M&M26JAN3000PE', 'NSE', '', 'M&M 2026-01-27 3000 PE'],
    ['ITC26JAN402.5CE', 'NSE', '27-01-2026', 'ITC 2026-01-27 402.5 CE'],
    // Of the week: the name tells the day.
    ['NIFTY2610624500PE', 'NSE', '2026-01-06', 'NIFTY 2026-01-06 24500 PE'],
    ['NIFTY26D0124500PE', 'NSE', '', 'NIFTY 2026-12-01 24500 PE'],
    ['SENSEX2610884000CE', 'BFO', '', 'BSE:SENSEX 2026-01-08 84000 CE'],
    // It stands for itself where it cannot be told apart.
    ['SOMETHINGOLDCE', 'NSE', '', 'SOMETHINGOLDCE'],
  ])('Zerodha’s %s at %s with the expiry “%s” is %s', (name, exchange, expiry, symbol) => {
    const file = zerodha(name, exchange, expiry);
    expect(file.problems).toEqual([]);
    expect(symbols(file)).toEqual([[symbol, name]]);
  });

  it.each([
    ['OPTIDX NIFTY Aug 25 2026 24150.00 PE (BT)', 'NSE', 'NIFTY 2026-08-25 24150 PE'],
    ['OPTSTK ITC Aug 25 2026 402.50 CE', 'NFO', 'ITC 2026-08-25 402.5 CE'],
    ['FUTIDX NIFTY Aug 25 2026', 'NSE', 'NIFTY 2026-08-25 FUT'],
    ['OPTIDX SENSEX Aug 27 2026 84000.00 CE', 'BSE', 'BSE:SENSEX 2026-08-27 84000 CE'],
  ])('Angel One’s %s at %s is %s', (name, exchange, symbol) => {
    const file = angelOne(name, exchange);
    expect(file.problems).toEqual([]);
    expect(symbols(file)).toEqual([[symbol, name.toUpperCase()]]);
  });

  it('one that cannot be says so, with its line', () => {
    const said = (file: ReturnType<typeof read>) =>
      file.problems.map(({ line, reason }) => `${line}: ${reason}`).join();
    expect(said(zerodha('NIFTY26JAN24500CE', 'NSE', '2026-02-24'))).toBe(
      '2: the expiry 2026-02-24 does not fit NIFTY26JAN24500CE',
    );
    expect(said(zerodha('NIFTY2610624500PE', 'NSE', '', '2026-01-07'))).toBe(
      '2: NIFTY2610624500PE ended on 06-01-2026, before it was traded on 07-01-2026',
    );
    expect(said(angelOne('OPTIDX NIFTY Feb 30 2027 24150.00 PE'))).toBe(
      '2: "OPTIDX NIFTY FEB 30 2027 24150.00 PE" names an expiry or a strike that cannot be',
    );
    expect(said(angelOne('OPTIDX NIFTY Aug 25 2026'))).toBe(
      '2: "OPTIDX NIFTY AUG 25 2026" is an option without a strike, or a future with one',
    );
  });
});
