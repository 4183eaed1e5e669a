import type { Logger } from 'pino';
import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import type { Mode } from '../../../shared/contract/fields.ts';
import type { positions } from '../../../shared/contract/positions.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { DAY_MS, istDayStart } from '../../../shared/time.ts';
import type { CallContext } from '../../call-context.ts';
import { containing } from '../../db/containing.ts';
import { paged } from '../../db/paged.ts';
import type { Database } from '../../db/database.ts';
import type { OrderRow, PositionRow } from '../../db/schema.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { isOfRun } from '../../trading/results.ts';
import { LIVE_SCOPE, sourceScope } from '../../trading/result-scope.ts';
import { WORKING_STATES } from '../../../shared/order-states.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';
import { leaveTogether } from '../../trading/leave-together.ts';
import { type NotLeaving, notLeaving } from '../../trading/not-leaving.ts';
import { modeOfFlag } from '../../../shared/trade-history-flag.ts';
import { type KnownExit, knownExit, unansweredText } from './known-exit.ts';
import { type NamedPosition, openPositionsOf, pageOfAll, pageOfOpen, placeOf } from './positions-of.ts';
import { type OrderEvent, orderView, positionView, tradeView } from '../../trading/views.ts';

/** Orders by what became of them. */
const ORDER_STATUS = {
  all: null,
  complete: ['filled'],
  open: WORKING_STATES,
  rejected: ['rejected', 'denied'],
  cancelled: ['cancelled', 'expired', 'withdrawn', 'written-off'],
} as const;

/** Of no run: while the simulated market is not open nothing on paper stands in the one in use. */
const NO_RUN = -1;
const PAPER_STAYS =
  'What is open on paper stays for now: the simulated market is being prepared. Ask again in a few seconds.';

const areClosed = (count: number): string => (count === 1 ? 'One position is' : `${count} positions are`);

/** What becomes of exits: sent, without an answer yet, those that cannot be, and live ones that wait for a session. */
const exitsInWords = (
  sent: number,
  silent: readonly OrderRow[],
  kept: NotLeaving,
  waiting: number,
): string => {
  if (sent + silent.length + kept.count + waiting === 0) return 'Nothing is open.';
  return [
    ...(sent > 0 ? [`${areClosed(sent)} being closed.`] : []),
    ...(silent.length > 0 ? [unansweredText(silent)] : []),
    ...(kept.count > 0 ? [kept.text] : []),
    ...(waiting > 0
      ? [
          `${areClosed(waiting)} closed as soon as there is a session with the broker: log in, or close them in the broker's app.`,
        ]
      : []),
  ].join(' ');
};

/** Positions, trades and orders of a user, and leaving what is open. */
export const positionsHandlers = (
  database: Database,
  marketRuns: MarketRuns,
  logger: Logger,
): Handlers<typeof positions, CallContext> => {
  const lastPrice = (userId: number, position: PositionRow) =>
    position.mode === 'live' || marketRuns.isOpen
      ? (marketRuns.findRun(userId, position.run_id)?.session.lastPriceOf(position) ?? null)
      : null;

  const view = (userId: number, row: NamedPosition) =>
    positionView(
      row,
      { name: row.strategyName, isBasket: row.strategyKind === 'basket' },
      row.status === 'open' ? lastPrice(userId, row) : null,
    );

  const openRows = (userId: number) => openPositionsOf(database.read, userId);

  const placed = (order: OrderRow) => ({
    orderId: order.id,
    positionId: order.position_id ?? 0,
    symbol: order.symbol,
    quantity: order.quantity,
    state: order.state as 'open',
  });

  const isConnected = (userId: number, runId: number): boolean =>
    marketRuns.findRun(userId, runId)?.isConnected ?? false;

  const leave = async (userId: number, position: PositionRow, key: string): Promise<KnownExit> => {
    const run = marketRuns.findRun(userId, position.run_id);
    if (!run) throw new Refusal('conflict', 'The feed of this position is closed, so it cannot be left now.');
    const leaving = run.execution.exit(
      position.id,
      'exit',
      'Closed by you',
      run.session.now,
      `${run.identity.runId}:${position.id}:${key}`,
    );
    return position.mode === 'live'
      ? knownExit(database, logger, position, leaving)
      : { order: await leaving, isAnswered: true };
  };

  /** Which of some positions that were to be left cannot be, as they are now. */
  const keptOf = (userId: number, positions: readonly PositionRow[]): NotLeaving =>
    notLeaving(
      positions.flatMap(
        ({ id, run_id: runId }) =>
          marketRuns
            .findRun(userId, runId)
            ?.execution.openPositions()
            .find((row) => row.id === id) ?? [],
      ),
    );

  /** What paper trading goes on in; while the simulated market is not open there are live positions all the same. */
  const inUse = (userId: number) =>
    marketRuns.isOpen ? marketRuns.runOf(userId).identity : { runId: NO_RUN, source: 'simulated' as const };

  return {
    open: async (input, { userId }) => {
      if (input.type !== 'live') await marketRuns.whenOpen();
      const page = { pageNumber: input.page, pageSize: input.pageSize };
      const open = await openRows(userId);
      const { runId, source } = inUse(userId);
      const { rows, total } =
        input.status === 'open'
          ? pageOfOpen(open, input, runId, page)
          : await pageOfAll(database.readOf(userId), userId, { ...input, status: input.status }, page);
      const net = { live: 0, test: 0 };
      const places = Map.groupBy(open, (row) => placeOf(row, runId));
      const ofStrategies = places.get('strategies') ?? [];
      // Figures of two markets are never added.
      for (const row of ofStrategies) net[row.mode] += view(userId, row).pnl;
      return {
        list: rows.map((row) => view(userId, row)),
        counts: {
          all: ofStrategies.length,
          live: ofStrategies.filter((row) => row.mode === 'live').length,
          test: ofStrategies.filter((row) => row.mode === 'test').length,
          baskets: places.get('baskets')?.length ?? 0,
          elsewhere: places.get('elsewhere')?.length ?? 0,
        },
        net,
        source,
        ...page,
        total,
      };
    },

    portfolio: async (_input, { userId }) => {
      const groups = new Map<string, { rows: NamedPosition[] }>();
      const { runId } = marketRuns.runOf(userId).identity;
      // Baskets, and what stands in another market, are lists of their own.
      for (const row of await openRows(userId)) {
        if (placeOf(row, runId) !== 'strategies') continue;
        const key = `${row.strategy_id} ${row.source} ${row.run_id}`;
        const group = groups.get(key) ?? { rows: [] };
        groups.set(key, group);
        group.rows.push(row);
      }
      const portfolio = [...groups.values()].flatMap(({ rows }) => {
        const [first] = rows;
        if (!first) return [];
        const views = rows.map((row) => view(userId, row));
        return [
          {
            strategyId: first.strategy_id,
            name: first.strategyName,
            mode: first.mode,
            source: first.source,
            openPnl: views.reduce((sum, position) => sum + position.unrealised, 0),
            realised: views.reduce((sum, position) => sum + position.realised, 0),
            positions: views,
          },
        ];
      });
      return { portfolio };
    },

    trades: async (input, { userId }) => {
      const mode = modeOfFlag(input.isTest);
      const scope =
        mode === 'live' ? LIVE_SCOPE : await sourceScope(marketRuns, database, userId, input.source);
      let query = database
        .readOf(userId)
        .selectFrom('trades')
        .innerJoin('strategies', 'strategies.id', 'trades.strategy_id')
        .where('trades.user_id', '=', userId)
        .where('trades.mode', '=', mode)
        .where('trades.source', '=', scope.source)
        .where(isOfRun(scope, 'trades.run_id'));
      if (input.strategyId !== undefined) query = query.where('trades.strategy_id', '=', input.strategyId);
      if (input.from_date) query = query.where('trades.exit_at', '>=', istDayStart(input.from_date));
      if (input.to_date) query = query.where('trades.exit_at', '<', istDayStart(input.to_date) + DAY_MS);
      if (input.search)
        query = query.where((eb) =>
          eb.or([containing('trades.symbol', input.search), containing('strategies.name', input.search)]),
        );
      if (input.symbol !== undefined) query = query.where('trades.symbol', '=', input.symbol);
      const totals = await query
        .select((eb) => [
          eb.fn.countAll<number>().as('total'),
          eb.fn.coalesce(eb.fn.sum<number>('trades.net'), eb.lit(0)).as('net'),
        ])
        .executeTakeFirstOrThrow();
      const rows = await query
        .selectAll('trades')
        .select('strategies.name as strategyName')
        .orderBy('trades.exit_at', 'desc')
        .orderBy('trades.id', 'desc')
        .limit(input.pageSize)
        .offset(pageOffset(input))
        .execute();
      const newer = query
        .select('trades.net')
        .orderBy('trades.exit_at', 'desc')
        .orderBy('trades.id', 'desc')
        .limit(pageOffset(input))
        .as('newer');
      const after = await database
        .readOf(userId)
        .selectFrom(newer)
        .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('newer.net'), eb.lit(0)).as('net'))
        .executeTakeFirstOrThrow();
      let running = totals.net - after.net;
      const list = rows.map((row) => {
        const shown = tradeView(row, row.strategyName, running);
        running -= row.net;
        return shown;
      });
      return {
        ...(mode === 'test' ? { test_tradehistory: list } : { live_tradehistory: list }),
        tradetotalProfit: totals.net,
        source: scope.source,
        search: input.search,
        pageNumber: input.pageNumber,
        pageSize: input.pageSize,
        total: totals.total,
      };
    },

    orders: async (input, { userId }) => {
      const mode = modeOfFlag(input.isTest);
      let query = database
        .readOf(userId)
        .selectFrom('orders')
        .innerJoin('strategies', 'strategies.id', 'orders.strategy_id')
        .where('orders.user_id', '=', userId)
        .where('orders.mode', '=', mode);
      if (input.strategyId !== undefined) query = query.where('orders.strategy_id', '=', input.strategyId);
      if (input.positionId !== undefined) query = query.where('orders.position_id', '=', input.positionId);
      if (input.from_date) query = query.where('orders.placed_at', '>=', istDayStart(input.from_date));
      if (input.to_date) query = query.where('orders.placed_at', '<', istDayStart(input.to_date) + DAY_MS);
      if (input.search)
        query = query.where((eb) =>
          eb.or([containing('orders.symbol', input.search), containing('strategies.name', input.search)]),
        );
      const states = ORDER_STATUS[input.status];
      if (states) query = query.where('orders.state', 'in', states);
      const { rows, total } = await paged(query, input, (found) =>
        found.selectAll('orders').select('strategies.name as strategyName').orderBy('orders.id', 'desc'),
      );
      const life = await lifeOf(
        database,
        rows.map((row) => row.id),
      );
      const list = rows.map((row) => orderView(row, row.strategyName, life.get(row.id) ?? []));
      return {
        ...(mode === 'test' ? { test_orderhistory: list } : { live_orderhistory: list }),
        totalOrder: total,
        pageNumber: input.pageNumber,
        pageSize: input.pageSize,
        total,
      };
    },

    exit: async (input, context) => {
      const position = (await openRows(context.userId)).find(({ id }) => id === input.positionId);
      if (!position) throw notFound('open position');
      if (position.mode === 'test') await marketRuns.whenOpen();
      const { order, isAnswered } = await leave(
        context.userId,
        position,
        `exit:${context.attempt?.key ?? context.requestId}`,
      );
      if (!isAnswered) return new Reply(placed(order), unansweredText([order]));
      return new Reply(
        placed(order),
        isConnected(context.userId, position.run_id)
          ? keptOf(context.userId, [position]).text || `${position.symbol} is being closed at the next price.`
          : `${position.symbol} is closed as soon as there is a session with the broker: log in, or close it in the broker's app.`,
      );
    },

    exitAll: async (input, context) => {
      const key = `exit-all:${context.attempt?.key ?? context.requestId}`;
      // What is live waits for no other market.
      const leaveOf = async (mode: Mode) => {
        if (mode === 'test') await marketRuns.whenOpen();
        // Of paper alone, the call is refused while the market is not open.
        const { runId } =
          input.type === 'test' ? marketRuns.runOf(context.userId).identity : inUse(context.userId);
        const rows = (await openRows(context.userId)).filter(
          (row) => row.mode === mode && placeOf(row, runId) === 'strategies',
        );
        return { rows, exits: await leaveTogether(rows.map((row) => leave(context.userId, row, key))) };
      };
      const modes: readonly Mode[] = input.type === 'all' ? ['live', 'test'] : [input.type];
      const left = await Promise.all(modes.map(leaveOf));
      const positions = left.flatMap(({ rows }) => rows);
      const exits = left.flatMap(({ exits: some }) => some);
      const connected = positions.filter(({ run_id: runId }) => isConnected(context.userId, runId));
      const silent = exits.filter(({ isAnswered }) => !isAnswered).map(({ order }) => order);
      const kept = keptOf(
        context.userId,
        connected.filter(({ id }) => !silent.some(({ position_id: positionId }) => positionId === id)),
      );
      const text = exitsInWords(
        connected.length - kept.count - silent.length,
        silent,
        kept,
        positions.length - connected.length,
      );
      return new Reply(
        { orders: exits.map(({ order }) => placed(order)) },
        input.type === 'all' && !marketRuns.isOpen ? `${text} ${PAPER_STAYS}` : text,
      );
    },

    cancelOrder: async (input, { userId }) => {
      const order = await database.read
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', input.orderId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!order) throw notFound('order');
      if (order.mode === 'test') await marketRuns.whenOpen();
      const run = marketRuns.findRun(userId, order.run_id);
      if (!run || !WORKING_STATES.includes(order.state))
        throw new Refusal('conflict', 'This order is done already; there is nothing to cancel.');
      const cancelled = await run.execution.cancel(order.id, run.session.now, 'Cancelled by you');
      return new Reply(
        { orderId: order.id, state: cancelled.state as 'cancelled' },
        WORKING_STATES.includes(cancelled.state)
          ? 'The broker has not cancelled the order yet: it may still fill.'
          : 'The order is cancelled.',
      );
    },
  };
};

const lifeOf = async (
  database: Database,
  orderIds: readonly number[],
): Promise<Map<number, OrderEvent[]>> => {
  const lives = new Map<number, OrderEvent[]>(orderIds.map((id) => [id, []]));
  if (orderIds.length === 0) return lives;
  const events = await database.read
    .selectFrom('order_events')
    .select(['order_id', 'state', 'at', 'reason', 'said'])
    .where('order_id', 'in', orderIds)
    .orderBy('id')
    .execute();
  for (const event of events) lives.get(event.order_id)?.push(event);
  return lives;
};
