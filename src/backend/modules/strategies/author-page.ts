import { sql } from 'kysely';
import type { InputOf, OutputOf } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import { levelOf } from '../../../shared/result-level.ts';
import { istDayText } from '../../../shared/time.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { type KnownStrategy, readResults, readStrategies } from '../../trading/known-strategies.ts';
import type { MarketRuns } from '../../trading/market-runs.ts';
import { requireVisibleStrategy } from '../../trading/require-strategy.ts';
import { LIVE_SCOPE, testScope } from '../../trading/result-scope.ts';
import type { ResultScope } from '../../trading/results.ts';
import type { StrategyCards } from '../../trading/strategy-cards.ts';

type AuthorDetails = OutputOf<typeof strategies.author>['authorDetails'];
type RecordLine = AuthorDetails['record'][number];

export interface AuthorPageDeps {
  readonly database: Database;
  readonly marketRuns: MarketRuns;
  readonly cards: StrategyCards;
  readonly clock: Clock;
}

/** Joint record of some strategies at one level; null where none has traded. */
const recordIn = async (
  database: Database,
  known: readonly KnownStrategy[],
  scope: ResultScope,
  now: number,
): Promise<RecordLine | null> => {
  const results = [...(await readResults(database, known, scope, now)).values()].filter(
    ({ fold }) => fold.trades > 0,
  );
  if (results.length === 0) return null;
  const sum = (read: (fold: (typeof results)[number]['fold']) => number): number =>
    results.reduce((total, { fold }) => total + read(fold), 0);
  const from = results.flatMap(({ statistics }) => statistics.from ?? []).sort()[0] ?? null;
  return {
    level: levelOf(scope.mode, scope.source),
    source: scope.source,
    traded: results.length,
    trades: sum(({ trades }) => trades),
    gross: sum(({ gross }) => gross),
    charges: sum(({ charges }) => charges),
    net: sum(({ net }) => net),
    from,
  };
};

/** Everything that an author has ever offered: what did badly is not shed by a next version. */
const everOffered = async (
  { read }: Database,
  authorId: number,
): Promise<{ id: number; isPublic: boolean }[]> => {
  const { rows } = await sql<{ id: number; is_public: number }>`
    select id, is_public from strategies
    where owner_id = ${authorId} and kind = 'rules' and removed_at is null
      and (is_public = 1 or id in (select strategy_id from strategy_versions)) order by id`.execute(read);
  return rows.map(({ id, is_public }) => ({ id, isPublic: is_public === 1 }));
};

/**
 * An author as others see them: who they are, what they offer, and what all of it has come to.
 * @throws Refusal `not-found` for somebody who offers nothing, and is not the caller
 */
export const authorPage = async (
  { database, marketRuns, cards, clock }: AuthorPageDeps,
  userId: number,
  input: InputOf<typeof strategies.author>,
): Promise<{ authorDetails: AuthorDetails }> => {
  if (input.authorId === undefined && input.strategyId === undefined)
    throw new Refusal('invalid', 'authorId or strategyId is missing.', {
      fields: { authorId: 'is missing' },
    });
  const authorId =
    input.authorId ?? (await requireVisibleStrategy(database, userId, input.strategyId ?? 0)).owner_id;
  const author = await database.read
    .selectFrom('users')
    .select(['id', 'full_name', 'bio', 'parrva_reference', 'created_at'])
    .where('id', '=', authorId)
    .executeTakeFirst();
  const offered = await everOffered(database, authorId);
  // A person without a public strategy is no author, and not to be found by number.
  if (!author || (!offered.some(({ isPublic }) => isPublic) && authorId !== userId)) throw notFound('author');
  const known = await readStrategies(database, { ids: offered.map(({ id }) => id) });
  const shown = await cards.cards(
    offered.flatMap(({ id, isPublic }) => (isPublic ? [id] : [])),
    userId,
  );
  const record = [
    await recordIn(database, known, LIVE_SCOPE, clock.now()),
    await recordIn(database, known, testScope(marketRuns, userId), marketRuns.runOf(userId).session.now),
  ];
  return {
    authorDetails: {
      authorId: author.id,
      name: author.full_name,
      bio: author.bio,
      since: istDayText(author.created_at),
      followers: shown.reduce((sum, strategy) => sum + strategy.followers, 0),
      parrvaReference: author.parrva_reference,
      record: record.filter((line) => line !== null),
      strategies: shown,
    },
  };
};
