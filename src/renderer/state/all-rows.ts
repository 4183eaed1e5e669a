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

/**
 * Every row of a paged call, a hundred at a time. The first failure ends it. The pages are read one after the other while
 * the list goes on: a row that slides onto the next page while new ones come in above it counts once.
 */
export const allRows = async <Row, Answer>(
  load: (page: PageRequest) => Promise<Result<Answer>>,
  page: (answer: Answer) => PageOf<Row>,
  idOf: (row: Row) => number,
): Promise<Result<Row[]>> => {
  const byId = new Map<number, Row>();
  let [pageNumber, total] = [FIRST_PAGE, 0];
  for (;;) {
    const result = await load({ pageNumber, pageSize: MAX_PAGE_SIZE });
    if (!result.ok) return result;
    const answer = page(result.value);
    // Rows have left the list: one that was still to come may have slid onto a page that was read.
    const isShorter = answer.total < total;
    total = answer.total;
    if (isShorter && pageNumber > FIRST_PAGE) {
      byId.clear();
      pageNumber = FIRST_PAGE;
      continue;
    }
    for (const row of answer.rows) byId.set(idOf(row), row);
    // By the total, not by how full the page is: a list may leave rows out of what it was answered.
    if (pageNumber * MAX_PAGE_SIZE >= total) return succeed([...byId.values()]);
    pageNumber += 1;
  }
};
