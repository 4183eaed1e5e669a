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
  readonly attention: number;
  readonly total: number;
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
  // Written out: building the questions would take longer than answering them.
  const { rows: counted } = await sql<Counts>`
    select coalesce(sum(mode = 'live' and status = ${TRICK_STATUS.running}), 0) as live,
      coalesce(sum(mode = 'test'), 0) as test, coalesce(sum(status = ${TRICK_STATUS.stopped}), 0) as stopped,
      coalesce(sum(status = ${TRICK_STATUS.needsAttention}), 0) as attention,
      coalesce(sum(${isWanted}), 0) as total
    from tricks where ${own}`.execute(read);
  const { live, test, stopped, attention, total } = counted[0] ?? {
    live: 0,
    test: 0,
    stopped: 0,
    attention: 0,
    total: 0,
  };
  const idsOf = async (which: RawBuilder<SqlBool>, rest: RawBuilder<unknown>) =>
    (
      await sql<{ id: number }>`select id from tricks where ${own} and ${which} ${rest}`.execute(read)
    ).rows.map(({ id }) => id);
  const page =
    total === 0
      ? []
      : await idsOf(
          isWanted,
          sql`order by tricks.id desc limit ${wanted.pageSize} offset ${pageOffset(wanted)}`,
        );
  const waiting =
    attention === 0
      ? []
      : await idsOf(sql<SqlBool>`tricks.status = ${TRICK_STATUS.needsAttention}`, sql`order by tricks.id`);
  return {
    trick_list: await cards.cards(page, userId),
    needsAttention: await cards.cards(waiting, userId),
    counts: { live, test, stopped },
    pageNumber: wanted.pageNumber,
    pageSize: wanted.pageSize,
    total,
  };
};
