import type { Database } from '../db/database.ts';

/** Deleted in some 10 ms. */
const SLICE_FILLS = 1_000;

/** Delete the fills of a file, slice by slice. Thus nobody waits for a whole file. Returns how many there were. */
export const deleteFills = async (database: Database, userId: number, fileId: number): Promise<number> => {
  for (let count = 0; ;) {
    const { numDeletedRows } = await database.write(userId, ({ query }) =>
      query
        .deleteFrom('tradebook_fills')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('tradebook_fills')
            .select('id')
            .where('file_id', '=', fileId)
            .where('user_id', '=', userId)
            .limit(SLICE_FILLS),
        )
        .executeTakeFirst(),
    );
    if (numDeletedRows === 0n) return count;
    count += Number(numDeletedRows);
  }
};
