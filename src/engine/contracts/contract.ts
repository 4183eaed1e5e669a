import { PAISE_PER_RUPEE } from '../../shared/money.ts';
import { istDayStart } from '../../shared/time.ts';
import type { Exchange } from '../instrument.ts';
import type { OptionRight } from '../options/black76.ts';

/** Facts that every contract on an underlying has. */
interface OnUnderlying {
  readonly exchange: Exchange;
  /** Symbol of the index or share. */
  readonly underlying: string;
  /** Day in the contract list, `YYYY-MM-DD`. It is read from there, never computed. */
  readonly expiry: string;
}

export interface FutureContract extends OnUnderlying {
  readonly kind: 'future';
}

export interface OptionContract extends OnUnderlying {
  readonly kind: 'option';
  /** Paise. */
  readonly strike: number;
  readonly right: OptionRight;
}

/** A future or an option of an exchange. Its parts are its identity; names of brokers and files are not. */
export type Contract = FutureContract | OptionContract;

const RIGHTS: Readonly<Record<OptionRight, string>> = { call: 'CE', put: 'PE' };
/** `NIFTY 2026-12-29 FUT`, `BSE:SENSEX 2026-12-31 84000 CE`, `ITC 2026-12-29 402.5 PE`. */
const SYMBOL =
  /^(?:(BSE):)?([A-Z0-9&-]{1,20}) (\d{4}-\d{2}-\d{2}) (?:(FUT)|(\d{1,7}(?:\.\d{1,2})?) (CE|PE))$/;

/** Symbol of a contract, of which there is one. It has the same meaning for ever, at every broker. */
export const symbolOf = (contract: Contract): string => {
  const place = contract.exchange === 'BSE' ? 'BSE:' : '';
  const end =
    contract.kind === 'future' ? 'FUT' : `${contract.strike / PAISE_PER_RUPEE} ${RIGHTS[contract.right]}`;
  return `${place}${contract.underlying} ${contract.expiry} ${end}`;
};

/** Contract of a symbol. Null of what is none, as the symbol of a share, and of a day or strike that cannot be. */
export const contractOf = (symbol: string): Contract | null => {
  const match = SYMBOL.exec(symbol);
  if (!match) return null;
  const [, bse, underlying = '', expiry = '', future, rupees = '', right] = match;
  if (Number.isNaN(istDayStart(expiry))) return null;
  const on = { exchange: bse ? 'BSE' : 'NSE', underlying, expiry } as const;
  if (future) return { ...on, kind: 'future' };
  const strike = Math.round(Number(rupees) * PAISE_PER_RUPEE);
  if (strike <= 0) return null;
  const contract: Contract = { ...on, kind: 'option', strike, right: right === 'CE' ? 'call' : 'put' };
  // One contract has one symbol: no leading zero, no 24500.00.
  return symbolOf(contract) === symbol ? contract : null;
};

/** Whether parts make a contract. Its symbol then means it, and nothing else. */
export const isContract = (contract: Contract): boolean => contractOf(symbolOf(contract)) !== null;
