import { sql } from 'kysely';
import { istDateTimeText, istIso, istMidnight, istMinute } from '../../../shared/time.ts';
import { calendarWarning, marketOpensAt, marketPhaseAt } from '../../../engine/trading/trading-day.ts';
import { brokerStateOf } from './broker-state.ts';
import { unreadAlerts } from '../../notices/unread-alerts.ts';
import type { HomeCalls, HomeParts } from './home-deps.ts';

const MARKET_LABELS = {
  open: 'Market open · closes',
  closed: 'Market closed · opens',
  'pre-open': 'Pre-open · opens',
  'closing-auction': 'Closing auction · ends',
} as const;

const INDICES = ['NIFTY', 'BANKNIFTY'];

/** State of the market at a moment, epoch ms, and until when. */
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

export const walletBalance = async (deps: HomeParts, userId: number): Promise<number> => {
  const { database } = deps;
  const { rows } = await sql<{ balance: number }>`
      select balance from ledger_accounts where user_id = ${userId} and kind = 'available'`.execute(
    database.read,
  );
  return rows[0]?.balance ?? 0;
};

/** Header of the window: indices, market, broker, alerts and wallet. */
export const windowHeader =
  (deps: HomeParts): HomeCalls['header'] =>
  async (_input, { userId }) => {
    const { database, marketRuns, brokerAccounts, clock } = deps;
    const session = marketRuns.isOpen ? marketRuns.runOf(userId).session : null;
    const now = session?.now ?? clock.now();
    const live = brokerAccounts.runOf(userId);
    const feed = marketRuns.feedState(userId);
    // A replay has a clock of its own, which real money at work alone goes before.
    const exchange = live && (live.isTrading || feed.kind !== 'replay') ? live : null;
    const real = exchange && exchange.indices.latest(INDICES);
    const unread = await unreadAlerts(database.read, userId);
    const opensAt = marketOpensAt(clock.now());
    return {
      indices: INDICES.map((symbol) => {
        const { last, previous } = real
          ? { last: real.get(symbol) ?? null, previous: real.get(symbol)?.previousClose ?? null }
          : {
              last: session?.lastPrice(symbol) ?? null,
              previous: session?.previousClose(symbol) ?? null,
            };
        return {
          symbol,
          ltp: last?.price ?? null,
          changePercent: last && previous ? ((last.price - previous) / previous) * 100 : null,
          at: last ? istIso(last.at) : null,
        };
      }),
      market: marketAt(now),
      live: exchange && {
        ...marketAt(clock.now()),
        lastTickAgeMs: exchange.lastTickAgeMs,
        isTrading: exchange.isTrading,
      },
      exchangeOpensAt: opensAt === null ? null : istIso(opensAt),
      calendarWarning: calendarWarning(clock.now()),
      broker: brokerStateOf(brokerAccounts.accountOf(userId), clock.now()),
      unreadAlerts: unread,
      walletBalance: await walletBalance(deps, userId),
      feed,
    };
  };
