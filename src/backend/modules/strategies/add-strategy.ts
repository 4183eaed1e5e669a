import type { ADD_STRATEGY_URLS } from '../../../shared/contract/strategies.ts';
import { STRATEGY_STATUS } from '../../../shared/strategy-status.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { StrategyRow } from '../../db/schema.ts';
import { requireStrategyQuota } from '../../quotas.ts';
import { requireRunningQuota } from '../../trading/running-quota.ts';
import { Refusal } from '../../refusal.ts';
import type { StrategyStarts } from '../../broker-accounts/strategy-starts.ts';
import type { EventHub } from '../../notices/event-hub.ts';
import { announceStrategy } from '../../trading/announce.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';
import { copyOf, freeName } from '../../trading/copy-strategy.ts';
import { WORKING_STATES } from '../../../shared/order-states.ts';
import { isEvaluated } from '../../trading/evaluated-strategies.ts';
import { effectiveRules } from '../../trading/effective-rules.ts';
import { columnsOfLegs, legDocumentOf } from '../../trading/legs/leg-document-of.ts';
import { isLegsInput, requireLegDocument } from '../../trading/legs/require-leg-document.ts';
import { columnsOfDocument } from '../../trading/strategy-columns.ts';
import {
  requireOwnStrategy,
  requireUnpublished,
  requireVisibleStrategy,
  withOwnerOf,
} from '../../trading/require-strategy.ts';
import { requireNamedShares, tradedIndexOf } from '../../trading/require-named-shares.ts';
import { requireDocument, requireKnownShares } from '../../trading/require-document.ts';
import { requireLicence } from '../../publications/licences.ts';
import { requireCapital, requireStop } from './rules.ts';

export interface AddInput {
  readonly strategyId?: number;
  readonly name?: string;
  readonly capital?: number;
  readonly document?: unknown;
}

interface AddAnswer {
  readonly strategyId: number | null;
  readonly message: string;
}

export interface AddDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly marketRuns: MarketRuns;
  readonly hub: EventHub;
  readonly starts: StrategyStarts;
  readonly logActivity: (tx: Transaction, userId: number, topic: string, text: string) => Promise<void>;
}

/** Capital of a new strategy when none is given: ₹1,00,000. */
const DEFAULT_CAPITAL = 1_00_000_00;

const missing = (field: string): Refusal =>
  new Refusal('invalid', `${field} is missing.`, { fields: { [field]: 'is missing' } });

/** Columns of the document of a payload, of rules or of legs. @throws Refusal */
const columnsOf = async ({ database }: AddDeps, userId: number, input: AddInput) => {
  if (input.document === undefined) throw missing('document');
  if (isLegsInput(input.document)) return columnsOfLegs(requireLegDocument(input.document));
  const document = requireDocument(input.document);
  await requireKnownShares(database.readOf(userId), userId, document);
  return columnsOfDocument(document);
};

/** Copies a visible strategy into the user's own: in test, stopped, under a name of its own. */
export const cloneStrategy = async (
  deps: AddDeps,
  userId: number,
  input: { strategyId: number; name?: string; capital?: number },
): Promise<{ strategyId: number; message: string }> => {
  const of = await withOwnerOf(deps.database.read, userId, input.strategyId);
  return deps.database.write(of, async (tx) => {
    // In the same transaction: it may be withdrawn meanwhile.
    const parent = await requireVisibleStrategy(tx, userId, input.strategyId);
    await requireLicence(tx.query, userId, parent.id, deps.clock.now());
    const capital = input.capital ?? Math.max(parent.minimum_capital, parent.capital);
    requireCapital(capital, parent.minimum_capital);
    const name = await freeName(tx, userId, input.name ?? parent.name);
    const at = deps.clock.now();
    const copy = await tx.query
      .insertInto('strategies')
      .values(copyOf(parent, { ownerId: userId, name, capital, at }))
      .returningAll()
      .executeTakeFirstOrThrow();
    await requireStrategyQuota(tx, userId, at);
    announceStrategy(deps.hub, tx, copy);
    await deps.logActivity(tx, userId, 'cloned', `Cloned ${parent.name} as ${name}.`);
    const index = tradedIndexOf(copy);
    return {
      strategyId: copy.id,
      message:
        index === null
          ? `${name} is ready. It trades on paper.`
          : `${name} is ready. Rules over the members of ${index} can be backtested, and not be traded yet.`,
    };
  });
};

/** Refuse while an order can still fill. It would leave a position that nobody sees. @throws Refusal `conflict` */
const requireNothingWorking = async (
  tx: Transaction,
  strategyId: number,
  why: 'before removing it' | 'before changing its legs',
): Promise<void> => {
  const working = await tx.query
    .selectFrom('orders')
    .select('symbol')
    .where('strategy_id', '=', strategyId)
    .where('state', 'in', WORKING_STATES)
    .executeTakeFirst();
  if (!working) return;
  const { symbol } = working;
  throw new Refusal(
    'conflict',
    why === 'before removing it'
      ? `An order of this strategy in ${symbol} can still fill. Cancel it, or wait for it, before removing the strategy.`
      : `An order of this strategy in ${symbol} can still fill. Cancel it, or wait for it, before changing its legs.`,
  );
};

/** Asked of what is written: an account that could not be taken up holds its positions all the same. @throws Refusal */
const requireNothingOpen = async (
  tx: Transaction,
  strategyId: number,
  why: 'before removing it' | 'before changing its legs',
): Promise<void> => {
  const open = await tx.query
    .selectFrom('positions')
    .select('id')
    .where('strategy_id', '=', strategyId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (!open) return;
  throw new Refusal(
    'conflict',
    why === 'before removing it'
      ? 'Sell the open positions of this strategy before removing it.'
      : 'Close the open positions of this strategy before changing its legs.',
  );
};

type Addition = (deps: AddDeps, userId: number, input: AddInput) => Promise<AddAnswer>;

const strategyIdOf = ({ strategyId }: AddInput): number => {
  if (strategyId === undefined) throw missing('strategyId');
  return strategyId;
};

const follow: Addition = async ({ database, clock }, userId, input) => {
  const id = strategyIdOf(input);
  const of = await withOwnerOf(database.read, userId, id);
  const strategy = await database.write(of, async (tx) => {
    // In the same transaction: it may be withdrawn meanwhile.
    const visible = await requireVisibleStrategy(tx, userId, id);
    if (visible.owner_id === userId)
      throw new Refusal('refused', 'This strategy is your own; there is nothing to follow.');
    await requireLicence(tx.query, userId, id, clock.now());
    await tx.query
      .insertInto('follows')
      .values({ user_id: userId, strategy_id: visible.id, created_at: clock.now() })
      .onConflict((oc) => oc.doNothing())
      .execute();
    return visible;
  });
  return {
    strategyId: strategy.id,
    message: `You follow ${strategy.name}: its signals become alerts, never orders.`,
  };
};

const unfollow: Addition = async ({ database }, userId, input) => {
  const id = strategyIdOf(input);
  await database.write(userId, (tx) =>
    tx.query.deleteFrom('follows').where('user_id', '=', userId).where('strategy_id', '=', id).execute(),
  );
  return { strategyId: id, message: 'You no longer follow this strategy.' };
};

const clone: Addition = async (deps, userId, input) => {
  const { name, capital } = input;
  return cloneStrategy(deps, userId, { strategyId: strategyIdOf(input), name, capital });
};

const addRules: Addition = async (deps, userId, input) => {
  const { database, clock, hub, logActivity } = deps;
  if (input.name === undefined) throw missing('name');
  const columns = await columnsOf(deps, userId, input);
  const wanted = input.name;
  const added = await database.write(userId, async (tx) => {
    const name = await freeName(tx, userId, wanted);
    const capital = input.capital ?? DEFAULT_CAPITAL;
    const at = clock.now();
    const row = await tx.query
      .insertInto('strategies')
      .values({
        ...columns,
        owner_id: userId,
        parent_id: null,
        name,
        summary: 'Your own rules.',
        mode: 'test',
        status: STRATEGY_STATUS.stopped,
        risk: 'medium',
        minimum_capital: 1_000_00,
        capital,
        quantity: null,
        risk_percent: null,
        max_loss_per_day: null,
        slippage_bp: 2,
        is_public: 0,
        broker_id: 1,
        attention: null,
        created_at: at,
        removed_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await requireStrategyQuota(tx, userId, at);
    announceStrategy(hub, tx, row);
    await logActivity(tx, userId, 'added', `Added the strategy ${name}.`);
    return row;
  });
  const index = tradedIndexOf(added);
  return {
    strategyId: added.id,
    message:
      index === null
        ? 'The strategy is saved. It trades on paper.'
        : `The strategy is saved. Rules over the members of ${index} can be backtested, and not be traded yet.`,
  };
};

const update: Addition = async (deps, userId, input) => {
  const { database, hub, starts, logActivity } = deps;
  const id = strategyIdOf(input);
  const columns = input.document === undefined ? null : await columnsOf(deps, userId, input);
  return starts.inTurn(id, async () => {
    const changed = await database.write(userId, async (tx) => {
      const strategy = await requireOwnStrategy(tx, userId, id);
      await requireUnpublished(tx.query, strategy);
      if (strategy.mode === 'live' && isEvaluated(strategy))
        throw new Refusal('conflict', 'Stop this strategy before changing its rules: it runs live.');
      if (input.capital !== undefined) requireCapital(input.capital, strategy.minimum_capital);
      if (columns) await requireChangeable(tx, strategy, columns);
      const change = {
        ...columns,
        ...(input.name !== undefined &&
          input.name !== strategy.name && { name: await freeName(tx, userId, input.name) }),
        ...(input.capital !== undefined && { capital: input.capital }),
      };
      if (Object.keys(change).length === 0) return null;
      await logActivity(tx, userId, 'changed', `Changed the strategy ${strategy.name}.`);
      const row = await tx.query
        .updateTable('strategies')
        .set(change)
        .where('id', '=', strategy.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      announceStrategy(hub, tx, row);
      if (columns && isEvaluated(row)) {
        requireNamedShares(row);
        await requireRunningQuota(tx, userId);
      }
      return row;
    });
    if (!changed) return { strategyId: id, message: 'Nothing was to be changed.' };
    await starts.patiently(changed, starts.restart(changed));
    return { strategyId: id, message: 'The strategy is changed.' };
  });
};

/** Refuse rules that a strategy cannot be given now. @throws Refusal */
const requireChangeable = async (
  tx: Transaction,
  strategy: StrategyRow,
  columns: Awaited<ReturnType<typeof columnsOf>>,
): Promise<void> => {
  const [before, after] = [strategy, { ...strategy, ...columns }].map((row) => legDocumentOf(row) !== null);
  if (before !== after)
    throw new Refusal('refused', 'Rules cannot be made into legs, nor legs into rules. Save a new strategy.');
  if (!after) return requireStop(effectiveRules({ ...strategy, ...columns }), strategy.mode);
  // What it holds belongs to legs of the document as it is.
  await requireNothingOpen(tx, strategy.id, 'before changing its legs');
  await requireNothingWorking(tx, strategy.id, 'before changing its legs');
};

const remove: Addition = async ({ database, clock, hub, starts, logActivity }, userId, input) => {
  const id = strategyIdOf(input);
  const removed = await database.write(userId, async (tx) => {
    const strategy = await requireOwnStrategy(tx, userId, id);
    await requireUnpublished(tx.query, strategy);
    if (isEvaluated(strategy)) throw new Refusal('conflict', 'Stop this strategy before removing it.');
    await requireNothingOpen(tx, id, 'before removing it');
    await requireNothingWorking(tx, id, 'before removing it');
    await tx.query
      .updateTable('strategies')
      .set({ removed_at: clock.now() })
      .where('id', '=', strategy.id)
      .execute();
    announceStrategy(hub, tx, strategy);
    await logActivity(tx, userId, 'removed', `Removed the strategy ${strategy.name}; its history stays.`);
    return strategy;
  });
  starts.end(removed);
  return { strategyId: id, message: `${removed.name} is removed; its history stays.` };
};

/** Handlers of the generic add-strategy call, by name. */
export const ADDITIONS: Readonly<Record<(typeof ADD_STRATEGY_URLS)[number], Addition>> = {
  follow,
  unfollow,
  clone,
  add: addRules,
  update,
  remove,
};
