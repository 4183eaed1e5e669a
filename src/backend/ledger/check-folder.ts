import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { plainText } from '../../shared/plain-text.ts';
import { DATABASE_OPTIONS, DATABASE_USAGE, databaseAddress } from '../db/database-address.ts';
import { DATABASE_FILE, openDatabase, openReader } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import { checkTeamLevels } from '../team/team-levels.ts';
import { checkResults } from '../trading/kept-results.ts';
import { checkLedger } from './ledger-check.ts';

const USAGE = `Usage: npm run ledger:check -- [DATA FOLDER] [--database postgres://USER@HOST/NAME] [--database-file FILE]
The folder is trickdesk-data unless told otherwise; TrickDesk may be running on it. Nothing is changed.
${DATABASE_USAGE}`;
const DATA_DIR = 'trickdesk-data';

const print = (text: string): void => void process.stdout.write(`${plainText(text)}\n`);
const complain = (text: string): void => void process.stderr.write(`${plainText(text)}\n`);

/** Arguments that cannot be followed, as a sentence; the usage is printed after it. */
class BadArguments extends Error {
  override readonly name = 'BadArguments';
}

/** Books that are open to be read. */
interface OpenBooks {
  readonly db: Kysely<Schema>;
  readonly close: () => Promise<void>;
}

/** Place of the books: a data folder or an address. */
const placeOf = (argv: readonly string[]): { readonly folder: string } | { readonly address: string } => {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: DATABASE_OPTIONS,
    });
    const [folder, ...rest] = positionals;
    if (rest.length > 0) throw new BadArguments('There is one data folder.');
    const address = databaseAddress(values, process.env);
    if (address === null) return { folder: resolve(folder ?? DATA_DIR) };
    if (folder !== undefined)
      throw new BadArguments('Name a data folder or a PostgreSQL database, not both.');
    return { address };
  } catch (error) {
    throw new BadArguments(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

const openBooks = async (argv: readonly string[]): Promise<OpenBooks> => {
  const place = placeOf(argv);
  if ('address' in place) {
    const database = await openDatabase(place.address, { isAsFound: true, isUnhurried: true });
    return { db: database.read, close: () => database.close() };
  }
  if (!existsSync(join(place.folder, DATABASE_FILE)))
    throw new BadArguments(`There is no ${DATABASE_FILE} in ${place.folder}.`);
  const db = await openReader(place.folder);
  return { db, close: () => db.destroy() };
};

/** Exit code of a check of the books. 0 when they are right, 1 when they are not, 2 when they could not be read. */
const run = async (argv: readonly string[]): Promise<number> => {
  try {
    const { db, close } = await openBooks(argv);
    try {
      const { accounts, transfers, entries, problems: ofBooks } = await checkLedger(db);
      const problems = [...ofBooks, ...(await checkResults(db)), ...(await checkTeamLevels(db))];
      for (const problem of problems) print(problem);
      print(
        `${accounts} accounts, ${transfers} transfers, ${entries} entries: ` +
          (problems.length === 0 ? 'the books are right' : `problems: ${problems.length}`),
      );
      return problems.length === 0 ? 0 : 1;
    } finally {
      await close();
    }
  } catch (error) {
    complain(storageTrouble(error) ?? (error instanceof Error ? error.message : String(error)));
    if (error instanceof BadArguments) complain(USAGE);
    return 2;
  }
};

process.exitCode = await run(process.argv.slice(2));
