import { setImmediate } from 'node:timers/promises';
import { Reply } from '../../../shared/contract/endpoint.ts';
import { type Database, type Transaction } from '../../db/database.ts';
import { storageTrouble } from '../../db/storage-trouble.ts';
import type { StrategyRow } from '../../db/schema.ts';
import { announceStrategy } from '../../trading/announce.ts';
import { isChange, requireNoExit } from '../../trading/changed-protection.ts';
import { Refusal } from '../../refusal.ts';
import { effectiveRules } from '../../trading/effective-rules.ts';
import { refuseBasket, requireOwnStrategy, requireUnpublished } from '../../trading/require-strategy.ts';
import { requireStop } from './rules.ts';
import { changeOf } from './strategy-changes.ts';
import type { StrategiesCalls, StrategiesDeps } from './strategies-deps.ts';

const UNPROTECTED =
  'The protection is changed for what is entered from now on, but open positions could not be given it and keep that of before. Free some space if the disk is full, and change the protection again.';

/** Give open positions their strategy's protection, in the transaction that writes it. */
const protectIn = async (deps: StrategiesDeps, tx: Transaction, row: StrategyRow): Promise<void> => {
  const { marketRuns } = deps;
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
 * Wait for what is being saved of a user: a fill has the protection of before until it is held. Where nothing can be
 * saved, no fill is.
 */
const saved = async (database: Database, userId: number): Promise<void> => {
  try {
    await database.write(userId, () => Promise.resolve());
  } catch (error) {
    if (storageTrouble(error) === null) throw error;
  }
  await setImmediate();
};

/**
 * Give open positions the stored protection, where they have another. The change itself is written already.
 * @throws Refusal `unavailable` where that could not be written, with what is left to do
 */
const protectAnew = async (deps: StrategiesDeps, { id }: StrategyRow): Promise<void> => {
  const { database, marketRuns } = deps;
  const stored = (query: Database['read']): Promise<StrategyRow> =>
    query.selectFrom('strategies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  try {
    const row = await stored(database.read);
    await saved(database, row.owner_id);
    const changes = marketRuns
      .runsOf(row.owner_id)
      .flatMap(({ execution, runner }) =>
        execution.protectionsUnder(id, effectiveRules(row), runner.atrOf(id)),
      );
    if (changes.some(isChange))
      await database.write(row.owner_id, async (tx) => protectIn(deps, tx, await stored(tx.query)));
  } catch (error) {
    if (storageTrouble(error) === null) throw error;
    throw new Refusal('unavailable', UNPROTECTED, { cause: error });
  }
};

/** Changes the protection of a strategy, open positions included. */
export const changeProtection =
  (deps: StrategiesDeps): StrategiesCalls['modifyStopLoss'] =>
  async (input, { userId }) => {
    const { database, hub, marketRuns, starts, logActivity } = deps;
    await refuseBasket(database, userId, input.strategyId);
    const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
    // A new distance in ATR is known only once the strategy is warm.
    const isByAtr = [input.stopLoss, input.target, input.trailing].some(
      (distance) => distance?.kind === 'atr',
    );
    return starts.inTurn(input.strategyId, async () => {
      const changed = await database.write(userId, async (tx) => {
        const strategy = await requireOwnStrategy(tx, userId, input.strategyId);
        await requireUnpublished(tx.query, strategy);
        const change = {
          stop_loss_json: input.stopLoss === undefined ? strategy.stop_loss_json : json(input.stopLoss),
          target_json: input.target === undefined ? strategy.target_json : json(input.target),
          trailing_json: input.trailing === undefined ? strategy.trailing_json : json(input.trailing),
        };
        const wanted = effectiveRules({ ...strategy, ...change });
        requireStop(wanted, strategy.mode);
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
        announceStrategy(hub, tx, row);
        // Warming up may take long, or fail, and the positions are open meanwhile.
        if (!isByAtr) await protectIn(deps, tx, row);
        return row;
      });
      const protect = (): Promise<void> => protectAnew(deps, changed);
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
      return new Reply(await changeOf(deps, changed), 'The protection is changed, open positions included.');
    });
  };
