import { formatCount } from '../../../shared/money.ts';
import type { Transaction } from '../../db/database.ts';
import type { ImportedFile } from '../../market/import/read-import.ts';
import { replaceMembers } from '../../market/index-members/kept-members.ts';
import { type FiledMembers, parseMembers } from '../../market/index-members/parse-members.ts';
import { pauses } from '../../pauses.ts';
import { Refusal } from '../../refusal.ts';
import type { MarketDeps } from './market-deps.ts';

/** Of all lists of one import together. */
const MOST_CHARACTERS = 5_000_000;
/** Lists of one user. */
const MOST_INDICES = 50;

/** Keep the lists of a file: all of them or none. @throws Refusal */
const keepLists = async (tx: Transaction, userId: number, { byIndex }: FiledMembers): Promise<number> => {
  let fresh = 0;
  for (const [index, spans] of byIndex) fresh += await replaceMembers(tx, userId, { index, spans });
  const { indices } = await tx.query
    .selectFrom('index_members')
    .select((eb) => eb.fn.count<number>('index_name').distinct().as('indices'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (indices > MOST_INDICES)
    throw new Refusal('refused', `there would be members of more than ${MOST_INDICES} indices`);
  return fresh;
};

const reportOf = (name: string, file: FiledMembers, fresh: number | null): ImportedFile => {
  const spans = [...file.byIndex.values()].reduce((sum, { length }) => sum + length, 0);
  return {
    ...{ name, format: 'index-members', timeframe: null, rowsOutsideSession: 0, rowsUntraded: 0 },
    outcome: fresh === null ? 'refused' : 'imported',
    symbols: [...file.byIndex.keys()],
    rowsRead: file.rowsRead,
    rowsKept: fresh ?? 0,
    rowsRepeated: fresh === null ? 0 : spans - fresh,
    rowsRefused: file.rowsRefused,
    problems: file.problems.map((one) => ({ ...one })),
  };
};

/** Imports lists of the members of indices. A list with a bad row is refused as a whole: holes would change the index. */
export const importMembers = async (
  { database }: MarketDeps,
  userId: number,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<ImportedFile[]> => {
  const pause = pauses();
  const reports: ImportedFile[] = [];
  const refusedAsWhole = (file: FiledMembers, reason: string): FiledMembers => ({
    ...{ byIndex: new Map(), rowsRead: file.rowsRead, rowsRefused: file.rowsRead },
    problems: [{ line: 0, reason }],
  });
  const characters = files.reduce((sum, { text }) => sum + text.length, 0);
  const none: FiledMembers = { byIndex: new Map(), rowsRead: 0, rowsRefused: 0, problems: [] };
  for (const { name, text } of files) {
    if (characters > MOST_CHARACTERS) {
      const reason = `lists of members have at most ${formatCount(MOST_CHARACTERS)} characters together`;
      reports.push(reportOf(name, refusedAsWhole(none, reason), null));
      continue;
    }
    const file = await parseMembers(text, pause);
    if (file.problems.length > 0) {
      reports.push(reportOf(name, file, null));
      continue;
    }
    try {
      const fresh = await database.write(userId, (tx) => keepLists(tx, userId, file));
      reports.push(reportOf(name, file, fresh));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reports.push(reportOf(name, refusedAsWhole(file, error.message), null));
    }
  }
  return reports;
};
