import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { plainText } from '../../shared/plain-text.ts';
import { DATABASE_FILE, openReader } from '../db/database.ts';
import { storageTrouble } from '../db/storage-trouble.ts';
import { checkTeamLevels } from '../team/team-levels.ts';
import { checkResults } from '../trading/kept-results.ts';
import { checkLedger } from './ledger-check.ts';

const USAGE = `Usage: npm run ledger:check -- [DATA FOLDER]
The folder is trickdesk-data unless told otherwise; TrickDesk may be running on it. Nothing is changed.`;
const DATA_DIR = 'trickdesk-data';

const print = (text: string): void => void process.stdout.write(`${plainText(text)}\n`);
const complain = (text: string): void => void process.stderr.write(`${plainText(text)}\n`);

/** Exit code of a check of the books. 0 when they are right, 1 when they are not, 2 when they could not be read. */
const run = async (argv: readonly string[]): Promise<number> => {
  const [folder = DATA_DIR, ...rest] = argv;
  if (rest.length > 0 || folder.startsWith('-')) {
    complain(USAGE);
    return 2;
  }
  const file = join(resolve(folder), DATABASE_FILE);
  if (!existsSync(file)) {
    complain(`There is no ${DATABASE_FILE} in ${resolve(folder)}.\n${USAGE}`);
    return 2;
  }
  try {
    const db = await openReader(resolve(folder));
    const { accounts, transfers, entries, problems: ofBooks } = await checkLedger(db);
    const problems = [...ofBooks, ...(await checkResults(db)), ...(await checkTeamLevels(db))];
    await db.destroy();
    for (const problem of problems) print(problem);
    print(
      `${accounts} accounts, ${transfers} transfers, ${entries} entries: ` +
        (problems.length === 0 ? 'the books are right' : `problems: ${problems.length}`),
    );
    return problems.length === 0 ? 0 : 1;
  } catch (error) {
    const sentence = storageTrouble(error) ?? (error instanceof Error ? error.message : String(error));
    complain(sentence);
    return 2;
  }
};

process.exitCode = await run(process.argv.slice(2));
