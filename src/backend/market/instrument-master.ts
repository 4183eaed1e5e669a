import rows from '../../../resources/instruments.json' with { type: 'json' };
import { contractOf as contractOfSymbol } from '../../engine/contracts/contract.ts';
import { EXPIRY_INDICES } from '../../shared/rule-names.ts';
import { type Instrument, lotSizeOn, tickSizeOn, type Traded } from '../../engine/instrument.ts';

/** An instrument as files, rules and orders name it. */
export interface NamedInstrument extends Instrument {
  readonly name: string;
  readonly exchange: 'NSE';
}

/** A row of the instrument master: what the simulated market makes prices of, and the indices. */
export interface MasterRow extends NamedInstrument {
  /** The exchange's token, unique within the exchange only. */
  readonly token: string;
  readonly sector: string;
  /** Price in rupees from which the simulated market starts; a number of its own, not a quotation. */
  readonly simulatedStart: number;
  /** Strength with which the simulated instrument follows the market. */
  readonly beta: number;
}

/** Sector of rows that are indices. */
const INDEX = 'index';

/** The shares and indices of `resources/instruments.json`, in its order; indices are traded as a labelled proxy. */
export const INSTRUMENT_MASTER: readonly MasterRow[] = rows.map((row) => ({
  ...row,
  exchange: 'NSE',
  kind: row.sector === INDEX ? 'index-proxy' : 'equity',
}));

const BY_SYMBOL = new Map(INSTRUMENT_MASTER.map((row) => [row.symbol, row]));

const SHARE_WITHOUT_FUTURES = { kind: 'equity', fixedBandPercent: 20 } as const;

/** The master row of a symbol; undefined when the exchange's list does not have it. */
export const findInstrument = (symbol: string): MasterRow | undefined => BY_SYMBOL.get(symbol);

/** Symbol of India VIX. It has a history of days that backtests of legs are grouped by, and is traded by nobody. */
export const INDIA_VIX = 'INDIAVIX';

/** Symbol of a share, which has a letter in it. Tickers and names of files look alike but for their ends. */
const SHARE = /^(?=.*[A-Z])[A-Z0-9][A-Z0-9&-]{0,19}$/;
const TICKER_END = /(?:\d(?:CE|PE)|FUT|-I{1,3}|-\d+[MHD])$/;
/** Indices of NSE as files write them: NIFTY50, NIFTYBANK, NIFTYMIDCAP100. Funds on them end otherwise. */
const INDEX_NAME =
  /^NIFTY(?:\d+|BANK|IT|AUTO|PHARMA|FMCG|METAL|REALTY|MEDIA|ENERGY|INFRA|CPSE|PSE|PSUBANK|PVTBANK|FINSERVICE|COMMODITIES|CONSUMPTION|SERVICE|HEALTHCARE|OILGAS|(?:NEXT|NXT|MIDCAP|MIDSELECT|SMALLCAP|SMLCAP|MIDSML|LARGEMID|MICROCAP)\d*)$/;
/** Indices that no row is of: nobody can trade them as a share. */
const OTHER_INDICES: ReadonlySet<string> = new Set([
  ...EXPIRY_INDICES,
  ...['NIFTYNXT50', 'BANKEX', 'SENSEX50', INDIA_VIX],
]);

/**
 * Instrument of a symbol: a row of the master, else a share of the exchange without futures. Undefined of what can be no
 * share. Whether there is such a share, prices and the broker's list tell.
 */
export const instrumentNamed = (symbol: string): NamedInstrument | undefined => {
  const row = BY_SYMBOL.get(symbol);
  if (row) return row;
  if (!SHARE.test(symbol) || TICKER_END.test(symbol)) return undefined;
  if (INDEX_NAME.test(symbol) || OTHER_INDICES.has(symbol)) return undefined;
  return { symbol, name: symbol, exchange: 'NSE', ...SHARE_WITHOUT_FUTURES };
};

/** Trading facts of a symbol: by its row, of a contract by its parts, else as a share without futures. */
export const tradedAs = (symbol: string): Traded => {
  const row = findInstrument(symbol);
  if (row) return row;
  const contract = contractOfSymbol(symbol);
  return contract ? { kind: contract.kind, exchange: contract.exchange } : SHARE_WITHOUT_FUTURES;
};

/** Lot size (shares) and tick size (paise) at a moment and price. */
export const contractOf = (row: Instrument, pricePaise: number, time: number) => ({
  lotSize: lotSizeOn(row, time),
  tickSize: tickSizeOn(row.kind, pricePaise, time),
});
