import type { Handlers } from '../../../shared/contract/endpoint.ts';
import type { home } from '../../../shared/contract/home.ts';
import type { TrickCard } from '../../../shared/contract/trick-card.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { istDateTimeText, istIso, istMidnight, istMinute } from '../../../shared/time.ts';
import { TRICK_STATUS } from '../../../shared/trick-status.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../clock.ts';
import { containing } from '../../db/containing.ts';
import type { Database } from '../../db/database.ts';
import { calendarWarning, marketPhaseAt } from '../../../engine/trading/trading-day.ts';
import {
  dailyEquity,
  lastMarketDays,
  EQUITY_DAYS,
  loadResults,
  openResult,
  type ResultScope,
  statisticsOf,
  THIRTY_DAYS_MS,
} from '../../trading/results.ts';
import { LIVE_SCOPE, testScope } from '../../trading/result-scope.ts';
import type { TrickCards } from '../../trading/trick-cards.ts';
import type { LiveDesk } from '../../broker-accounts/live-desk.ts';
import type { TradingDesk } from '../../trading/trading-desk.ts';
import { positionView } from '../../trading/views.ts';
import { agendaOf } from './agenda.ts';
import { brokerStateOf } from './broker-state.ts';
import { exposedCounts } from './exposed.ts';

export interface HomeNeeds {
  readonly database: Database;
  readonly desk: TradingDesk;
  readonly liveDesk: LiveDesk;
  readonly cards: TrickCards;
  readonly clock: Clock;
}

const TOP = 10;

const MARKET_WORDS = {
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
    label: `${MARKET_WORDS[state]} ${when}`,
  };
};

const SORTS: Readonly<Record<string, (a: TrickCard, b: TrickCard) => number>> = {
  return: (a, b) => b.statistics.returnPercent - a.statistics.returnPercent,
  followers: (a, b) => b.followers - a.followers,
  newest: (a, b) => b.TricksId - a.TricksId,
  drawdown: (a, b) => a.statistics.maxDrawdownPercent - b.statistics.maxDrawdownPercent,
  name: (a, b) => a.name.localeCompare(b.name),
};

/** Home, the header, the top ten and the marketplace. */
export const homeHandlers = ({
  database,
  desk,
  liveDesk,
  cards,
  clock,
}: HomeNeeds): Handlers<typeof home, CallContext> => {
  const walletBalance = async (userId: number): Promise<number> => {
    const { balance } = await database.read
      .selectFrom('ledger_accounts')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('balance'), eb.lit(0)).as('balance'))
      .where('user_id', '=', userId)
      .where('kind', '=', 'available')
      .executeTakeFirstOrThrow();
    return balance;
  };

  const modeResult = async (userId: number, mode: Mode, scope: ResultScope) => {
    const run = desk.runFor(userId, mode);
    const now = mode === 'live' ? clock.now() : desk.runOf(userId).session.now;
    const rows = await database.read
      .selectFrom('tricks')
      .select(['id', 'name', 'capital', 'status', 'kind'])
      .where('owner_id', '=', userId)
      .where('mode', '=', mode)
      .execute();
    const results = await loadResults(
      database.read,
      rows.map((row) => row.id),
      scope,
    );
    const trades = [...results.values()].flat().sort((a, b) => a.exit_at - b.exit_at);
    const names = new Map(rows.map((row) => [row.id, row.name]));
    const open = (run?.execution.openPositions() ?? [])
      .filter((position) => position.user_id === userId)
      .map((position) =>
        positionView(
          position,
          names.get(position.trick_id) ?? '',
          run?.session.lastPriceOf(position) ?? null,
        ),
      );
    const openNet = openResult(open, trades);
    const since = (from: number) =>
      trades.reduce((sum, trade) => (trade.exit_at >= from ? sum + trade.net : sum), 0);
    const capital = rows.reduce((sum, row) => sum + row.capital, 0);
    const thirtyDays = since(now - THIRTY_DAYS_MS) + openNet;
    const equity = dailyEquity(trades, now);
    return {
      today: since(istMidnight(now)) + openNet,
      thirtyDays,
      thirtyDayReturnPercent: capital === 0 ? 0 : (thirtyDays / capital) * 100,
      running: rows.filter((row) => row.kind === 'rules' && row.status === TRICK_STATUS.running).length,
      openPositions: open.length,
      ...exposedCounts(open),
      equity: lastMarketDays(now, EQUITY_DAYS).map(({ end }, index) => ({
        at: istIso(end - 1),
        value: equity[index] ?? 0,
      })),
    };
  };

  return {
    summary: async (_input, { userId }) => {
      const scope = testScope(desk, userId);
      return {
        asOf: istIso(clock.now()),
        source: scope.source,
        test: await modeResult(userId, 'test', scope),
        live: await modeResult(userId, 'live', LIVE_SCOPE),
        walletBalance: await walletBalance(userId),
        agenda: await agendaOf({ database, desk, liveDesk, clock }, userId),
      };
    },

    header: async (_input, { userId }) => {
      const session = desk.isOpen ? desk.runOf(userId).session : null;
      const now = session?.now ?? clock.now();
      const live = liveDesk.runOf(userId);
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
        broker: brokerStateOf(liveDesk.accountOf(userId), clock.now()),
        unreadAlerts: unread,
        walletBalance: await walletBalance(userId),
        feed: desk.feedState(userId),
      };
    },

    topTen: async (input, { userId }) => {
      const scope = input.test === '1' ? testScope(desk, userId) : LIVE_SCOPE;
      const { now } = desk.runOf(userId).session;
      const from = input.thirtyDay === '1' ? now - THIRTY_DAYS_MS : Number.NEGATIVE_INFINITY;
      const rows = await cards
        .visibleTo(userId)
        .selectAll('tricks')
        .select('owner.full_name as trickerName')
        .where('tricks.is_public', '=', 1)
        .execute();
      const shown = new Map((await cards.cards(rows, userId)).map((card) => [card.TricksId, card]));
      const results = await loadResults(
        database.read,
        rows.map((row) => row.id),
        scope,
      );
      return rows
        .flatMap((row) => {
          const trades = (results.get(row.id) ?? []).filter((trade) => trade.exit_at >= from);
          const card = shown.get(row.id);
          return trades.length === 0 || !card
            ? []
            : [{ card, trades, statistics: statisticsOf(trades, row.capital, scope.source) }];
        })
        .sort(
          (a, b) =>
            b.statistics.returnPercent - a.statistics.returnPercent ||
            a.statistics.maxDrawdownPercent - b.statistics.maxDrawdownPercent ||
            a.card.TricksId - b.card.TricksId,
        )
        .slice(0, TOP)
        .map(({ card, trades, statistics }, index) => ({
          rank: index + 1,
          TricksId: card.TricksId,
          name: card.name,
          tricker: card.tricker.name,
          source: scope.source,
          returnPercent: statistics.returnPercent,
          net: statistics.net,
          worstFallPercent: statistics.maxDrawdownPercent,
          winPercent: statistics.winPercent,
          trades: statistics.trades,
          followers: card.followers,
          minimumCapital: card.minimumCapital,
          equity: dailyEquity(trades, now),
        }));
    },

    marketplace: async (input, { userId }) => {
      let query = cards.visibleTo(userId).where('tricks.is_public', '=', 1);
      if (input.segment) query = query.where('tricks.segment', '=', input.segment);
      if (input.timeframe) query = query.where('tricks.timeframe', '=', input.timeframe);
      if (input.risk) query = query.where('tricks.risk', '=', input.risk);
      if (input.trickerId !== undefined) query = query.where('tricks.owner_id', '=', input.trickerId);
      if (input.maximumCapital !== undefined)
        query = query.where('tricks.minimum_capital', '<=', input.maximumCapital);
      if (input.Search)
        query = query.where((eb) =>
          eb.or([
            containing('tricks.name', input.Search),
            containing('owner.full_name', input.Search),
            containing('tricks.summary', input.Search),
          ]),
        );
      const rows = await query
        .selectAll('tricks')
        .select('owner.full_name as trickerName')
        .orderBy('tricks.id')
        .execute();
      const all = await cards.cards(rows, userId);
      const compare = SORTS[input.sort];
      all.sort((a, b) => (compare?.(a, b) ?? 0) || a.TricksId - b.TricksId);
      const from = pageOffset(input);
      return {
        trick_list: all.slice(from, from + input.pageSize),
        pageNumber: input.pageNumber,
        pageSize: input.pageSize,
        total: all.length,
        Search: input.Search,
      };
    },
  };
};
