import { BackupUnusable, damaged, unfit } from './backup-format.ts';

/** The first bytes of a SQLite file. */
export const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
/** Page size that TrickDesk's databases have had from the first. */
const PAGE_BYTES = 4096;
const UTF_8 = 1;
/** Written by a rollback journal: a copy that `vacuum into` makes needs no write-ahead log. */
const ROLLBACK = 1;
/** SQLite writes 1 for 65,536. */
const LARGEST_PAGE = 65_536;
const AT = { page: 16, write: 18, read: 19, reserved: 20, pages: 28, encoding: 56, version: 60 } as const;

/**
 * Looks at a database of a backup before SQLite does.
 * @throws BackupUnusable when it is not as `vacuum into` leaves a database of ours
 */
export const checkDatabaseHeader = (head: Buffer, bytes: number, schema: number): void => {
  if (head.length < HEADER_BYTES || head.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new BackupUnusable(unfit('the database in it is none'));
  const raw = head.readUInt16BE(AT.page);
  const page = raw === 1 ? LARGEST_PAGE : raw;
  if (page !== PAGE_BYTES || head[AT.reserved] !== 0)
    throw new BackupUnusable(unfit(`its database has pages of ${page} bytes, and those of TrickDesk do not`));
  if (head[AT.write] !== ROLLBACK || head[AT.read] !== ROLLBACK)
    throw new BackupUnusable(unfit('its database asks for a write-ahead log that is not in it'));
  if (head.readUInt32BE(AT.encoding) !== UTF_8)
    throw new BackupUnusable(unfit('its texts are not written as TrickDesk writes them'));
  if (head.readUInt32BE(AT.pages) * page !== bytes) throw damaged();
  const version = head.readUInt32BE(AT.version);
  if (version !== schema)
    throw new BackupUnusable(unfit(`its database says version ${version}, the file says ${schema}`));
};
