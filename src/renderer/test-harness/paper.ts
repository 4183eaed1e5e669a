/** The rows of every table on a paper, head rows left out, cell by cell as they are written (escaped). */
export const rowsOnPaper = (html: string): string[][] =>
  [...html.matchAll(/<tr(?: class="\w*")?>([^]*?)<\/tr>/g)]
    .map(([, row = '']) => [...row.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell = '']) => cell))
    .filter(({ length }) => length > 0);
