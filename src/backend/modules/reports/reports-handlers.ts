import Papa from 'papaparse';
import type { Charges } from '../../../engine/charges/charges.ts';
import { segmentOf } from '../../../engine/instrument.ts';
import { financialYearOf } from '../../../engine/tax/tax-class.ts';
import { type ClosedTrade, legsOf } from '../../../engine/tax/tax-leg.ts';
import { financialYearsOf, taxReport, taxRows } from '../../../engine/tax/tax-report.ts';
import type { Handlers, ParsedOf } from '../../../shared/contract/endpoint.ts';
import type { reports } from '../../../shared/contract/reports.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { TradeRow } from '../../db/schema.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import { notFound } from '../../refusal.ts';
import { LIVE_SCOPE, sourceScope } from '../../trading/result-scope.ts';
import type { ResultScope } from '../../trading/results.ts';
import type { TradingDesk } from '../../trading/trading-desk.ts';

type TradedRow = Pick<
  TradeRow,
  'symbol' | 'side' | 'quantity' | 'entry_at' | 'entry_price' | 'exit_at' | 'exit_price' | 'charge_items_json'
>;

const closedTrade = (row: TradedRow, product: TradeRow['product']): ClosedTrade => ({
  symbol: row.symbol,
  segment: segmentOf(findInstrument(row.symbol)?.kind ?? 'equity', product),
  side: row.side,
  quantity: row.quantity,
  entryTime: row.entry_at,
  entryPrice: row.entry_price,
  exitTime: row.exit_at,
  exitPrice: row.exit_price,
  charges: JSON.parse(row.charge_items_json) as Charges,
});

/** Cells a spreadsheet would run; a negative number is not one. */
const FORMULA = /^(?:[=+@\t\r]|-(?![\d.]+$)).*$/;

/** Reports for the tax office, out of what was traded. */
export const reportsHandlers = (
  database: Database,
  clock: Clock,
  desk: TradingDesk,
): Handlers<typeof reports, CallContext> => {
  const tradesIn = async (userId: number, scope: ResultScope): Promise<ClosedTrade[]> => {
    const rows = await database.read
      .selectFrom('trades')
      .selectAll()
      .where('user_id', '=', userId)
      .where('mode', '=', scope.mode)
      .where('source', '=', scope.source)
      .where('run_id', '=', scope.runId)
      .orderBy('id')
      .execute();
    return rows.map((row) => closedTrade(row, row.product));
  };

  const tradesOfRun = async (userId: number, runId: number) => {
    const run = await database.read
      .selectFrom('backtest_runs')
      .select(['source', 'order_json'])
      .where('id', '=', runId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!run) throw notFound('backtest');
    const { document } = JSON.parse(run.order_json) as { document: { product: TradeRow['product'] } };
    const rows = await database.read
      .selectFrom('backtest_trades')
      .selectAll()
      .where('run_id', '=', runId)
      .where('is_open_at_end', '=', 0)
      .orderBy('number')
      .execute();
    return { source: run.source, trades: rows.map((row) => closedTrade(row, document.product)) };
  };

  const tradesOf = async (userId: number, input: ParsedOf<typeof reports.tax>) => {
    if (input.backtestId !== undefined) return tradesOfRun(userId, input.backtestId);
    const scope =
      input.mode === 'live' ? LIVE_SCOPE : await sourceScope(desk, database, userId, input.source);
    return { source: scope.source, trades: await tradesIn(userId, scope) };
  };

  return {
    tax: async (input, { userId }) => {
      const { source, trades } = await tradesOf(userId, input);
      const legs = trades.flatMap(legsOf);
      const years = financialYearsOf(legs);
      const year = input.financialYear ?? years[0] ?? financialYearOf(clock.now());
      const report = taxReport(legs, year);
      const { financialYear, buckets, capitalGains, notes } = report;
      return {
        financialYear,
        years,
        source,
        buckets: [...buckets],
        capitalGains,
        notes: [...notes],
        csv: Papa.unparse(taxRows(report), { escapeFormulae: FORMULA }),
      };
    },
  };
};
