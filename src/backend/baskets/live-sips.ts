import { dueDayAfter } from '../../engine/baskets/basket-days.ts';
import { basketRoute } from '../../shared/basket-rules.ts';
import { formatRupees } from '../../shared/money.ts';
import { istDate, istDayStart, istDayText, MINUTE_MS } from '../../shared/time.ts';
import { sessionOn } from '../../engine/trading/trading-day.ts';
import { Refusal } from '../refusal.ts';
import { type Definition, definitionsById } from './basket-book.ts';
import type { BasketOrders } from './basket-orders.ts';
import { requireTradable } from './basket-previews.ts';
import { type BasketDeps, pricedRun } from './basket-runs.ts';
import { type DueSip, runDayOf, runSip, sipPlan, sipsOf } from './basket-sips.ts';
import { loadBasketState } from './basket-state.ts';
import { guardLivePlan } from './live-guards.ts';

/** When a live SIP is carried out: these first minutes of its day. If they are missed, its owner is asked. */
const FROM_MS = MINUTE_MS;
const UNTIL_MS = 10 * MINUTE_MS;

const MISSED =
  'In the first minutes of its day TrickDesk was not running, not connected to Angel One, or the basket was busy.';

/** `early` before its time, `now` within it, `missed` after it. */
const timeOf = (sip: DueSip, now: number): 'early' | 'now' | 'missed' => {
  const runDay = runDayOf(sip.next_due);
  const session = sessionOn(runDay, { kind: 'equity' });
  if (!session || now < session.open + FROM_MS) return istDate(now) > runDay ? 'missed' : 'early';
  return now < session.open + UNTIL_MS ? 'now' : 'missed';
};

/**
 * Begins SIPs with real money, side by side: a slow broker of one costs no other its minutes. One that is due is previewed, looked at by every guard of a purchase, and done; a day on which
 * that could not be is never made up for by itself: its owner is told, and does it or leaves it out.
 */
export const runLiveSips = async (deps: BasketDeps, orders: BasketOrders): Promise<void> => {
  const isDue = (sip: DueSip): boolean => timeOf(sip, deps.clock.now()) !== 'early';
  const due = orders.rounds.those(await sipsOf(deps, 'live'), isDue);
  const definitions = await definitionsById(
    deps.database.read,
    due.map((row) => row.definition_id),
  );
  for (const sip of due) {
    const definition = definitions.get(sip.definition_id);
    if (!definition) continue;
    orders.rounds.begin(sip.holding_id, () =>
      timeOf(sip, deps.clock.now()) === 'missed'
        ? writeWaiting(deps, sip, definition, MISSED)
        : runNow(deps, orders, sip, definition),
    );
  }
};

/** Within its minutes: tried again each second while nothing speaks against it but the connection. */
const runNow = async (
  deps: BasketDeps,
  orders: BasketOrders,
  sip: DueSip,
  definition: Definition,
): Promise<void> => {
  const { database, marketRuns, brokerAccounts } = deps;
  if (!brokerAccounts.runOf(sip.user_id)?.isConnected) return;
  const state = await loadBasketState(database, marketRuns, definition, sip);
  if (state.working.length > 0) return;
  try {
    await pricedRun(
      deps,
      sip.user_id,
      'live',
      state.lines.map(({ symbol }) => symbol),
    );
    const priced = await loadBasketState(database, marketRuns, definition, sip);
    const run = requireTradable(priced);
    const plan = sipPlan(priced, run, sip.amount);
    await guardLivePlan(deps, sip.user_id, {
      orders: plan.orders,
      holding: sip,
      amount: sip.amount,
      isAuthorised: true,
    });
    await runSip(deps, orders, sip, { state: priced, run, plan });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await writeWaiting(deps, sip, definition, error.message);
  }
};

/** Write once that a due day waits for its owner. The owner is notified. */
const writeWaiting = async (
  { database, notify, clock }: BasketDeps,
  sip: DueSip,
  definition: Definition,
  why: string,
): Promise<void> => {
  const { holding_id, next_due: due, amount } = sip;
  await database.write(sip.user_id, async (tx) => {
    const { numUpdatedRows } = await tx.query
      .updateTable('basket_sips')
      .set({ next_due: dueDayAfter(due, sip.frequency) })
      .where('holding_id', '=', holding_id)
      .where('next_due', '=', due)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await tx.query
      .insertInto('basket_sip_runs')
      .values({
        holding_id,
        due_day: due,
        amount,
        preview_id: null,
        state: 'asked',
        message: why,
        at: clock.now(),
      })
      .onConflict((oc) => oc.columns(['holding_id', 'due_day']).doNothing())
      .execute();
    await notify(tx, sip.user_id, 'baskets', {
      title: `SIP of ${definition.name}: shall it be done?`,
      body: `${formatRupees(amount)} were due on ${istDayText(istDayStart(due))} and have not gone in. ${why}`,
      link: basketRoute(definition.id, 'live'),
    });
  });
};
