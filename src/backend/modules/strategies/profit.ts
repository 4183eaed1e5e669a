import { CHARGE_ITEMS, CHARGE_LABELS, type Charges, chargePaise } from '../../../engine/charges/charges.ts';
import { DAY_MS, istDate, istDayStart } from '../../../shared/time.ts';
import { BROKER_ID } from '../../../shared/trick-status.ts';
import type { Database } from '../../db/database.ts';
import { isOfRun, type ResultScope } from '../../trading/results.ts';

const FIRST_DAY = '1970-01-01';
const LAST_DAY = '9999-12-31';

/** The result of one mode over a range of days, split by trick and by day. */
export const profitSide = async (
  database: Database,
  userId: number,
  scope: ResultScope,
  input: { from_date?: string; to_date?: string; brokerId: number; roboPro?: 0 | 1 },
) => {
  let query = database.read
    .selectFrom('trades')
    .innerJoin('tricks', 'tricks.id', 'trades.trick_id')
    .select([
      'trades.trick_id',
      'tricks.name',
      'tricks.capital',
      'trades.exit_at',
      'trades.gross',
      'trades.charges',
      'trades.net',
      'trades.charge_items_json',
    ])
    .where('trades.user_id', '=', userId)
    .where('trades.mode', '=', scope.mode)
    .where('trades.source', '=', scope.source)
    .where(isOfRun(scope, 'trades.run_id'))
    .where('trades.exit_at', '>=', istDayStart(input.from_date ?? FIRST_DAY))
    .where('trades.exit_at', '<', istDayStart(input.to_date ?? LAST_DAY) + DAY_MS);
  if (input.brokerId !== BROKER_ID.any) query = query.where('tricks.broker_id', '=', input.brokerId);
  if (input.roboPro !== undefined)
    query = query.where('tricks.managed_by', input.roboPro === 1 ? 'is not' : 'is', null);
  const rows = await query.orderBy('trades.exit_at').orderBy('trades.id').execute();
  const byTrick = new Map<
    number,
    {
      TricksId: number;
      name: string;
      capital: number;
      gross: number;
      charges: number;
      net: number;
      trades: number;
    }
  >();
  const byDay = new Map<
    string,
    { day: string; gross: number; charges: number; net: number; trades: number }
  >();
  const items = new Map<string, number>(CHARGE_ITEMS.map((item) => [item, 0]));
  const total = { gross: 0, charges: 0, net: 0 };
  const add = (
    target: { gross: number; charges: number; net: number; trades?: number },
    row: (typeof rows)[number],
  ) => {
    target.gross += row.gross;
    target.charges += row.charges;
    target.net += row.net;
    if (target.trades !== undefined) target.trades++;
  };
  for (const row of rows) {
    const day = istDate(row.exit_at);
    const trick = byTrick.get(row.trick_id) ?? {
      TricksId: row.trick_id,
      name: row.name,
      capital: row.capital,
      gross: 0,
      charges: 0,
      net: 0,
      trades: 0,
    };
    const ofDay = byDay.get(day) ?? { day, gross: 0, charges: 0, net: 0, trades: 0 };
    byTrick.set(row.trick_id, trick);
    byDay.set(day, ofDay);
    for (const target of [trick, ofDay, total]) add(target, row);
    for (const [item, units] of Object.entries(JSON.parse(row.charge_items_json) as Charges))
      items.set(item, (items.get(item) ?? 0) + units);
  }
  return {
    source: scope.source,
    ...total,
    chargeItems: CHARGE_ITEMS.map((item) => ({
      item: CHARGE_LABELS[item],
      amount: chargePaise(items.get(item) ?? 0),
    })),
    byTrick: [...byTrick.values()].sort((a, b) => b.net - a.net || a.TricksId - b.TricksId),
    byDay: [...byDay.values()],
  };
};
