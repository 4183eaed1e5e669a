import { type Contract, contractOf, isContract, symbolOf } from '../../engine/contracts/contract.ts';
import { expiriesByCalendar } from '../../engine/contracts/expiry-calendar.ts';
import { contractOfParts, monthOfCode } from '../../engine/contracts/named-contract.ts';
import type { Exchange } from '../../engine/instrument.ts';
import type { TradebookBroker } from '../../shared/contract/tradebook.ts';
import { MONTH_NAMES, monthOfName } from '../../shared/month-names.ts';
import { istDayStart, istDayText } from '../../shared/time.ts';
import { BadRow } from './parsed-fill.ts';

/** Name of a contract in a broker's file, with its trade. */
export interface NamedTrade {
  readonly name: string;
  /** As the file names it: NSE, NFO, BSE or BFO. */
  readonly exchange: string;
  /** Day of the trade, `YYYY-MM-DD`. */
  readonly day: string;
}

const exchangeOf = ({ exchange }: NamedTrade): Exchange =>
  exchange === 'BSE' || exchange === 'BFO' ? 'BSE' : 'NSE';

const STRIKE = '(\\d{1,7}(?:\\.\\d{1,2})?)(CE|PE)';
/** `NIFTY26JAN24500CE`, `ITC26JANFUT`: of the month. */
const OF_MONTH = new RegExp(`^([A-Z0-9&-]+?)(\\d{2})(${MONTH_NAMES.join('|')})(?:FUT|${STRIKE})$`);
/** `NIFTY2610624500CE`: months 1 to 9, O, N and D. */
const OF_WEEK = new RegExp(`^([A-Z0-9&-]+?)(\\d{2})([1-9OND])(\\d{2})${STRIKE}$`);

/** Last day of the contracts of a month, `2026-01`. Those on shares end with those on the index of their exchange. */
const endOfMonth = (underlying: string, exchange: Exchange, month: string): string | undefined => {
  const calendarOf = (name: string) => expiriesByCalendar(name, `${month}-01`);
  const own = calendarOf(underlying);
  const expiries = own.length > 0 ? own : calendarOf(exchange === 'BSE' ? 'SENSEX' : 'NIFTY');
  return expiries.findLast(({ day, isMonthly }) => isMonthly && day.startsWith(month))?.day;
};

const contractWith = (
  { expiry, ...on }: { exchange: Exchange; underlying: string; expiry: string | undefined },
  strike: string | undefined,
  right: string | undefined,
): Contract | null => {
  if (expiry === undefined || Number.isNaN(istDayStart(expiry))) return null;
  const contract = contractOfParts({ ...on, expiry }, strike, right);
  return isContract(contract) ? contract : null;
};

/** The contract, traded while it was there. @throws BadRow for one that had ended */
const alive = (contract: Contract, { name, day }: NamedTrade): Contract => {
  if (contract.expiry >= day) return contract;
  const [end, traded] = [contract.expiry, day].map((one) => istDayText(istDayStart(one)));
  throw new BadRow(`${name} ended on ${end}, before it was traded on ${traded}`);
};

/**
 * Contract of a name as Zerodha writes it: `NIFTY26JAN24500CE`, `NIFTY2610624500CE`, `ITC26JANFUT`. The name of a month
 * does not tell its last day: the file's own column of expiries counts, or else the calendar. Null of a name that cannot
 * be told apart, which then stands for itself.
 * @throws BadRow
 */
export const zerodhaContract = (trade: NamedTrade, stated: string | null): Contract | null => {
  const { name } = trade;
  const exchange = exchangeOf(trade);
  const ofMonth = OF_MONTH.exec(name);
  const [, underlying = '', year = '', monthText = '', ...rest] = ofMonth ?? OF_WEEK.exec(name) ?? [];
  if (underlying === '') return null;
  const number = monthOfName(monthText) ?? monthOfCode(monthText);
  const month = `20${year}-${number}`;
  if (ofMonth) {
    if (stated !== null && !stated.startsWith(month))
      throw new BadRow(`the expiry ${stated} does not fit ${name}`);
    const expiry = stated ?? endOfMonth(underlying, exchange, month);
    const found = contractWith({ exchange, underlying, expiry }, rest[0], rest[1]);
    // A day of the calendar may be wrong: it refuses nothing.
    return found && stated !== null ? alive(found, trade) : found;
  }
  const expiry = `${month}-${rest[0] ?? ''}`;
  if (stated !== null && stated !== expiry) throw new BadRow(`the expiry ${stated} does not fit ${name}`);
  const found = contractWith({ exchange, underlying, expiry }, rest[1], rest[2]);
  return found && alive(found, trade);
};

/** Examples: `OPTIDX NIFTY AUG 25 2026 24150.00 PE (BT)`. And `FUTSTK ITC AUG 25 2026`. */
const ANGEL_ONE = /^(OPT|FUT)[A-Z]* (\S+) ([A-Z]{3}) (\d{1,2}) (\d{4})(?: ([\d.]+) (CE|PE))?(?![\w.])/;

/**
 * Contract of a name as Angel One writes it. The name has all its parts. Null of a name of another kind.
 * @throws BadRow for a day or strike that cannot be
 */
export const angelOneContract = (trade: NamedTrade): Contract | null => {
  const match = ANGEL_ONE.exec(trade.name);
  if (!match) return null;
  const [, type, underlying = '', monthName = '', date = '', year = '', strike, right] = match;
  if ((type === 'OPT') !== (strike !== undefined))
    throw new BadRow(`"${trade.name.slice(0, 60)}" is an option without a strike, or a future with one`);
  const expiry = `${year}-${monthOfName(monthName) ?? ''}-${date.padStart(2, '0')}`;
  const contract = contractWith({ exchange: exchangeOf(trade), underlying, expiry }, strike, right);
  if (!contract) throw new BadRow(`"${trade.name.slice(0, 60)}" names an expiry or a strike that cannot be`);
  return alive(contract, trade);
};

/**
 * Symbol of a kept fill: of a contract the one that it has everywhere. Fills of earlier imports are kept under the
 * broker's own name.
 */
export const keptSymbol = (broker: TradebookBroker, trade: NamedTrade, isShare: boolean): string => {
  if (isShare || contractOf(trade.name)) return trade.name;
  try {
    const contract = broker === 'zerodha' ? zerodhaContract(trade, null) : angelOneContract(trade);
    return contract ? symbolOf(contract) : trade.name;
  } catch (error) {
    if (!(error instanceof BadRow)) throw error;
    return trade.name;
  }
};
