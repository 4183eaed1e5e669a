import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../../../tests/support/data-rows.ts';
import { addPersonalRows, PERSONAL_TABLES } from '../../../tests/support/personal-rows.ts';
import { emptyTablesOf } from '../../../tests/support/row-everywhere.ts';
import { addPeopleSample } from '../../../tests/support/people-sample.ts';
import { startTestBackend, type TestBackend, TEST_API_TOKEN } from '../../../tests/support/test-backend.ts';
import type { BackupSummary } from '../../shared/backup.ts';
import { createLogger } from '../log.ts';
import { DATABASE_FILE } from '../db/database.ts';
import { OpenSealer } from '../secrets/sealer.ts';
import { startBackend } from '../start-backend.ts';
import { encodeManifest, type Manifest } from './backup-format.ts';
import { runDataTask, taskTrouble } from './data-tasks.ts';
import { acceptRestored, settle } from './pending-change.ts';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-backup-'));
  folders.push(folder);
  return folder;
};
const KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');
const place = (dataDir: string, dataKey = KEY) => ({ dataDir, dataKeys: [dataKey] });

let server: TestBackend;
let backup: string;
let made: BackupSummary | null;
let content: ReturnType<typeof contentOf>;

beforeAll(async () => {
  server = await startTestBackend({ dataDir: newFolder(), dataKeys: [KEY] });
  await server.backend.prepared;
  const user = await server.register('keeper');
  await addPeopleSample(server, user);
  const [first] = await user.call('home.topTen', { thirtyDay: '1', test: '1' });
  const { strategyId } = await user.call('strategies.clone', { strategyId: first?.strategyId ?? 0 });
  await addPersonalRows(server, user, strategyId);
  await server.close();
  // The market of a running backend moves on; one that has just been closed stands still.
  content = contentOf(server.dataDir);
  backup = join(newFolder(), 'kept.trickdesk');
  made = await runDataTask({ kind: 'back-up', path: backup, app: '1.2.3' }, place(server.dataDir));
}, 60_000);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const restore = async (dataDir: string, path = backup, dataKey = KEY): Promise<void> => {
  await runDataTask({ kind: 'stage', path }, place(dataDir, dataKey));
  await runDataTask({ kind: 'restore' }, place(dataDir, dataKey));
};
const options = (dataDir: string) => ({
  dataDir,
  port: 0,
  apiToken: TEST_API_TOKEN,
  dataKeys: [KEY],
  logger: createLogger('silent'),
});
/** Everything but the sessions, which a restore ends. */
const withoutSessions = (all: Readonly<Record<string, string>>) => ({ ...all, sessions: '' });

describe('a backup', () => {
  it('says what is in it, and leaves nothing else behind', () => {
    expect(made).toMatchObject({ app: '1.2.3', people: 1, strategies: 1, attachments: 1 });
    expect(made?.isOfThisComputer).toBe(true);
    expect(made?.bytes).toBe(readFileSync(backup).length);
    expect(readdirSync(join(backup, '..'))).toEqual(['kept.trickdesk']);
    expect(readdirSync(server.dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('says what of it stays sealed to the user who opens it', () => {
    expect(readFileSync(backup, 'utf8').slice(0, 4_000)).toContain(
      'On another computer they cannot be read.',
    );
  });

  it('comes back row for row, with the attachments, over other data', async () => {
    const other = await startTestBackend({ dataDir: newFolder(), dataKeys: [KEY], seed: 5 });
    await other.register('somebody');
    await other.close();
    const before = contentOf(other.dataDir);
    await restore(other.dataDir);
    expect(contentOf(other.dataDir)).toEqual(before);
    expect(settle(other.dataDir).outcome).toBe('restored');
    expect(withoutSessions(contentOf(other.dataDir))).toEqual(withoutSessions(content));
    // Watchlists, alerts, saved scans and the journal with its picture are among them.
    const empty = emptyTablesOf(other.dataDir);
    expect(PERSONAL_TABLES.filter((table) => empty.includes(table))).toEqual([]);
    const [aside] = readdirSync(other.dataDir).filter((name) => name.startsWith('before-restore-'));
    expect(contentOf(join(other.dataDir, aside!))).toEqual(before);
  });

  it('keeps what was there before the last three restores, and no more', async () => {
    const dataDir = newFolder();
    const older = [1, 2, 3, 4].map((hour) => `before-restore-2020-01-0${hour}T00-00-00-000Z`);
    for (const name of older) mkdirSync(join(dataDir, name));
    mkdirSync(join(dataDir, 'before-restore-of-mine'));
    await restore(dataDir);
    const asides = () => readdirSync(dataDir).filter((name) => name.startsWith('before-restore-2'));
    expect(settle(dataDir).outcome).toBe('restored');
    expect(asides(), 'nothing goes before the restored data has proved itself').toHaveLength(5);
    acceptRestored(dataDir);
    expect(asides().slice(0, 2)).toEqual(older.slice(2));
    expect(asides()).toHaveLength(3);
    expect(readdirSync(dataDir)).toContain('before-restore-of-mine');
  });

  it('comes back into a folder in which there has been nothing, and the backend runs on it', async () => {
    const dataDir = newFolder();
    await restore(dataDir);
    const { backend, settled } = await startBackend(options(dataDir));
    expect(settled).toEqual({ outcome: 'restored', message: '' });
    await backend.close();
    expect(settle(dataDir)).toEqual({ outcome: 'nothing', message: '' });
  });

  it('is made while the backend runs', async () => {
    const running = await startTestBackend({ dataDir: newFolder(), dataKeys: [KEY] });
    await running.register('busy');
    const path = join(newFolder(), 'running.trickdesk');
    const task = { kind: 'back-up', path, app: '1' } as const;
    expect(await runDataTask(task, place(running.dataDir))).toMatchObject({ people: 1 });
    await running.close();
  });

  it('of another computer says so, and its two-step codes are off after the restore', async () => {
    const dataDir = newFolder();
    const path = join(newFolder(), 'away.trickdesk');
    cpSync(server.dataDir, dataDir, { recursive: true });
    const { DatabaseSync } = await import('node:sqlite');
    const handle = new DatabaseSync(join(dataDir, DATABASE_FILE));
    handle
      .prepare(
        'insert into second_factors (user_id, secret_sealed, is_on, last_step) select max(id), ?, 1, 0 from users',
      )
      .run(new OpenSealer(Buffer.from(KEY, 'base64')).seal('JBSWY3DPEHPK3PXP'));
    handle.close();
    await runDataTask({ kind: 'back-up', path, app: '1' }, place(dataDir));
    const factors = (folder: string) => {
      const reader = new DatabaseSync(join(folder, DATABASE_FILE), { readOnly: true });
      const { rows } = reader.prepare('select count(*) as rows from second_factors').get() as {
        rows: number;
      };
      reader.close();
      return rows;
    };
    for (const [key, isOfThisComputer, kept] of [
      [KEY, true, 1],
      [OTHER_KEY, false, 0],
    ] as const) {
      const target = newFolder();
      const task = { kind: 'check', path } as const;
      expect(await runDataTask(task, place(target, key))).toMatchObject({ isOfThisComputer });
      await restore(target, path, key);
      settle(target);
      expect(factors(target)).toBe(kept);
    }
  });
});

describe('a file that is not to be restored', () => {
  const manifestOf = (bytes: Buffer): Manifest => {
    const from = bytes.indexOf('{');
    return JSON.parse(bytes.toString('utf8', from, bytes.indexOf('\n}\n', from) + 2)) as Manifest;
  };
  const rewritten = (change: (manifest: Manifest) => object) => (bytes: Buffer) => {
    const manifest = manifestOf(bytes);
    const start = encodeManifest(manifest).length;
    return Buffer.concat([encodeManifest({ ...manifest, ...change(manifest) }), bytes.subarray(start)]);
  };
  const flipped = (at: number) => (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    const index = at < 0 ? copy.length + at : at;
    copy[index] = (copy[index] ?? 0) ^ 1;
    return copy;
  };
  const renamed = (name: string) => rewritten(({ parts }) => ({ parts: [parts[0], { ...parts[1], name }] }));
  const DAMAGED = 'This backup is damaged and is not used. Choose another one; nothing was changed.';
  const FOREIGN = 'This file is no backup of TrickDesk. Choose a file that TrickDesk has saved.';

  it.each<[string, (bytes: Buffer) => Buffer, string | RegExp]>([
    ['a picture', () => Buffer.from('\x89PNG\r\n\x1a\n and more'), FOREIGN],
    ['an empty file', () => Buffer.alloc(0), FOREIGN],
    [
      'a database of ours as it lies in the folder',
      () => readFileSync(join(server.dataDir, DATABASE_FILE)),
      FOREIGN,
    ],
    ['one bit in the head', flipped(30), DAMAGED],
    ['one bit in the manifest', flipped(300), DAMAGED],
    ['one bit in the database', (bytes) => flipped(Math.floor(bytes.length / 2))(bytes), DAMAGED],
    ['one bit in the attachment', flipped(-3), DAMAGED],
    [
      'the last byte missing',
      (bytes) => bytes.subarray(0, -1),
      /^This backup is incomplete: \d+ of \d+ bytes are there/,
    ],
    ['half of it missing', (bytes) => bytes.subarray(0, bytes.length / 2), /incomplete/],
    ['only its head', (bytes) => bytes.subarray(0, 60), DAMAGED],
    ['something after its end', (bytes) => Buffer.concat([bytes, Buffer.from('x')]), DAMAGED],
    ['rows that were not counted', rewritten(({ rows }) => ({ rows: { ...rows, users: 1 } })), DAMAGED],
    ['a later schema', rewritten(() => ({ schema: 999 })), /newer version of TrickDesk \(1\.2\.3\)/],
    [
      'a later format',
      (bytes) => Buffer.from(bytes.toString('latin1').replace('backup 1', 'backup 2'), 'latin1'),
      /newer version/,
    ],
    ['a part that leads elsewhere', renamed('attachments/../../escaped'), DAMAGED],
    ['a part with a foreign name', renamed('session.key'), DAMAGED],
  ])('%s', async (_what, change, said) => {
    const path = join(newFolder(), 'bad.trickdesk');
    writeFileSync(path, change(readFileSync(backup)));
    const dataDir = newFolder();
    writeFileSync(join(dataDir, 'data.key'), 'there before');
    for (const kind of ['check', 'stage'] as const) {
      const refusal = await runDataTask({ kind, path }, place(dataDir)).then(
        () => 'taken',
        (error: unknown) => taskTrouble(error),
      );
      if (typeof said === 'string') expect(refusal).toBe(said);
      else expect(refusal).toMatch(said);
    }
    expect(readdirSync(dataDir)).toEqual(['data.key']);
    expect(existsSync(join(dataDir, '..', 'escaped'))).toBe(false);
  });

  it('a backup whose books do not add up', async () => {
    const dataDir = newFolder();
    cpSync(server.dataDir, dataDir, { recursive: true });
    const { DatabaseSync } = await import('node:sqlite');
    const handle = new DatabaseSync(join(dataDir, DATABASE_FILE));
    handle.exec("update ledger_accounts set balance = balance + 1 where kind = 'gst'");
    handle.close();
    const path = join(newFolder(), 'wrong.trickdesk');
    await expect(runDataTask({ kind: 'back-up', path, app: '1' }, place(dataDir))).rejects.toThrow(
      'do not add up',
    );
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });
});

describe('data that cannot be opened', () => {
  it('is replaced by the backup, and stays beside it', async () => {
    const dataDir = newFolder();
    cpSync(server.dataDir, dataDir, { recursive: true });
    truncateSync(join(dataDir, DATABASE_FILE), 5_000);
    await expect(startBackend(options(dataDir))).rejects.toThrow('damaged');
    await restore(dataDir);
    const { backend, settled } = await startBackend(options(dataDir));
    expect(settled.outcome).toBe('restored');
    await backend.close();
  });
});

describe('a restore whose data does not open', () => {
  const staged = async (): Promise<string> => {
    const dataDir = newFolder();
    cpSync(server.dataDir, dataDir, { recursive: true });
    await restore(dataDir);
    truncateSync(join(dataDir, 'restore-staged', DATABASE_FILE), 5_000);
    return dataDir;
  };
  const stillThere = (dataDir: string) => {
    expect(contentOf(dataDir)).toEqual(content);
    expect(readdirSync(dataDir).filter((name) => /restore|pending/.test(name))).toEqual([]);
  };

  it('is rolled back at once, with the reason', async () => {
    const dataDir = await staged();
    const { backend, settled } = await startBackend(options(dataDir));
    expect(settled.outcome).toBe('taken-back');
    expect(settled.message).toContain('damaged');
    await backend.close();
    expect(readdirSync(dataDir).filter((name) => /restore|pending/.test(name))).toEqual([]);
  });

  it('is rolled back when the process ended twice while it opened the data', async () => {
    const dataDir = await staged();
    expect(settle(dataDir).outcome).toBe('restored');
    expect(settle(dataDir).outcome).toBe('restored');
    expect(settle(dataDir)).toEqual({
      outcome: 'taken-back',
      message: 'The trading service ended while it opened the restored data.',
    });
    stillThere(dataDir);
  });
});

describe('clearing', () => {
  it('deletes everything of ours, earlier copies too, and nothing else', async () => {
    const dataDir = newFolder();
    cpSync(server.dataDir, dataDir, { recursive: true });
    await restore(dataDir);
    settle(dataDir);
    for (const name of ['data.key', 'desktop.json', 'Preferences']) writeFileSync(join(dataDir, name), 'x');
    await runDataTask(
      { kind: 'back-up', path: join(dataDir, 'backups/a.trickdesk'), app: '1' },
      place(dataDir),
    );
    await runDataTask({ kind: 'clear' }, place(dataDir));
    expect(settle(dataDir)).toEqual({ outcome: 'cleared', message: '' });
    // The lock is empty, and goes with nobody: whoever opens the folder next takes it.
    expect(readdirSync(dataDir).sort()).toEqual(['Preferences', 'desktop.json', 'in-use.lock']);
  });
});

describe('live trading', () => {
  const withLive = async (): Promise<string> => {
    const dataDir = newFolder();
    cpSync(server.dataDir, dataDir, { recursive: true });
    const { DatabaseSync } = await import('node:sqlite');
    const handle = new DatabaseSync(join(dataDir, DATABASE_FILE));
    handle.exec(`update strategies set mode = 'live', status = 1 where id = (select max(id) from strategies);
      insert into broker_accounts (user_id, broker_id, client_code_masked, credentials_sealed, session_sealed,
        session_until, linked_at) select max(id), 2, '••••456', 'sealed', 'sealed', 9e12, 1 from users;`);
    handle.close();
    return dataDir;
  };

  it('keeps the data from being replaced or deleted', async () => {
    const dataDir = await withLive();
    for (const task of [{ kind: 'stage', path: backup }, { kind: 'restore' }, { kind: 'clear' }] as const)
      await expect(runDataTask(task, place(dataDir))).rejects.toThrow(
        'Live trading goes on: 1 running, 0 open positions, 0 working orders. Stop it and close them first; nothing was changed.',
      );
    expect(settle(dataDir).outcome).toBe('nothing');
  });

  it('does not go on by itself out of a backup', async () => {
    const path = join(newFolder(), 'live.trickdesk');
    await runDataTask({ kind: 'back-up', path, app: '1' }, place(await withLive()));
    const dataDir = newFolder();
    await restore(dataDir, path);
    settle(dataDir);
    const { DatabaseSync } = await import('node:sqlite');
    const handle = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
    const all = (query: string) => handle.prepare(query).all();
    expect(all('select * from broker_accounts')).toEqual([]);
    expect(all("select status, status_before from strategies where mode = 'live'")).toMatchObject([
      { status: 4, status_before: 2 },
    ]);
    expect(all('select kind from live_locks')).toMatchObject([{ kind: 'kill-switch' }]);
    expect(all('select id from sessions where revoked_at is null')).toEqual([]);
    handle.close();
  });
});
