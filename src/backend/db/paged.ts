import { type SelectQueryBuilder, sql } from 'kysely';
import { pageOffset } from '../../shared/paging.ts';

/** A page as a list call asks for it; the first is 1. */
export interface Page {
  readonly pageNumber: number;
  readonly pageSize: number;
}

type Rows<DB, TB extends keyof DB, O> = SelectQueryBuilder<DB, TB, O>;

const countOf = async <DB, TB extends keyof DB>(found: Rows<DB, TB, object>): Promise<number> => {
  const { total } = await found
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow();
  return total;
};

/**
 * A page of a query's rows, and their number over all pages. The rows are as `select` reads and sorts them. They are
 * counted unless their number is `known`.
 */
export const paged = async <DB, TB extends keyof DB, Row>(
  found: Rows<DB, TB, object>,
  page: Page,
  select: (found: Rows<DB, TB, object>) => Rows<DB, TB, Row>,
  known?: number,
) => {
  const total = known ?? (await countOf(found));
  const rows = await select(found).limit(page.pageSize).offset(pageOffset(page)).execute();
  return { rows, total };
};
