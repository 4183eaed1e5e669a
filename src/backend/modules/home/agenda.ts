import { basketRoute } from '../../../shared/basket-rules.ts';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { home } from '../../../shared/contract/home.ts';
import { DAY_MS, istDate, istDayText } from '../../../shared/time.ts';
import { TRICK_STATUS } from '../../../shared/trick-status.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { LiveDesk } from '../../live/live-desk.ts';
import type { TradingDesk } from '../../trading/trading-desk.ts';
import { brokerStateOf } from './broker-state.ts';

export interface AgendaNeeds {
  readonly database: Database;
  readonly desk: TradingDesk;
  readonly liveDesk: LiveDesk;
  readonly clock: Clock;
}

type AgendaItem = OutputOf<typeof home.summary>['agenda'][number];

/** A plan that is not renewed by itself is on the agenda for its last days. */
const PLAN_ENDS_MS = 7 * DAY_MS;

const reconnects = ({ liveDesk, clock }: AgendaNeeds, userId: number): AgendaItem[] =>
  brokerStateOf(liveDesk.accountOf(userId), clock.now()).state === 'session-over'
    ? [
        {
          kind: 'reconnect-broker',
          title: 'Reconnect Angel One: its session ends every night',
          link: '/profile/broker',
          isDone: false,
        },
      ]
    : [];

const decisions = async ({ database }: AgendaNeeds, userId: number): Promise<AgendaItem[]> => {
  const rows = await database.read
    .selectFrom('tricks')
    .leftJoin('basket_holdings', 'basket_holdings.trick_id', 'tricks.id')
    .select(['tricks.id', 'name', 'attention', 'tricks.mode', 'definition_id'])
    .where('owner_id', '=', userId)
    .where('status', '=', TRICK_STATUS.needsAttention)
    .where('removed_at', 'is', null)
    .orderBy('tricks.id')
    .execute();
  return rows.map(({ id, name, attention, mode, definition_id }) => ({
    kind: 'needs-attention',
    title: `${name} needs you: ${attention ?? 'an order is waiting for your decision'}`,
    link: definition_id === null ? `/strategies/${id}` : basketRoute(definition_id, mode),
    isDone: false,
  }));
};

/** Baskets whose rebalancing day has come on the feed they are held on. */
const rebalances = async ({ database, desk }: AgendaNeeds, userId: number): Promise<AgendaItem[]> => {
  const holdings = await database.read
    .selectFrom('basket_holdings')
    .innerJoin('basket_definitions', 'basket_definitions.id', 'basket_holdings.definition_id')
    .select(['definition_id', 'run_id', 'next_rebalance', 'mode', 'basket_definitions.name'])
    .where('user_id', '=', userId)
    .where('closing_at', 'is', null)
    .where('closed_at', 'is', null)
    .orderBy('basket_holdings.id')
    .execute();
  return holdings
    .filter(({ run_id, next_rebalance }) => {
      const run = desk.findRun(userId, run_id);
      return run !== null && next_rebalance !== null && next_rebalance <= istDate(run.session.now);
    })
    .map(({ definition_id, name, mode }) => ({
      kind: 'rebalance-due',
      title: `${name}: look at its rebalance`,
      link: basketRoute(definition_id, mode),
      isDone: false,
    }));
};

const endingPlans = async ({ database, clock }: AgendaNeeds, userId: number): Promise<AgendaItem[]> => {
  const rows = await database.read
    .selectFrom('subscriptions')
    .select(['name', 'paid_until'])
    .where('user_id', '=', userId)
    .where('state', '!=', 'ended')
    .where('is_renewing', '=', 0)
    .where('paid_until', '<', clock.now() + PLAN_ENDS_MS)
    .orderBy('paid_until')
    .orderBy('id')
    .execute();
  return rows.map(({ name, paid_until }) => ({
    kind: 'plan-ends',
    title: `${name} ends on ${istDayText(paid_until)}`,
    link: '/subscription',
    isDone: false,
  }));
};

const count = ({ count: found }: { count: number }): number => Number(found);

const firstSteps = async ({ database }: AgendaNeeds, userId: number): Promise<AgendaItem[]> => {
  const tricks = await database.read
    .selectFrom('tricks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .where('kind', '=', 'rules')
    .executeTakeFirstOrThrow();
  const started = await database.read
    .selectFrom('logs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('topic', '=', 'started')
    .executeTakeFirstOrThrow();
  return [
    {
      kind: 'get-started',
      title: 'Clone a strategy from the top ten, in test',
      link: '/top-ten',
      isDone: count(tricks) > 0,
    },
    {
      kind: 'get-started',
      title: 'Start it and watch it trade',
      link: '/my-strategies?tab=Test',
      isDone: count(started) > 0,
    },
  ];
};

/** What waits for a person today, the most urgent first. */
export const agendaOf = async (needs: AgendaNeeds, userId: number): Promise<AgendaItem[]> => [
  ...reconnects(needs, userId),
  ...(await decisions(needs, userId)),
  ...(await rebalances(needs, userId)),
  ...(await endingPlans(needs, userId)),
  ...(await firstSteps(needs, userId)),
];
