import type { Kysely } from 'kysely';
import type { ReviewFigures } from '../../shared/contract/authors.ts';
import type { RuleDocument } from '../../shared/rule-document.ts';
import type { PublicationState, ReviewCheck } from '../../shared/publication-states.ts';
import { nextPublication, type PublicationEvent } from '../../engine/publication/publication.ts';
import type { Transaction } from '../db/database.ts';
import type { PublicationRow, Schema, StrategyRow, StrategyVersionRow } from '../db/schema.ts';
import { notFound, Refusal } from '../refusal.ts';

/** Rules and settings as they were submitted; money in paise. */
export interface Submitted {
  readonly document: RuleDocument;
  readonly capital: number;
  readonly minimumCapital: number;
  readonly maxLossPerDay: number | null;
  readonly slippageBp: number;
  readonly risk: StrategyRow['risk'];
  readonly note: string;
  /** Paise before GST; absent in what was handed in before there were fees. */
  readonly fee?: number;
}

export const submittedOf = ({ submitted_json: json }: PublicationRow): Submitted | null =>
  json === null ? null : (JSON.parse(json) as Submitted);

export const checksOf = ({ checks_json: json }: PublicationRow): ReviewCheck[] =>
  JSON.parse(json) as ReviewCheck[];

export const figuresOf = ({ figures_json: json }: StrategyVersionRow): ReviewFigures =>
  JSON.parse(json) as ReviewFigures;

/** Whether others see it. */
export const isOffered = (state: PublicationState): boolean => state === 'published' || state === 'updating';

const SPOKEN: Readonly<Record<PublicationState, string>> = {
  draft: 'has not been handed in',
  'in-review': 'is in review',
  published: 'is published',
  updating: 'has a next version in review',
  refused: 'was refused',
  withdrawn: 'is withdrawn',
};

/** The state after an event. @throws Refusal `conflict` where it cannot happen now */
export const moved = ({ state, name }: PublicationRow, event: PublicationEvent): PublicationState => {
  const next = nextPublication(state, event);
  if (next === null)
    throw new Refusal('conflict', `${name} ${SPOKEN[state]} already.`, { details: { state } });
  return next;
};

/** A publication of the author's own; anybody else's is simply not there. */
export const requirePublication = async (
  tx: Transaction,
  authorId: number,
  publicationId: number,
): Promise<PublicationRow> => {
  const row = await tx.query
    .selectFrom('publications')
    .selectAll()
    .where('id', '=', publicationId)
    .where('author_id', '=', authorId)
    .executeTakeFirst();
  if (!row) throw notFound('publication');
  return row;
};

/** Versions of publications, newest first. */
export const versionsOf = (
  db: Kysely<Schema>,
  publicationIds: readonly number[],
): Promise<StrategyVersionRow[]> =>
  publicationIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('strategy_versions')
        .selectAll()
        .where('publication_id', 'in', publicationIds)
        .orderBy('number', 'desc')
        .execute();

/** The version that a strategy trades; null for a strategy that is none. */
export const versionOf = async (db: Kysely<Schema>, strategyId: number): Promise<StrategyVersionRow | null> =>
  (await db
    .selectFrom('strategy_versions')
    .selectAll()
    .where('strategy_id', '=', strategyId)
    .executeTakeFirst()) ?? null;

/** Users who follow or hold copies of strategies, with each strategy. The author is left out. */
export const holdersOf = async (
  db: Kysely<Schema>,
  authorId: number,
  strategyIds: readonly number[],
): Promise<{ userId: number; strategyId: number }[]> => {
  if (strategyIds.length === 0) return [];
  const following = await db
    .selectFrom('follows')
    .select(['user_id as userId', 'strategy_id as strategyId'])
    .where('strategy_id', 'in', strategyIds)
    .where('user_id', '!=', authorId)
    .execute();
  const copies = await db
    .selectFrom('strategies')
    .select(['owner_id as userId', 'id as strategyId'])
    .where('parent_id', 'in', strategyIds)
    .where('owner_id', '!=', authorId)
    .where('removed_at', 'is', null)
    .execute();
  return [...copies, ...following];
};
