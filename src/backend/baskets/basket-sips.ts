import { dueDayAfter, firstDueDay, sipDayProblem } from '../../engine/baskets/basket-days.ts';
import { addToBasket, type BasketPlan } from '../../engine/baskets/rebalance.ts';
import { basketRoute, type SipFrequency, type SipStatus } from '../../shared/basket-rules.ts';
import type { BasketSip } from '../../shared/contract/baskets.ts';
import type { Mode } from '../../shared/contract/fields.ts';
import { formatRupees } from '../../shared/money.ts';
import { istDate, istDayStart, istDayText } from '../../shared/time.ts';
import type { BasketHoldingRow, Schema } from '../db/schema.ts';
import { tradingDayOf } from '../../engine/trading/trading-day.ts';
import { notFound, Refusal } from '../refusal.ts';
import type { Selectable } from 'kysely';
import { definitionsById, isQuiet, requireDefinition, requireHolding } from './basket-book.ts';
import { deliveryCharges } from './basket-charges.ts';
import { putIn } from './basket-decision.ts';
import type { BasketOrders } from './basket-orders.ts';
import { stoppedTrading } from './basket-previews.ts';
import { openSession } from './basket-prices.ts';
import type { BasketDeps } from './basket-runs.ts';
import { type BasketState, loadBasketState, planningAccount } from './basket-state.ts';
import type { MarketRun } from '../trading/market-run.ts';
import { stepsOf } from './place-orders.ts';

type SipRow = Selectable<Schema['basket_sips']>;

/** The least a SIP puts in: ₹500. */
const LEAST_SIP = 500_00;

/** The trading day on which something due on a day is done. */
export const runDayOf = (due: string): string => tradingDayOf(istDayStart(due));

export const sipView = (row: SipRow): BasketSip => ({
  status: row.status,
  amount: row.amount,
  frequency: row.frequency,
  day: row.day,
  nextDue: row.next_due,
  nextRun: row.next_due === null ? null : runDayOf(row.next_due),
});

export interface SipInput {
  readonly basketId: number;
  readonly mode: Mode;
  readonly status: SipStatus;
  readonly amount?: number;
  readonly frequency?: SipFrequency;
  readonly day?: number;
}

/** The settings of a SIP: given, or else as before. @throws Refusal `invalid` with what is missing. */
const wantedSip = (input: SipInput, before: SipRow | undefined) => {
  const wanted = {
    amount: input.amount ?? before?.amount,
    frequency: input.frequency ?? before?.frequency,
    day: input.day ?? before?.day,
  };
  const { amount, frequency, day } = wanted;
  if (amount === undefined || frequency === undefined || day === undefined) {
    const missing = Object.entries(wanted).filter(([, value]) => value === undefined);
    throw new Refusal('invalid', 'A SIP needs an amount, how often and on which day.', {
      fields: Object.fromEntries(missing.map(([field]) => [field, 'is missing'])),
    });
  }
  if (amount < LEAST_SIP)
    throw new Refusal('invalid', `A SIP puts in at least ${formatRupees(LEAST_SIP)} each time.`, {
      fields: { amount: `must be at least ${formatRupees(LEAST_SIP)}` },
    });
  const problem = sipDayProblem(frequency, day);
  if (problem) throw new Refusal('invalid', problem, { fields: { day: problem } });
  return { amount, frequency, day };
};

/** Switches a SIP on, off or to a pause. Days that fall into a pause are left out; it goes on after it. */
export const setSip = async (deps: BasketDeps, userId: number, input: SipInput): Promise<BasketSip> => {
  const { database, marketRuns } = deps;
  const definition = await requireDefinition(database.read, userId, input.basketId);
  const holding = await requireHolding(database.read, userId, input.basketId, input.mode);
  const run = marketRuns.findRun(userId, holding.run_id);
  if (!run || holding.closing_at !== null)
    throw new Refusal(
      'conflict',
      `${definition.name} is being sold, or what it was bought on is over, so it takes no SIP.`,
    );
  return database.write(userId, async (tx) => {
    const before = await tx.query
      .selectFrom('basket_sips')
      .selectAll()
      .where('holding_id', '=', holding.id)
      .executeTakeFirst();
    const wanted = wantedSip(input, before);
    const isSame =
      before?.status === 'on' && before.frequency === wanted.frequency && before.day === wanted.day;
    const next = isSame
      ? before.next_due
      : firstDueDay(istDate(run.session.now), wanted.frequency, wanted.day);
    const values = { ...wanted, status: input.status, next_due: input.status === 'on' ? next : null };
    const row = await tx.query
      .insertInto('basket_sips')
      .values({ holding_id: holding.id, ...values })
      .onConflict((oc) => oc.column('holding_id').doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow();
    return sipView(row);
  });
};

/** Leaves out a SIP that waits for its owner. @throws Refusal `not-found` */
export const leaveOutSip = async (
  { database }: BasketDeps,
  userId: number,
  { basketId, mode, due }: { basketId: number; mode: Mode; due: string },
): Promise<void> => {
  const holding = await requireHolding(database.read, userId, basketId, mode);
  await database.write(userId, async (tx) => {
    const { numUpdatedRows } = await tx.query
      .updateTable('basket_sip_runs')
      .set({ state: 'left-out' })
      .where('holding_id', '=', holding.id)
      .where('due_day', '=', due)
      .where('state', '=', 'asked')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound('SIP that waits for you');
  });
};

/** A SIP that is due, with the basket that it belongs to. */
export type DueSip = SipRow & BasketHoldingRow & { readonly next_due: string };

/** Every SIP of a mode with a due day. The day may have come or be still to come. */
export const sipsOf = async ({ database, users }: BasketDeps, mode: Mode): Promise<DueSip[]> => {
  const rows = await database.read
    .selectFrom('basket_sips')
    .innerJoin('basket_holdings', 'basket_holdings.id', 'basket_sips.holding_id')
    .selectAll()
    .where('status', '=', 'on')
    .where('mode', '=', mode)
    .where('closing_at', 'is', null)
    .where(users.among('basket_holdings.user_id'))
    .orderBy('holding_id')
    .execute();
  return rows.flatMap((row) => (row.next_due === null ? [] : [{ ...row, next_due: row.next_due }]));
};

/**
 * Carry out each due SIP in test, one due day each. Due is judged by the market time of its basket's feed. A day that
 * fell due while nothing ran is made up for at once; several are done one after the other as their orders fill. The
 * due day is written once, together with its money and its orders, so that a kill at any moment neither loses nor
 * doubles one.
 */
export const runDueSips = async (deps: BasketDeps, orders: BasketOrders): Promise<void> => {
  const { database, marketRuns } = deps;
  const due = await sipsOf(deps, 'test');
  const definitions = await definitionsById(
    database.read,
    due.map((row) => row.definition_id),
  );
  const failures: unknown[] = [];
  for (const row of due) {
    const run = marketRuns.findRun(row.user_id, row.run_id);
    const definition = definitions.get(row.definition_id);
    if (!run || !definition) continue;
    try {
      if (istDate(run.session.now) < runDayOf(row.next_due) || !hasPrices(run)) continue;
      const state = await loadBasketState(database, marketRuns, definition, row);
      if (state.working.length === 0)
        await runSip(deps, orders, row, { state, run, plan: sipPlan(state, run, row.amount) });
    } catch (error) {
      // One basket that cannot be seen to must not keep the others.
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `SIPs could not be done: ${failures.map(String).join(' ')}`);
};

/** Plan of the purchases of a SIP now. */
export const sipPlan = (state: BasketState, run: MarketRun, amount: number): BasketPlan =>
  addToBasket(planningAccount(state, deliveryCharges(run.session.now)), amount);

/** A day's first prices have come: what has none after that has stopped trading. */
const hasPrices = (run: MarketRun): boolean => {
  const session = openSession(run);
  return session !== null && run.session.now > session.open;
};

/** Does a SIP as it was planned, if it stands: its day, its money and its orders are written together. */
export const runSip = async (
  { database, notify, clock }: BasketDeps,
  orders: BasketOrders,
  sip: DueSip,
  { state, run, plan }: { state: BasketState; run: MarketRun; plan: BasketPlan },
): Promise<void> => {
  const { definition, holding } = state;
  const dueDay = sip.next_due;
  const at = run.session.now;
  const steps = stepsOf(plan.orders, state.open);
  const message = [
    plan.orders.length === 0
      ? `${formatRupees(sip.amount)} do not buy a share of anything yet; they wait as cash in the basket.`
      : `${plan.orders.length === 1 ? 'One order' : `${plan.orders.length} orders`} for ${formatRupees(sip.amount)}.`,
    ...plan.unpriced.map(stoppedTrading),
  ].join(' ');
  const previewId = await database.write(holding.user_id, async (tx) => {
    // Somebody has just begun something else with the basket: the next round looks again.
    if (!(await isQuiet(tx.query, holding))) return null;
    // Closing a basket, a pause and another amount may have come while a broker was asked.
    const { numUpdatedRows } = await tx.query
      .updateTable('basket_sips')
      .set({ next_due: dueDayAfter(dueDay, sip.frequency) })
      .where('holding_id', '=', holding.id)
      .where('next_due', '=', dueDay)
      .where('amount', '=', sip.amount)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    const inserted = await tx.query
      .insertInto('basket_sip_runs')
      .values({
        holding_id: holding.id,
        due_day: dueDay,
        amount: sip.amount,
        preview_id: null,
        state: 'done',
        message,
        at,
      })
      .onConflict((oc) => oc.columns(['holding_id', 'due_day']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return null;
    await putIn(tx, holding, 'sip', sip.amount, at);
    await notify(tx, holding.user_id, 'baskets', {
      title: `SIP of ${definition.name}`,
      body: `Due on ${istDayText(istDayStart(dueDay))}. ${message}`,
      link: basketRoute(definition.id, holding.mode),
    });
    if (steps.length === 0) return null;
    const { id } = await tx.query
      .insertInto('basket_previews')
      .values({
        user_id: holding.user_id,
        definition_id: definition.id,
        holding_id: holding.id,
        kind: 'sip',
        mode: holding.mode,
        run_id: holding.run_id,
        amount: sip.amount,
        orders_json: JSON.stringify(steps),
        state: 'placing',
        made_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.query
      .updateTable('basket_sip_runs')
      .set({ preview_id: id })
      .where('id', '=', inserted.id)
      .execute();
    return id;
  });
  if (previewId !== null)
    await orders.place(previewId, holding, run, steps, `SIP due on ${istDayText(istDayStart(dueDay))}`);
};
