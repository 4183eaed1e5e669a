import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endEverySession, movedOn, quietLive } from '../backup/stand-down.ts';
import { everybody } from '../db/concern.ts';
import { type Database, DATABASE_FILE, isPostgresUrl, openDatabase } from '../db/database.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { MOVED_TO, readMark } from '../db/moved-mark.ts';
import { MoveRefused } from './moved-table.ts';

const unmark = async (database: Database, now: number): Promise<string> => {
  const row = await database.read
    .selectFrom('meta')
    .select('value')
    .where('key', '=', MOVED_TO)
    .executeTakeFirst();
  const mark = readMark(row?.value ?? null);
  if (mark === null) throw new MoveRefused('This data was not moved away. Nothing was changed.');
  await database.write(await everybody(database.read), async (tx) => {
    await quietLive(tx, movedOn(now), now);
    await endEverySession(tx, now);
    await tx.query.deleteFrom('meta').where('key', '=', MOVED_TO).execute();
  });
  return mark.to;
};

/**
 * Lets data be used again that was moved away, as it was. Live trading stands down here too: it may go on at the
 * other place. Returns that place.
 * @throws MoveRefused, DatabaseUnusable with a sentence for the person
 */
export const reopenMoved = async (place: string, now: number): Promise<string> => {
  const isFolder = !isPostgresUrl(place);
  if (isFolder && !existsSync(join(place, DATABASE_FILE)))
    throw new MoveRefused(`There is no ${DATABASE_FILE} in ${place}.`);
  const lock = isFolder ? lockFolder(place, now) : null;
  try {
    const database = await openDatabase(place, { evenIfMoved: true });
    try {
      return await unmark(database, now);
    } finally {
      await database.close();
    }
  } finally {
    lock?.release();
  }
};
