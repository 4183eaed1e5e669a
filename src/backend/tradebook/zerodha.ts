import { symbolOf as contractSymbol } from '../../engine/contracts/contract.ts';
import type { ContractKind } from '../../shared/contract/tradebook.ts';
import { istDate } from '../../shared/time.ts';
import {
  clockOf,
  readDay,
  readPrice,
  readQuantity,
  readSide,
  type SlashOrder,
  slashOrderOf,
} from './cells.ts';
import { zerodhaContract } from './contract-names.ts';
import { findHeader, type Header } from './header.ts';
import { BadRow, type ParsedFill } from './parsed-fill.ts';
import { readRows } from './read-rows.ts';

/**
 * Console's tradebook: `symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,
 * order_id,order_execution_time`, of late with `expiry_date`, earlier without `auction`, earlier still with
 * `tradingsymbol` and without `segment`; its workbook, saved as CSV, has the same names in capitals below a few lines.
 */
const COLUMNS = [
  ['symbol', 'tradingsymbol'],
  ['tradedate', 'orderexecutiontime'],
  ['tradetype'],
  ['quantity'],
  ['price'],
  ['orderexecutiontime', 'tradeid'],
];

export const zerodhaHeader = (rows: readonly (readonly string[])[]): Header | null =>
  findHeader(rows, COLUMNS);

/** Kind of instrument by exchange or segment code of the file; nothing else is read. */
const SEGMENTS: Readonly<Record<string, 'shares' | 'contracts'>> = {
  EQ: 'shares',
  NSE: 'shares',
  BSE: 'shares',
  FO: 'contracts',
  NFO: 'contracts',
  BFO: 'contracts',
};

const kindOf = (symbol: string, segment: string): ContractKind => {
  const traded = SEGMENTS[segment];
  if (traded === 'shares') return 'share';
  if (traded === undefined)
    throw new BadRow(
      segment === ''
        ? 'the segment is missing'
        : `the segment is ${segment}: only shares (EQ) and equity derivatives (FO) are read`,
    );
  if (/(?:CE|PE)$/.test(symbol)) return 'option';
  if (/FUT$/.test(symbol)) return 'future';
  throw new BadRow(`${symbol} is neither a future nor an option by its name`);
};

/** Series of the cash market stand behind some symbols. */
const symbolOf = (text: string): string => {
  const symbol = text.toUpperCase().replace(/-(?:EQ|BE|BZ|SM|ST)$/, '');
  if (!/^[A-Z0-9&.-]{1,40}$/.test(symbol))
    throw new BadRow(symbol === '' ? 'the symbol is missing' : `"${text.slice(0, 30)}" is not a symbol`);
  return symbol;
};

const readFill = (header: Header, row: readonly string[], line: number, slashes: SlashOrder): ParsedFill => {
  const cell = (...names: string[]) => header.cell(row, ...names);
  const executed = cell('orderexecutiontime');
  const midnight = readDay(cell('tradedate') || executed, slashes);
  const clock = clockOf(executed);
  const name = symbolOf(cell('symbol', 'tradingsymbol'));
  const exchange = cell('exchange').toUpperCase();
  const kind = kindOf(name, (header.has('segment') ? cell('segment') : exchange).toUpperCase());
  const expiry = cell('expirydate');
  const contract =
    kind === 'share'
      ? null
      : zerodhaContract(
          { name, exchange, day: istDate(midnight) },
          expiry === '' ? null : istDate(readDay(expiry, slashes)),
        );
  return {
    line,
    rows: 1,
    symbol: contract ? contractSymbol(contract) : name,
    name,
    exchange,
    kind,
    side: readSide(cell('tradetype')),
    quantity: readQuantity(cell('quantity')),
    price: readPrice(cell('price')),
    tradedAt: midnight + (clock ?? 0),
    hasTime: clock !== null,
    orderId: cell('orderid'),
    tradeId: cell('tradeid'),
    charges: null,
  };
};

/** Reads the rows below a header of Zerodha's tradebook. */
export const readZerodha = (rows: readonly (readonly string[])[], header: Header) => {
  const slashes = slashOrderOf(rows.slice(header.row + 1).map((row) => header.cell(row, 'tradedate')));
  return readRows(rows, header, (row, line) => readFill(header, row, line, slashes));
};
