import type { Kysely } from 'kysely';
import Papa from 'papaparse';
import { chargePortion } from '../../engine/charges/charge-portion.ts';
import { type Charges, NO_CHARGES } from '../../engine/charges/charges.ts';
import { segmentOf } from '../../engine/instrument.ts';
import { matchLots } from '../../engine/tax/match-lots.ts';
import { financialYearOf, TAX_CLASS_LABELS } from '../../engine/tax/tax-class.ts';
import { type ClosedTrade, legsOf, type TaxLeg } from '../../engine/tax/tax-leg.ts';
import { financialYearsOf, type TaxedDisposal, taxReport, taxRows } from '../../engine/tax/tax-report.ts';
import type { OutputOf } from '../../shared/contract/endpoint.ts';
import type { Source } from '../../shared/contract/fields.ts';
import type { reports, TaxLot } from '../../shared/contract/reports.ts';
import { FORMULA_LIKE } from '../../shared/csv-formula.ts';
import { pageOffset } from '../../shared/paging.ts';
import { istDate } from '../../shared/time.ts';
import { openReader } from '../db/database.ts';
import type { PositionRow, Schema, TradeRow } from '../db/schema.ts';
import { symbolHistoryOf } from '../market/symbol-changes/kept-symbol-changes.ts';
import type { SymbolHistory } from '../market/symbol-changes/symbol-change.ts';
import { tradedAs } from '../market/instrument-master.ts';
import { ACCOUNT_NAMES, type TradebookLegs, tradebookLegs } from '../tradebook/tradebook-legs.ts';
import { isOfRun, type ResultScope } from '../trading/results.ts';
import { type CarriedPositions, carriedPositions, legsOfCarried } from './carried-legs.ts';
import { carriedOnPaper } from './carried-on-paper.ts';
import { type CarriedPurchase, changesOfShares, withChanges, withLaterChanges } from './changes-of-shares.ts';
import { unclearNotes, unclearShares } from './unclear-shares.ts';
import { closedInBrokerApp, legsBeside, type LiveTrade, writtenOff } from './traded-by-hand.ts';

/** The trades that a report is of: what was traded in a scope, or in one backtest. */
export type TaxedTrades =
  | { readonly kind: 'traded'; readonly source: Source; readonly scope: ResultScope }
  | {
      readonly kind: 'backtest';
      readonly source: Source;
      readonly runId: number;
      readonly product: TradeRow['product'];
    };

export interface TaxTask {
  /** Place of the database: a data folder, or the address of a PostgreSQL database. */
  readonly databaseAt: string;
  readonly userId: number;
  readonly trades: TaxedTrades;
  readonly withTradebook: boolean;
  /** Null for the latest in which something was completed. */
  readonly financialYear: string | null;
  /** Epoch ms; its year is reported on when nothing was ever completed. */
  readonly now: number;
  readonly page: { readonly pageNumber: number; readonly pageSize: number };
}

type TradedRow = Pick<
  TradeRow,
  'symbol' | 'side' | 'quantity' | 'entry_at' | 'entry_price' | 'exit_at' | 'gross' | 'charge_items_json'
>;

const closedTrade = (row: TradedRow, product: TradeRow['product']): ClosedTrade => ({
  symbol: row.symbol,
  segment: segmentOf(tradedAs(row.symbol).kind, product),
  side: row.side,
  quantity: row.quantity,
  entryTime: row.entry_at,
  entryPrice: row.entry_price,
  exitTime: row.exit_at,
  gross: row.gross,
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

/**
 * A leg of a live trade, in the live broker's account. There is one broker that live trades go through, and they settle
 * in its account.
 */
const inLiveAccount = (leg: TaxLeg): TaxLeg => ({ ...leg, account: ACCOUNT_NAMES['angel-one'] });

const NO_TRADEBOOK: TradebookLegs = { legs: [], fills: 0, own: 0, notes: [] };

/** A row of a moment under its present symbol. The broker's own rows are matched by that. */
const underPresentSymbol = <Row extends { readonly symbol: string }>(
  history: SymbolHistory,
  row: Row,
  at: number,
): Row => ({ ...row, symbol: history.present(row.symbol, istDate(at)) });

/** Trades of a scope. Purchases of positions that were carried over an action are apart. */
interface Traded {
  readonly trades: readonly LiveTrade[];
  readonly purchases: readonly CarriedPurchase[];
  /** Legs by the fills: on paper, of shares that were carried over an action. */
  readonly filled: readonly TaxLeg[];
  /** Shares whose lots are not followed exactly. */
  readonly unclear: readonly string[];
}

const tradesIn = async (
  query: Kysely<Schema>,
  userId: number,
  scope: ResultScope,
  carried: CarriedPositions,
): Promise<Traded> => {
  const rows = await query
    .selectFrom('trades')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mode', '=', scope.mode)
    .where('source', '=', scope.source)
    .where(isOfRun(scope, 'run_id'))
    .orderBy('id')
    .execute();
  if (scope.mode === 'test') {
    const { legs, positionIds, unclear } = await carriedOnPaper(query, userId, scope, carried, rows);
    const others = rows.filter(({ position_id: id }) => id === null || !positionIds.has(id));
    const trades = others.map((row) => ({ ...closedTrade(row, row.product), isByHand: false }));
    return { trades, purchases: [], filled: legs, unclear };
  }
  const byHand = await closedInBrokerApp(query, userId);
  const history = await symbolHistoryOf(query, userId);
  const live = rows.map((row) => underPresentSymbol(history, row, row.entry_at));
  const ids = [...carried.keys()];
  const held = await query
    .selectFrom('positions')
    .select(['id', 'opened_at', 'symbol'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids.length === 0 ? [0] : ids)
    .where('mode', '=', scope.mode)
    .where('source', '=', scope.source)
    .where(isOfRun(scope, 'run_id'))
    .where('side', '=', 'long')
    .where('product', '=', 'delivery')
    .execute();
  const positions = held.map((one) => underPresentSymbol(history, one, one.opened_at));
  const sales = new Map<TradeRow, TaxLeg>();
  const purchases: CarriedPurchase[] = [];
  const byPosition = Map.groupBy(live, ({ position_id }) => position_id);
  for (const { id, opened_at: openedAt, symbol } of positions) {
    const actions = carried.get(id) ?? [];
    const legs = legsOfCarried({
      ...{ openedAt, symbol, rows: byPosition.get(id) ?? [], carried: actions },
      legsOf: (row) => legsOf(closedTrade(row, row.product)),
    });
    if (!legs) continue;
    purchases.push({ purchase: legs.purchase, actions });
    for (const [row, sale] of legs.sales) sales.set(row, sale);
  }
  const trades = live.map((row) => {
    const sale = sales.get(row);
    return {
      ...closedTrade(row, row.product),
      isByHand: byHand.has(`${row.position_id} ${row.exit_at}`),
      ...(sale && { sale }),
    };
  });
  return { trades, purchases, filled: [], unclear: await unclearShares(query, positions, live, carried) };
};

const unsoldLot = (row: PositionRow, quantity: number): TaxLeg => ({
  symbol: row.symbol,
  segment: 'delivery',
  side: row.side === 'long' ? 'buy' : 'sell',
  time: row.opened_at,
  quantity,
  value: Math.round((row.entry_value * quantity) / row.entry_quantity),
  charges: chargePortion(
    row.entry_charges_json === null ? NO_CHARGES : (JSON.parse(row.entry_charges_json) as Charges),
    quantity,
    row.entry_quantity,
  ),
});

/**
 * Shares of live positions that were not sold by us: what is sold of the account by hand may be these. Those that were
 * written off have left the account; their sale is in the broker's rows, where these are there.
 */
const unsoldLots = async (
  query: Kysely<Schema>,
  { userId, withTradebook }: TaxTask,
  carried: CarriedPositions,
): Promise<TaxLeg[]> => {
  const lost = withTradebook ? await writtenOff(query, userId) : new Map<number, number>();
  const rows = await query
    .selectFrom('positions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mode', '=', 'live')
    .where('product', '=', 'delivery')
    .where((eb) =>
      lost.size === 0
        ? eb('status', '=', 'open')
        : eb.or([eb('status', '=', 'open'), eb('id', 'in', [...lost.keys()])]),
    )
    .orderBy('id')
    .execute();
  const history = await symbolHistoryOf(query, userId);
  // The purchase of what was carried over is there already, whole.
  return rows.flatMap((row) =>
    carried.has(row.id)
      ? []
      : unsoldLot(underPresentSymbol(history, row, row.opened_at), row.quantity + (lost.get(row.id) ?? 0)),
  );
};

const tradesOfRun = async (
  query: Kysely<Schema>,
  runId: number,
  product: TradeRow['product'],
): Promise<ClosedTrade[]> => {
  const rows = await query
    .selectFrom('backtest_trades')
    .selectAll()
    .where('run_id', '=', runId)
    .where('is_open_at_end', '=', 0)
    .orderBy('number')
    .execute();
  return rows.map((row) => closedTrade(row, product));
};

interface OwnLegs {
  readonly legs: readonly TaxLeg[];
  readonly notes: readonly string[];
}

const tradedLegs = async (
  query: Kysely<Schema>,
  task: TaxTask,
  scope: ResultScope,
  imported: TradebookLegs,
): Promise<OwnLegs> => {
  const { userId } = task;
  const carried = await carriedPositions(query, userId);
  const { trades, purchases, filled, unclear } = await tradesIn(query, userId, scope, carried);
  const notes = unclearNotes(unclear);
  const beside = legsBeside(trades, imported.legs);
  // On paper a share that was carried over an action has its legs by its fills, and no other went through one.
  if (scope.mode === 'test') return { legs: [...filled, ...beside], notes };
  const others = [...beside, ...(await unsoldLots(query, task, carried))];
  const known = await changesOfShares(
    query,
    userId,
    [...others, ...purchases.map(({ purchase }) => purchase)].map(({ symbol }) => symbol),
    purchases,
  );
  const whole = purchases.map((one) => withLaterChanges(known, one));
  return { legs: [...whole, ...withChanges(known, others)].map(inLiveAccount), notes };
};

const ownLegs = async (query: Kysely<Schema>, task: TaxTask, imported: TradebookLegs): Promise<OwnLegs> => {
  const { trades } = task;
  if (trades.kind === 'traded') return tradedLegs(query, task, trades.scope, imported);
  const ofRun = await tradesOfRun(query, trades.runId, trades.product);
  return { legs: ofRun.flatMap(legsOf), notes: [] };
};

const makeOf = async (query: Kysely<Schema>, task: TaxTask): Promise<OutputOf<typeof reports.tax>> => {
  const { userId, trades, withTradebook, page } = task;
  const imported = withTradebook ? await tradebookLegs(query, userId, task.now) : NO_TRADEBOOK;
  const own = await ownLegs(query, task, imported);
  const lots = matchLots([...own.legs, ...imported.legs]);
  const years = financialYearsOf(lots);
  const report = taxReport(lots, task.financialYear ?? years[0] ?? financialYearOf(task.now));
  const { financialYear, buckets, capitalGains, disposals, losses } = report;
  const notes = [...report.notes, ...own.notes, ...imported.notes];
  const from = pageOffset(page);
  return {
    financialYear,
    years,
    source: trades.source,
    buckets: [...buckets],
    capitalGains,
    losses: losses.map(({ taxClass, ...loss }) => ({ label: TAX_CLASS_LABELS[taxClass], ...loss })),
    lots: disposals
      .slice(from, from + page.pageSize)
      .map((disposal, index) => lotView(disposal, from + index + 1)),
    pageNumber: page.pageNumber,
    pageSize: page.pageSize,
    total: disposals.length,
    tradebook: withTradebook ? { fills: imported.fills, own: imported.own } : null,
    notes,
    csv: Papa.unparse(taxRows({ ...report, notes }), { escapeFormulae: FORMULA_LIKE }),
  };
};

/** Makes the tax report of everything a user ever traded. A task of a worker thread: a full tradebook takes seconds. */
export const makeTaxReport = async (task: TaxTask): Promise<OutputOf<typeof reports.tax>> => {
  const db = await openReader(task.databaseAt);
  try {
    return await makeOf(db, task);
  } finally {
    await db.destroy();
  }
};
