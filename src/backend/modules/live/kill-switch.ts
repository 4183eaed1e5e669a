import { allOf } from '../../all-of.ts';
import { Reply } from '../../../shared/contract/endpoint.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import { type Transaction } from '../../db/database.ts';
import { storageTrouble } from '../../db/storage-trouble.ts';
import type { StrategyRow } from '../../db/schema.ts';
import { entriesAnswered } from '../../broker-accounts/entries-under-way.ts';
import { gttThatMayBuy, wishEndOfGtt } from '../../broker-accounts/gtt/gtt-rows.ts';
import { type LiveAccount, STOPPED_ALL } from '../../broker-accounts/live-account.ts';
import { runningLive } from '../../broker-accounts/live-case.ts';
import { lockLive, releaseLock } from '../../broker-accounts/live-lock.ts';
import { Refusal } from '../../refusal.ts';
import { leftInPart } from '../../trading/left-in-part.ts';
import { notLeaving } from '../../trading/not-leaving.ts';
import { setStatus } from '../../trading/set-status.ts';
import { riskGuardOf } from './guard-limits.ts';
import type { LiveCalls, LiveDeps } from './live-deps.ts';

const KILLED = 'You stopped all live trading with the kill switch.';

const ONLY_HALTED =
  'Live trading has stopped: no strategy is evaluated and nothing is entered. But the disk cannot be written, so this holds only while TrickDesk runs, entries that rest at the broker are not cancelled and nothing is sold. Free some space and use the kill switch again.';

const positionsStay = (count: number): string =>
  count === 1 ? '1 position stays open' : `${count} positions stay open`;

const MAY_FILL = 'An entry could not be taken back yet and may still fill: look at the orders.';

/** Remainder after the kill switch, as a sentence: what is protected, what is not, and what could not be cancelled. */
const leftByKillSwitch = (account: LiveAccount, isFlattening: boolean, isAnswered: boolean): string => {
  const { isConnected, execution } = account.run;
  const open = execution.openPositions();
  const bare = open.filter((row) => row.stop_loss === null).length;
  const words: string[] = [];
  if (open.length === 0) words.push('Nothing is open.');
  else if (isFlattening && isConnected) {
    const { positionIds, text: kept } = notLeaving(open);
    if (positionIds.length === 0) words.push('Everything that is open is being closed.');
    else words.push(kept, ...(positionIds.length < open.length ? ['Everything else is being closed.'] : []));
  } else {
    words.push(
      `${positionsStay(open.length)}${bare === 0 ? ', with a stop-loss' : `, ${bare} without a stop-loss`}.`,
    );
    if (!isConnected)
      words.push(
        `There is no session with the broker: nothing is watched${isFlattening ? ' or closed' : ''} before you log in. Close it in the broker's app, or log in.`,
      );
  }
  if (!isAnswered || execution.orders.all().some(({ slot }) => slot === 'entry')) words.push(MAY_FILL);
  return words.join(' ');
};

/** Remainder where the account is not connected, as a sentence: what is written of it is held there all the same. */
const leftWithoutAccount = (count: number, why: string | null, isClosedLater: boolean): string => {
  if (count === 0) return 'Nothing is open.';
  const left = `${positionsStay(count)}, with only the stops that rest at the broker.`;
  if (isClosedLater) return `${left} They are closed as soon as your account at Angel One is taken up here.`;
  return [left, ...(why === null ? [] : [why]), "Close them in the broker's app."].join(' ');
};

const stopRunning = async (deps: LiveDeps, tx: Transaction, userId: number): Promise<StrategyRow[]> => {
  const { hub } = deps;
  const strategies = await runningLive(tx.query, userId);
  for (const strategy of strategies) await setStatus(tx, hub, strategy, STRATEGY_STATUS.stopped);
  return strategies;
};

/** Locks live trading and stops every live strategy. @throws Refusal `unavailable` when it cannot be written */
const writeStop = async (deps: LiveDeps, userId: number): Promise<StrategyRow[]> => {
  const { writeForSure, clock, hub, logActivity } = deps;
  try {
    return await writeForSure(userId, async (tx) => {
      await lockLive(tx, userId, 'kill-switch', clock.now());
      // Followed as soon as there is an account, also where the lock is released before that.
      await wishEndOfGtt(tx, hub, { userId, which: 'buys', reason: STOPPED_ALL });
      const strategies = await stopRunning(deps, tx, userId);
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
const openLive = async (deps: LiveDeps, userId: number): Promise<number> => {
  const { brokerAccounts } = deps;
  const { read } = deps.database;
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

const killed = async (deps: LiveDeps, userId: number, stopped: readonly StrategyRow[]) => ({
  ...(await riskGuardOf(deps, userId)),
  stopped: stopped.map(({ id, name }) => ({ strategyId: id, name })),
  openPositions: await openLive(deps, userId),
});

/** Stops all live trading, and closes what is open when asked to; or releases the lock. */
export const killSwitch =
  (deps: LiveDeps): LiveCalls['killSwitch'] =>
  async ({ action, flatten }, { userId, attempt }) => {
    const { database, clock, brokerAccounts, logActivity } = deps;
    if (action === 'release') {
      await database.write(userId, async (tx) => {
        await releaseLock(tx, userId, clock.now());
        await logActivity(tx, userId, 'kill-switch', 'Released the lock on live trading.');
      });
      await brokerAccounts.accountOf(userId)?.guard(clock.now());
      return new Reply(
        await killed(deps, userId, []),
        'Live trading is free again. Start what you want to run.',
      );
    }
    const atOnce = brokerAccounts.accountOf(userId);
    // In memory first: it must hold whatever the disk does.
    atOnce?.haltEntries(KILLED);
    const withdrawn = atOnce?.withdrawEntries();
    const stopped = await writeStop(deps, userId);
    atOnce?.haltIsWritten();
    await withdrawn;
    const account = atOnce ?? (await brokerAccounts.whenConnected(userId));
    if (account !== null && atOnce === null) {
      // It may have read its strategies before the lock was there.
      account.haltEntries(KILLED);
      account.haltIsWritten();
    }
    const key = attempt?.key ?? String(clock.now());
    // What came to be sent while the lock was written.
    await account?.withdrawEntries();
    const isAnswered = await entriesAnswered(database, userId);
    // Side by side: no exit waits for the answer to a cancellation.
    const open = account?.run.execution.openPositions() ?? [];
    const end = async () => {
      const work = account ? [account.cancelEntries(), ...(flatten ? [account.flatten(key)] : [])] : [];
      // What became of each is known before anything is said of the others.
      await allOf<unknown>(work);
      // An entry may have filled while it was taken back.
      if (flatten) await account?.flatten(key);
    };
    const later = async () =>
      account === null && flatten && (await brokerAccounts.flattenOnceUp(userId, key));
    const isClosedLater = await end()
      .then(later)
      .catch(async (error: unknown) => {
        const ids = flatten ? open.map(({ id }) => id) : [];
        throw await leftInPart(database, error, ids, 'All live trading is stopped.');
      });
    const answer = await killed(deps, userId, stopped);
    const left = account
      ? leftByKillSwitch(account, flatten, isAnswered)
      : leftWithoutAccount(answer.openPositions, brokerAccounts.whyNotUp(userId), isClosedLater) +
        (isAnswered ? '' : ` ${MAY_FILL}`);
    const gtt = await gttThatMayBuy(database.read, userId);
    return new Reply(answer, `All live trading is stopped. ${left}${gtt === null ? '' : ` ${gtt}`}`);
  };
