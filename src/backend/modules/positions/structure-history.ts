import { contractOf } from '../../../engine/contracts/contract.ts';
import type { Structure } from '../../../shared/contract/positions.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { DAY_MS, istDayStart, istIso } from '../../../shared/time.ts';
import { modeOfFlag } from '../../../shared/trade-history-flag.ts';
import { containing } from '../../db/containing.ts';
import type { Database } from '../../db/database.ts';
import type { TradeRow } from '../../db/schema.ts';
import { LIVE_SCOPE, sourceScope } from '../../trading/result-scope.ts';
import { isOfRun, type ResultScope } from '../../trading/results.ts';
import type { PositionsCalls, PositionsDeps } from './positions-deps.ts';
import { filteredTrades } from '../../trading/filtered-trades.ts';

/** A structure as the trades of its legs add it up. */
interface Summed {
  readonly structureId: number;
  readonly strategy_id: number;
  readonly strategyName: string;
  readonly day: string;
  readonly trades: number;
  readonly gross: number;
  readonly charges: number;
  readonly net: number;
  readonly enteredAt: number;
  readonly exitedAt: number;
}

type Legs = Pick<
  TradeRow,
  'symbol' | 'side' | 'quantity' | 'entry_price' | 'exit_price' | 'exit_reason' | 'net'
>;

const structureView = (
  {
    structureId,
    strategy_id: strategyId,
    strategyName,
    day,
    trades,
    gross,
    charges,
    net,
    enteredAt,
    exitedAt,
  }: Summed,
  mode: Structure['mode'],
  source: Structure['source'],
  legs: readonly Legs[],
  openLegs: number,
): Structure => ({
  structureId,
  strategyId,
  strategyName,
  mode,
  source,
  day,
  underlying: contractOf(legs[0]?.symbol ?? '')?.underlying ?? '',
  enteredAt: istIso(enteredAt),
  exitedAt: istIso(exitedAt),
  trades,
  openLegs,
  legs: legs.map((leg) => ({
    symbol: leg.symbol,
    side: leg.side,
    quantity: leg.quantity,
    entryPrice: leg.entry_price,
    exitPrice: leg.exit_price,
    net: leg.net,
  })),
  gross,
  charges,
  net,
  exitReason: legs.at(-1)?.exit_reason ?? '',
});

const keyOf = (strategyId: number, day: string | null): string => `${strategyId} ${day}`;

/** Trades of some structures, by structure. In the order in which they were closed. */
const legsOf = async (
  db: Database['read'],
  userId: number,
  scope: ResultScope,
  mode: Structure['mode'],
  structures: readonly Summed[],
): Promise<Map<string, Legs[]>> => {
  const rows = await filteredTrades(db, userId, scope, mode, { search: '' })
    .select([
      'trades.strategy_id',
      'trades.structure_day',
      'trades.symbol',
      'trades.side',
      'trades.quantity',
      'trades.entry_price',
      'trades.exit_price',
      'trades.exit_reason',
      'trades.net',
    ])
    .where((eb) =>
      eb.or(
        structures.map(({ strategy_id: id, day }) =>
          eb.and([eb('trades.strategy_id', '=', id), eb('trades.structure_day', '=', day)]),
        ),
      ),
    )
    .orderBy('trades.exit_at')
    .orderBy('trades.id')
    .execute();
  const byStructure = new Map<string, Legs[]>();
  for (const row of rows) {
    const key = keyOf(row.strategy_id, row.structure_day);
    byStructure.set(key, [...(byStructure.get(key) ?? []), row]);
  }
  return byStructure;
};

/** Number of open legs, by structure. */
const openLegsOf = async (
  db: Database['read'],
  userId: number,
  scope: ResultScope,
  mode: Structure['mode'],
): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('positions')
    .select(['strategy_id', 'structure_day', (eb) => eb.fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .where('mode', '=', mode)
    .where('source', '=', scope.source)
    .where(isOfRun(scope, 'run_id'))
    .where('structure_day', 'is not', null)
    .groupBy(['strategy_id', 'structure_day'])
    .execute();
  return new Map(rows.map((row) => [keyOf(row.strategy_id, row.structure_day), row.count]));
};

/** A page of structures with the trades of their legs. */
export const structureHistory =
  ({ database, marketRuns }: PositionsDeps): PositionsCalls['structures'] =>
  async (input, { userId }) => {
    const mode = modeOfFlag(input.isTest);
    const scope =
      mode === 'live' ? LIVE_SCOPE : await sourceScope(marketRuns, database, userId, input.source);
    const db = database.readOf(userId);
    const { from_date: from, to_date: to, search, ...filter } = input;
    // A structure lies in the range when its last leg was closed in it, with all its legs.
    const ofLegs = filteredTrades(db, userId, scope, mode, { ...filter, search: '' })
      .where('trades.structure_day', 'is not', null)
      // A leg that is looked for brings its whole structure.
      .$if(search !== '', (query) =>
        query.where((eb) =>
          eb.or([
            containing('strategies.name', search),
            eb.exists(
              eb
                .selectFrom('trades as found')
                .select('found.id')
                .whereRef('found.strategy_id', '=', 'trades.strategy_id')
                .whereRef('found.structure_day', '=', 'trades.structure_day')
                .whereRef('found.run_id', '=', 'trades.run_id')
                .where('found.user_id', '=', userId)
                .where(containing('found.symbol', search)),
            ),
          ]),
        ),
      )
      .$if(from !== undefined, (query) =>
        query.having((eb) => eb.fn.max('trades.exit_at'), '>=', istDayStart(from ?? '')),
      )
      .$if(to !== undefined, (query) =>
        query.having((eb) => eb.fn.max('trades.exit_at'), '<', istDayStart(to ?? '') + DAY_MS),
      );
    const grouped = ofLegs
      .select((eb) => [
        eb.fn.min('trades.id').as('structureId'),
        'trades.strategy_id',
        'strategies.name as strategyName',
        'trades.structure_day as day',
        eb.fn.countAll<number>().as('trades'),
        eb.fn.sum<number>('trades.gross').as('gross'),
        eb.fn.sum<number>('trades.charges').as('charges'),
        eb.fn.sum<number>('trades.net').as('net'),
        eb.fn.min('trades.entry_at').as('enteredAt'),
        eb.fn.max('trades.exit_at').as('exitedAt'),
      ])
      .$narrowType<{ day: string }>()
      .groupBy(['trades.strategy_id', 'strategies.name', 'trades.structure_day']);
    const { total, net } = await db
      .selectFrom(grouped.as('structures'))
      .select((eb) => [
        eb.fn.countAll<number>().as('total'),
        eb.fn.coalesce(eb.fn.sum<number>('structures.net'), eb.lit(0)).as('net'),
      ])
      .executeTakeFirstOrThrow();
    const structures = await grouped
      .orderBy('exitedAt', 'desc')
      .orderBy('trades.strategy_id')
      .orderBy('day')
      .limit(input.pageSize)
      .offset(pageOffset(input))
      .execute();
    const legs =
      structures.length === 0 ? new Map<string, Legs[]>() : await legsOf(db, userId, scope, mode, structures);
    const open = await openLegsOf(db, userId, scope, mode);
    return {
      list: structures.map((structure) => {
        const key = keyOf(structure.strategy_id, structure.day);
        return structureView(structure, mode, scope.source, legs.get(key) ?? [], open.get(key) ?? 0);
      }),
      net,
      source: scope.source,
      search: input.search,
      pageNumber: input.pageNumber,
      pageSize: input.pageSize,
      total,
    };
  };
