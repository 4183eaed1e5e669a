import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { subscription } from '../../../shared/contract/subscription.ts';
import { istDate, istDayStart, istIso } from '../../../shared/time.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';

/** Backtest plans: runs a month, price in paise a month before GST. */
const BACKTEST_PLANS = [
  { planId: 'free', name: 'Free', runsPerMonth: 20, price: 0 },
  { planId: 'plus', name: 'Plus', runsPerMonth: 200, price: 29_900 },
  { planId: 'pro', name: 'Pro', runsPerMonth: 2_000, price: 99_900 },
] as const;

/** Start of this calendar month and of the next, in India. */
const monthBounds = (now: number): { from: number; to: number } => {
  const [year = 0, month = 1] = istDate(now).split('-').map(Number);
  const first = (y: number, m: number) => istDayStart(`${y}-${String(m).padStart(2, '0')}-01`);
  return { from: first(year, month), to: month === 12 ? first(year + 1, 1) : first(year, month + 1) };
};

/** Plans and what is left of this month's runs; everybody is on Free until plans can be bought. */
export const subscriptionHandlers = (
  database: Database,
  clock: Clock,
): Handlers<typeof subscription, CallContext> => ({
  backtestPlans: async (_input, context) => {
    const { from, to } = monthBounds(clock.now());
    const { used } = await database.read
      .selectFrom('backtest_runs')
      .select((eb) => eb.fn.countAll<number>().as('used'))
      .where('user_id', '=', context.userId)
      .where('created_at', '>=', from)
      .executeTakeFirstOrThrow();
    const [free] = BACKTEST_PLANS;
    return {
      plans: BACKTEST_PLANS.map((plan) => ({ ...plan, isCurrent: plan === free })),
      quota: { used, left: Math.max(0, free.runsPerMonth - used), resetsAt: istIso(to) },
    };
  },
});
