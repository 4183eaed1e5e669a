import { basketRoute } from '../../../shared/basket-rules.ts';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import type { home } from '../../../shared/contract/home.ts';
import { DAY_MS, istDate, istDayText } from '../../../shared/time.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { BrokerAccounts } from '../../broker-accounts/broker-accounts.ts';
import { placeByHand } from '../../trading/attention.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';
import { brokerStateOf } from './broker-state.ts';
import type { PersonStatus } from './person-status.ts';

export interface AgendaDeps {
  readonly database: Database;
  readonly marketRuns: MarketRuns;
  readonly brokerAccounts: BrokerAccounts;
  readonly clock: Clock;
}

type AgendaItem = OutputOf<typeof home.summary>['agenda'][number];
type FirstStep = NonNullable<AgendaItem['step']>;

/** Last days of a plan in which it is on the agenda. Only a plan that is not renewed by itself. */
export const PLAN_ENDS_MS = 7 * DAY_MS;

const reconnects = ({ brokerAccounts, clock }: AgendaDeps, userId: number): AgendaItem[] =>
  brokerStateOf(brokerAccounts.accountOf(userId), clock.now()).state === 'session-over'
    ? [
        {
          kind: 'reconnect-broker',
          title: 'Reconnect Angel One: its session ends every night',
          link: '/profile/broker',
          isDone: false,
          step: null,
        },
      ]
    : [];

/** The page of a strategy, or of the basket that it holds. */
const pageOf = (strategyId: number, basketId: number | null, mode: Mode): string =>
  basketId === null ? `/strategies/${strategyId}` : basketRoute(basketId, mode);

const decisions = async ({ database }: AgendaDeps, userId: number): Promise<AgendaItem[]> => {
  const rows = await database.read
    .selectFrom('strategies')
    .leftJoin('basket_holdings', 'basket_holdings.strategy_id', 'strategies.id')
    .select(['strategies.id', 'name', 'kind', 'attention', 'strategies.mode', 'definition_id'])
    .where('owner_id', '=', userId)
    .where('status', '=', STRATEGY_STATUS.needsAttention)
    .where('removed_at', 'is', null)
    .orderBy('strategies.id')
    .execute();
  return rows.map(({ id, name, kind, attention, mode, definition_id }) => ({
    kind: 'needs-attention',
    title: `${name} needs you: ${attention ?? 'an order is waiting for your decision'}`,
    link: kind === 'manual' ? placeByHand(attention) : pageOf(id, definition_id, mode),
    isDone: false,
    step: null,
  }));
};

/** Baskets whose rebalancing day has come on the feed they use. */
const rebalances = async ({ database, marketRuns }: AgendaDeps, userId: number): Promise<AgendaItem[]> => {
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
      const run = marketRuns.findRun(userId, run_id);
      return run !== null && next_rebalance !== null && next_rebalance <= istDate(run.session.now);
    })
    .map(({ definition_id, name, mode }) => ({
      kind: 'rebalance-due',
      title: `${name}: look at its rebalance`,
      link: basketRoute(definition_id, mode),
      isDone: false,
      step: null,
    }));
};

const endingPlans = async ({ database, clock }: AgendaDeps, userId: number): Promise<AgendaItem[]> => {
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
    step: null,
  }));
};

/** From registering to trading real money; done once what it asks for is there. */
const firstSteps = ({ brokerAccounts }: AgendaDeps, userId: number, status: PersonStatus): AgendaItem[] => {
  const step = (name: FirstStep, title: string, link: string, isDone: boolean): AgendaItem => ({
    kind: 'get-started',
    step: name,
    title,
    link,
    isDone,
  });
  return [
    step('aadhaar', 'Verify your Aadhaar', '/profile/kyc', status.hasAadhaar === 1),
    step('pan', 'Verify your PAN', '/profile/kyc', status.hasPan === 1),
    step('broker', 'Link Angel One', '/profile/broker', brokerAccounts.accountOf(userId) !== null),
    step('clone', 'Clone one from the top ten', '/top-ten', status.ownRules > 0),
    step('stop-loss', 'Set a stop-loss', '/my-strategies?tab=Test', status.withStopLoss > 0),
    step('go-live', 'Go live', '/my-strategies?tab=Test', status.liveRules > 0),
  ];
};

/** Tasks of a person today, the most urgent first. */
export const agendaOf = async (
  deps: AgendaDeps,
  userId: number,
  status: PersonStatus,
): Promise<AgendaItem[]> => [
  ...reconnects(deps, userId),
  ...(status.needingAttention > 0 ? await decisions(deps, userId) : []),
  ...(status.heldBaskets > 0 ? await rebalances(deps, userId) : []),
  ...(status.endingPlans > 0 ? await endingPlans(deps, userId) : []),
  ...firstSteps(deps, userId, status),
];
