import type { TrickDeskContract } from '../shared/contract/index.ts';
import type { Handlers } from '../shared/contract/endpoint.ts';
import type { CallContext } from './call-context.ts';
import { requireOwnTrick, requireVisibleTrick } from './modules/strategies/queries.ts';
import { requireDocument } from './modules/strategies/rules.ts';
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

/** What could not be read, as with too many files open, is read again by whoever asks next. */
const once = <T>(load: () => Promise<T>): (() => Promise<T>) => {
  let loaded: Promise<T> | null = null;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    }));
};

type Loaders = { readonly [D in keyof HandlerMap]: () => Promise<HandlerMap[D]> };

const loadersOf = (parts: BackendParts): Loaders => ({
  session: once(async () => (await import('./modules/session/session-handlers.ts')).sessionHandlers(parts)),
  profile: once(async () => (await import('./modules/profile/profile-handlers.ts')).profileHandlers(parts)),
  home: once(async () => {
    const { homeHandlers } = await import('./modules/home/home-handlers.ts');
    return onceOpen(parts, homeHandlers(parts), ['header']);
  }),
  strategies: once(async () => {
    const { strategiesHandlers } = await import('./modules/strategies/strategies-handlers.ts');
    return onceOpen(parts, strategiesHandlers(parts));
  }),
  positions: once(async () => {
    const { positionsHandlers } = await import('./modules/positions/positions-handlers.ts');
    return onceOpen(parts, positionsHandlers(parts.database, parts.desk));
  }),
  live: once(async () => {
    const { liveHandlers } = await import('./modules/live/live-handlers.ts');
    const handlers = liveHandlers({ ...parts, requireOwnTrick });
    return onceOpen(parts, handlers, ['account', 'riskGuard', 'killSwitch']);
  }),
  market: once(async () => {
    const { marketHandlers } = await import('./modules/market/market-handlers.ts');
    return onceOpen(parts, marketHandlers(parts), ['feed', 'instruments', 'import']);
  }),
  backtests: once(async () => {
    const { backtestsHandlers } = await import('./modules/backtests/backtests-handlers.ts');
    const handlers = backtestsHandlers({ ...parts, requireVisibleTrick, requireDocument });
    return onceOpen(parts, handlers, ['list', 'trades', 'cancel']);
  }),
  baskets: once(async () => {
    const { basketsHandlers } = await import('./modules/baskets/baskets-handlers.ts');
    return onceOpen(parts, basketsHandlers(parts));
  }),
  alerts: once(async () =>
    (await import('./modules/alerts/alerts-handlers.ts')).alertsHandlers(parts.database, parts.clock),
  ),
  logs: once(async () => (await import('./modules/logs/logs-handlers.ts')).logsHandlers(parts.database)),
  subscription: once(async () =>
    (await import('./modules/subscription/subscription-handlers.ts')).subscriptionHandlers(parts),
  ),
  wallet: once(async () => (await import('./modules/wallet/wallet-handlers.ts')).walletHandlers(parts)),
  team: once(async () => (await import('./modules/team/team-handlers.ts')).teamHandlers(parts)),
  tickets: once(async () => (await import('./modules/tickets/tickets-handlers.ts')).ticketsHandlers(parts)),
  advisors: once(async () => {
    const { advisorsHandlers } = await import('./modules/advisors/advisors-handlers.ts');
    return onceOpen(parts, advisorsHandlers(parts), ['draft']);
  }),
  tradebook: once(async () =>
    (await import('./modules/tradebook/tradebook-handlers.ts')).tradebookHandlers(parts),
  ),
  reports: once(async () => {
    const { reportsHandlers } = await import('./modules/reports/reports-handlers.ts');
    return onceOpen(parts, reportsHandlers(parts));
  }),
});

/** The handlers of all calls, each domain's read from disk when it is first needed. */
export interface AllHandlers {
  of(domain: keyof HandlerMap, name: string): AnyHandler;
  /** Reads what no call has needed yet: after that a call waits for no file. */
  load(): Promise<void>;
}

export const createHandlers = (parts: BackendParts): AllHandlers => {
  const loaders = loadersOf(parts);
  return {
    of: (domain, name) => async (input, context) => {
      const handlers = (await loaders[domain]()) as Readonly<Record<string, AnyHandler>>;
      const handler = handlers[name];
      if (!handler) throw new Error(`No handler for ${domain}.${name}.`);
      return handler(input, context);
    },
    load: async () => {
      await Promise.all(Object.values(loaders).map((load) => load()));
    },
  };
};
