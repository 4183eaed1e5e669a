import { type Contract, contractOf, isContract } from '../../../engine/contracts/contract.ts';
import { lastDayOf } from '../../../engine/contracts/expiry.ts';
import { contractOfParts, monthOfCode } from '../../../engine/contracts/named-contract.ts';
import { expiriesByCalendar } from '../../../engine/contracts/expiry-calendar.ts';
import { MONTH_NAMES, monthOfName } from '../../../shared/month-names.ts';
import { DAY_MS, istDayStart, istWeekday } from '../../../shared/time.ts';

const MONTH = `(${MONTH_NAMES.join('|')})`;
const UNDERLYING = '([A-Z0-9&-]*?[A-Z&-])';
const END = '(?:FUT|(\\d{1,7}(?:\\.\\d{1,2})?)(CE|PE))';
/** `NIFTY16DEC2525850CE`, `NIFTY30DEC25FUT`. */
const BY_DAY = new RegExp(`^${UNDERLYING}(\\d{2})${MONTH}(\\d{2})${END}$`);
/** `NIFTY25DEC25850CE`, `NIFTY25DECFUT`: of the month. */
const BY_MONTH = new RegExp(`^${UNDERLYING}(\\d{2})${MONTH}${END}$`);
/** `NIFTY25D1625850CE`: months 1 to 9, O, N and D. */
const BY_WEEK = new RegExp(`^${UNDERLYING}(\\d{2})([1-9OND])(\\d{2})(\\d{1,7}(?:\\.\\d{1,2})?)(CE|PE)$`);
const OF_BSE = new Set(['SENSEX', 'BANKEX', 'SENSEX50']);
/** Longest-dated contracts have five years. */
const LONGEST_MS = 5.2 * 365 * DAY_MS;
const DEAREST_STRIKE = 1_000_000_00;

/** Last monthly expiry of a month by the calendar; null where none is known. */
const monthlyIn = (underlying: string, month: string): string | null => {
  const inMonth = expiriesByCalendar(underlying, `${month}-01`).filter(
    ({ day, isMonthly }) => isMonthly && day.startsWith(month),
  );
  return inMonth.at(-1)?.day ?? null;
};

const possible = (contract: Contract, day: string): boolean => {
  if (!isContract(contract)) return false;
  const ahead = istDayStart(contract.expiry) - istDayStart(day);
  const isWeekday = ![0, 6].includes(istWeekday(istDayStart(contract.expiry)));
  const isStrike = contract.kind === 'future' || contract.strike < DEAREST_STRIKE;
  return lastDayOf(contract.expiry) >= day && ahead <= LONGEST_MS && isWeekday && isStrike;
};

/**
 * Contract of a name in a file of minutes. The name is of the day of its row: a symbol of ours (`NIFTY 2025-12-16 25850 CE`), or a name
 * of the exchange, a broker or a vendor. Null of what is none, a sentence of a name with two meanings.
 */
export const contractOfTicker = (written: string, day: string): Contract | string | null => {
  const name = written.trim().toUpperCase();
  const known = contractOf(name);
  if (known) return known;
  const bare = name.replace(/^(?:NSE|NFO|BSE|BFO):/, '').replace(/\.(?:NFO|BFO|NSE|BSE)$/, '');
  const readings: Contract[] = [];
  const add = (underlying: string, expiry: string | null, strike?: string, right?: string): void => {
    if (expiry === null || Number.isNaN(istDayStart(expiry))) return;
    const exchange = OF_BSE.has(underlying) || /^(?:BSE|BFO):|\.BFO$/.test(name) ? 'BSE' : 'NSE';
    const contract = contractOfParts({ exchange, underlying, expiry }, strike, right);
    if (possible(contract, day)) readings.push(contract);
  };
  const byDay = BY_DAY.exec(bare);
  if (byDay) {
    const [, underlying = '', date, month = '', year, strike, right] = byDay;
    add(underlying, `20${year}-${monthOfName(month)}-${date}`, strike, right);
  }
  const byMonth = BY_MONTH.exec(bare);
  if (byMonth) {
    const [, underlying = '', year, month = '', strike, right] = byMonth;
    const inMonth = `20${year}-${monthOfName(month)}`;
    add(underlying, monthlyIn(underlying, inMonth), strike, right);
  }
  const byWeek = BY_WEEK.exec(bare);
  if (byWeek) {
    const [, underlying = '', year, month = '', date, strike, right] = byWeek;
    add(underlying, `20${year}-${monthOfCode(month)}-${date}`, strike, right);
  }
  if (readings.length > 1)
    return `"${name.slice(0, 30)}" can mean two contracts; write it as NIFTY 2025-12-16 25850 CE`;
  return readings[0] ?? null;
};

/** `16/12/2025`, `16-12-2025`, `2025-12-16` and `20251216` as `YYYY-MM-DD`; any other text as it is. */
export const writtenDay = (text: string): string => {
  const date = text.trim();
  const backwards = /^(\d{2})[/-](\d{2})[/-](\d{4})$/.exec(date);
  if (backwards) return `${backwards[3]}-${backwards[2]}-${backwards[1]}`;
  const digits = /^(\d{4})(\d{2})(\d{2})$/.exec(date);
  return digits ? `${digits[1]}-${digits[2]}-${digits[3]}` : date;
};
