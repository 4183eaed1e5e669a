import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Manifest } from '../../src/backend/backup/backup-format.ts';
import { runDataTask, taskTrouble } from '../../src/backend/backup/data-tasks.ts';
import { settle } from '../../src/backend/backup/pending-change.ts';
import { DATABASE_FILE, openDatabase } from '../../src/backend/db/database.ts';
import { makeDatabase } from '../../src/backend/db/sqlite/open-sqlite.ts';
import { migrations } from '../../src/backend/db/migrations.ts';
import { strategiesTableOf } from '../../src/backend/db/sqlite/strategies-table.ts';
import { OpenSealer, printOf } from '../../src/backend/secrets/sealer.ts';
import { STRATEGY_STATUS } from '../../src/shared/strategy-status.ts';
import { contentOf } from '../support/data-rows.ts';
import { hostileBackups } from '../support/hostile-backups.ts';
import { type GoodBackup, pack, unpackBackup, worked } from '../support/hostile-packing.ts';
import { MoneyWorld } from '../support/money-world.ts';
import { RSI_RULES } from '../support/rule-samples.ts';

/** Far more than any of them takes; a restore that hangs does not come back at all. */
const DEADLINE_MS = 20_000;
const KEY = randomBytes(32);
const sealer = new OpenSealer(KEY);
const place = (dataDir: string) => ({ dataDir, dataKeys: [KEY.toString('base64')] });

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-hostile-'));
  folders.push(folder);
  return folder;
};

/**
 * A used data folder: money, a running strategy, and more. People have money, a strategy that runs, a ticket with a
 * file, and two-step sign-in.
 */
const usedFolder = async (): Promise<string> => {
  const world = await MoneyWorld.open();
  folders.push(world.folder);
  const [first, second] = [await world.person({ paise: 700_00 }), await world.person({ paise: 50_00 })];
  await world.database.write([first, second], async ({ query }) => {
    const at = world.now;
    const { id } = await query
      .insertInto('tickets')
      .values({
        user_id: first,
        subject: 'A',
        category: 'other',
        state: 'open',
        opened_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const message = await query
      .insertInto('ticket_messages')
      .values({ ticket_id: id, user_id: first, author: 'A', body: 'B', at })
      .returning('id')
      .executeTakeFirstOrThrow();
    const file = 'c'.repeat(32);
    const attachment = { message_id: message.id, name: 'a.txt', type: 'text/plain', bytes: 4, file };
    await query.insertInto('attachments').values(attachment).execute();
    mkdirSync(join(world.folder, 'attachments'));
    writeFileSync(join(world.folder, 'attachments', file), 'text');
    const strategy = {
      owner_id: first,
      parent_id: null,
      summary: '',
      mode: 'test',
      status: STRATEGY_STATUS.running,
      segment: 'equity',
      timeframe: '1d',
      risk: 'low',
      minimum_capital: 1,
      capital: 1,
      quantity: null,
      risk_percent: null,
      max_loss_per_day: null,
      max_trades_per_day: 1,
      square_off_time: '15:15',
      product: 'intraday',
      slippage_bp: 1.5,
      stop_loss_json: null,
      target_json: null,
      trailing_json: null,
      is_public: 0,
      broker_id: 1,
      attention: null,
      status_before: null,
      created_at: at,
      removed_at: null,
    } as const;
    const document_json = JSON.stringify(RSI_RULES);
    for (const name of ['First', 'Second'])
      await query
        .insertInto('strategies')
        .values({ ...strategy, name, document_json })
        .execute();
    const secret_sealed = sealer.seal('JBSWY3DPEHPK3PXP');
    for (const user_id of [first, second])
      await query
        .insertInto('second_factors')
        .values({ user_id, secret_sealed, is_on: 1, last_step: 7 })
        .execute();
  });
  await world.database.close();
  return world.folder;
};

let good: GoodBackup;
let present: string;
let before: ReturnType<typeof contentOf>;
let names: string[];

beforeAll(async () => {
  const source = await usedFolder();
  const path = join(newFolder(), 'good.trickdesk');
  await runDataTask({ kind: 'back-up', path, app: '1.2.3' }, place(source));
  good = unpackBackup(path, newFolder());
  present = await usedFolder();
  before = contentOf(present);
  names = readdirSync(present).sort();
}, 60_000);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const restoreTo = async (dataDir: string, bytes: Buffer): Promise<DatabaseSync> => {
  const path = join(newFolder(), 'given.trickdesk');
  writeFileSync(path, bytes);
  await runDataTask({ kind: 'stage', path }, place(dataDir));
  await runDataTask({ kind: 'restore' }, place(dataDir));
  expect(settle(dataDir).outcome).toBe('restored');
  return new DatabaseSync(join(dataDir, DATABASE_FILE));
};
const plain = (rows: unknown[]) => rows.map((row) => ({ ...(row as object) }));

it('there are at least forty of them', () => expect(hostileBackups.length).toBeGreaterThanOrEqual(40));

it.each(hostileBackups)(
  'a backup with or of $name is refused in a sentence that says so, and leaves nothing behind',
  async ({ make, said }) => {
    const path = join(newFolder(), 'hostile.trickdesk');
    const bytes = make(good, path);
    if (bytes !== undefined) writeFileSync(path, bytes);
    for (const kind of ['check', 'stage'] as const) {
      const began = performance.now();
      const refusal = await runDataTask({ kind, path }, place(present)).then(
        () => 'It was taken.',
        (error: unknown) => taskTrouble(error),
      );
      expect(refusal).toMatch(said);
      expect(refusal).not.toMatch(/It could not be done/);
      expect(performance.now() - began).toBeLessThan(DEADLINE_MS);
    }
    expect(readdirSync(present).sort()).toEqual(names);
    expect(contentOf(present)).toEqual(before);
    expect(existsSync('/tmp/escaped')).toBe(false);
  },
  2 * DEADLINE_MS,
);

it('the backup that all of them are made from is taken', async () => {
  const bytes = pack(good, readFileSync(good.database));
  const path = join(newFolder(), 'good.trickdesk');
  writeFileSync(path, bytes);
  await runDataTask({ kind: 'check', path }, place(newFolder()));
  const handle = await restoreTo(newFolder(), bytes);
  expect(plain(handle.prepare('select name, status from strategies').all())).toEqual([
    { name: 'First', status: STRATEGY_STATUS.running },
    { name: 'Second', status: STRATEGY_STATUS.running },
  ]);
  handle.close();
});

it('what is restored has our own schema, whatever the file of the backup says', async () => {
  const dataDir = newFolder();
  const handle = await restoreTo(dataDir, pack(good, readFileSync(good.database)));
  const schemaOf = (database: DatabaseSync) =>
    plain(database.prepare('select type, name, tbl_name, sql from sqlite_schema order by 1, 2').all());
  const fresh = await makeDatabase(join(newFolder(), 'fresh.sqlite'), migrations.length);
  expect(schemaOf(handle)).toEqual(schemaOf(fresh));
  expect(() => handle.exec('update ledger_entries set amount = 0')).toThrow('append-only');
  handle.close();
  fresh.close();
});

it('sums come of what they sum, whatever the backup says they are', async () => {
  const database = worked(good, (handle) =>
    handle.exec(`insert into team_levels (user_id, level, members, active, volume, rewards)
        select min(id), 1, 5000, 5000, 1, 1 from users where is_house = 0;
      insert into result_days (strategy_id, mode, source, run_id, day, user_id, trades, gross, charges, net,
        brokerage, stt, exchange, ipft, sebi, stamp, gst, dp)
        select min(id), 'live', 'live', 0, '2026-11-20', owner_id, 1, 9e9, 0, 9e9, 0, 0, 0, 0, 0, 0, 0, 0 from strategies`),
  );
  const change = (manifest: Manifest) => ({
    rows: { ...manifest.rows, team_levels: 1, result_days: 1 },
  });
  const handle = await restoreTo(newFolder(), pack(good, database, change));
  expect(handle.prepare('select user_id from team_levels').all()).toEqual([]);
  expect(handle.prepare('select day from result_days').all()).toEqual([]);
  handle.close();
});

it('ids that were given before are not given again', async () => {
  const bytes = pack(
    good,
    worked(good, (handle) => handle.exec("update sqlite_sequence set seq = 4321 where name = 'strategies'")),
  );
  const handle = await restoreTo(newFolder(), bytes);
  expect({ ...handle.prepare("select seq from sqlite_sequence where name = 'strategies'").get() }).toEqual({
    seq: 4321,
  });
  handle.close();
});

it.each([
  ['empty', '{}'],
  ['of another version', '{"version":99}'],
  ['cut off', '{"version":1,"entry":{'],
  [
    'nested without end',
    `{"version":1,"entry":${'{"kind":"not","condition":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
  ],
])('rules that are %s stop their own strategy and no other', async (_what, document) => {
  const bytes = pack(
    good,
    worked(good, (handle) =>
      handle.prepare("update strategies set document_json = ? where name = 'Second'").run(document),
    ),
  );
  const handle = await restoreTo(newFolder(), bytes);
  const [first, second] = plain(
    handle.prepare('select status, status_before, attention from strategies order by id').all(),
  );
  expect(first).toEqual({ status: STRATEGY_STATUS.running, status_before: null, attention: null });
  expect(second).toEqual({
    status: STRATEGY_STATUS.needsAttention,
    status_before: STRATEGY_STATUS.stopped,
    attention: expect.stringMatching(
      /^Its rules came with the backup of .* and cannot be read here\./,
    ) as string,
  });
  handle.close();
});

it('what it says about the key of its computer switches nobody’s two-step sign-in off', async () => {
  const bytes = pack(good, readFileSync(good.database), () => ({ keyPrint: 'of another computer' }));
  const handle = await restoreTo(newFolder(), bytes);
  expect(handle.prepare('select user_id from second_factors where is_on = 1').all()).toHaveLength(2);
  handle.close();
});

it.each([
  ['taken out', 'delete from second_factors'],
  ['switched off', 'update second_factors set is_on = 0'],
  ['changed for another', "update second_factors set secret_sealed = 'AAAA'"],
])(
  'two-step sign-in that is on here stays on, with its own code, when it was %s in the backup',
  async (_, sql) => {
    const dataDir = newFolder();
    const handleBefore = await restoreTo(dataDir, pack(good, readFileSync(good.database)));
    const factors = (handle: DatabaseSync) =>
      plain(handle.prepare('select * from second_factors order by user_id').all());
    const on = factors(handleBefore);
    handleBefore.close();
    const database = worked(good, (handle) => handle.exec(sql));
    const rows = (manifest: Manifest) => ({
      rows: { ...manifest.rows, second_factors: sql.startsWith('delete') ? 0 : 2 },
    });
    const handle = await restoreTo(dataDir, pack(good, database, rows));
    expect(factors(handle)).toEqual(on);
    handle.close();
  },
);

it('of what `meta` says, nothing comes along but what is known of every installation', async () => {
  const database = worked(good, (handle) =>
    handle.exec(
      "insert into meta values ('simulated.seed', '42'), ('seed.house', 'evil'), ('key-check', 'x'), ('data-key-print', 'of another key'), ('support-told-to', '3')",
    ),
  );
  const bytes = pack(good, database, ({ rows }) => ({ rows: { ...rows, meta: 5 } }));
  const handle = await restoreTo(newFolder(), bytes);
  expect(plain(handle.prepare('select key, value from meta order by key').all())).toEqual([
    // Of this computer's own key, which everything is sealed with from now on.
    { key: 'data-key-print', value: printOf(sealer) },
    { key: 'simulated.seed', value: '42' },
    { key: 'support-told-to', value: '3' },
  ]);
  handle.close();
});

it('without the key of this computer nothing that was sealed is given up: the restore is refused', async () => {
  const path = join(newFolder(), 'good.trickdesk');
  for (const keyPrint of [printOf(sealer), 'of another computer', '']) {
    writeFileSync(
      path,
      pack(good, readFileSync(good.database), () => ({ keyPrint })),
    );
    const dataDir = newFolder();
    await expect(runDataTask({ kind: 'stage', path }, { dataDir, dataKeys: [] })).rejects.toThrow(
      'The keychain of this computer is locked or missing.',
    );
    expect(readdirSync(dataDir)).toEqual([]);
  }
});

it('a backup of every version that there has been is taken, and its rows are those of this version', async () => {
  for (let version = 1; version < migrations.length; version++) {
    const path = join(newFolder(), 'old.sqlite');
    const old = await makeDatabase(path, version);
    const strategies = strategiesTableOf(old);
    const strategyId = strategies === 'strategies' ? 'strategy_id' : 'trick_id';
    old.exec(
      `insert into users (full_name, email, phone, password_hash, referral_code, role, is_house, created_at)
         values ('A', 'a@desk.example', '7', 'x', 'C', 'trader', 0, 1);
       insert into ${strategies} (owner_id, name, summary, document_json, mode, status, segment, timeframe, risk, minimum_capital,
         capital, max_trades_per_day, square_off_time, product, slippage_bp, is_public, broker_id, created_at)
         values (1, 'T', '', '{}', 'test', 2, 'equity', '1d', 'low', 1, 1, 1, '15:15', 'intraday', 1, 0, 1, 1);
       insert into orders (user_id, ${strategyId}, symbol, mode, source, run_id, broker_id, side, purpose, quantity,
         filled_quantity, filled_value, state, reason, intent_key, placed_at, updated_at)
         values (1, 1, 'SBIN', 'test', 'simulated', 1, 1, 'sell', 'stop-loss', 1, 0, 0,
           '${version < 11 ? 'sent' : 'submitted'}', '', 'k', 1, 1);`,
    );
    const packed = `${path}.packed`;
    old.prepare('vacuum into ?').run(packed);
    const tables = old.prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
    );
    const rows = Object.fromEntries(
      (tables.all() as { name: string }[]).map(({ name }) => [
        name,
        (old.prepare(`select count(*) as n from "${name}"`).get() as { n: number }).n,
      ]),
    );
    old.close();
    const own = { people: 1, strategies: 1 };
    const change = () => ({ schema: version, rows, own, missing: 0 });
    const dataDir = newFolder();
    const handle = await restoreTo(dataDir, pack(good, readFileSync(packed), change, []));
    expect({ ...handle.prepare('select state, slot from orders').get() }, `version ${version}`).toEqual({
      state: 'submitted',
      slot: version < 11 ? 'resting-stop' : 'entry',
    });
    handle.close();
    await (await openDatabase(dataDir)).close();
  }
}, 120_000);
