import type { TrickDeskContract } from '../shared/contract/index.ts';
import type { Handlers } from '../shared/contract/endpoint.ts';
import type { CallContext } from './call-context.ts';
import { advisorsHandlers } from './modules/advisors/advisors-handlers.ts';
import { alertsHandlers } from './modules/alerts/alerts-handlers.ts';
import { backtestsHandlers } from './modules/backtests/backtests-handlers.ts';
import { basketsHandlers } from './modules/baskets/baskets-handlers.ts';
import { homeHandlers } from './modules/home/home-handlers.ts';
import { liveHandlers } from './modules/live/live-handlers.ts';
import { logsHandlers } from './modules/logs/logs-handlers.ts';
import { marketHandlers } from './modules/market/market-handlers.ts';
import { positionsHandlers } from './modules/positions/positions-handlers.ts';
import { profileHandlers } from './modules/profile/profile-handlers.ts';
import { reportsHandlers } from './modules/reports/reports-handlers.ts';
import { sessionHandlers } from './modules/session/session-handlers.ts';
import { requireOwnTrick, requireVisibleTrick } from './modules/strategies/queries.ts';
import { requireDocument } from './modules/strategies/rules.ts';
import { strategiesHandlers } from './modules/strategies/strategies-handlers.ts';
import { subscriptionHandlers } from './modules/subscription/subscription-handlers.ts';
import { teamHandlers } from './modules/team/team-handlers.ts';
import { ticketsHandlers } from './modules/tickets/tickets-handlers.ts';
import { tradebookHandlers } from './modules/tradebook/tradebook-handlers.ts';
import { walletHandlers } from './modules/wallet/wallet-handlers.ts';
import type { BackendParts } from './parts.ts';

/** One handler for every call of the contract; leaving one out does not compile. */
export type HandlerMap = {
  readonly [D in keyof TrickDeskContract]: Handlers<TrickDeskContract[D], CallContext>;
};

/** A handler as the router calls it, once its input is parsed. */
export type AnyHandler = (input: unknown, context: CallContext) => unknown;

/** Calls of a domain that must not wait for the market: they tell how far its preparation is. */
type Except<H> = readonly (keyof H)[];

/** Handlers that answer once the market is open, save those that are told apart. */
const onceOpen = <H extends Readonly<Record<string, (input: never, context: CallContext) => unknown>>>(
  { desk }: BackendParts,
  handlers: H,
  atOnce: Except<H> = [],
): H => {
  const waiting = Object.entries(handlers).map(([name, handler]) => {
    if (atOnce.includes(name)) return [name, handler];
    const patient = async (input: never, context: CallContext): Promise<unknown> => {
      await desk.whenOpen();
      return handler(input, context);
    };
    return [name, patient];
  });
  return Object.fromEntries(waiting) as H;
};

export const createHandlers = (parts: BackendParts): HandlerMap => ({
  session: sessionHandlers(parts),
  profile: profileHandlers(parts),
  home: onceOpen(parts, homeHandlers(parts), ['header']),
  strategies: onceOpen(parts, strategiesHandlers(parts)),
  positions: onceOpen(parts, positionsHandlers(parts.database, parts.desk)),
  live: onceOpen(parts, liveHandlers({ ...parts, requireOwnTrick }), ['account', 'riskGuard', 'killSwitch']),
  market: onceOpen(parts, marketHandlers(parts), ['feed', 'instruments', 'import']),
  backtests: onceOpen(parts, backtestsHandlers({ ...parts, requireVisibleTrick, requireDocument }), [
    'list',
    'trades',
    'cancel',
  ]),
  baskets: onceOpen(parts, basketsHandlers(parts)),
  alerts: alertsHandlers(parts.database, parts.clock),
  logs: logsHandlers(parts.database),
  subscription: subscriptionHandlers(parts),
  wallet: walletHandlers(parts),
  team: teamHandlers(parts),
  tickets: ticketsHandlers(parts),
  advisors: onceOpen(parts, advisorsHandlers(parts), ['draft']),
  tradebook: tradebookHandlers(parts),
  reports: onceOpen(parts, reportsHandlers(parts.database, parts.clock, parts.desk)),
});
