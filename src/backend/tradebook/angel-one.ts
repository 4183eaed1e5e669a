import { addCharges, type ChargeItem, type Charges, NO_CHARGES } from '../../engine/charges/charges.ts';
import { symbolOf as contractSymbol } from '../../engine/contracts/contract.ts';
import type { ContractKind } from '../../shared/contract/tradebook.ts';
import { istDate } from '../../shared/time.ts';
import { INSTRUMENT_MASTER } from '../market/instrument-master.ts';
import {
  readCharge,
  readDay,
  readPrice,
  readQuantity,
  readSide,
  type SlashOrder,
  slashOrderOf,
} from './cells.ts';
import { angelOneContract } from './contract-names.ts';
import { findHeader, type Header } from './header.ts';
import { BadRow, type ParsedFill, type ParsedRows, type Problem } from './parsed-fill.ts';
import { readRows } from './read-rows.ts';

/**
 * The sheet of `Trades_History`, saved as CSV: a summary, then `Scrip/Contract, Buy/Sell, Buy Price, Sell Price, Quantity,
 * Brokerage, GST, STT, Sebi Tax, Exchange Turnover Charges, Stamp Duty, Other Charges, IPFT Charges, Order Type, Segment,
 * Exchange, Order ID, Trade ID, Date`. It tells the day, not the time; rows of quantity 0 without a trade id carry an
 * order's brokerage.
 */
const COLUMNS = [
  ['scripcontract'],
  ['buysell'],
  ['buyprice'],
  ['sellprice'],
  ['quantity'],
  ['segment'],
  ['orderid'],
  ['tradeid'],
  ['date'],
];

export const angelOneHeader = (rows: readonly (readonly string[])[]): Header | null =>
  findHeader(rows, COLUMNS);

/** The column of each item; what the broker calls other charges goes with the exchange's. */
const CHARGE_COLUMNS: readonly (readonly [column: string, item: ChargeItem, name: string])[] = [
  ['brokerage', 'brokerage', 'brokerage'],
  ['gst', 'gst', 'GST'],
  ['stt', 'stt', 'STT'],
  ['sebitax', 'sebi', 'SEBI tax'],
  ['exchangeturnovercharges', 'exchange', 'exchange turnover charge'],
  ['stampduty', 'stamp', 'stamp duty'],
  ['othercharges', 'exchange', 'other charge'],
  ['ipftcharges', 'ipft', 'IPFT charge'],
];

const chargesOf = (header: Header, row: readonly string[]): Charges => {
  const charges: Record<ChargeItem, number> = { ...NO_CHARGES };
  for (const [column, item, name] of CHARGE_COLUMNS)
    charges[item] += readCharge(header.cell(row, column), name);
  return charges;
};

const plainName = (text: string): string =>
  text
    .toUpperCase()
    .replace(/\b(?:LTD|LIMITED)\b\.?/g, '')
    .replaceAll(/[^A-Z0-9&]+/g, ' ')
    .trim();

const SYMBOLS = new Map(
  INSTRUMENT_MASTER.filter(({ kind }) => kind === 'equity').flatMap(({ symbol, name }) => [
    [plainName(name), symbol] as const,
    [symbol, symbol] as const,
  ]),
);

/** The file names companies; those of the instrument master get their symbol, the others keep their name. */
const symbolOf = (text: string): string => {
  const name = text.replaceAll(/\s+/g, ' ').trim().toUpperCase();
  if (name === '') throw new BadRow('the scrip is missing');
  return (SYMBOLS.get(plainName(name)) ?? name).slice(0, 60);
};

const kindOf = (name: string, segment: string): ContractKind => {
  if (segment === 'CAPITAL') return 'share';
  if (segment !== 'FUTURES')
    throw new BadRow(
      segment === ''
        ? 'the segment is missing: only CAPITAL and FUTURES are read'
        : `the segment is ${segment}: only CAPITAL and FUTURES are read`,
    );
  if (/^\w*OPT\w*\s/.test(name)) return 'option';
  if (/^\w*FUT\w*\s/.test(name)) return 'future';
  throw new BadRow(`"${name.slice(0, 30)}" is neither a future nor an option by its name`);
};

const readFill = (header: Header, row: readonly string[], line: number, slashes: SlashOrder): ParsedFill => {
  const cell = (name: string) => header.cell(row, name);
  const name = symbolOf(cell('scripcontract'));
  const kind = kindOf(name, cell('segment').toUpperCase());
  const exchange = cell('exchange').toUpperCase();
  const tradedAt = readDay(cell('date'), slashes);
  const contract = kind === 'share' ? null : angelOneContract({ name, exchange, day: istDate(tradedAt) });
  const side = readSide(cell('buysell'));
  return {
    line,
    rows: 1,
    symbol: contract ? contractSymbol(contract) : name,
    name,
    exchange,
    kind,
    side,
    quantity: readQuantity(cell('quantity')),
    price: readPrice(cell(side === 'buy' ? 'buyprice' : 'sellprice')),
    tradedAt,
    hasTime: false,
    orderId: cell('orderid'),
    tradeId: cell('tradeid'),
    charges: chargesOf(header, row),
  };
};

/** A row that carries nothing but the charges of an order. */
interface ChargeRow {
  readonly line: number;
  readonly orderId: string;
  /** Start of its day, epoch ms. */
  readonly day: number;
  readonly charges: Charges;
}

const isChargeRow = (header: Header, row: readonly string[]): boolean =>
  /^0(?:\.0+)?$/.test(header.cell(row, 'quantity')) && header.cell(row, 'tradeid') === '';

/** Puts each charge row on the first fill of its order; one without its order in the file is a problem. */
const withCharges = ({ fills, problems, rowsRead }: ParsedRows, extra: readonly ChargeRow[]): ParsedRows => {
  const whole = [...fills];
  const placeOf = new Map<string, number>();
  // Exchanges number orders anew each day.
  const keyOf = (orderId: string, day: number) => `${day} ${orderId}`;
  for (const [place, { orderId, tradedAt }] of fills.entries()) {
    const key = keyOf(orderId, tradedAt);
    if (!placeOf.has(key)) placeOf.set(key, place);
  }
  const lost: Problem[] = [];
  for (const { line, orderId, day, charges } of extra) {
    const index = placeOf.get(keyOf(orderId, day)) ?? -1;
    const fill = whole[index];
    if (!fill) {
      lost.push({
        line,
        reason: `these are charges of order ${orderId || '(none)'}, of which the file has no fill`,
      });
      continue;
    }
    whole[index] = {
      ...fill,
      rows: fill.rows + 1,
      charges: addCharges(fill.charges ?? NO_CHARGES, charges),
    };
  }
  return {
    fills: whole,
    problems: [...problems, ...lost].sort((a, b) => a.line - b.line),
    rowsRead: rowsRead + extra.length,
  };
};

/** Reads the rows below a header of Angel One's trades history. */
export const readAngelOne = (rows: readonly (readonly string[])[], header: Header): ParsedRows => {
  const below = rows.slice(header.row + 1);
  const slashes = slashOrderOf(below.map((row) => header.cell(row, 'date')));
  const extra: ChargeRow[] = [];
  const badCharges: Problem[] = [];
  const table = rows.map((row, index) => {
    if (index <= header.row || !isChargeRow(header, row)) return row;
    const line = index + 1;
    try {
      extra.push({
        line,
        orderId: header.cell(row, 'orderid'),
        day: readDay(header.cell(row, 'date'), slashes),
        charges: chargesOf(header, row),
      });
    } catch (error) {
      if (!(error instanceof BadRow)) throw error;
      badCharges.push({ line, reason: error.message });
    }
    return [];
  });
  const read = readRows(table, header, (row, line) => readFill(header, row, line, slashes));
  return withCharges(
    {
      fills: read.fills,
      problems: [...read.problems, ...badCharges],
      rowsRead: read.rowsRead + badCharges.length,
    },
    extra,
  );
};
