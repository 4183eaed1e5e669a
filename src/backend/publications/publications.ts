import type { Kysely } from 'kysely';
import type { OutputOf } from '../../shared/contract/endpoint.ts';
import type { authors } from '../../shared/contract/authors.ts';
import { istIso } from '../../shared/time.ts';
import type { StrategyStarts } from '../broker-accounts/strategy-starts.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { PublicationRow, Schema } from '../db/schema.ts';
import { writeForRead } from '../db/write-for-read.ts';
import type { EventHub } from '../notices/event-hub.ts';
import type { LogActivity } from '../notices/journal.ts';
import type { Notify } from '../notices/notify.ts';
import { notFound, Refusal } from '../refusal.ts';
import { announceStrategy } from '../trading/announce.ts';
import { followingOf } from '../trading/followers.ts';
import { requireLicence, salesOf } from './licences.ts';
import { checksOf, moved, requirePublication, versionsOf } from './publication-store.ts';
import type { PublicationReviews } from './reviews.ts';
import { submitFirst, submitNext, type Wanted } from './submit.ts';
import { acceptBlock, holdingOf, ruleColumns, versionView } from './version-changes.ts';

type PublicationView = OutputOf<typeof authors.publish>;

export interface PublicationsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly hub: EventHub;
  readonly starts: StrategyStarts;
  readonly reviews: PublicationReviews;
  readonly notify: Notify;
  readonly logActivity: LogActivity;
}

/** Strategies on offer by their authors: handed in, versioned, withdrawn, and accepted by who holds them. */
export class Publications {
  private readonly deps: PublicationsDeps;

  constructor(deps: PublicationsDeps) {
    this.deps = deps;
  }

  /** Submit a strategy for its first review. @throws Refusal */
  publish(authorId: number, wanted: Wanted & { readonly summary: string }): Promise<PublicationView> {
    return this.submit(authorId, (tx, at) => submitFirst(tx, authorId, wanted, at));
  }

  /** Submit a next version. @throws Refusal */
  newVersion(
    authorId: number,
    wanted: Wanted & { readonly publicationId: number },
  ): Promise<PublicationView> {
    return this.submit(authorId, (tx, at) => submitNext(tx, authorId, wanted, at));
  }

  private async submit(
    authorId: number,
    write: (tx: Transaction, at: number) => Promise<PublicationRow>,
  ): Promise<PublicationView> {
    const { database, clock, logActivity, reviews } = this.deps;
    const row = await database.write(authorId, async (tx) => {
      const submitted = await write(tx, clock.now());
      await logActivity(tx, authorId, 'published', `Handed ${submitted.name} in for review.`);
      return submitted;
    });
    reviews.resume();
    return this.viewOf(row);
  }

  /**
   * Withdraw a publication: from review, or from the marketplace. Followers are notified and follow no more; copies stay as they are.
   * @throws Refusal `conflict` when there is nothing to take back
   */
  async withdraw(authorId: number, publicationId: number): Promise<PublicationView> {
    const { database, logActivity } = this.deps;
    const concerned = async (db: Kysely<Schema>) => [authorId, ...(await concernedBy(db, publicationId))];
    const row = await writeForRead(database, concerned, async (tx) => {
      const publication = await requirePublication(tx, authorId, publicationId);
      const state = moved(publication, 'withdraw');
      await logActivity(tx, authorId, 'withdrawn', `Withdrew ${publication.name}.`);
      if (state === 'withdrawn') await this.delist(tx, publication);
      return tx.query
        .updateTable('publications')
        .set({ state, submitted_json: null })
        .where('id', '=', publication.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return this.viewOf(row);
  }

  private async delist(tx: Transaction, { id, name }: PublicationRow): Promise<void> {
    const strategyIds = (await versionsOf(tx.query, [id])).map((version) => version.strategy_id);
    if (strategyIds.length === 0) return;
    await tx.query.updateTable('strategies').set({ is_public: 0 }).where('id', 'in', strategyIds).execute();
    const ended = await tx.query
      .deleteFrom('follows')
      .where('strategy_id', 'in', strategyIds)
      .returning('user_id')
      .execute();
    for (const { user_id: userId } of ended)
      await this.deps.notify(tx, userId, 'system', {
        title: `${name} was withdrawn`,
        body: 'Its author does not offer it any more, so its signals end. Copies of it stay as they are.',
        link: '/marketplace',
      });
    const [newest] = strategyIds;
    const paid = await tx.query
      .selectFrom('licences')
      .select('user_id')
      .where('publication_id', '=', id)
      .execute();
    for (const { user_id: userId } of paid)
      await this.deps.notify(tx, userId, 'system', {
        title: `${name} is no longer offered`,
        body: 'You have paid its fee: you can clone its last version all the same.',
        link: `/strategies/${newest}`,
      });
  }

  /** Everything that an author has handed in, newest first. */
  async of(authorId: number): Promise<PublicationView[]> {
    const rows = await this.deps.database.read
      .selectFrom('publications')
      .selectAll()
      .where('author_id', '=', authorId)
      .orderBy('id', 'desc')
      .execute();
    return Promise.all(rows.map((row) => this.viewOf(row)));
  }

  /**
   * Accept the version on offer for a copy or a followed strategy. A copy keeps its name, its capital and its size.
   * @throws Refusal `conflict` while it runs or holds something, or when another version than the one seen is on offer
   */
  accept(userId: number, strategyId: number, versionId: number): Promise<void> {
    const { database, clock, hub, starts, logActivity } = this.deps;
    return starts.inTurn(strategyId, async () => {
      const author = (await holdingOf(database.read, userId, strategyId))?.publication.author_id;
      return database.write([userId, ...(author === undefined ? [] : [author])], async (tx) => {
        const holding = await holdingOf(tx.query, userId, strategyId);
        if (!holding) throw notFound('strategy');
        const { copy, next, publication } = holding;
        if (next?.version.id !== versionId)
          throw new Refusal(
            'conflict',
            `Another version of ${publication.name} is on offer now. Look again.`,
          );
        const reason = await acceptBlock(tx.query, holding);
        if (reason !== null) throw new Refusal('conflict', reason);
        await requireLicence(tx.query, userId, next.strategy.id, clock.now());
        const { number } = next.version;
        await logActivity(tx, userId, 'accepted', `Accepted version ${number} of ${publication.name}.`);
        if (copy) {
          await tx.query
            .updateTable('strategies')
            .set({
              ...ruleColumns(next.strategy),
              minimum_capital: next.strategy.minimum_capital,
              parent_id: next.strategy.id,
            })
            .where('id', '=', copy.id)
            .execute();
          announceStrategy(hub, tx, copy);
        } else await moveFollow(tx, userId, strategyId, next.strategy.id, clock.now());
      });
    });
  }

  private async viewOf(row: PublicationRow): Promise<PublicationView> {
    const { read } = this.deps.database;
    const versions = await versionsOf(read, [row.id]);
    const [newest] = versions;
    const followers = newest ? (await followingOf(read, [newest.strategy_id]))(newest.strategy_id) : 0;
    return {
      publicationId: row.id,
      draftId: row.draft_id,
      name: row.name,
      summary: row.summary,
      state: row.state,
      submittedAt: row.submitted_at === null ? null : istIso(row.submitted_at),
      checks: checksOf(row),
      versions: versions.map(versionView),
      followers,
      fee: row.fee,
      ...(await salesOf(read, row.id)),
    };
  }
}

/** Users who follow a publication, or have paid its fee. */
const concernedBy = async (db: Kysely<Schema>, publicationId: number): Promise<number[]> => {
  const versions = db
    .selectFrom('strategy_versions')
    .select('strategy_id')
    .where('publication_id', '=', publicationId);
  const rows = await db
    .selectFrom('follows')
    .select('user_id')
    .where('strategy_id', 'in', versions)
    .union(db.selectFrom('licences').select('user_id').where('publication_id', '=', publicationId))
    .execute();
  return rows.map(({ user_id: userId }) => userId);
};

const moveFollow = async (tx: Transaction, userId: number, from: number, to: number, at: number) => {
  await tx.query
    .deleteFrom('follows')
    .where('user_id', '=', userId)
    .where('strategy_id', '=', from)
    .execute();
  await tx.query
    .insertInto('follows')
    .values({ user_id: userId, strategy_id: to, created_at: at })
    .onConflict((oc) => oc.doNothing())
    .execute();
};
