import type { Kysely } from 'kysely';
import type { OutputOf } from '../../shared/contract/endpoint.ts';
import type { authors } from '../../shared/contract/authors.ts';
import type { Language } from '../../shared/languages.ts';
import { formatRupees } from '../../shared/money.ts';
import { WORKING_STATES } from '../../shared/order-states.ts';
import { istIso } from '../../shared/time.ts';
import type { PublicationRow, Schema, StrategyRow, StrategyVersionRow } from '../db/schema.ts';
import { effectiveRules } from '../trading/effective-rules.ts';
import { isEvaluated } from '../trading/evaluated-strategies.ts';
import { labelledSentences } from '../trading/labelled-sentences.ts';
import { figuresOf, isOffered, versionOf } from './publication-store.ts';

type VersionChanges = NonNullable<OutputOf<typeof authors.changes>['version']>;
type VersionView = VersionChanges['held'];

/** A user's holding of a publication, and the version on offer. */
export interface Holding {
  readonly publication: PublicationRow;
  readonly held: StrategyVersionRow;
  /** The strategy that trades the held version. */
  readonly heldStrategy: StrategyRow;
  /** Null while what is held is on offer, or nothing is. */
  readonly next: { readonly version: StrategyVersionRow; readonly strategy: StrategyRow } | null;
  /** The copy of somebody's own; null for what is followed. */
  readonly copy: StrategyRow | null;
}

export const versionView = (row: StrategyVersionRow): VersionView => ({
  versionId: row.id,
  number: row.number,
  strategyId: row.strategy_id,
  note: row.note,
  publishedAt: istIso(row.published_at),
  figures: figuresOf(row),
});

const strategyOf = (db: Kysely<Schema>, id: number): Promise<StrategyRow> =>
  db.selectFrom('strategies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A user's holding by a strategy: a copy of their own, or one that they follow; null where it leads to no version. */
export const holdingOf = async (
  db: Kysely<Schema>,
  userId: number,
  strategyId: number,
): Promise<Holding | null> => {
  const row = await db
    .selectFrom('strategies')
    .selectAll()
    .where('id', '=', strategyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const copy = row.owner_id === userId ? row : null;
  if (copy === null) {
    const follow = await db
      .selectFrom('follows')
      .select('strategy_id')
      .where('user_id', '=', userId)
      .where('strategy_id', '=', strategyId)
      .executeTakeFirst();
    if (!follow) return null;
  }
  const heldId = copy ? copy.parent_id : strategyId;
  const held = heldId === null ? null : await versionOf(db, heldId);
  if (!held) return null;
  const publication = await db
    .selectFrom('publications')
    .selectAll()
    .where('id', '=', held.publication_id)
    .executeTakeFirstOrThrow();
  const heldStrategy = await strategyOf(db, held.strategy_id);
  return { publication, held, heldStrategy, next: await nextOf(db, publication, held), copy };
};

const nextOf = async (db: Kysely<Schema>, publication: PublicationRow, held: StrategyVersionRow) => {
  const { current_version_id: id, state } = publication;
  if (id === null || id === held.id || !isOffered(state)) return null;
  const version = await db
    .selectFrom('strategy_versions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { version, strategy: await strategyOf(db, version.strategy_id) };
};

/** Columns of a strategy that its rules decide, none of its owner's. */
export const ruleColumns = (row: StrategyRow) => ({
  document_json: row.document_json,
  segment: row.segment,
  timeframe: row.timeframe,
  max_trades_per_day: row.max_trades_per_day,
  square_off_time: row.square_off_time,
  product: row.product,
  stop_loss_json: row.stop_loss_json,
  target_json: row.target_json,
  trailing_json: row.trailing_json,
});

const changesOf = (before: StrategyRow, after: StrategyRow, language: Language) => {
  const old = new Map(
    labelledSentences(effectiveRules(before), language).map((one) => [one.label, one.text]),
  );
  const fresh = new Map(
    labelledSentences(effectiveRules(after), language).map((one) => [one.label, one.text]),
  );
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((label) => {
    const [from, to] = [old.get(label) ?? null, fresh.get(label) ?? null];
    return from === to ? [] : [{ label, before: from, after: to }];
  });
};

/** Why a copy cannot take other rules now, as a sentence; null when it can. What is followed always can. */
export const acceptBlock = async (db: Kysely<Schema>, { copy, next }: Holding): Promise<string | null> => {
  if (!copy || !next) return null;
  const { strategy } = next;
  if (isEvaluated(copy)) return `Stop ${copy.name} before you accept other rules for it.`;
  const open = await db
    .selectFrom('positions')
    .select('symbol')
    .where('strategy_id', '=', copy.id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (open) return `Sell what ${copy.name} holds of ${open.symbol} before you accept other rules for it.`;
  const working = await db
    .selectFrom('orders')
    .select('symbol')
    .where('strategy_id', '=', copy.id)
    .where('state', 'in', WORKING_STATES)
    .executeTakeFirst();
  if (working)
    return `An order of ${copy.name} in ${working.symbol} can still fill. Cancel it, or wait for it, first.`;
  if (copy.capital < strategy.minimum_capital)
    return `The new version needs a capital of at least ${formatRupees(strategy.minimum_capital)}. Raise it in the settings first.`;
  if (strategy.stop_loss_json === null && copy.risk_percent !== null)
    return 'The new version has no stop-loss, and your copy is sized by risk. Change its size in the settings first.';
  if (strategy.stop_loss_json === null && copy.mode === 'live')
    return 'The new version has no stop-loss, which a live strategy needs. Take your copy back to paper first.';
  return null;
};

/** The held version beside the one on offer, rules in words. */
export const changesView = async (
  db: Kysely<Schema>,
  strategyId: number,
  holding: Holding,
  language: Language,
): Promise<VersionChanges> => {
  const { publication, held, heldStrategy, next, copy } = holding;
  const isChangedByOwner =
    copy !== null && JSON.stringify(ruleColumns(copy)) !== JSON.stringify(ruleColumns(heldStrategy));
  return {
    strategyId,
    name: publication.name,
    held: versionView(held),
    next: next && versionView(next.version),
    changes: next ? changesOf(copy ?? heldStrategy, next.strategy, language) : [],
    isChangedByOwner,
    blockReason: await acceptBlock(db, holding),
  };
};
