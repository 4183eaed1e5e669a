import { formatCount } from '../../../shared/money.ts';
import type { Transaction } from '../../db/database.ts';
import type { ImportedFile } from '../../market/import/read-import.ts';
import { replaceMembers } from '../../market/index-members/kept-members.ts';
import { type FiledMembers, parseMembers } from '../../market/index-members/parse-members.ts';
import { pauses } from '../../pauses.ts';
import { Refusal } from '../../refusal.ts';
import { type ListFile, listReport, tooLong, unlessRefused } from './list-report.ts';
import type { MarketDeps } from './market-deps.ts';

/** Lists of one user. Rows of all of them are ten times those of the broad indices over ten years. */
const MOST_INDICES = 50;
const MOST_ROWS = 20_000;

/** Keep the lists of a file: all of them or none. @returns how many spans are new @throws Refusal */
const keepLists = async (tx: Transaction, userId: number, { byIndex }: FiledMembers): Promise<number> => {
  let fresh = 0;
  for (const [index, spans] of byIndex) fresh += await replaceMembers(tx, userId, { index, spans });
  const { indices, rows } = await tx.query
    .selectFrom('index_members')
    .select((eb) => [
      eb.fn.count<number>('index_name').distinct().as('indices'),
      eb.fn.countAll<number>().as('rows'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (indices > MOST_INDICES)
    throw new Refusal('refused', `there would be members of more than ${MOST_INDICES} indices`);
  if (rows > MOST_ROWS)
    throw new Refusal(
      'refused',
      `lists of members would have more than ${formatCount(MOST_ROWS)} rows together`,
    );
  return fresh;
};

/** Imports lists of the members of indices. A list with a bad row is refused as a whole: holes would change the index. */
export const importMembers = async (
  { database }: Pick<MarketDeps, 'database'>,
  userId: number,
  files: readonly ListFile[],
): Promise<ImportedFile[]> => {
  const pause = pauses();
  const problem = tooLong(files, 'lists of members');
  const reports: ImportedFile[] = [];
  for (const list of files) {
    const file: FiledMembers = problem
      ? { byIndex: new Map(), rowsRead: 0, rowsRefused: 0, problems: [problem] }
      : await parseMembers(list.text, pause);
    const { byIndex, rowsRead } = file;
    const fresh =
      file.problems.length === 0
        ? await unlessRefused(() => database.write(userId, (tx) => keepLists(tx, userId, file)))
        : null;
    const spans = [...byIndex.values()].reduce((sum, { length }) => sum + length, 0);
    const isRefused = typeof fresh === 'string';
    reports.push(
      listReport(list, 'index-members', {
        symbols: isRefused ? [] : [...byIndex.keys()],
        rowsRead,
        rowsRefused: isRefused ? rowsRead : file.rowsRefused,
        kept: typeof fresh === 'number' ? { fresh, repeated: spans - fresh } : null,
        problems: isRefused ? [{ line: 0, reason: fresh }] : file.problems,
      }),
    );
  }
  return reports;
};
