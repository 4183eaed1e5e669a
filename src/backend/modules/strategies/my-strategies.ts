import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { InputOf, OutputOf } from '../../../shared/contract/endpoint.ts';
import type { strategies } from '../../../shared/contract/strategies.ts';
import { pageOffset } from '../../../shared/paging.ts';
import { ANY_TRICK_STATUS, BROKER_ID, TRICK_STATUS } from '../../../shared/trick-status.ts';
import { containing } from '../../db/containing.ts';
import type { Database } from '../../db/database.ts';
import type { TrickCards } from '../../trading/trick-cards.ts';

type Wanted = Required<InputOf<typeof strategies.mine>>;
type MyStrategies = OutputOf<typeof strategies.mine>;

interface Found {
  readonly live: number;
  readonly test: number;
  readonly stopped: number;
  /** Numbers of the strategies that are wanted, newest first, and of those that need attention, as JSON. */
  readonly wanted: string;
  readonly attention: string;
}

const wantedRows = ({ trickStatus, pageType, brokerId, Search }: Wanted): RawBuilder<SqlBool> => {
  const conditions: RawBuilder<SqlBool>[] = [sql<SqlBool>`tricks.status <> ${TRICK_STATUS.needsAttention}`];
  if (trickStatus !== ANY_TRICK_STATUS) conditions.push(sql<SqlBool>`tricks.status = ${trickStatus}`);
  if (pageType !== 'All')
    conditions.push(sql<SqlBool>`tricks.mode = ${pageType === 'Live' ? 'live' : 'test'}`);
  if (brokerId !== BROKER_ID.any) conditions.push(sql<SqlBool>`tricks.broker_id = ${brokerId}`);
  if (Search) conditions.push(containing('tricks.name', Search));
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
};

/** A page of a user's own strategies, those that need attention, and how many there are of each tab. */
export const myStrategies = async (
  { read }: Database,
  cards: TrickCards,
  userId: number,
  wanted: Wanted,
): Promise<MyStrategies> => {
  const own = sql<SqlBool>`tricks.owner_id = ${userId} and tricks.kind = 'rules' and tricks.removed_at is null`;
  // One question over one index, written out: building several would take longer than answering them. The page is cut
  // here: there are never many of one's own, and SQLite takes six times as long where a limit is bound.
  const { rows } = await sql<Found>`
    select coalesce(sum(mode = 'live' and status = ${TRICK_STATUS.running}), 0) as live,
      coalesce(sum(mode = 'test'), 0) as test, coalesce(sum(status = ${TRICK_STATUS.stopped}), 0) as stopped,
      json_group_array(id order by id desc) filter (where ${wantedRows(wanted)}) as wanted,
      json_group_array(id order by id) filter (where status = ${TRICK_STATUS.needsAttention}) as attention
    from tricks where ${own}`.execute(read);
  const [found] = rows;
  if (!found) throw new Error('A sum without a row.');
  const { live, test, stopped } = found;
  const [ids = [], waiting = []] = [found.wanted, found.attention].map(
    (json) => JSON.parse(json) as number[],
  );
  const from = pageOffset(wanted);
  return {
    trick_list: await cards.cards(ids.slice(from, from + wanted.pageSize), userId),
    needsAttention: await cards.cards(waiting, userId),
    counts: { live, test, stopped },
    pageNumber: wanted.pageNumber,
    pageSize: wanted.pageSize,
    total: ids.length,
  };
};
