/**
 * The body rows of every table in a printed document. Head rows are left out; cells are as they are written (escaped).
 */
export const rowsOnPaper = (html: string): string[][] =>
  [...html.matchAll(/<tr(?: class="\w*")?>([^]*?)<\/tr>/g)]
    .map(([, row = '']) => [...row.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell = '']) => cell))
    .filter(({ length }) => length > 0);
