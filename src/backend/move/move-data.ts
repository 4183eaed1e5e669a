import { plainText } from '../../shared/plain-text.ts';
import { isPostgresUrl } from '../db/database.ts';
import { BooksWrong, moveData, type MoveOrder, type MoveSummary } from './move.ts';
import { isUsageTrouble, moveCommandOf, USAGE } from './move-command.ts';
import { moveTrouble } from './move-trouble.ts';
import { writtenPlace } from './place-names.ts';
import { reopenMoved } from './reopen-moved.ts';

const print = (text: string): void => void process.stdout.write(`${plainText(text)}\n`);
const complain = (text: string): void => void process.stderr.write(`${plainText(text)}\n`);

const printLive = ({ accounts, running, positions, orders }: MoveSummary['live']): void => {
  if (accounts + running + positions + orders === 0) return;
  print(
    `Live trading stands down: ${running} live strategies stopped, ${accounts} accounts to be linked again. ` +
      `${positions} open positions and ${orders} working orders are at the broker as they were, and nobody watches them until ` +
      'their owners have linked their accounts and looked.',
  );
};

/** Name the files that must stay with the server. */
const printFiles = ({ from, to }: Pick<MoveOrder, 'from' | 'to'>): void => {
  const [folder, database] = isPostgresUrl(from) ? [to, from] : [from, to];
  print(
    isPostgresUrl(to)
      ? `Keep the folder ${folder}: the server still needs its data.key and session.key (or the lists of keys that you give), ` +
          `the attachments of tickets (its first start takes them into the database), the outbox and the API token. Start it with --data ${folder} --database ${writtenPlace(database)}.`
      : `Bring to ${folder} what the server of the database had in its folder: data.key and session.key (or the lists of keys), ` +
          'and outbox. Without data.key nothing that is sealed can be read.',
  );
  print('Keys are never put into a database. Everybody signs in again.');
};

const move = async (places: { readonly from: string; readonly to: string }): Promise<void> => {
  const began = performance.now();
  print(`Moving the data of ${writtenPlace(places.from)} to ${writtenPlace(places.to)}`);
  const summary = await moveData({ ...places, now: Date.now(), report: print });
  if (summary === null) print('The data was there already; the move that was cut off is finished now.');
  else {
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    print(`${summary.tables} tables, ${summary.rows} rows in ${seconds} seconds: the data is moved`);
    printLive(summary.live);
  }
  printFiles(places);
};

const run = async (argv: readonly string[]): Promise<void> => {
  const command = moveCommandOf(argv);
  if (!('reopened' in command)) {
    await move(command);
    return;
  }
  const other = await reopenMoved(command.reopened, Date.now());
  print(
    `${writtenPlace(command.reopened)} can be used again, as it was when it was moved to ${other}. Live trading stands down here. ` +
      'Do not use both.',
  );
};

/** Exit code of a move: 0 done, 1 the books are not right, 2 refused. */
const exitCodeOf = async (argv: readonly string[]): Promise<number> => {
  try {
    await run(argv);
    return 0;
  } catch (error) {
    if (error instanceof BooksWrong) for (const problem of error.problems) print(problem);
    complain(moveTrouble(error));
    if (isUsageTrouble(error)) complain(USAGE);
    return error instanceof BooksWrong ? 1 : 2;
  }
};

process.exitCode = await exitCodeOf(process.argv.slice(2));
