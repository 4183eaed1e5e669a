import { type Handlers, Reply } from '../../../shared/contract/endpoint.ts';
import type { BrokerAccount, live, RiskGuard } from '../../../shared/contract/live.ts';
import { istIso } from '../../../shared/time.ts';
import { BROKER_ID, STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import type { CallContext } from '../../call-context.ts';
import { storageTrouble, type Transaction } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import { isReady, liveChecks } from '../../broker-accounts/checklist.ts';
import type { LiveAccount } from '../../broker-accounts/live-account.ts';
import { backToPaper } from '../../broker-accounts/back-to-paper.ts';
import { isByOthers, liveCaseOf, requireReady, runningLive } from '../../broker-accounts/live-case.ts';
import { lockLive, lockOf, releaseLock, requireUnlocked } from '../../broker-accounts/live-lock.ts';
import { refusedBy } from '../../broker-accounts/refused-by.ts';
import { entriesToday, requireOwnLossLimits, riskLimitsOf } from '../../broker-accounts/risk-guard.ts';
import type { BackendParts } from '../../backend-parts.ts';
import { accountDifferences, settleDifference } from './account-differences.ts';
import { requireRunningQuota } from '../../trading/running-quota.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { notLeaving } from '../../trading/not-leaving.ts';
import { keptResultOf } from '../../trading/kept-results.ts';
import { worstDay } from '../../trading/results.ts';
import { testScope } from '../../trading/result-scope.ts';
import { requireOwnStrategy } from '../../trading/require-strategy.ts';
import { setStatus } from '../../trading/set-status.ts';

type LiveDeps = Pick<
  BackendParts,
  'database' | 'writeForSure' | 'clock' | 'hub' | 'marketRuns' | 'brokerAccounts' | 'starts' | 'logActivity'
>;

/** Below ten orders a second the exchange asks for no registration of the algorithm: its generic id goes along. */
const GENERIC_ALGO = 'Generic (under 10 orders a second)';

const KILLED = 'You stopped all live trading with the kill switch.';
const ONLY_HALTED =
  'Live trading has stopped: no strategy is evaluated and nothing is entered. But the disk cannot be written, so this holds only while TrickDesk runs, entries that rest at the broker are not cancelled and nothing is sold. Free some space and use the kill switch again.';

const positionsStay = (count: number): string =>
  count === 1 ? '1 position stays open' : `${count} positions stay open`;

/** What the kill switch leaves, as it is: what is protected, what is not, and what could not be taken back. */
const leftByKillSwitch = (account: LiveAccount, isFlattening: boolean): string => {
  const { isConnected, execution } = account.run;
  const open = execution.openPositions();
  const bare = open.filter((row) => row.stop_loss === null).length;
  const words: string[] = [];
  if (open.length === 0) words.push('Nothing is open.');
  else if (isFlattening && isConnected) {
    const { count, text: kept } = notLeaving(open);
    if (count === 0) words.push('Everything that is open is being closed.');
    else words.push(kept, ...(count < open.length ? ['Everything else is being closed.'] : []));
  } else {
    words.push(
      `${positionsStay(open.length)}${bare === 0 ? ', with a stop-loss' : `, ${bare} without a stop-loss`}.`,
    );
    if (!isConnected)
      words.push(
        `There is no session with the broker: nothing is watched${isFlattening ? ' or closed' : ''} before you log in. Close it in the broker's app, or log in.`,
      );
  }
  if (execution.orders.all().some(({ slot }) => slot === 'entry'))
    words.push('An entry could not be taken back yet and may still fill: look at the orders.');
  return words.join(' ');
};

/** What is left where the account is not up: what is written of it is held there all the same. */
const leftWithoutAccount = (count: number, why: string | null, isClosedLater: boolean): string => {
  if (count === 0) return 'Nothing is open.';
  const left = `${positionsStay(count)}, with only the stops that rest at the broker.`;
  if (isClosedLater) return `${left} They are closed as soon as your account at Angel One is taken up here.`;
  return [left, ...(why === null ? [] : [why]), "Close them in the broker's app."].join(' ');
};

/** Real money: the account at the broker, the way to live, and what stops it. */
export const liveHandlers = (deps: LiveDeps): Handlers<typeof live, CallContext> => {
  const { database, writeForSure, clock, hub, marketRuns, brokerAccounts, starts, logActivity } = deps;
  const { read } = database;

  const stateOf = (account: LiveAccount): BrokerAccount['state'] => {
    if (account.isSessionOver || !account.run.isConnected) return 'login-needed';
    return account.addressProblem === null ? 'connected' : 'trouble';
  };

  const accountView = (account: LiveAccount): BrokerAccount => ({
    brokerId: BROKER_ID.angelOne,
    clientCode: account.row.client_code_masked,
    linked: true,
    state: stateOf(account),
    sessionUntil: account.row.session_until === null ? null : istIso(account.row.session_until),
    registeredAddress: account.row.registered_address,
    currentAddress: account.currentAddress,
    lastError: account.row.last_error,
    hasTotpSecret: brokerAccounts.hasTotpSecret(account.row),
    lastTickAgeMs: account.run.lastTickAgeMs,
  });

  const accountAnswer = (userId: number) => {
    const account = brokerAccounts.accountOf(userId);
    return {
      broker_angelone_details: account && accountView(account),
      broker_details: [
        { brokerId: BROKER_ID.paper, name: 'Paper', isLinked: true, isPaper: true },
        { brokerId: BROKER_ID.angelOne, name: 'Angel One', isLinked: account !== null, isPaper: false },
      ],
    };
  };

  const guardAnswer = async (userId: number): Promise<RiskGuard> => {
    const limits = await riskLimitsOf(read, userId);
    const lock = await lockOf(read, userId);
    const entries = await entriesToday(read, userId, clock.now());
    return {
      ...limits,
      today: (await brokerAccounts.accountOf(userId)?.dayResult()) ?? 0,
      entriesToday: entries,
      lock: lock && {
        kind: lock.kind,
        reason: lock.reason,
        lockedAt: istIso(lock.locked_at),
        lockedUntil: istIso(lock.locked_until),
      },
    };
  };

  const checklistOf = async (userId: number, strategyId: number) => {
    const strategy = await requireOwnStrategy(database, userId, strategyId);
    const account = brokerAccounts.accountOf(userId);
    const checks = liveChecks(await liveCaseOf(database, account, strategy));
    return { strategy, account, checks, byOthers: await isByOthers(read, strategy) };
  };

  const stopAll = async (tx: Transaction, userId: number): Promise<StrategyRow[]> => {
    const strategies = await runningLive(tx.query, userId);
    for (const strategy of strategies) await setStatus(tx, hub, strategy, STRATEGY_STATUS.stopped);
    return strategies;
  };

  /** Locks live trading and stops every live strategy. @throws Refusal `unavailable` when it cannot be written */
  const writeStop = async (userId: number): Promise<StrategyRow[]> => {
    try {
      return await writeForSure(async (tx) => {
        await lockLive(tx, userId, 'kill-switch', clock.now());
        const strategies = await stopAll(tx, userId);
        await logActivity(
          tx,
          userId,
          'kill-switch',
          `Stopped all live trading (${strategies.length} strategies).`,
        );
        return strategies;
      });
    } catch (error) {
      if (storageTrouble(error) === null) throw error;
      throw new Refusal('unavailable', ONLY_HALTED);
    }
  };

  /** Live positions of a user that are open: in their account, or written of one that is not up. */
  const openLive = async (userId: number): Promise<number> => {
    const run = brokerAccounts.runOf(userId);
    if (run) return run.execution.openPositions().length;
    const { count } = await read
      .selectFrom('positions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('mode', '=', 'live')
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow();
    return count;
  };

  const killed = async (userId: number, stopped: readonly StrategyRow[]) => ({
    ...(await guardAnswer(userId)),
    stopped: stopped.map(({ id, name }) => ({ strategyId: id, name })),
    openPositions: await openLive(userId),
  });

  return {
    link: async (input, { userId }) => {
      const { clientCode, apiKey, pin, totp, totpSecret, registeredAddress } = input;
      if (totp === undefined && totpSecret === undefined)
        throw new Refusal('invalid', 'totp is needed: enter the code of this moment.', {
          fields: { totp: 'enter the code of this moment' },
        });
      const credentials = {
        clientCode: clientCode.toUpperCase(),
        apiKey,
        pin,
        totpSecret: totpSecret?.replaceAll(/\s/g, '').toUpperCase() ?? null,
      };
      await refusedBy(brokerAccounts.link(userId, credentials, totp ?? null, registeredAddress ?? null));
      await database.write((tx) => logActivity(tx, userId, 'broker', 'Linked an account at Angel One.'));
      return new Reply(accountAnswer(userId), 'Angel One is linked.');
    },

    reconnect: async ({ totp }, { userId }) => {
      await refusedBy(brokerAccounts.reconnect(userId, totp ?? null));
      await database.write((tx) =>
        logActivity(tx, userId, 'broker', 'Opened the session of the day at Angel One.'),
      );
      return new Reply(accountAnswer(userId), 'Connected to Angel One for today.');
    },

    account: (_input, { userId }) => Promise.resolve(accountAnswer(userId)),

    test: async (_input, { userId }) => {
      const tested = await refusedBy(brokerAccounts.requireAccount(userId).test());
      return new Reply(tested, `Angel One answers: the account of ${tested.name}.`);
    },

    unlink: async (_input, { userId }) => {
      await refusedBy(brokerAccounts.unlink(userId));
      await database.write((tx) => logActivity(tx, userId, 'broker', 'Unlinked the account at Angel One.'));
      return new Reply(accountAnswer(userId), 'Angel One is unlinked. Nothing of the account is kept here.');
    },

    brokerOrders: async (_input, { userId }) => {
      const { run } = brokerAccounts.requireAccount(userId);
      const { broker } = run;
      if (!broker) throw new Refusal('refused', 'There is no session with the broker. Log in first.');
      const reports = await refusedBy(broker.orderBook());
      const ours = await read
        .selectFrom('orders')
        .select(['id', 'broker_order_id'])
        .where('user_id', '=', userId)
        .where('broker_order_id', 'is not', null)
        .where('run_id', '=', run.identity.runId)
        .execute();
      const known = new Map(ours.map((row) => [row.broker_order_id, row.id]));
      return {
        orders: reports.map((report) => ({
          brokerOrderId: report.brokerOrderId,
          orderId: known.get(report.brokerOrderId) ?? null,
          symbol: report.tradingSymbol,
          side: report.side,
          quantity: report.quantity,
          filledQuantity: report.filledQuantity,
          price: report.price,
          state: report.state,
          reason: report.reason,
        })),
      };
    },

    resolve: async ({ orderId, decision, brokerOrderId }, { userId }) => {
      const order = await read
        .selectFrom('orders')
        .select('id')
        .where('id', '=', orderId)
        .where('user_id', '=', userId)
        .where('mode', '=', 'live')
        .executeTakeFirst();
      if (!order) throw notFound('order');
      if (decision === 'is' && brokerOrderId === undefined)
        throw new Refusal('invalid', 'brokerOrderId is needed: say which order of the broker it is.', {
          fields: { brokerOrderId: 'say which order it is' },
        });
      const { execution } = brokerAccounts.requireAccount(userId).run;
      const is = decision === 'is' && brokerOrderId !== undefined ? { brokerOrderId } : 'not-placed';
      const resolved = await refusedBy(execution.resolve(orderId, is));
      await database.write((tx) =>
        logActivity(
          tx,
          userId,
          'order',
          `Settled order ${orderId}: ${decision === 'is' ? `it is ${brokerOrderId} at the broker` : 'not placed'}.`,
        ),
      );
      return { orderId, state: resolved.state as 'open', reason: resolved.reason };
    },

    differences: (_input, { userId }) => accountDifferences(deps, userId),

    settleDifference: async (input, { userId }) => settleDifference(deps, userId, input),

    checklist: async ({ strategyId }, { userId }) => {
      const { strategy, account, checks, byOthers } = await checklistOf(userId, strategyId);
      const { fold } = await keptResultOf(read, strategy.id, testScope(marketRuns, userId));
      return {
        strategyId,
        name: strategy.name,
        isReady: isReady(checks),
        checks,
        needsAcknowledgement: byOthers,
        capital: strategy.capital,
        worstDayInTest: worstDay(fold),
        clientCode: account?.row.client_code_masked ?? null,
        algoId: GENERIC_ALGO,
      };
    },

    goLive: ({ strategyId, confirmName, isAcknowledged }, { userId }) =>
      starts.inTurn(strategyId, async () => {
        const strategy = await requireOwnStrategy(database, userId, strategyId);
        if (strategy.mode === 'live') throw new Refusal('conflict', `${strategy.name} is live already.`);
        if (strategy.status === STRATEGY_STATUS.disabled)
          throw new Refusal('conflict', `${strategy.name} is disabled; enable it first.`);
        if (confirmName.trim() !== strategy.name)
          throw new Refusal('invalid', 'confirmName is not the name of the strategy.', {
            fields: { confirmName: `type ${strategy.name}` },
          });
        await requireReady(database, brokerAccounts, strategy);
        if (!isAcknowledged && (await isByOthers(read, strategy)))
          throw new Refusal(
            'invalid',
            "isAcknowledged is needed: the exchange's rules for algorithms of others.",
            {
              fields: { isAcknowledged: 'read and accept the rules' },
            },
          );
        const at = clock.now();
        const switched = await database.write(async (tx) => {
          await requireUnlocked(tx, userId);
          const row = await tx.query
            .updateTable('strategies')
            .set({ mode: 'live', broker_id: BROKER_ID.angelOne })
            .where('id', '=', strategy.id)
            .where('mode', '=', 'test')
            .where('status', '!=', STRATEGY_STATUS.disabled)
            .where('removed_at', 'is', null)
            .returningAll()
            .executeTakeFirst();
          if (!row) throw new Refusal('conflict', `${strategy.name} is live already, disabled or removed.`);
          await logActivity(tx, userId, 'live', `${strategy.name} went live.`);
          const running = await setStatus(tx, hub, row, STRATEGY_STATUS.running);
          await requireRunningQuota(tx, userId);
          return running;
        });
        starts.end(switched);
        const launching = starts.launch(switched, (tx) => backToPaper(tx, strategy, at));
        const isWarm = await refusedBy(starts.patiently(switched, launching));
        return new Reply(
          { strategyId, mode: 'live' as const, strategyStatus: switched.status },
          isWarm
            ? `${strategy.name} is live: its next signal is a real order.`
            : `${strategy.name} is live. It warms up its indicators on past candles; from then on its next signal is a real order.`,
        );
      }),

    killSwitch: async ({ action, flatten }, { userId, attempt }) => {
      if (action === 'release') {
        await database.write(async (tx) => {
          await releaseLock(tx, userId, clock.now());
          await logActivity(tx, userId, 'kill-switch', 'Released the lock on live trading.');
        });
        await brokerAccounts.accountOf(userId)?.guard(clock.now());
        return new Reply(await killed(userId, []), 'Live trading is free again. Start what you want to run.');
      }
      const atOnce = brokerAccounts.accountOf(userId);
      // In memory first: it must hold whatever the disk does.
      atOnce?.haltEntries(KILLED);
      const withdrawn = atOnce?.withdrawEntries();
      const stopped = await writeStop(userId);
      atOnce?.haltIsWritten();
      await withdrawn;
      const account = atOnce ?? (await brokerAccounts.whenTakenUp(userId));
      if (account !== null && atOnce === null) {
        // It may have read its strategies before the lock was there.
        account.haltEntries(KILLED);
        account.haltIsWritten();
      }
      const key = attempt?.key ?? String(clock.now());
      // What came to be sent while the lock was written.
      await account?.withdrawEntries();
      // Side by side: no exit waits for the answer to a cancellation.
      await Promise.all([account?.cancelEntries(), flatten && account?.flatten(key)]);
      const isClosedLater = account === null && flatten && (await brokerAccounts.flattenOnceUp(userId, key));
      const answer = await killed(userId, stopped);
      const left = account
        ? leftByKillSwitch(account, flatten)
        : leftWithoutAccount(answer.openPositions, brokerAccounts.whyNotUp(userId), isClosedLater);
      return new Reply(answer, `All live trading is stopped. ${left}`);
    },

    riskGuard: async ({ maxLossPerDay, maxTradesPerDay }, { userId }) => {
      if (maxLossPerDay !== undefined || maxTradesPerDay !== undefined)
        await database.write(async (tx) => {
          const before = await riskLimitsOf(tx.query, userId);
          if (maxLossPerDay === null) await requireOwnLossLimits(tx, userId);
          const row = {
            user_id: userId,
            max_loss_per_day: maxLossPerDay === undefined ? before.maxLossPerDay : maxLossPerDay,
            max_trades_per_day: maxTradesPerDay === undefined ? before.maxTradesPerDay : maxTradesPerDay,
          };
          await tx.query
            .insertInto('risk_guards')
            .values(row)
            .onConflict((oc) => oc.column('user_id').doUpdateSet(row))
            .execute();
          await logActivity(tx, userId, 'risk', 'Changed the limits of live trading.');
        });
      await brokerAccounts.accountOf(userId)?.guard(clock.now());
      return guardAnswer(userId);
    },
  };
};
