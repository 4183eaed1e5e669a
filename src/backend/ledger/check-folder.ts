import { parseArgs } from 'node:util';
import { plainText } from '../../shared/plain-text.ts';
import { BadAddress, DATABASE_OPTIONS, DATABASE_USAGE } from '../db/database-address.ts';
import { NoSuchData, type OpenToRead, openToRead } from '../db/open-to-read.ts';
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

/** @throws BadArguments, NoSuchData, BadAddress */
const openBooks = (argv: readonly string[]): Promise<OpenToRead> => {
  const { values, positionals } = readArguments(argv);
  const [folder, ...rest] = positionals;
  if (rest.length > 0) throw new BadArguments('There is one data folder.');
  return openToRead(folder, values, DATA_DIR);
};

const readArguments = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options: DATABASE_OPTIONS });
  } catch (error) {
    throw new BadArguments(error instanceof Error ? error.message : String(error), { cause: error });
  }
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
    if (error instanceof BadArguments || error instanceof NoSuchData || error instanceof BadAddress)
      complain(USAGE);
    return 2;
  }
};

process.exitCode = await run(process.argv.slice(2));
