import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Kysely } from 'kysely';
import { STORED_TIMEFRAMES } from '../../../shared/contract/market.ts';
import { plainText } from '../../../shared/plain-text.ts';
import { BadAddress, DATABASE_OPTIONS, DATABASE_USAGE } from '../../db/database-address.ts';
import { NoSuchData, openToRead } from '../../db/open-to-read.ts';
import type { Schema } from '../../db/schema.ts';
import { storageTrouble } from '../../db/storage-trouble.ts';
import { EXPORT_FORMATS, type ExportFormat } from './candle-files.ts';
import { exportCandles } from './export-candles.ts';

const USAGE = `Usage: npm run data -- export --to FOLDER [--data DIR] [--user EMAIL] [--symbol NIFTY]… [--timeframe 1m|1d] [--format csv|parquet]
Writes the candles that were imported or fetched as files into FOLDER (CSV unless told otherwise), one a series, and ${'`manifest.json`'} beside them.
--data is the data folder (trickdesk-data unless told otherwise); TrickDesk may be running on it. Nothing is changed.
--user is needed where several people have candles.
${DATABASE_USAGE}`;
const DATA_DIR = 'trickdesk-data';

const print = (text: string): void => void process.stdout.write(`${plainText(text)}\n`);
const complain = (text: string): void => void process.stderr.write(`${plainText(text)}\n`);

/** A command that cannot be followed; the usage is printed after it. */
class BadCommand extends Error {
  override readonly name = 'BadCommand';
}

const readArguments = (argv: readonly string[]) => {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        data: { type: 'string' },
        ...DATABASE_OPTIONS,
        to: { type: 'string' },
        user: { type: 'string' },
        symbol: { type: 'string', multiple: true, default: [] },
        timeframe: { type: 'string' },
        format: { type: 'string', default: 'csv' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new BadCommand(error instanceof Error ? error.message : String(error), { cause: error });
  }
};

const timeframeOf = (text: string | undefined) => {
  const timeframe = STORED_TIMEFRAMES.find((one) => one === text);
  if (text !== undefined && !timeframe) throw new BadCommand(`"${text}" is not kept: 1m or 1d are.`);
  return timeframe ?? null;
};

const formatOf = (text: string): ExportFormat => {
  const format = EXPORT_FORMATS.find((one) => one === text);
  if (!format)
    throw new BadCommand(`"${text}" is no format of these files: ${EXPORT_FORMATS.join(' and ')} are.`);
  return format;
};

/** The user whose candles are meant. @throws BadCommand */
const userOf = async (db: Kysely<Schema>, email: string | undefined): Promise<number> => {
  const withCandles = db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', (eb) =>
      eb.selectFrom('candle_chunks').select('owner_id').where('source', '=', 'replay').distinct(),
    );
  const users = await (
    email === undefined ? withCandles : withCandles.where('email', '=', email.trim().toLowerCase())
  )
    .orderBy('id')
    .limit(2)
    .execute();
  const [user, other] = users;
  if (!user) throw new BadCommand(`${email ?? 'Nobody'} has no imported or fetched candles here.`);
  if (other) throw new BadCommand('Several people have candles here: say whose, with --user EMAIL.');
  return user.id;
};

const exportOf = async (argv: readonly string[]): Promise<number> => {
  const { values, positionals } = readArguments(argv);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  if (positionals.length !== 1 || positionals[0] !== 'export') throw new BadCommand('The command is export.');
  if (values.to === undefined) throw new BadCommand('Say where to, with --to FOLDER.');
  const timeframe = timeframeOf(values.timeframe);
  const format = formatOf(values.format);
  const { db, close } = await openToRead(values.data, values, DATA_DIR);
  try {
    const userId = await userOf(db, values.user);
    const symbols = values.symbol.map((symbol) => symbol.toUpperCase());
    const to = resolve(values.to);
    const series = await exportCandles(db, { userId, symbols, timeframe, format, to, now: Date.now() });
    for (const { file, bars, from, to: until } of series)
      print(`${file}: ${bars} candles, ${from} to ${until}`);
    if (series.length === 0) throw new BadCommand('There are no such candles.');
    print(
      `${series.length} files in ${to}. They are for your own use: the exchange does not let you pass them on.`,
    );
    return 0;
  } finally {
    await close();
  }
};

/** Exit code of the command: 0 when it is done, 2 when it could not be. */
const run = async (argv: readonly string[]): Promise<number> => {
  try {
    return await exportOf(argv);
  } catch (error) {
    complain(storageTrouble(error) ?? (error instanceof Error ? error.message : String(error)));
    if (error instanceof BadCommand || error instanceof NoSuchData || error instanceof BadAddress)
      complain(USAGE);
    return 2;
  }
};

process.exitCode = await run(process.argv.slice(2));
