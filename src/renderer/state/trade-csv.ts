import { dateTimeText } from '../i18n/dates.ts';
import type { Trade } from '../../shared/contract/positions.ts';

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
  dateTimeText(Date.parse(trade.exitAt)),
  dateTimeText(Date.parse(trade.entryAt)),
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
