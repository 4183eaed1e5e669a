import Papa from 'papaparse';
import type { Charges } from '../../../engine/charges/charges.ts';
import { segmentOf } from '../../../engine/instrument.ts';
import { financialYearOf, TAX_CLASS_LABELS } from '../../../engine/tax/tax-class.ts';
import { type ClosedTrade, legsOf, type TaxLeg } from '../../../engine/tax/tax-leg.ts';
import { financialYearsOf, type TaxedDisposal, taxReport, taxRows } from '../../../engine/tax/tax-report.ts';
import type { Handlers, ParsedOf } from '../../../shared/contract/endpoint.ts';
import type { reports, TaxLot } from '../../../shared/contract/reports.ts';
import { FORMULA_LIKE } from '../../../shared/csv-formula.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { istDate } from '../../../shared/time.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { TradeRow } from '../../db/schema.ts';
import { findInstrument } from '../../market/instrument-master.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { ACCOUNT_NAMES, type TradebookLegs, tradebookLegs } from '../../tradebook/tradebook-legs.ts';
import { LIVE_SCOPE, sourceScope } from '../../trading/result-scope.ts';
import { isOfRun, type ResultScope } from '../../trading/results.ts';
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

const lotView = (disposal: TaxedDisposal, number: number): TaxLot => ({
  number,
  symbol: disposal.symbol,
  label: TAX_CLASS_LABELS[disposal.taxClass],
  quantity: disposal.quantity,
  boughtOn: istDate(disposal.boughtAt),
  soldOn: istDate(disposal.soldAt),
  cost: disposal.cost,
  proceeds: disposal.proceeds,
  deductible: disposal.deductible,
  stt: disposal.stt,
  gain: disposal.gain,
});

/** Live trades settle in the account at the one broker that they go through. */
const inLiveAccount = (leg: TaxLeg): TaxLeg => ({ ...leg, account: ACCOUNT_NAMES['angel-one'] });

const NO_TRADEBOOK: TradebookLegs = { legs: [], fills: 0, own: 0, notes: [] };

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
      .where(isOfRun(scope, 'run_id'))
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

  const importedLegs = (userId: number, input: ParsedOf<typeof reports.tax>): Promise<TradebookLegs> => {
    if (!input.withTradebook) return Promise.resolve(NO_TRADEBOOK);
    if (input.mode === 'test' || input.backtestId !== undefined)
      throw new Refusal('invalid', 'What was imported is real money: it is never added to test trades.', {
        fields: { withTradebook: 'is for live trades only' },
      });
    return tradebookLegs(database.read, userId);
  };

  return {
    tax: async (input, { userId }) => {
      const imported = await importedLegs(userId, input);
      const { source, trades } = await tradesOf(userId, input);
      const own = trades.flatMap(legsOf);
      const legs = [...(source === 'broker' ? own.map(inLiveAccount) : own), ...imported.legs];
      const years = financialYearsOf(legs);
      const year = input.financialYear ?? years[0] ?? financialYearOf(clock.now());
      const report = taxReport(legs, year);
      const { financialYear, buckets, capitalGains, disposals, losses } = report;
      const notes = [...report.notes, ...imported.notes];
      const { pageNumber, pageSize } = input;
      const from = pageOffset(input);
      return {
        financialYear,
        years,
        source,
        buckets: [...buckets],
        capitalGains,
        losses: losses.map(({ taxClass, ...loss }) => ({ label: TAX_CLASS_LABELS[taxClass], ...loss })),
        lots: disposals
          .slice(from, from + pageSize)
          .map((disposal, index) => lotView(disposal, from + index + 1)),
        pageNumber,
        pageSize,
        total: disposals.length,
        tradebook: input.withTradebook ? { fills: imported.fills, own: imported.own } : null,
        notes,
        csv: Papa.unparse(taxRows({ ...report, notes }), { escapeFormulae: FORMULA_LIKE }),
      };
    },
  };
};
