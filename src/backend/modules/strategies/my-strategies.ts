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

interface Counts {
  readonly live: number;
  readonly test: number;
  readonly stopped: number;
  readonly total: number;
  /** Numbers of the strategies of the page, and of those that need attention, as JSON. */
  readonly page: string;
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
  const isWanted = wantedRows(wanted);
  // One question, written out: building several would take longer than answering them.
  const { rows } = await sql<Counts>`
    select coalesce(sum(mode = 'live' and status = ${TRICK_STATUS.running}), 0) as live,
      coalesce(sum(mode = 'test'), 0) as test, coalesce(sum(status = ${TRICK_STATUS.stopped}), 0) as stopped,
      coalesce(sum(${isWanted}), 0) as total,
      (select json_group_array(id) from (select id from tricks where ${own} and ${isWanted}
        order by id desc limit ${wanted.pageSize} offset ${pageOffset(wanted)})) as page,
      (select json_group_array(id) from (select id from tricks where ${own}
        and status = ${TRICK_STATUS.needsAttention} order by id)) as attention
    from tricks where ${own}`.execute(read);
  const [counted] = rows;
  if (!counted) throw new Error('A sum without a row.');
  const { live, test, stopped, total } = counted;
  const [page, waiting] = [counted.page, counted.attention].map((ids) => JSON.parse(ids) as number[]);
  return {
    trick_list: await cards.cards(page ?? [], userId),
    needsAttention: await cards.cards(waiting ?? [], userId),
    counts: { live, test, stopped },
    pageNumber: wanted.pageNumber,
    pageSize: wanted.pageSize,
    total,
  };
};
