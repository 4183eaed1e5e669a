import type { CallContext } from './call-context.ts';
import type { AllHandlers, AnyHandler, HandlerMap } from './http/call-handlers.ts';
import type { BackendParts } from './backend-parts.ts';

/** Calls of a domain that must not wait for the market: they tell how far its preparation is, or leave the broker's. */
type Except<H> = readonly (keyof H)[];

/** Handlers that answer once the market is open, except those in `atOnce`. */
const onceOpen = <H extends Readonly<Record<string, (input: never, context: CallContext) => unknown>>>(
  { marketRuns }: BackendParts,
  handlers: H,
  atOnce: Except<H> = [],
): H => {
  const waiting = Object.entries(handlers).map(([name, handler]) => {
    if (atOnce.includes(name)) return [name, handler];
    const patient = async (input: never, context: CallContext): Promise<unknown> => {
      await marketRuns.whenOpen();
      return handler(input, context);
    };
    return [name, patient];
  });
  return Object.fromEntries(waiting) as H;
};

/** Loads once. After a failure, as with too many open files, the next call tries again. */
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
  session: async () => (await import('./modules/session/session-handlers.ts')).sessionHandlers(parts),
  profile: async () => (await import('./modules/profile/profile-handlers.ts')).profileHandlers(parts),
  home: async () => {
    const { homeHandlers } = await import('./modules/home/home-handlers.ts');
    return onceOpen(parts, homeHandlers(parts), ['header']);
  },
  strategies: async () => {
    const { strategiesHandlers } = await import('./modules/strategies/strategies-handlers.ts');
    return onceOpen(parts, strategiesHandlers(parts), ['stop', 'sell']);
  },
  authors: async () => {
    const { authorsHandlers } = await import('./modules/authors/authors-handlers.ts');
    return onceOpen(parts, authorsHandlers(parts));
  },
  positions: async () => {
    const { positionsHandlers } = await import('./modules/positions/positions-handlers.ts');
    const handlers = positionsHandlers(parts);
    return onceOpen(parts, handlers, ['open', 'portfolio', 'exit', 'exitAll', 'cancelOrder']);
  },
  live: async () => {
    const { liveHandlers } = await import('./modules/live/live-handlers.ts');
    return onceOpen(parts, liveHandlers(parts), ['account', 'riskGuard', 'killSwitch']);
  },
  manual: async () => {
    const { manualHandlers } = await import('./modules/manual/manual-handlers.ts');
    return onceOpen(parts, manualHandlers(parts));
  },
  gtt: async () => {
    const { gttHandlers } = await import('./modules/gtt/gtt-handlers.ts');
    return onceOpen(parts, gttHandlers(parts), ['list', 'cancel']);
  },
  market: async () => {
    const { marketHandlers } = await import('./modules/market/market-handlers.ts');
    return onceOpen(parts, marketHandlers(parts), [
      'feed',
      'instruments',
      'import',
      'fetches',
      'fetchHistory',
      'controlFetch',
      'gaps',
      'export',
    ]);
  },
  options: async () => {
    const { optionsHandlers } = await import('./modules/options/options-handlers.ts');
    return onceOpen(parts, optionsHandlers(parts));
  },
  backtests: async () => {
    const { backtestsHandlers } = await import('./modules/backtests/backtests-handlers.ts');
    return onceOpen(parts, backtestsHandlers(parts), ['list', 'trades', 'cancel']);
  },
  baskets: async () => {
    const { basketsHandlers } = await import('./modules/baskets/baskets-handlers.ts');
    return onceOpen(parts, basketsHandlers(parts));
  },
  alerts: async () =>
    (await import('./modules/alerts/alerts-handlers.ts')).alertsHandlers(parts.database, parts.clock),
  alertRules: async () => {
    const { alertRulesHandlers } = await import('./modules/alert-rules/alert-rules-handlers.ts');
    return onceOpen(parts, alertRulesHandlers(parts), [
      'list',
      'remove',
      'log',
      'channels',
      'saveChannel',
      'removeChannel',
      'testChannel',
      'settings',
    ]);
  },
  logs: async () => (await import('./modules/logs/logs-handlers.ts')).logsHandlers(parts.database),
  subscription: async () =>
    (await import('./modules/subscription/subscription-handlers.ts')).subscriptionHandlers(parts),
  wallet: async () => (await import('./modules/wallet/wallet-handlers.ts')).walletHandlers(parts),
  team: async () => (await import('./modules/team/team-handlers.ts')).teamHandlers(parts),
  tickets: async () => (await import('./modules/tickets/tickets-handlers.ts')).ticketsHandlers(parts),
  advisors: async () => {
    const { advisorsHandlers } = await import('./modules/advisors/advisors-handlers.ts');
    return onceOpen(parts, advisorsHandlers(parts), ['draft']);
  },
  keys: async () => (await import('./modules/keys/keys-handlers.ts')).keysHandlers(parts),
  proposals: async () => (await import('./modules/proposals/proposals-handlers.ts')).proposalsHandlers(parts),
  stream: async () => (await import('./modules/stream/stream-handlers.ts')).streamHandlers(parts),
  tradebook: async () => (await import('./modules/tradebook/tradebook-handlers.ts')).tradebookHandlers(parts),
  reports: async () => {
    const { reportsHandlers } = await import('./modules/reports/reports-handlers.ts');
    return onceOpen(parts, reportsHandlers(parts));
  },
  journal: async () => {
    const { journalHandlers } = await import('./modules/journal/journal-handlers.ts');
    return onceOpen(parts, journalHandlers(parts), [
      'labels',
      'addLabel',
      'removeLabel',
      'save',
      'picture',
      'keepPicture',
    ]);
  },
  scanner: async () => {
    const { scannerHandlers } = await import('./modules/scanner/scanner-handlers.ts');
    return onceOpen(parts, scannerHandlers(parts), ['cancel', 'rows', 'why', 'saved', 'remove']);
  },
  watchlists: async () => {
    const { watchlistsHandlers } = await import('./modules/watchlists/watchlists-handlers.ts');
    return onceOpen(parts, watchlistsHandlers(parts), ['list']);
  },
});

/** The handlers of all calls, by domain. */
export const createHandlers = (parts: BackendParts): AllHandlers => {
  const loaders = new Map<string, () => Promise<object>>(
    Object.entries(loadersOf(parts)).map(([domain, load]) => [domain, once<object>(load)]),
  );
  return {
    of: (domain, name) => async (input, context) => {
      const handlers = (await loaders.get(domain)?.()) as Readonly<Record<string, AnyHandler>> | undefined;
      const handler = handlers?.[name];
      if (!handler) throw new Error(`No handler for ${domain}.${name}.`);
      return handler(input, context);
    },
    load: async () => {
      await Promise.all([...loaders.values()].map((load) => load()));
    },
  };
};
