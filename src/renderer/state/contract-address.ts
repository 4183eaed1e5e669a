import { plainRupees } from '../../shared/money.ts';

/** A future or an option, as a search finds it. */
interface NamedContract {
  /** As in `NIFTY 2026-12-29 24500 CE`. */
  readonly symbol: string;
  readonly underlying: string;
  /** `YYYY-MM-DD`. */
  readonly expiry: string;
  readonly kind: 'future' | 'call' | 'put';
  /** Paise; null of a future. */
  readonly strike: number | null;
}

/** Kinds as traders write them. */
const CODES = { future: 'FUT', call: 'CE', put: 'PE' } as const;

/** A strike as it stands in symbols and is typed: `24500`, `182.50`. */
const strikeText = (strike: number): string => plainRupees(strike).replace(/\.00$/, '');

/** A contract without its expiry: `NIFTY 24500 CE`. */
export const contractName = ({ underlying, strike, kind }: NamedContract): string =>
  [underlying, ...(strike === null ? [] : [strikeText(strike)]), CODES[kind]].join(' ');

/** Address of the option chain that shows a contract. An option may lie far from the money: all strikes are asked for. */
export const contractAddress = ({ symbol, underlying, expiry, kind }: NamedContract): string =>
  `/option-chain?${new URLSearchParams({
    underlying,
    expiry,
    ...(kind === 'future' ? {} : { strikes: 'all' }),
    contract: symbol,
  }).toString()}`;

const KIND = /\b(?:ce|pe|fut|futures?|call|put)\b/i;
const STRIKE = /[a-z&-]\s*\d{3,}/i;

/** Whether a text names a contract, and no page or strategy: with its kind, or a strike. */
export const isContractText = (text: string): boolean =>
  /[a-z]{2}/i.test(text) && (KIND.test(text) || STRIKE.test(text) || /\d{3,}\s*[a-z]/i.test(text));
