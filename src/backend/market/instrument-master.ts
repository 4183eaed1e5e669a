import rows from '../../../resources/instruments.json' with { type: 'json' };
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

/** Sector of rows that are indices. */
const INDEX = 'index';

/** The shares and indices of `resources/instruments.json`, in its order; indices are traded as a labelled proxy. */
export const INSTRUMENT_MASTER: readonly MasterRow[] = rows.map((row) => ({
  ...row,
  exchange: 'NSE',
  kind: row.sector === INDEX ? 'index-proxy' : 'equity',
}));

const BY_SYMBOL = new Map(INSTRUMENT_MASTER.map((row) => [row.symbol, row]));

/** The master row of a symbol; undefined when the exchange's list does not have it. */
export const findInstrument = (symbol: string): MasterRow | undefined => BY_SYMBOL.get(symbol);

/** Symbol of India VIX. It has a history of days that backtests of legs are grouped by, and is traded by nobody. */
export const INDIA_VIX = 'INDIAVIX';

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
