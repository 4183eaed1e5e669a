import { setTimeout as delay } from 'node:timers/promises';
import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { requirePlanInForce } from '../../advisors/managed-strategies.ts';
import type { CallContext } from '../../call-context.ts';
import { type Database, storageTrouble, type Transaction } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import type { EventHub } from '../../http/event-hub.ts';
import { isChange, requireNoExit } from '../../trading/changed-protection.ts';
import { requireRunningQuota } from '../../trading/running-quota.ts';
import { Refusal } from '../../refusal.ts';
import { leaveTogether } from '../../trading/leave-together.ts';
import { effectiveRules } from '../../trading/effective-rules.ts';
import { keptResultOf } from '../../trading/kept-results.ts';
import { worstDay } from '../../trading/results.ts';
import { LIVE_SCOPE, testScope } from '../../trading/result-scope.ts';
import type { StrategyCards } from '../../trading/strategy-cards.ts';
import { addStrategy, type AddDeps, cloneStrategy } from './add-strategy.ts';
import { authorPage } from './author-page.ts';
import { calculateInstrument } from './calculation.ts';
import { settingsOf, strategyDetails } from './details.ts';
import { fillComparison } from './fill-comparison.ts';
import { MyStrategies } from './my-strategies.ts';
import { profitSide } from './profit.ts';
import {
  refuseBasket,
  requireOwnStrategy,
  requireUnpublished,
  requireVisibleStrategy,
} from '../../trading/require-strategy.ts';
import { requireSettings, requireStartable, requireStoppable } from './rules.ts';
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

const UNPROTECTED =
  'The protection is changed for what is entered from now on, but open positions could not be given it and keep that of before. Free some space if the disk is full, and change the protection again.';

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

/** Strategies: lists, details, settings, and every change of state. */
export const strategiesHandlers = (deps: StrategiesDeps): Handlers<typeof strategies, CallContext> => {
  const { database, marketRuns, brokerAccounts, starts, cards, hub, logActivity } = deps;
  const mine = new MyStrategies(database, cards);

  /** Stops what runs or needs its owner; read in the transaction, because a start may have come first. */
  const stopIn = async (tx: Transaction, strategy: StrategyRow): Promise<StrategyRow> =>
    strategy.status === STRATEGY_STATUS.running || strategy.status === STRATEGY_STATUS.needsAttention
      ? setStatus(tx, hub, strategy, STRATEGY_STATUS.stopped)
      : strategy;

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

  /** Gives open positions the protection of a strategy as it is written in the same transaction. */
  const protectIn = async (tx: Transaction, row: StrategyRow): Promise<void> => {
    const { id, name, owner_id: ownerId } = row;
    for (const { execution, runner } of marketRuns.runsOf(ownerId))
      await execution.changeProtections(
        tx,
        { id, name, ownerId, isHouse: false },
        effectiveRules(row),
        runner.atrOf(id),
      );
  };

  /**
   * Gives open positions the protection that is stored now, where they have another; the change itself is written already.
   * @throws Refusal `unavailable` where that could not be written, with what is left to do
   */
  const protectAnew = async ({ id }: StrategyRow): Promise<void> => {
    const stored = (query: Database['read']): Promise<StrategyRow> =>
      query.selectFrom('strategies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    try {
      const row = await stored(database.read);
      const changes = marketRuns
        .runsOf(row.owner_id)
        .flatMap(({ execution, runner }) =>
          execution.protectionsUnder(id, effectiveRules(row), runner.atrOf(id)),
        );
      if (changes.some(isChange)) await database.write(async (tx) => protectIn(tx, await stored(tx.query)));
    } catch (error) {
      if (storageTrouble(error) === null) throw error;
      throw new Refusal('unavailable', UNPROTECTED, { cause: error });
    }
  };

  /** What trades on paper waits for its market; real money does not. */
  const whenReachable = async (userId: number, strategyId: number): Promise<void> => {
    const { mode } = await requireOwnStrategy(database, userId, strategyId);
    if (mode !== 'test') return;
    await marketRuns.whenOpen();
    marketRuns.runOf(userId);
  };

  return {
    details: async (input, context) => {
      const strategy = await requireVisibleStrategy(database, context.userId, input.strategyId);
      return strategyDetails(database, marketRuns, cards, strategy, context);
    },

    author: (input, { userId }) => authorPage(deps, userId, input),

    mine: (input, { userId }) => mine.page(userId, input),

    calculation: async (input, { userId }) => {
      const strategy = await requireVisibleStrategy(database, userId, input.strategyId);
      const capital = input.capital ?? strategy.capital;
      const { session, identity } = marketRuns.runOf(userId);
      const document = effectiveRules(strategy);
      const { fold } = await keptResultOf(database.read, strategy.id, testScope(marketRuns, userId));
      return {
        capital,
        source: identity.source,
        instruments: document.instruments.map((symbol) =>
          calculateInstrument(document, symbol, capital, session.lastPrice(symbol)),
        ),
        worstDayInTest: worstDay(fold),
      };
    },

    fills: async ({ strategyId }, { userId }) => {
      const strategy = await requireOwnStrategy(database, userId, strategyId);
      return fillComparison(database, strategy, { test: testScope(marketRuns, userId), live: LIVE_SCOPE });
    },

    profit: async (input, { userId }) => ({
      test: await profitSide(database, userId, testScope(marketRuns, userId), input),
      live: await profitSide(database, userId, LIVE_SCOPE, input),
    }),

    start: async (input, { userId }) =>
      starts.inTurn(input.strategyId, async () => {
        const strategy = await requireOwnStrategy(database, userId, input.strategyId);
        await requireStartable(database.read, strategy);
        await requirePlanInForce(database.read, strategy);
        if (strategy.mode === 'live') await requireReady(database, brokerAccounts, strategy);
        else marketRuns.runOf(userId);
        const started = await database.write(async (tx) => {
          const current = await requireOwnStrategy(tx, userId, strategy.id);
          await requireStartable(tx.query, current);
          if (current.mode === 'live') await requireUnlocked(tx, userId);
          await logActivity(
            tx,
            userId,
            'started',
            `Started ${strategy.name} ${strategy.mode === 'live' ? 'live' : 'on paper'}.`,
          );
          const running = await setStatus(tx, hub, current, STRATEGY_STATUS.running);
          await requireRunningQuota(tx, userId);
          return running;
        });
        const isWarm = await starts.patiently(started, starts.launch(started));
        const where = started.mode === 'live' ? 'live' : 'on paper';
        return new Reply(
          await changeOf(deps, started),
          isWarm
            ? `${strategy.name} is running ${where}.`
            : `${strategy.name} warms up its indicators on past candles, and is evaluated ${where} from then on.`,
        );
      }),

    stop: async (input, { userId }) => {
      await whenReachable(userId, input.strategyId);
      const stopped = await database.write(async (tx) => {
        const strategy = await requireOwnStrategy(tx, userId, input.strategyId);
        requireStoppable(strategy);
        await logActivity(tx, userId, 'stopped', `Stopped ${strategy.name}.`);
        return stopIn(tx, strategy);
      });
      starts.end(stopped);
      const isComing = await endEntries(stopped);
      const change = await changeOf(deps, stopped);
      return new Reply(change, `${stopped.name} is stopped. ${leftText(change, isComing)}`);
    },

    sell: async (input, context) => {
      const { userId } = context;
      await whenReachable(userId, input.strategyId);
      const stopped = await database.write(async (tx) => {
        const strategy = await requireOwnStrategy(tx, userId, input.strategyId);
        const row = await stopIn(tx, strategy);
        if (row !== strategy)
          await logActivity(tx, userId, 'sold', `Stopped ${strategy.name}, to square off all that it holds.`);
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
        strategyId,
        capital,
        quantity,
        riskPercent,
        maxLossPerDay,
        maxTradesPerDay,
        squareOffTime,
        productType,
        slippage,
      } = input;
      const strategy = await requireOwnStrategy(database, userId, strategyId);
      await requireUnpublished(database.read, strategy);
      requireSettings(input, strategy);
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
      if (Object.keys(change).length === 0)
        return new Reply(settingsOf(strategy), 'Nothing was to be changed.');
      return starts.inTurn(strategy.id, async () => {
        const changed = await database.write(async (tx) => {
          const current = await requireOwnStrategy(tx, userId, strategy.id);
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
        await starts.patiently(changed, starts.restart(changed));
        return new Reply(settingsOf(changed), 'Settings successfully set');
      });
    },

    modifyStopLoss: async (input, { userId }) => {
      await refuseBasket(database, userId, input.strategyId);
      const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
      // A new distance in ATR is known only once the strategy is warm.
      const isByAtr = [input.stopLoss, input.target, input.trailing].some(
        (distance) => distance?.kind === 'atr',
      );
      return starts.inTurn(input.strategyId, async () => {
        const changed = await database.write(async (tx) => {
          const strategy = await requireOwnStrategy(tx, userId, input.strategyId);
          await requireUnpublished(tx.query, strategy);
          if (input.stopLoss === null && effectiveRules(strategy).size.kind === 'risk-percent')
            throw new Refusal('refused', 'This strategy is sized by risk, so it needs a stop-loss.');
          if (input.stopLoss === null && strategy.mode === 'live')
            throw new Refusal(
              'refused',
              'A live strategy needs a stop-loss. Change it to another one, or take the strategy back to paper first.',
            );
          const change = {
            stop_loss_json: input.stopLoss === undefined ? strategy.stop_loss_json : json(input.stopLoss),
            target_json: input.target === undefined ? strategy.target_json : json(input.target),
            trailing_json: input.trailing === undefined ? strategy.trailing_json : json(input.trailing),
          };
          const wanted = effectiveRules({ ...strategy, ...change });
          const changes = marketRuns
            .runsOf(userId)
            .flatMap(({ execution, runner }) =>
              execution.protectionsUnder(strategy.id, wanted, runner.atrOf(strategy.id)),
            );
          if (input.refuseExit) requireNoExit(changes);
          await logActivity(tx, userId, 'stop-loss', `Changed the protection of ${strategy.name}.`);
          const row = await tx.query
            .updateTable('strategies')
            .set(change)
            .where('id', '=', strategy.id)
            .returningAll()
            .executeTakeFirstOrThrow();
          // Warming up may take long, or fail, and the positions are open meanwhile.
          if (!isByAtr) await protectIn(tx, row);
          return row;
        });
        const protect = (): Promise<void> => protectAnew(changed);
        if (isByAtr) {
          const isWarm = await starts.patiently(changed, starts.restart(changed).then(protect));
          if (!isWarm)
            return new Reply(
              await changeOf(deps, changed),
              'The protection is changed. Distances in ATR follow when its indicators are warm; until then open positions keep the protection of before.',
            );
        } else {
          // An entry that fills meanwhile still has the protection of before.
          await starts.patiently(changed, starts.restart(changed).finally(protect));
        }
        return new Reply(
          await changeOf(deps, changed),
          'The protection is changed, open positions included.',
        );
      });
    },

    enable: async (input, { userId }) => {
      const { enabled } = input;
      const { strategy, isChanged } = await database.write(async (tx) => {
        const current = await requireOwnStrategy(tx, userId, input.strategyId);
        if (enabled !== (current.status === STRATEGY_STATUS.disabled))
          return { strategy: current, isChanged: false };
        await logActivity(
          tx,
          userId,
          enabled ? 'enabled' : 'disabled',
          `${enabled ? 'Enabled' : 'Disabled'} ${current.name}.`,
        );
        const status = enabled ? STRATEGY_STATUS.stopped : STRATEGY_STATUS.disabled;
        return { strategy: await setStatus(tx, hub, current, status), isChanged: true };
      });
      if (!enabled) starts.end(strategy);
      const isComing = !enabled && (await endEntries(strategy));
      const text = enabled
        ? `${strategy.name} is enabled; start it when you like.`
        : `${strategy.name} is disabled; it keeps its settings.${isComing ? ` ${COMING}` : ''}`;
      return new Reply(
        await changeOf(deps, strategy),
        isChanged ? text : `${strategy.name} is ${enabled ? 'enabled' : 'disabled'} already.`,
      );
    },

    mute: async ({ strategyId, isMuted }, { userId }) => {
      const { name } = await database.write(async (tx) => {
        const strategy = await requireOwnStrategy(tx, userId, strategyId);
        await tx.query
          .updateTable('strategies')
          .set({ is_muted: isMuted ? 1 : 0 })
          .where('id', '=', strategy.id)
          .execute();
        await logActivity(tx, userId, 'alerts', `${isMuted ? 'Muted' : 'Unmuted'} ${strategy.name}.`);
        return strategy;
      });
      return new Reply(
        { strategyId, isMuted },
        isMuted
          ? `${name} is muted: its fills make no alerts. What needs you still does.`
          : `${name} is no longer muted.`,
      );
    },

    clone: async (input, { userId }) => {
      const copy = await cloneStrategy(deps, userId, input);
      return new Reply(
        { status: true, strategyId: copy.strategyId },
        `${copy.name} is ready. It trades on paper.`,
      );
    },

    add: async (input, { userId }) => {
      const answer = await addStrategy(deps, userId, input.url, input);
      return new Reply({ status: true, strategyId: answer.strategyId }, answer.message);
    },
  };
};
