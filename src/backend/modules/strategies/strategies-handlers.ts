import { setTimeout as delay } from 'node:timers/promises';
import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import { parseRuleDocument } from '../../../engine/rules/parse.ts';
import { istDayText } from '../../../shared/time.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { requirePlanInForce } from '../../advisors/managed-strategies.ts';
import type { CallContext } from '../../call-context.ts';
import type { Transaction } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import type { EventHub } from '../../http/event-hub.ts';
import { requireRunningQuota } from '../../quotas.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { leaveTogether } from '../../trading/leave-together.ts';
import { effectiveRules } from '../../trading/effective-rules.ts';
import { keptResultOf } from '../../trading/kept-results.ts';
import { worstDay } from '../../trading/results.ts';
import { LIVE_SCOPE, testScope } from '../../trading/result-scope.ts';
import type { StrategyCards } from '../../trading/strategy-cards.ts';
import { addStrategy, type AddDeps, cloneStrategy } from './add-strategy.ts';
import { calculateInstrument } from './calculation.ts';
import { settingsOf, strategyDetails } from './details.ts';
import { fillComparison } from './fill-comparison.ts';
import { MyStrategies } from './my-strategies.ts';
import { profitSide } from './profit.ts';
import { refuseBasket, requireOwnStrategy, requireVisibleStrategy } from './queries.ts';
import { requireCapital, requireStartable, requireStoppable } from './rules.ts';
import { requireReady } from '../../broker-accounts/live-case.ts';
import type { BrokerAccounts } from '../../broker-accounts/broker-accounts.ts';
import { requireUnlocked } from '../../broker-accounts/live-lock.ts';
import { requireLossLimit } from '../../broker-accounts/risk-guard.ts';
import { setStatus } from '../../trading/set-status.ts';
import { changeOf, type StrategyChange } from './strategy-changes.ts';

/** How long a stop waits for the broker to take its entries back. */
const CANCEL_PATIENCE_MS = 2_000;
const COMING =
  'An order of it is still being taken back at the broker; what fills of it before comes into your positions.';

/** What a stop leaves, as it is. */
const leftText = ({ openPositions }: StrategyChange, isComing: boolean): string => {
  const left = openPositions.length;
  const bare = openPositions.filter(({ stopLoss }) => stopLoss === null).length;
  const stays = left === 1 ? 'One position stays open' : `${left} positions stay open`;
  const text = bare === 0 ? `${stays}, with a stop-loss.` : `${stays}, ${bare} of them without a stop-loss.`;
  if (left > 0) return isComing ? `${text} ${COMING}` : text;
  return isComing ? COMING : 'Nothing is open.';
};

export interface StrategiesDeps extends AddDeps {
  readonly cards: StrategyCards;
  readonly hub: EventHub;
  readonly brokerAccounts: BrokerAccounts;
}

/** Tricks: lists, details, settings, and every change of state. */
export const strategiesHandlers = (deps: StrategiesDeps): Handlers<typeof strategies, CallContext> => {
  const { database, marketRuns, brokerAccounts, starts, cards, hub, logActivity } = deps;
  const mine = new MyStrategies(database, cards);

  /** Stops what runs or needs its owner; read in the transaction, because a start may have come first. */
  const stopIn = async (tx: Transaction, trick: StrategyRow): Promise<StrategyRow> =>
    trick.status === STRATEGY_STATUS.running || trick.status === STRATEGY_STATUS.needsAttention
      ? setStatus(tx, hub, trick, STRATEGY_STATUS.stopped)
      : trick;

  /**
   * Takes back what a strategy that was stopped still has on its way in. Answers whether something of it may still fill:
   * the broker is not waited for longer than a moment, and what could not be taken back is still there.
   */
  const endEntries = async ({ id, owner_id: userId }: StrategyRow): Promise<boolean> => {
    const runs = marketRuns.runsOf(userId).filter(({ execution }) => execution.hasEntries(id));
    const ending = Promise.allSettled(
      runs.map(({ execution }) => execution.endEntries(id, 'You stopped it')),
    );
    await Promise.race([ending, delay(CANCEL_PATIENCE_MS, undefined, { ref: false })]);
    return runs.some(({ execution }) => execution.hasEntries(id));
  };

  return {
    details: async (input, { userId }) => {
      const trick = await requireVisibleStrategy(database, userId, input.TricksId);
      return strategyDetails(database, marketRuns, cards, trick, userId);
    },

    tricker: async (input, { userId }) => {
      if (input.trickerId === undefined && input.TricksId === undefined)
        throw new Refusal('invalid', 'trickerId or TricksId is missing.', {
          fields: { trickerId: 'is missing' },
        });
      const trickerId =
        input.trickerId ?? (await requireVisibleStrategy(database, userId, input.TricksId ?? 0)).owner_id;
      const author = await database.read
        .selectFrom('users')
        .select(['id', 'full_name', 'bio', 'created_at'])
        .where('id', '=', trickerId)
        .executeTakeFirst();
      const rows = await cards
        .visibleTo(userId)
        .select('strategies.id')
        .where('strategies.owner_id', '=', trickerId)
        .orderBy('strategies.id')
        .execute();
      // A person without a public strategy is no tricker, and not to be found by number.
      if (!author || (rows.length === 0 && trickerId !== userId)) throw notFound('tricker');
      const tricks = await cards.cards(
        rows.map(({ id }) => id),
        userId,
      );
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

    mine: (input, { userId }) => mine.page(userId, input),

    calculation: async (input, { userId }) => {
      const trick = await requireVisibleStrategy(database, userId, input.TricksId);
      const capital = input.capital ?? trick.capital;
      const { session, identity } = marketRuns.runOf(userId);
      const document = effectiveRules(trick);
      const { fold } = await keptResultOf(database.read, trick.id, testScope(marketRuns, userId));
      return {
        capital,
        source: identity.source,
        instruments: document.instruments.map((symbol) =>
          calculateInstrument(document, symbol, capital, session.lastPrice(symbol)),
        ),
        worstDayInTest: worstDay(fold),
      };
    },

    fills: async ({ TricksId }, { userId }) => {
      const trick = await requireOwnStrategy(database, userId, TricksId);
      return fillComparison(database, trick, { test: testScope(marketRuns, userId), live: LIVE_SCOPE });
    },

    profit: async (input, { userId }) => ({
      test: await profitSide(database, userId, testScope(marketRuns, userId), input),
      live: await profitSide(database, userId, LIVE_SCOPE, input),
    }),

    start: async (input, { userId }) =>
      starts.inTurn(input.TricksId, async () => {
        const trick = await requireOwnStrategy(database, userId, input.TricksId);
        await requireStartable(database.read, trick);
        await requirePlanInForce(database.read, trick);
        if (trick.mode === 'live') await requireReady(database, brokerAccounts, trick);
        else marketRuns.runOf(userId);
        const started = await database.write(async (tx) => {
          const current = await requireOwnStrategy(tx, userId, trick.id);
          await requireStartable(tx.query, current);
          if (current.mode === 'live') await requireUnlocked(tx, userId);
          await logActivity(tx, userId, 'started', `Started ${trick.name} in ${trick.mode}.`);
          const running = await setStatus(tx, hub, current, STRATEGY_STATUS.running);
          await requireRunningQuota(tx, userId);
          return running;
        });
        await starts.launch(started);
        return new Reply(
          await changeOf(deps, started),
          `${trick.name} is running ${started.mode === 'live' ? 'live' : 'in test'}.`,
        );
      }),

    stop: async (input, { userId }) => {
      const stopped = await database.write(async (tx) => {
        const trick = await requireOwnStrategy(tx, userId, input.TricksId);
        requireStoppable(trick);
        await logActivity(tx, userId, 'stopped', `Stopped ${trick.name}.`);
        return stopIn(tx, trick);
      });
      starts.end(stopped);
      const isComing = await endEntries(stopped);
      const change = await changeOf(deps, stopped);
      return new Reply(change, `${stopped.name} is stopped. ${leftText(change, isComing)}`);
    },

    sell: async (input, context) => {
      const { userId } = context;
      const stopped = await database.write(async (tx) => {
        const trick = await requireOwnStrategy(tx, userId, input.TricksId);
        const row = await stopIn(tx, trick);
        if (row !== trick)
          await logActivity(tx, userId, 'sold', `Sold everything of ${trick.name} and stopped it.`);
        return row;
      });
      starts.end(stopped);
      if (stopped.mode === 'live' && !brokerAccounts.accountOf(userId))
        await brokerAccounts.whenTakenUp(userId);
      const ending = endEntries(stopped);
      const begun = new Set<number>();
      const leave = () =>
        leaveTogether(
          marketRuns.runsOf(userId).flatMap((run) =>
            run.positionsOf(stopped.id).flatMap(({ id }) => {
              if (begun.has(id)) return [];
              begun.add(id);
              const key = `${run.identity.runId}:${id}:sell:${context.attempt?.key ?? context.requestId}`;
              return run.execution.exit(id, 'exit', 'Sold by you', run.session.now, key);
            }),
          ),
        );
      const atOnce = await leave();
      const isComing = await ending;
      // An entry may have filled while it was taken back.
      const sold = [...atOnce, ...(await leave())];
      const orders = sold.map(({ id, symbol, quantity, state }) => ({
        orderId: id,
        symbol,
        quantity,
        state,
      }));
      const change = await changeOf(deps, stopped);
      if (isComing) return new Reply({ ...change, orders }, `${stopped.name} is stopped. ${COMING}`);
      if (orders.length === 0 && change.openPositions.length > 0) {
        const sentences = [
          `${stopped.name} is stopped, but nothing could be sold.`,
          brokerAccounts.whyNotUp(userId),
          "Sell it in the broker's app.",
        ];
        return new Reply({ ...change, orders }, sentences.filter((one) => one !== null).join(' '));
      }
      return new Reply(
        { ...change, orders },
        orders.length === 0
          ? `${stopped.name} is stopped; there was nothing to sell.`
          : `${stopped.name} is stopped; ${orders.length === 1 ? 'one position is' : `${orders.length} positions are`} being sold.`,
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
      const trick = await requireOwnStrategy(database, userId, TricksId);
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
      const parsed = parseRuleDocument({ ...document, product: productType ?? document.product });
      if (!parsed.ok)
        throw new Refusal('invalid', parsed.failure.message, {
          fields: { productType: parsed.failure.message },
        });
      const change = {
        ...(capital !== undefined && { capital }),
        ...(quantity !== undefined && { quantity }),
        ...(riskPercent !== undefined && { risk_percent: riskPercent }),
        ...(maxLossPerDay !== undefined && { max_loss_per_day: maxLossPerDay }),
        ...(maxTradesPerDay !== undefined && { max_trades_per_day: maxTradesPerDay }),
        ...(squareOffTime !== undefined && { square_off_time: squareOffTime }),
        ...(productType !== undefined && { product: productType }),
        ...(slippage !== undefined && { slippage_bp: slippage }),
      };
      if (Object.keys(change).length === 0) return new Reply(settingsOf(trick), 'Nothing was to be changed.');
      return starts.inTurn(trick.id, async () => {
        const changed = await database.write(async (tx) => {
          const current = await requireOwnStrategy(tx, userId, trick.id);
          if (maxLossPerDay === null && current.mode === 'live') await requireLossLimit(tx, userId);
          if (riskPercent && current.stop_loss_json === null)
            throw new Refusal('conflict', 'The stop-loss was taken off meanwhile; sizing by risk needs one.');
          await logActivity(tx, userId, 'settings', `Changed the settings of ${current.name}.`);
          return tx.query
            .updateTable('strategies')
            .set(change)
            .where('id', '=', current.id)
            .returningAll()
            .executeTakeFirstOrThrow();
        });
        await starts.restart(changed);
        return new Reply(settingsOf(changed), 'Settings successfully set');
      });
    },

    modifyStopLoss: async (input, { userId }) => {
      await refuseBasket(database, userId, input.TricksId);
      const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
      return starts.inTurn(input.TricksId, async () => {
        const changed = await database.write(async (tx) => {
          const trick = await requireOwnStrategy(tx, userId, input.TricksId);
          if (input.stopLoss === null && effectiveRules(trick).size.kind === 'risk-percent')
            throw new Refusal('refused', 'This strategy is sized by risk, so it needs a stop-loss.');
          if (input.stopLoss === null && trick.mode === 'live')
            throw new Refusal(
              'refused',
              'A live strategy needs a stop-loss. Change it to another one, or take the strategy back to test first.',
            );
          const change = {
            stop_loss_json: input.stopLoss === undefined ? trick.stop_loss_json : json(input.stopLoss),
            target_json: input.target === undefined ? trick.target_json : json(input.target),
            trailing_json: input.trailing === undefined ? trick.trailing_json : json(input.trailing),
          };
          const wanted = effectiveRules({ ...trick, ...change });
          for (const run of marketRuns.runsOf(userId))
            run.execution.requireProtections(trick.id, wanted, run.runner.atrOf(trick.id));
          await logActivity(tx, userId, 'stop-loss', `Changed the protection of ${trick.name}.`);
          return tx.query
            .updateTable('strategies')
            .set(change)
            .where('id', '=', trick.id)
            .returningAll()
            .executeTakeFirstOrThrow();
        });
        await starts.restart(changed);
        const rules = effectiveRules(changed);
        for (const run of marketRuns.runsOf(userId))
          await run.execution.changeProtections(changed.id, rules, run.runner.atrOf(changed.id));
        return new Reply(
          await changeOf(deps, changed),
          'The protection is changed, open positions included.',
        );
      });
    },

    enable: async (input, { userId }) => {
      const { enabled } = input;
      const { trick, isChanged } = await database.write(async (tx) => {
        const current = await requireOwnStrategy(tx, userId, input.TricksId);
        if (enabled !== (current.status === STRATEGY_STATUS.disabled))
          return { trick: current, isChanged: false };
        await logActivity(
          tx,
          userId,
          enabled ? 'enabled' : 'disabled',
          `${enabled ? 'Enabled' : 'Disabled'} ${current.name}.`,
        );
        const status = enabled ? STRATEGY_STATUS.stopped : STRATEGY_STATUS.disabled;
        return { trick: await setStatus(tx, hub, current, status), isChanged: true };
      });
      if (!enabled) starts.end(trick);
      const isComing = !enabled && (await endEntries(trick));
      const text = enabled
        ? `${trick.name} is enabled; start it when you like.`
        : `${trick.name} is disabled; it keeps its settings.${isComing ? ` ${COMING}` : ''}`;
      return new Reply(
        await changeOf(deps, trick),
        isChanged ? text : `${trick.name} is ${enabled ? 'enabled' : 'disabled'} already.`,
      );
    },

    clone: async (input, { userId }) => {
      const copy = await cloneStrategy(deps, userId, input);
      return new Reply({ status: true, TricksId: copy.strategyId }, `${copy.name} is ready, in test.`);
    },

    add: async (input, { userId }) => {
      const answer = await addStrategy(deps, userId, input.url, input);
      return new Reply({ status: true, TricksId: answer.strategyId }, answer.message);
    },
  };
};
