import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FolderAttachments } from '../attachments/folder-attachments.ts';
import { RowAttachments } from '../attachments/row-attachments.ts';
import { systemClock } from '../clock.ts';
import {
  BadAddress,
  DATABASE_OPTIONS,
  DATABASE_USAGE,
  databaseAddress,
  type GivenAddress,
} from '../db/database-address.ts';
import { DATABASE_FILE, type Database, DatabaseUnusable, openDatabase } from '../db/database.ts';
import { isOfThisVersion } from '../db/sqlite/open-sqlite.ts';
import { FolderInUse, type FolderLock, lockFolder } from '../db/folder-lock.ts';
import { CannotSupport, staffTickets } from './staff-tickets.ts';

const USAGE = `Usage: npm run support -- COMMAND [--data DIR] [--database postgres://USER@HOST/NAME] [--database-file FILE]
  list [--all]              tickets that wait, the oldest first; --all shows closed ones too
  show ID                   a ticket with everything that was written on it
  reply ID "TEXT"           answers; the user is told at once
  close ID                  closes; a reply of the user opens it again
  attachment NAME > FILE    writes an attached file; its name is in the ticket, after “attachment”
--data is the data folder (trickdesk-data unless told otherwise); TrickDesk may be running on it.
${DATABASE_USAGE}
--author sets the name that the user sees (TrickDesk support unless told otherwise).`;

const DATA_DIR = 'trickdesk-data';
const AUTHOR = 'TrickDesk support';
const MOST_CHARACTERS = 4_000;

/** A command that cannot be followed; the usage is printed after it. */
class BadCommand extends Error {
  override readonly name = 'BadCommand';
}

const print = (lines: readonly string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);

const ticketIdOf = (text: string | undefined): number => {
  if (text === undefined) throw new BadCommand('Say which ticket, by its number.');
  if (!/^#?[1-9]\d{0,14}$/.test(text)) throw new BadCommand(`"${text}" is not the number of a ticket.`);
  return Number(text.replace('#', ''));
};

const textOf = (words: readonly string[]): string => {
  const text = words.join(' ').trim();
  if (!text) throw new BadCommand('Say what to answer, in quotation marks.');
  if (text.length > MOST_CHARACTERS)
    throw new BadCommand(`The answer must have at most ${MOST_CHARACTERS} characters.`);
  return text;
};

const readArguments = (argv: readonly string[]) => {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        data: { type: 'string', default: DATA_DIR },
        ...DATABASE_OPTIONS,
        author: { type: 'string', default: AUTHOR },
        all: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new BadCommand(error instanceof Error ? error.message : String(error));
  }
};

const addressOf = (given: GivenAddress): string | null => {
  try {
    return databaseAddress(given, process.env);
  } catch (error) {
    throw error instanceof BadAddress ? new BadCommand(error.message, { cause: error }) : error;
  }
};

/** Opens the data of a folder beside a backend that may run; only data that nobody has open is brought to this version. */
const openBeside = async (folder: string): Promise<Database> => {
  const dataDir = resolve(folder);
  // Opening would make a new, empty one.
  if (!existsSync(join(dataDir, DATABASE_FILE)))
    throw new CannotSupport(`There is no TrickDesk data in ${dataDir}. Give its folder with --data.`);
  if (isOfThisVersion(dataDir)) return openDatabase(dataDir);
  const lock = lockUnused(dataDir);
  try {
    return await openDatabase(dataDir);
  } finally {
    lock.release();
  }
};

const lockUnused = (dataDir: string): FolderLock => {
  try {
    return lockFolder(dataDir, systemClock.now());
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new CannotSupport(
      `${error.message} It is of another version than this command. Close it first, or use its own command.`,
    );
  }
};

const attachmentOf = async (
  name: string | undefined,
  database: Database,
  address: string | null,
  folder: string,
): Promise<Uint8Array> => {
  if (name === undefined || !/^[\da-f]{32}$/.test(name))
    throw new BadCommand('Say which attachment, by its name of 32 letters and digits.');
  const store =
    address === null
      ? new FolderAttachments(resolve(folder), database)
      : new RowAttachments(database, null, false);
  const bytes = await store.read(name);
  if (!bytes) throw new CannotSupport(`There is no attachment ${name}.`);
  return bytes;
};

const run = async (argv: readonly string[]): Promise<void> => {
  const { values, positionals } = readArguments(argv);
  const [command, ticket, ...words] = positionals;
  if (values.help) return print([USAGE]);
  if (command === undefined) throw new BadCommand('Say what to do.');
  const address = addressOf(values);
  const database =
    address === null ? await openBeside(values.data) : await openDatabase(address, { isAsFound: true });
  try {
    const tickets = staffTickets(database, systemClock);
    switch (command) {
      case 'list': {
        const lines = await tickets.list(values.all);
        return print(lines.length > 0 ? lines : ['No ticket waits.']);
      }
      case 'show':
        return print(await tickets.show(ticketIdOf(ticket)));
      case 'reply': {
        const ticketId = ticketIdOf(ticket);
        await tickets.reply(ticketId, values.author, textOf(words));
        return print([`Answered ticket ${ticketId}.`]);
      }
      case 'close': {
        const ticketId = ticketIdOf(ticket);
        await tickets.close(ticketId, values.author);
        return print([`Closed ticket ${ticketId}.`]);
      }
      case 'attachment':
        return void process.stdout.write(await attachmentOf(ticket, database, address, values.data));
      default:
        throw new BadCommand(`There is no command "${command}".`);
    }
  } finally {
    await database.close();
  }
};

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isNotified =
    error instanceof BadCommand || error instanceof CannotSupport || error instanceof DatabaseUnusable;
  if (!isNotified) throw error;
  process.stderr.write(`${error.message}\n`);
  if (error instanceof BadCommand) process.stderr.write(`${USAGE}\n`);
  process.exitCode = 1;
}
