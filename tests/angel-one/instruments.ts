/** Something that is traded here. */
export interface ServerInstrument {
  readonly exchange: 'NSE' | 'NFO' | 'BFO';
  readonly token: string;
  readonly symbol: string;
  readonly name: string;
  readonly kind: 'equity' | 'index' | 'future' | 'option';
  /** `28MAR2024`; empty for what does not end. */
  readonly expiry: string;
  readonly lot: number;
  /** Paise. */
  readonly tick: number;
  /** Yesterday's close, paise; price limits are 20 % around it. */
  readonly close: number;
  /** Paise; of an option. */
  readonly strike?: number;
  readonly right?: 'call' | 'put';
  /** An order above it is rejected. */
  readonly freeze?: number;
  /** Its price follows the index of its name. */
  readonly movesWithIndex?: boolean;
}

const share = (name: string, token: string, close: number, tick: number): ServerInstrument => ({
  exchange: 'NSE',
  token,
  symbol: `${name}-EQ`,
  name,
  kind: 'equity',
  expiry: '',
  lot: 1,
  tick,
  close,
});

const future = (
  name: string,
  token: string,
  expiry: string,
  lot: number,
  close: number,
): ServerInstrument => ({
  exchange: 'NFO',
  token,
  symbol: `${name}${expiry.slice(0, 5)}${expiry.slice(-2)}FUT`,
  name,
  kind: 'future',
  expiry,
  lot,
  tick: name === 'BANKNIFTY' ? 20 : 10,
  close,
});

const index = (name: string, token: string, symbol: string, close: number): ServerInstrument => ({
  exchange: 'NSE',
  token,
  symbol,
  name,
  kind: 'index',
  expiry: '',
  lot: 1,
  tick: 0,
  close,
});

/** A token of the NFO is that of a share as well: tokens are unique within an exchange only. */
export const SERVER_INSTRUMENTS: readonly ServerInstrument[] = [
  share('SBIN', '3045', 80_875, 5),
  share('RELIANCE', '2885', 140_000, 10),
  share('ITC', '1660', 40_500, 5),
  share('M&M', '2031', 345_000, 10),
  index('NIFTY', '99926000', 'Nifty 50', 2_410_000),
  index('BANKNIFTY', '99926009', 'Nifty Bank', 5_200_000),
  future('NIFTY', '35001', '24NOV2026', 65, 2_412_000),
  future('NIFTY', '35002', '29DEC2026', 65, 2_420_000),
  future('BANKNIFTY', '3045', '24NOV2026', 30, 5_210_000),
  future('BANKNIFTY', '35003', '29DEC2026', 30, 5_230_000),
];

/** Made-up open interest of a contract, units; 0 of what has none. */
export const openInterestOf = ({ kind, lot, token }: ServerInstrument): number =>
  kind === 'equity' || kind === 'index' ? 0 : (100 + (Number(token) % 900)) * lot;

/** Shares of companies that do not exist, as many as asked for. For feeds as large as the broker allows. */
export const madeUpShares = (count: number): ServerInstrument[] =>
  Array.from({ length: count }, (_, number) =>
    share(`MADEUP${number}`, String(500_000 + number), 50_000 + number * 10, 5),
  );

const scrip = (row: Record<string, string>): string =>
  JSON.stringify({
    token: '',
    symbol: '',
    name: '',
    expiry: '',
    strike: '-1.000000',
    lotsize: '1',
    instrumenttype: '',
    exch_seg: 'NSE',
    tick_size: '5.000000',
    ...row,
  });

const TYPE: Readonly<Record<ServerInstrument['kind'], string>> = {
  equity: '',
  index: 'AMXIDX',
  future: 'FUTIDX',
  option: 'OPTIDX',
};

/**
 * The scrip master as the broker writes it: what is traded here, and as many options and shares of other series and
 * exchanges around it as make up the number of rows.
 */
export const scripMasterText = (instruments: readonly ServerInstrument[], rows: number): string => {
  const own = instruments.map((one) =>
    scrip({
      token: one.token,
      symbol: one.symbol,
      name: one.name,
      expiry: one.expiry,
      ...(one.strike !== undefined && { strike: `${one.strike}.000000` }),
      lotsize: String(one.lot),
      instrumenttype: TYPE[one.kind],
      exch_seg: one.exchange,
      tick_size: `${one.tick}.000000`,
    }),
  );
  const other = Array.from({ length: Math.max(0, rows - own.length) }, (_, number) => {
    const token = String(100_000 + number);
    if (number % 5 === 0)
      return scrip({ token, symbol: `CO${number}`, name: `CO${number}`, exch_seg: 'BSE' });
    if (number % 50 === 1) return scrip({ token, symbol: `CO${number}-EQ`, name: `CO${number}` });
    if (number % 50 === 2) return scrip({ token, symbol: `CO${number}-SM`, name: `{CO} ${number}` });
    // No two are one contract. An index has many, a share some hundreds.
    const name = number % 20 === 3 ? 'NIFTY' : `MADEUP${number % 200}`;
    const right = number % 2 === 0 ? 'CE' : 'PE';
    return scrip({
      token,
      symbol: `${name}29DEC26${10 * number}${right}`,
      name,
      expiry: '29DEC2026',
      strike: `${10 * number * 100}.000000`,
      lotsize: '65',
      instrumenttype: name === 'NIFTY' ? 'OPTIDX' : 'OPTSTK',
      exch_seg: number % 50 === 7 ? 'BFO' : 'NFO',
    });
  });
  // What is wanted lies in the middle of what is not.
  const half = Math.floor(other.length / 2);
  return `[${[...other.slice(0, half), ...own, ...other.slice(half)].join(',')}]`;
};
