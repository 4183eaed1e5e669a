import { isPostgresDamaged, postgresTrouble, postgresTroubleInPart } from './postgres/trouble.ts';

const DAMAGED = /not a database|malformed|SQLITE_CORRUPT|SQLITE_NOTADB/i;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Whether the database refuses what it may accept later. So it is when the disk is full or a server is away; what is
 * damaged stays damaged.
 */
export const isPassingTrouble = (error: unknown): boolean =>
  storageTrouble(error) !== null && !DAMAGED.test(messageOf(error)) && !isPostgresDamaged(error);

const FULL = /disk is full|SQLITE_FULL|ENOSPC/i;
const UNWRITTEN = /disk I\/O error|SQLITE_IOERR/i;

/** A sentence for the database's own refusals; null when it is not one of those. */
export const storageTrouble = (error: unknown): string | null => {
  const ofServer = postgresTrouble(error);
  if (ofServer !== null) return ofServer;
  const text = messageOf(error);
  if (FULL.test(text)) return 'The disk is full, so nothing was saved. Free some space and try again.';
  if (UNWRITTEN.test(text))
    return 'The disk could not be written, so nothing was saved. Check the disk and try again.';
  if (/readonly database|SQLITE_READONLY|unable to open|EACCES|EROFS|EPERM|ENOTDIR/i.test(text))
    return 'The data folder cannot be written to. Check its permissions and try again.';
  if (DAMAGED.test(text))
    return 'The data file is damaged. Restore a backup, or move the file away to start afresh.';
  if (/database is locked|SQLITE_BUSY/i.test(text))
    return 'The data file is in use by another TrickDesk. Close it and try again.';
  return null;
};

/** `storageTrouble` of work of which a part was saved before. */
export const storageTroubleInPart = (error: unknown): string | null => {
  const ofServer = postgresTroubleInPart(error);
  if (ofServer !== null) return ofServer;
  const text = messageOf(error);
  if (FULL.test(text)) return 'The disk is full, so not everything was saved. Free some space and try again.';
  if (UNWRITTEN.test(text))
    return 'The disk could not be written, so not everything was saved. Check the disk and try again.';
  return storageTrouble(error);
};
