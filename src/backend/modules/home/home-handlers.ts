import { sql } from 'kysely';
import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { home } from '../../../shared/contract/home.ts';
import { istDateTimeText, istIso, istMidnight, istMinute } from '../../../shared/time.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { calendarWarning, marketPhaseAt } from '../../../engine/trading/trading-day.ts';
import { LIVE_SCOPE, testScope } from '../../trading/result-scope.ts';
import type { StrategyCards } from '../../trading/strategy-cards.ts';
import type { BrokerAccounts } from '../../broker-accounts/broker-accounts.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';
import { agendaOf, PLAN_ENDS_MS } from './agenda.ts';
import { brokerStateOf } from './broker-state.ts';
import { Marketplace } from './marketplace.ts';
import { ClosedResults, modeResult } from './mode-result.ts';
import { standingOf } from './person-status.ts';
import { TopTen } from './top-ten.ts';

export interface HomeDeps {
  readonly database: Database;
  readonly marketRuns: MarketRuns;
  readonly brokerAccounts: BrokerAccounts;
  readonly cards: StrategyCards;
  readonly clock: Clock;
}

const MARKET_LABELS = {
  open: 'Market open · closes',
  closed: 'Market closed · opens',
  'pre-open': 'Pre-open · opens',
  'closing-auction': 'Closing auction · ends',
} as const;

/** What the market does at a moment, epoch ms, and until when. */
const marketAt = (now: number) => {
  const { phase: state, nextChange } = marketPhaseAt(now);
  const isToday = istMidnight(nextChange) === istMidnight(now);
  const when = isToday ? istMinute(nextChange) : istDateTimeText(nextChange).slice(0, -3);
  return {
    state,
    now: istIso(now),
    nextChange: istIso(nextChange),
    label: `${MARKET_LABELS[state]} ${when}`,
  };
};

/** Home, the header, the top ten and the marketplace. */
export const homeHandlers = ({
  database,
  marketRuns,
  brokerAccounts,
  cards,
  clock,
}: HomeDeps): Handlers<typeof home, CallContext> => {
  const walletBalance = async (userId: number): Promise<number> => {
    const { rows } = await sql<{ balance: number }>`
      select balance from ledger_accounts where user_id = ${userId} and kind = 'available'`.execute(
      database.read,
    );
    return rows[0]?.balance ?? 0;
  };

  const closed = new ClosedResults(database);
  const topTen = new TopTen(cards.shared);
  const marketplace = new Marketplace(cards);

  return {
    summary: async (_input, { userId }) => {
      const scope = testScope(marketRuns, userId);
      const run = marketRuns.runOf(userId);
      const status = await standingOf(database.read, userId, clock.now() + PLAN_ENDS_MS);
      return {
        asOf: istIso(clock.now()),
        source: scope.source,
        test: await modeResult(database.read, closed, {
          userId,
          scope,
          run,
          now: run.session.now,
          account: {
            strategies: status.testStrategies,
            running: status.testRunning,
          },
        }),
        live: await modeResult(database.read, closed, {
          userId,
          scope: LIVE_SCOPE,
          run: marketRuns.runFor(userId, 'live'),
          now: clock.now(),
          account: {
            strategies: status.liveStrategies,
            running: status.liveRunning,
          },
        }),
        walletBalance: status.walletBalance,
        agenda: await agendaOf({ database, marketRuns, brokerAccounts, clock }, userId, status),
      };
    },

    header: async (_input, { userId }) => {
      const session = marketRuns.isOpen ? marketRuns.runOf(userId).session : null;
      const now = session?.now ?? clock.now();
      const live = brokerAccounts.runOf(userId);
      const { unread } = await database.read
        .selectFrom('alerts')
        .select((eb) => eb.fn.countAll<number>().as('unread'))
        .where('user_id', '=', userId)
        .where('read_at', 'is', null)
        .executeTakeFirstOrThrow();
      return {
        indices: ['NIFTY', 'BANKNIFTY'].map((symbol) => {
          const last = session?.lastPrice(symbol) ?? null;
          const previous = session?.previousClose(symbol) ?? null;
          return {
            symbol,
            ltp: last?.price ?? null,
            changePercent: last && previous ? ((last.price - previous) / previous) * 100 : null,
            at: last ? istIso(last.at) : null,
          };
        }),
        market: marketAt(now),
        live: live?.isTrading ? { ...marketAt(clock.now()), lastTickAgeMs: live.lastTickAgeMs } : null,
        calendarWarning: calendarWarning(clock.now()),
        broker: brokerStateOf(brokerAccounts.accountOf(userId), clock.now()),
        unreadAlerts: unread,
        walletBalance: await walletBalance(userId),
        feed: marketRuns.feedState(userId),
      };
    },

    topTen: (input, { userId }) => {
      const isThirtyDays = input.thirtyDay === '1';
      // Live days pass on the clock; those of a test as fast as its market.
      return input.test === '1'
        ? topTen.at(testScope(marketRuns, userId), marketRuns.runOf(userId).session.now, isThirtyDays)
        : topTen.at(LIVE_SCOPE, clock.now(), isThirtyDays);
    },

    marketplace: (input, { userId }) =>
      marketplace.page(
        input,
        userId,
        testScope(marketRuns, userId),
        marketRuns.runOf(userId).session.now,
        clock.now(),
      ),
  };
};
