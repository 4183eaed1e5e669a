import { succeed, type Result } from '../../shared/failure.ts';
import { FIRST_PAGE, MAX_PAGE_SIZE } from '../../shared/page-size.ts';

export interface PageOf<Row> {
  readonly rows: readonly Row[];
  /** Rows over all pages. */
  readonly total: number;
}

export interface PageRequest {
  pageNumber: number;
  pageSize: number;
}

/** Every row of a paged call, a hundred at a time. The first failure ends it. */
export const allRows = async <Row, Answer>(
  ask: (page: PageRequest) => Promise<Result<Answer>>,
  page: (answer: Answer) => PageOf<Row>,
): Promise<Result<Row[]>> => {
  const rows: Row[] = [];
  for (let pageNumber = FIRST_PAGE; ; pageNumber += 1) {
    const result = await ask({ pageNumber, pageSize: MAX_PAGE_SIZE });
    if (!result.ok) return result;
    const answer = page(result.value);
    rows.push(...answer.rows);
    // By the total, not by how full the page is: a list may leave rows out of what it was answered.
    if (pageNumber * MAX_PAGE_SIZE >= answer.total) return succeed(rows);
  }
};
