import { type RawBuilder, sql, type SqlBool } from 'kysely';
import {
  CHARGE_ITEMS,
  CHARGE_LABELS,
  type ChargeItem,
  chargePaise,
} from '../../../engine/charges/charges.ts';
import { modeOfBroker } from '../../../shared/strategy-status.ts';
import type { Database } from '../../db/database.ts';
import type { StrategyKind } from '../../db/schema.ts';
import { isOfRun, type ResultScope } from '../../trading/results.ts';

/** Sums of closed trades, paise. */
interface ProfitSums {
  readonly gross: number;
  readonly charges: number;
  readonly net: number;
  readonly trades: number;
}

type StrategyProfit = ProfitSums & {
  readonly strategyId: number;
  readonly name: string;
  readonly capital: number;
  readonly kind: StrategyKind;
};
type DayProfit = ProfitSums & { readonly day: string };

const SUMS = sql`sum(result.gross) as gross, sum(result.charges) as charges, sum(result.net) as net,
  sum(result.trades) as trades`;

/**
 * Result of one mode over days, split by strategy and day. It sums what is kept of days. Baskets stand apart, as on
 * Home.
 */
export const profitSide = async (
  { read }: Database,
  userId: number,
  scope: ResultScope,
  input: { from_date?: string; to_date?: string; brokerId: number; roboPro?: 0 | 1 },
) => {
  const conditions: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`result.user_id = ${userId} and result.mode = ${scope.mode} and result.source = ${scope.source}`,
    isOfRun(scope, 'result.run_id'),
  ];
  if (input.from_date !== undefined) conditions.push(sql<SqlBool>`result.day >= ${input.from_date}`);
  if (input.to_date !== undefined) conditions.push(sql<SqlBool>`result.day <= ${input.to_date}`);
  const mode = modeOfBroker(input.brokerId);
  if (mode !== null) conditions.push(sql<SqlBool>`result.mode = ${mode}`);
  if (input.roboPro === 1) conditions.push(sql<SqlBool>`strategies.managed_by is not null`);
  if (input.roboPro === 0) conditions.push(sql<SqlBool>`strategies.managed_by is null`);
  const rowsOf = (isBasket: boolean) => sql`result_days as result
    join strategies on strategies.id = result.strategy_id
    where ${isBasket ? sql`strategies.kind = 'basket'` : sql`strategies.kind <> 'basket'`} and ${sql.join(conditions, sql` and `)}`;
  const rows = rowsOf(false);

  const { rows: byStrategy } = await sql<StrategyProfit>`
    select strategies.id as "strategyId", strategies.name, strategies.capital, strategies.kind, ${SUMS}
    from ${rows} group by strategies.id`.execute(read);
  const { rows: byDay } = await sql<DayProfit>`
    select result.day, ${SUMS} from ${rows} group by result.day order by result.day`.execute(read);
  const { rows: items } = await sql<Record<ChargeItem, number | null>>`
    select ${sql.join(CHARGE_ITEMS.map((item) => sql`sum(${sql.ref(`result.${item}`)}) as ${sql.ref(item)}`))}
    from ${rows}`.execute(read);
  const { rows: baskets } = await sql<{ net: number }>`
    select coalesce(sum(result.net), 0) as net from ${rowsOf(true)}`.execute(read);
  const total = (figure: 'gross' | 'charges' | 'net') => byDay.reduce((sum, row) => sum + row[figure], 0);
  return {
    source: scope.source,
    gross: total('gross'),
    charges: total('charges'),
    net: total('net'),
    basketsNet: baskets[0]?.net ?? 0,
    chargeItems: CHARGE_ITEMS.map((item) => ({
      item: CHARGE_LABELS[item],
      amount: chargePaise(items[0]?.[item] ?? 0),
    })),
    byStrategy: byStrategy
      .map(({ kind, ...row }) => ({ ...row, isManual: kind === 'manual' }))
      .sort((a, b) => b.net - a.net || a.strategyId - b.strategyId),
    byDay,
  };
};
