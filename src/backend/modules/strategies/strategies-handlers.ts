import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { istDayText } from '../../../shared/time.ts';
import { ANY_TRICK_STATUS, BROKER_ID, TRICK_STATUS } from '../../../shared/trick-status.ts';
import { requirePlanInForce } from '../../advisors/managed-tricks.ts';
import type { CallContext } from '../../call-context.ts';
import { containing } from '../../db/containing.ts';
import type { TrickRow } from '../../db/schema.ts';
import type { EventHub } from '../../http/event-hub.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { effectiveRules } from '../../trading/effective-rules.ts';
import { loadResults, worstDay } from '../../trading/results.ts';
import { LIVE_SCOPE, testScope } from '../../trading/result-scope.ts';
import type { TrickCards } from '../../trading/trick-cards.ts';
import { addStrategy, type AddNeeds, cloneTrick } from './add-strategy.ts';
import { calculateInstrument } from './calculation.ts';
import { settingsOf, trickDetails } from './details.ts';
import { fillComparison } from './fill-comparison.ts';
import { profitSide } from './profit.ts';
import { refuseBasket, requireOwnTrick, requireVisibleTrick } from './queries.ts';
import { requireCapital, requireStartable } from './rules.ts';
import { requireReady } from '../../broker-accounts/live-case.ts';
import type { LiveDesk } from '../../broker-accounts/live-desk.ts';
import { setStatus } from '../../trading/set-status.ts';
import { changeOf } from './trick-changes.ts';

export interface StrategiesNeeds extends AddNeeds {
  readonly cards: TrickCards;
  readonly hub: EventHub;
  readonly liveDesk: LiveDesk;
}

/** Tricks: lists, details, settings, and every change of state. */
export const strategiesHandlers = (needs: StrategiesNeeds): Handlers<typeof strategies, CallContext> => {
  const { database, desk, liveDesk, cards, hub, logActivity } = needs;

  const restartIfRunning = async (trick: TrickRow): Promise<void> => {
    if (trick.status !== TRICK_STATUS.running) return;
    if (trick.mode === 'live') await liveDesk.startTrick(trick);
    else await desk.startTrick(trick.id);
  };

  const stopEvaluating = (trick: TrickRow): void => desk.stopTrick(trick.owner_id, trick.id);

  return {
    details: async (input, { userId }) => {
      const trick = await requireVisibleTrick(database, userId, input.TricksId);
      return trickDetails(database, desk, cards, trick, userId);
    },

    tricker: async (input, { userId }) => {
      if (input.trickerId === undefined && input.TricksId === undefined)
        throw new Refusal('invalid', 'trickerId or TricksId is missing.', {
          fields: { trickerId: 'is missing' },
        });
      const trickerId =
        input.trickerId ?? (await requireVisibleTrick(database, userId, input.TricksId ?? 0)).owner_id;
      const author = await database.read
        .selectFrom('users')
        .select(['id', 'full_name', 'bio', 'created_at'])
        .where('id', '=', trickerId)
        .executeTakeFirst();
      const rows = await cards
        .visibleTo(userId)
        .selectAll('tricks')
        .select('owner.full_name as trickerName')
        .where('tricks.owner_id', '=', trickerId)
        .orderBy('tricks.id')
        .execute();
      // A person without a public strategy is no tricker, and not to be found by number.
      if (!author || (rows.length === 0 && trickerId !== userId)) throw notFound('tricker');
      const tricks = await cards.cards(rows, userId);
      return {
        trick_details: {
          trickerId: author.id,
          name: author.full_name,
          bio: author.bio,
          since: istDayText(author.created_at),
          followers: tricks.reduce((sum, trick) => sum + trick.followers, 0),
          tricks,
        },
      };
    },

    mine: async (input, { userId }) => {
      const own = () => cards.visibleTo(userId).where('tricks.owner_id', '=', userId);
      let query = own().where('tricks.status', '!=', TRICK_STATUS.needsAttention);
      if (input.trickStatus !== ANY_TRICK_STATUS)
        query = query.where('tricks.status', '=', input.trickStatus);
      if (input.pageType !== 'All')
        query = query.where('tricks.mode', '=', input.pageType === 'Live' ? 'live' : 'test');
      if (input.brokerId !== BROKER_ID.any) query = query.where('tricks.broker_id', '=', input.brokerId);
      if (input.Search) query = query.where(containing('tricks.name', input.Search));
      const count = async (counted: typeof query) =>
        (await counted.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
      const rows = await query
        .selectAll('tricks')
        .select('owner.full_name as trickerName')
        .orderBy('tricks.id', 'desc')
        .limit(input.pageSize)
        .offset(pageOffset(input))
        .execute();
      const attention = await own()
        .where('tricks.status', '=', TRICK_STATUS.needsAttention)
        .selectAll('tricks')
        .select('owner.full_name as trickerName')
        .orderBy('tricks.id')
        .execute();
      return {
        trick_list: await cards.cards(rows, userId),
        needsAttention: await cards.cards(attention, userId),
        counts: {
          live: await count(
            own().where('tricks.mode', '=', 'live').where('tricks.status', '=', TRICK_STATUS.running),
          ),
          test: await count(own().where('tricks.mode', '=', 'test')),
          stopped: await count(own().where('tricks.status', '=', TRICK_STATUS.stopped)),
        },
        pageNumber: input.pageNumber,
        pageSize: input.pageSize,
        total: await count(query),
      };
    },

    calculation: async (input, { userId }) => {
      const trick = await requireVisibleTrick(database, userId, input.TricksId);
      const capital = input.capital ?? trick.capital;
      const { session, identity } = desk.runOf(userId);
      const document = effectiveRules(trick);
      const results = await loadResults(database.read, [trick.id], testScope(desk, userId));
      return {
        capital,
        source: identity.source,
        instruments: document.instruments.map((symbol) =>
          calculateInstrument(document, symbol, capital, session.lastPrice(symbol)),
        ),
        worstDayInTest: worstDay(results.get(trick.id) ?? []),
      };
    },

    fills: async ({ TricksId }, { userId }) => {
      const trick = await requireOwnTrick(database, userId, TricksId);
      return fillComparison(database, trick, { test: testScope(desk, userId), live: LIVE_SCOPE });
    },

    profit: async (input, { userId }) => ({
      test: await profitSide(database, userId, testScope(desk, userId), input),
      live: await profitSide(database, userId, LIVE_SCOPE, input),
    }),

    start: async (input, { userId }) => {
      const trick = await requireOwnTrick(database, userId, input.TricksId);
      requireStartable(trick);
      await requirePlanInForce(database.read, trick);
      if (trick.mode === 'live') await requireReady(database, liveDesk, trick);
      else desk.runOf(userId);
      const started = await database.write(async (tx) => {
        const current = await requireOwnTrick(tx, userId, trick.id);
        requireStartable(current);
        await logActivity(tx, userId, 'started', `Started ${trick.name} in ${trick.mode}.`);
        return setStatus(tx, hub, current, TRICK_STATUS.running);
      });
      if (started.mode === 'live') await liveDesk.startTrick(started);
      else await desk.startTrick(trick.id);
      return new Reply(
        changeOf(desk, started),
        `${trick.name} is running ${started.mode === 'live' ? 'live' : 'in test'}.`,
      );
    },

    stop: async (input, { userId }) => {
      const trick = await requireOwnTrick(database, userId, input.TricksId);
      if (trick.status !== TRICK_STATUS.running)
        throw new Refusal('conflict', `${trick.name} is not running.`, {
          details: { trickStatus: trick.status },
        });
      const stopped = await database.write(async (tx) => {
        await logActivity(tx, userId, 'stopped', `Stopped ${trick.name}.`);
        return setStatus(tx, hub, trick, TRICK_STATUS.stopped);
      });
      stopEvaluating(trick);
      const change = changeOf(desk, stopped);
      const left = change.openPositions.length;
      return new Reply(
        change,
        left === 0
          ? `${trick.name} is stopped. Nothing is open.`
          : `${trick.name} is stopped. ${left === 1 ? 'One position stays' : `${left} positions stay`} open, with protection in place.`,
      );
    },

    sell: async (input, context) => {
      const { userId } = context;
      const trick = await requireOwnTrick(database, userId, input.TricksId);
      stopEvaluating(trick);
      const stopped =
        trick.status === TRICK_STATUS.running
          ? await database.write(async (tx) => {
              await logActivity(tx, userId, 'sold', `Sold everything of ${trick.name} and stopped it.`);
              return setStatus(tx, hub, trick, TRICK_STATUS.stopped);
            })
          : trick;
      const orders = [];
      for (const run of desk.runsOf(userId))
        for (const position of run.positionsOf(trick.id)) {
          const key = `${run.identity.runId}:${position.id}:sell:${context.attempt?.key ?? context.requestId}`;
          const order = await run.execution.exit(position.id, 'exit', 'Sold by you', run.session.now, key);
          orders.push({
            orderId: order.id,
            symbol: order.symbol,
            quantity: order.quantity,
            state: order.state,
          });
        }
      const change = changeOf(desk, stopped);
      return new Reply(
        { ...change, orders },
        orders.length === 0
          ? `${trick.name} is stopped; there was nothing to sell.`
          : `${trick.name} is stopped; ${orders.length === 1 ? 'one position is' : `${orders.length} positions are`} being sold.`,
      );
    },

    settings: async (input, { userId }) => {
      const {
        TricksId,
        capital,
        quantity,
        riskPercent,
        maxLossPerDay,
        maxTradesPerDay,
        squareOffTime,
        productType,
        slippage,
      } = input;
      const trick = await requireOwnTrick(database, userId, TricksId);
      if (capital !== undefined) requireCapital(capital, trick.minimum_capital);
      const document = effectiveRules(trick);
      if (riskPercent && !document.stopLoss)
        throw new Refusal('invalid', 'riskPercent needs a stop-loss.', {
          fields: { riskPercent: 'needs a stop-loss' },
        });
      if (productType === 'delivery' && document.side === 'short')
        throw new Refusal('invalid', 'productType cannot be delivery for a short strategy.', {
          fields: { productType: 'cannot be delivery for a short strategy' },
        });
      if (productType === 'intraday' && document.timeframe === '1d')
        throw new Refusal('invalid', 'productType cannot be intraday on daily candles.', {
          fields: { productType: 'cannot be intraday on daily candles' },
        });
      const changed = await database.write(async (tx) => {
        const row = await tx.query
          .updateTable('tricks')
          .set({
            ...(capital !== undefined && { capital }),
            ...(quantity !== undefined && { quantity }),
            ...(riskPercent !== undefined && { risk_percent: riskPercent }),
            ...(maxLossPerDay !== undefined && { max_loss_per_day: maxLossPerDay }),
            ...(maxTradesPerDay !== undefined && { max_trades_per_day: maxTradesPerDay }),
            ...(squareOffTime !== undefined && { square_off_time: squareOffTime }),
            ...(productType !== undefined && { product: productType }),
            ...(slippage !== undefined && { slippage_bp: slippage }),
          })
          .where('id', '=', trick.id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await logActivity(tx, userId, 'settings', `Changed the settings of ${trick.name}.`);
        return row;
      });
      await restartIfRunning(changed);
      return new Reply(settingsOf(changed), 'Settings successfully set');
    },

    modifyStopLoss: async (input, { userId }) => {
      await refuseBasket(database, userId, input.TricksId);
      const trick = await requireOwnTrick(database, userId, input.TricksId);
      if (trick.risk_percent !== null && input.stopLoss === null)
        throw new Refusal('refused', 'This strategy is sized by risk, so it needs a stop-loss.');
      const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
      const changed = await database.write(async (tx) => {
        await logActivity(tx, userId, 'stop-loss', `Changed the protection of ${trick.name}.`);
        return tx.query
          .updateTable('tricks')
          .set({
            stop_loss_json: input.stopLoss === undefined ? trick.stop_loss_json : json(input.stopLoss),
            target_json: input.target === undefined ? trick.target_json : json(input.target),
            trailing_json: input.trailing === undefined ? trick.trailing_json : json(input.trailing),
          })
          .where('id', '=', trick.id)
          .returningAll()
          .executeTakeFirstOrThrow();
      });
      await restartIfRunning(changed);
      const rules = effectiveRules(changed);
      for (const run of desk.runsOf(userId))
        await run.execution.changeProtections(trick.id, rules, run.runner.atrOf(trick.id));
      return new Reply(changeOf(desk, changed), 'The protection is changed, open positions included.');
    },

    enable: async (input, { userId }) => {
      const trick = await requireOwnTrick(database, userId, input.TricksId);
      const isDisabled = trick.status === TRICK_STATUS.disabled;
      if (input.enabled !== isDisabled)
        return new Reply(
          changeOf(desk, trick),
          `${trick.name} is ${input.enabled ? 'enabled' : 'disabled'} already.`,
        );
      if (!input.enabled) stopEvaluating(trick);
      const changed = await database.write(async (tx) => {
        await logActivity(
          tx,
          userId,
          input.enabled ? 'enabled' : 'disabled',
          `${input.enabled ? 'Enabled' : 'Disabled'} ${trick.name}.`,
        );
        return setStatus(tx, hub, trick, input.enabled ? TRICK_STATUS.stopped : TRICK_STATUS.disabled);
      });
      return new Reply(
        changeOf(desk, changed),
        input.enabled
          ? `${trick.name} is enabled; start it when you like.`
          : `${trick.name} is disabled; it keeps its settings.`,
      );
    },

    clone: async (input, { userId }) => {
      const copy = await cloneTrick(needs, userId, input);
      return new Reply({ status: true, TricksId: copy.trickId }, `${copy.name} is ready, in test.`);
    },

    add: async (input, { userId }) => {
      const answer = await addStrategy(needs, userId, input.url, input);
      return new Reply({ status: true, TricksId: answer.trickId }, answer.message);
    },
  };
};
