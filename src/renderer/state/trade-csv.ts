import type { Trade } from '../../shared/contract/positions.ts';
import { istDateTimeText } from '../../shared/time.ts';
import { csvRupees } from './csv-export.ts';

/** Columns of a trade in a file for a spreadsheet. */
export const TRADE_CSV_COLUMNS = [
  'Exit time (IST)',
  'Entry time (IST)',
  'Mode',
  'Strategy',
  'Symbol',
  'Side',
  'Quantity',
  'Entry price',
  'Exit price',
  'Gross',
  'Charges',
  'Net',
] as const;

/** A closed trade as a row of such a file. */
export const tradeCsvRow = (trade: Trade): string[] => [
  istDateTimeText(Date.parse(trade.exitAt)),
  istDateTimeText(Date.parse(trade.entryAt)),
  trade.mode,
  trade.trickName,
  trade.symbol,
  trade.side,
  String(trade.quantity),
  csvRupees(trade.entryPrice),
  csvRupees(trade.exitPrice),
  csvRupees(trade.gross),
  csvRupees(trade.charges),
  csvRupees(trade.net),
];
