import { sql, type SqlBool } from 'kysely';
import type { Transaction } from '../db/database.ts';
import type { PublicationRow, StrategyRow } from '../db/schema.ts';
import { requireStrategyRoom } from '../quotas.ts';
import { Refusal } from '../refusal.ts';
import { requireKnownSeller } from './licences.ts';
import { requireAuthorsOwnName } from './own-name.ts';
import { effectiveRules } from '../trading/effective-rules.ts';
import { requireNamedShares } from '../trading/require-named-shares.ts';
import { requireOwnStrategy } from '../trading/require-strategy.ts';
import { moved, requirePublication, type Submitted, versionOf, versionsOf } from './publication-store.ts';

/** Wishes of an author who submits a strategy; money in paise. */
export interface Wanted {
  readonly strategyId: number;
  readonly note: string;
  readonly minimumCapital?: number;
  /** Price of a copy, once, before GST; as before unless given. */
  readonly fee?: number;
}

/** Another author among a strategy's origins; null for none. However many copies lie between. */
const foreignOrigin = async (tx: Transaction, { id, owner_id: ownerId }: StrategyRow) => {
  const { rows } = await sql<{ name: string; author: string }>`
    with recursive origin (id, parent_id, owner_id, name) as (
      select id, parent_id, owner_id, name from strategies where id = ${id}
      union select above.id, above.parent_id, above.owner_id, above.name
      from strategies as above join origin on above.id = origin.parent_id)
    select origin.name, users.full_name as author from origin join users on users.id = origin.owner_id
    where origin.owner_id != ${ownerId} limit 1`.execute(tx.query);
  return rows[0] ?? null;
};

/** Rules in a form that is independent of order. Shares and conditions may be written in any order. */
const meaningOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(meaningOf(each))).sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, meaningOf(inner)]),
  );
};
const meaningIn = (document: string): string => JSON.stringify(meaningOf(JSON.parse(document)));

/** Another author's published strategy with the very same rules; null for none. It is, or was, on offer. */
const sameRules = async (tx: Transaction, strategy: StrategyRow, document: string) => {
  const documents = [document, strategy.document_json];
  const meanings = documents.map(meaningIn);
  // Another order of the same is as long: what else is on offer need not be read.
  const lengths = documents.map((text) => text.length);
  const others = await tx.query
    .selectFrom('strategies')
    .innerJoin('users', 'users.id', 'strategies.owner_id')
    .select(['strategies.name', 'users.full_name as author', 'document_json'])
    .where((eb) =>
      eb.or([
        eb('strategies.is_public', '=', 1),
        eb('strategies.id', 'in', eb.selectFrom('strategy_versions').select('strategy_id')),
      ]),
    )
    .where('strategies.owner_id', '!=', strategy.owner_id)
    .where((eb) => eb(eb.fn<number>('length', ['strategies.document_json']), 'in', lengths))
    .where(sql<SqlBool>`json_valid(strategies.document_json)`)
    .execute();
  return others.find((other) => meanings.includes(meaningIn(other.document_json))) ?? null;
};

/** @throws Refusal `refused` when the strategy is not its author's to publish */
const requireOwnWork = async (tx: Transaction, strategy: StrategyRow, document: string): Promise<void> => {
  if (strategy.managed_by !== null)
    throw new Refusal('refused', `${strategy.name} belongs to an advisor plan; it cannot be published.`);
  if (await versionOf(tx.query, strategy.id))
    throw new Refusal('refused', `${strategy.name} is a published version itself. Publish a copy of it.`);
  const origin = (await foreignOrigin(tx, strategy)) ?? (await sameRules(tx, strategy, document));
  if (origin)
    throw new Refusal(
      'refused',
      `${strategy.name} has the rules of ${origin.name} by ${origin.author}; only its author can publish it.`,
    );
};

const submittedJson = (strategy: StrategyRow, wanted: Wanted, feeBefore: number): string => {
  const submitted: Submitted = {
    document: effectiveRules(strategy),
    capital: strategy.capital,
    minimumCapital: wanted.minimumCapital ?? strategy.capital,
    maxLossPerDay: strategy.max_loss_per_day,
    slippageBp: strategy.slippage_bp,
    risk: strategy.risk,
    note: wanted.note,
    fee: wanted.fee ?? feeBefore,
  };
  return JSON.stringify(submitted);
};

/** Reviews cost minutes of a thread: each author has one at a time. */
const requireOneInReview = async (tx: Transaction, authorId: number, publicationId: number | null) => {
  const other = await tx.query
    .selectFrom('publications')
    .select('name')
    .where('author_id', '=', authorId)
    .where('submitted_json', 'is not', null)
    .where('id', '!=', publicationId ?? 0)
    .executeTakeFirst();
  if (other) throw new Refusal('conflict', `${other.name} is in review. Wait until its review has ended.`);
};

const requireStrategyOf = async (tx: Transaction, authorId: number, wanted: Wanted) => {
  const strategy = await requireOwnStrategy(tx, authorId, wanted.strategyId);
  await requireAuthorsOwnName(tx, authorId);
  await requireKnownSeller(tx, authorId, wanted.fee ?? 0);
  // The version is traded by one more strategy of the author.
  await requireStrategyRoom(tx, authorId, 1);
  requireNamedShares(strategy);
  await requireOwnWork(tx, strategy, JSON.stringify(effectiveRules(strategy)));
  if ((wanted.minimumCapital ?? strategy.capital) > strategy.capital)
    throw new Refusal('invalid', 'minimumCapital is above the capital of the strategy.', {
      fields: { minimumCapital: 'is above the capital of the strategy' },
    });
  return strategy;
};

/**
 * Require that rules were not published before under another name. A user who has paid for them is not asked to pay
 * again. @throws Refusal `refused`
 */
const requireNotPublished = async (
  tx: Transaction,
  authorId: number,
  strategy: StrategyRow,
  publicationId: number | null,
): Promise<void> => {
  const versions = await tx.query
    .selectFrom('strategy_versions as version')
    .innerJoin('publications', 'publications.id', 'version.publication_id')
    .select(['publications.name', 'version.number', 'version.document_json'])
    .where('publications.author_id', '=', authorId)
    .where('publications.id', '!=', publicationId ?? 0)
    .execute();
  const meaning = meaningIn(JSON.stringify(effectiveRules(strategy)));
  const same = versions.find((version) => meaningIn(version.document_json) === meaning);
  if (same)
    throw new Refusal(
      'refused',
      `These are the rules of version ${same.number} of ${same.name}, which you have published. Publish that again, or change them.`,
    );
};

const publicationOfDraft = (tx: Transaction, strategyId: number): Promise<PublicationRow | undefined> =>
  tx.query.selectFrom('publications').selectAll().where('draft_id', '=', strategyId).executeTakeFirst();

/**
 * Submit a strategy for its first review. Also again after it was refused or withdrawn.
 * @throws Refusal `not-found` for a strategy of another user, `refused` for work of another author, `conflict` while it
 *   is in review or published
 */
export const submitFirst = async (
  tx: Transaction,
  authorId: number,
  wanted: Wanted & { readonly summary: string },
  at: number,
): Promise<PublicationRow> => {
  const strategy = await requireStrategyOf(tx, authorId, wanted);
  const known = await publicationOfDraft(tx, strategy.id);
  if (known?.state === 'published')
    throw new Refusal('conflict', `${known.name} is published already. Publish its next version instead.`);
  await requireOneInReview(tx, authorId, known?.id ?? null);
  await requireNotPublished(tx, authorId, strategy, known?.id ?? null);
  const { name } = strategy;
  const submitted = {
    name,
    summary: wanted.summary,
    submitted_json: submittedJson(strategy, wanted, known?.fee ?? 0),
    // Nobody can pay it before it is on offer; if the review refuses, it is asked for again the next time.
    fee: wanted.fee ?? known?.fee ?? 0,
  };
  if (known)
    return tx.query
      .updateTable('publications')
      .set({
        ...submitted,
        state: moved(known, 'submit'),
        submission: known.submission + 1,
        submitted_at: at,
      })
      .where('id', '=', known.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  return tx.query
    .insertInto('publications')
    .values({
      ...submitted,
      author_id: authorId,
      draft_id: strategy.id,
      state: 'in-review',
      submission: 1,
      submitted_at: at,
      checks_json: '[]',
      current_version_id: null,
      created_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Its holders are told of a new version: there must be one. @throws Refusal `refused` */
const requireOtherRules = async (
  tx: Transaction,
  { id, name }: PublicationRow,
  strategy: StrategyRow,
): Promise<void> => {
  const [last] = await versionsOf(tx.query, [id]);
  if (last && meaningIn(last.document_json) === meaningIn(JSON.stringify(effectiveRules(strategy))))
    throw new Refusal(
      'refused',
      `These are the rules of version ${last.number} of ${name}. Change them first.`,
    );
};

/**
 * Submit a strategy's rules as the next version of a publication.
 * @throws Refusal as `submitFirst` does
 */
export const submitNext = async (
  tx: Transaction,
  authorId: number,
  wanted: Wanted & { readonly publicationId: number },
  at: number,
): Promise<PublicationRow> => {
  const publication = await requirePublication(tx, authorId, wanted.publicationId);
  const strategy = await requireStrategyOf(tx, authorId, wanted);
  const other = await publicationOfDraft(tx, strategy.id);
  if (other && other.id !== publication.id)
    throw new Refusal('conflict', `${strategy.name} is what ${other.name} was published from.`);
  await requireOneInReview(tx, authorId, publication.id);
  await requireOtherRules(tx, publication, strategy);
  return tx.query
    .updateTable('publications')
    .set({
      state: moved(publication, 'submit'),
      draft_id: strategy.id,
      submission: publication.submission + 1,
      submitted_json: submittedJson(strategy, wanted, publication.fee),
      submitted_at: at,
    })
    .where('id', '=', publication.id)
    .returningAll()
    .executeTakeFirstOrThrow();
};
