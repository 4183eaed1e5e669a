import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Papa from 'papaparse';
import { contract } from '../../src/shared/contract/index.ts';
import { type Row, sideBySide, timed } from './measure.ts';
import { newUser, startBackend, withPreparedFolder } from './server-process.ts';

const NAME = 'import of fifty daily files (peer: papaparse, a row each in one transaction)';

type Files = readonly { readonly name: string; readonly text: string }[];

const rowPerCandle = (files: Files): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-bench-'));
  const database = new DatabaseSync(join(folder, 'candles.sqlite'));
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  database.exec(
    'create table candles (symbol text, time text, open real, high real, low real, close real, volume integer, primary key (symbol, time)) without rowid',
  );
  return timed(() => {
    const insert = database.prepare('insert into candles values (?, ?, ?, ?, ?, ?, ?)');
    database.exec('begin');
    for (const { name, text } of files)
      for (const row of Papa.parse<string[]>(text.trim()).data.slice(1))
        insert.run(name, row[0] ?? '', ...row.slice(1, 6).map(Number));
    database.exec('commit');
    return Promise.resolve();
  }).finally(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
};

/** Import of the fifty daily files over HTTP, beside plain storing. A new user imports each time. */
export const dailyImport = async (root: string): Promise<Row[]> => {
  const folder = join(root, '../shared/data/nse-daily');
  if (!existsSync(folder))
    return [{ name: NAME, skipped: 'it needs the NSE files in ../shared/data/nse-daily' }];
  const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  return withPreparedFolder(root, async (dataDir) => {
    const backend = await startBackend(root, dataDir);
    const row = await sideBySide(
      NAME,
      'ms',
      async () => {
        const call = await newUser(backend.url);
        return timed(() => call(contract.market.import.path, { files }));
      },
      () => rowPerCandle(files),
    );
    await backend.stop();
    return [row];
  });
};
