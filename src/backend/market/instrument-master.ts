import { contractOf as contractOfSymbol } from '../../engine/contracts/contract.ts';
import { type Instrument, lotSizeOn, tickSizeOn, type Traded } from '../../engine/instrument.ts';

/** A row of the instrument master. */
export interface MasterRow extends Instrument {
  readonly name: string;
  readonly exchange: 'NSE';
  /** The exchange's token, unique within the exchange only. */
  readonly token: string;
  readonly sector: string;
  /** Price in rupees from which the simulated market starts; a number of its own, not a quotation. */
  readonly simulatedStart: number;
  /** Strength with which the simulated instrument follows the market. */
  readonly beta: number;
}

const share = (
  symbol: string,
  name: string,
  token: string,
  sector: string,
  simulatedStart: number,
  beta: number,
): MasterRow => ({ symbol, name, exchange: 'NSE', token, kind: 'equity', sector, simulatedStart, beta });

const index = (
  symbol: string,
  name: string,
  token: string,
  simulatedStart: number,
  beta: number,
): MasterRow => ({
  symbol,
  name,
  exchange: 'NSE',
  token,
  kind: 'index-proxy',
  sector: 'index',
  simulatedStart,
  beta,
});

/** The NIFTY 50 shares, and indices traded as a labelled proxy. */
export const INSTRUMENT_MASTER: readonly MasterRow[] = [
  index('NIFTY', 'Nifty 50 (index proxy)', '99926000', 24_000, 1),
  index('BANKNIFTY', 'Nifty Bank (index proxy)', '99926009', 52_000, 1.1),
  share('ADANIENT', 'Adani Enterprises', '25', 'diversified', 2_400, 1.5),
  share('ADANIPORTS', 'Adani Ports and SEZ', '15083', 'infrastructure', 1_350, 1.3),
  share('APOLLOHOSP', 'Apollo Hospitals', '157', 'health', 7_000, 0.8),
  share('ASIANPAINT', 'Asian Paints', '236', 'consumer', 2_450, 0.7),
  share('AXISBANK', 'Axis Bank', '5900', 'bank', 1_150, 1.2),
  share('BAJAJ-AUTO', 'Bajaj Auto', '16669', 'auto', 8_800, 0.9),
  share('BAJAJFINSV', 'Bajaj Finserv', '16675', 'finance', 1_950, 1.1),
  share('BAJFINANCE', 'Bajaj Finance', '317', 'finance', 920, 1.2),
  share('BEL', 'Bharat Electronics', '383', 'industry', 390, 1.2),
  share('BHARTIARTL', 'Bharti Airtel', '10604', 'telecom', 1_900, 0.8),
  share('CIPLA', 'Cipla', '694', 'health', 1_500, 0.6),
  share('COALINDIA', 'Coal India', '20374', 'energy', 390, 0.9),
  share('DRREDDY', "Dr. Reddy's Laboratories", '881', 'health', 1_260, 0.6),
  share('EICHERMOT', 'Eicher Motors', '910', 'auto', 6_600, 0.9),
  share('ETERNAL', 'Eternal', '5097', 'consumer', 310, 1.3),
  share('GRASIM', 'Grasim Industries', '1232', 'materials', 2_750, 1),
  share('HCLTECH', 'HCL Technologies', '7229', 'technology', 1_480, 0.8),
  share('HDFCBANK', 'HDFC Bank', '1333', 'bank', 970, 1),
  share('HDFCLIFE', 'HDFC Life Insurance', '467', 'finance', 760, 0.8),
  share('HEROMOTOCO', 'Hero MotoCorp', '1348', 'auto', 5_300, 0.9),
  share('HINDALCO', 'Hindalco Industries', '1363', 'metals', 750, 1.3),
  share('HINDUNILVR', 'Hindustan Unilever', '1394', 'consumer', 2_550, 0.5),
  share('ICICIBANK', 'ICICI Bank', '4963', 'bank', 1_400, 1),
  share('INDUSINDBK', 'IndusInd Bank', '5258', 'bank', 750, 1.4),
  share('INFY', 'Infosys', '1594', 'technology', 1_500, 0.8),
  share('ITC', 'ITC', '1660', 'consumer', 405, 0.5),
  share('JIOFIN', 'Jio Financial Services', '18143', 'finance', 305, 1.3),
  share('JSWSTEEL', 'JSW Steel', '11723', 'metals', 1_120, 1.2),
  share('KOTAKBANK', 'Kotak Mahindra Bank', '1922', 'bank', 2_050, 0.9),
  share('LT', 'Larsen & Toubro', '11483', 'infrastructure', 3_700, 1.1),
  share('M&M', 'Mahindra & Mahindra', '2031', 'auto', 3_450, 1.1),
  share('MARUTI', 'Maruti Suzuki', '10999', 'auto', 15_800, 0.8),
  share('NESTLEIND', 'Nestle India', '17963', 'consumer', 1_180, 0.5),
  share('NTPC', 'NTPC', '11630', 'energy', 340, 0.9),
  share('ONGC', 'Oil & Natural Gas', '2475', 'energy', 240, 0.9),
  share('POWERGRID', 'Power Grid', '14977', 'energy', 285, 0.8),
  share('RELIANCE', 'Reliance Industries', '2885', 'energy', 1_400, 1),
  share('SBILIFE', 'SBI Life Insurance', '21808', 'finance', 1_800, 0.7),
  share('SBIN', 'State Bank of India', '3045', 'bank', 870, 1.1),
  share('SHRIRAMFIN', 'Shriram Finance', '4306', 'finance', 640, 1.3),
  share('SUNPHARMA', 'Sun Pharmaceutical', '3351', 'health', 1_620, 0.6),
  share('TATACONSUM', 'Tata Consumer Products', '3432', 'consumer', 1_130, 0.7),
  share('TATAMOTORS', 'Tata Motors', '3456', 'auto', 690, 1.3),
  share('TATASTEEL', 'Tata Steel', '3499', 'metals', 168, 1.3),
  share('TCS', 'Tata Consultancy Services', '11536', 'technology', 3_000, 0.7),
  share('TECHM', 'Tech Mahindra', '13538', 'technology', 1_450, 0.9),
  share('TITAN', 'Titan Company', '3506', 'consumer', 3_450, 0.9),
  share('TRENT', 'Trent', '1964', 'consumer', 4_900, 1.2),
  share('ULTRACEMCO', 'UltraTech Cement', '11532', 'materials', 12_200, 0.9),
  share('WIPRO', 'Wipro', '3787', 'technology', 245, 0.8),
];

const BY_SYMBOL = new Map(INSTRUMENT_MASTER.map((row) => [row.symbol, row]));

/** The master row of a symbol; undefined when the exchange's list does not have it. */
export const findInstrument = (symbol: string): MasterRow | undefined => BY_SYMBOL.get(symbol);

/** Trading facts of a symbol: by its row, of a contract by its parts, else as a share without futures. */
export const tradedAs = (symbol: string): Traded => {
  const row = findInstrument(symbol);
  if (row) return row;
  const contract = contractOfSymbol(symbol);
  return contract
    ? { kind: contract.kind, exchange: contract.exchange }
    : { kind: 'equity', fixedBandPercent: 20 };
};

/** Lot size (shares) and tick size (paise) at a moment and price. */
export const contractOf = (row: MasterRow, pricePaise: number, time: number) => ({
  lotSize: lotSizeOn(row, time),
  tickSize: tickSizeOn(row.kind, pricePaise, time),
});
