import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { encodeManifest } from '../../src/backend/backup/backup-format.ts';
import { DATABASE_FILE } from '../../src/backend/db/database.ts';
import {
  attached,
  behind,
  bytes,
  type GoodBackup,
  manifested,
  pack,
  patched,
  sql,
  worked,
} from './hostile-packing.ts';

const rootPageOf = (good: GoodBackup, name: string): number => {
  const handle = new DatabaseSync(good.database, { readOnly: true });
  const found = handle.prepare('select rootpage from sqlite_schema where name = ?').get(name);
  handle.close();
  return (found as { rootpage: number }).rootpage;
};

const raw = (body: string): Buffer => {
  const head = createHash('sha256').update(body).digest('hex');
  return Buffer.from(
    `TrickDesk backup 1\n${head} ${String(Buffer.byteLength(body)).padStart(10, '0')}\n${body}`,
  );
};

export interface HostileBackup {
  readonly name: string;
  /** Return its bytes, or put something else at the path. That is no file of bytes. */
  readonly make: (good: GoodBackup, path: string) => Buffer | undefined;
  /** Text that the refusal must contain. */
  readonly said: RegExp;
}

const DAMAGED = /^This backup is damaged and is not used\. Choose another one; nothing was changed\.$/;
const FOREIGN = /^This file is no backup of TrickDesk\./;
const TEN_GIGABYTES = 10 * 1024 ** 3;
const A_NAME = 'ab'.repeat(16);
const evil = (name: string, on: string, act: string) => `create trigger ${name} ${on} begin ${act}; end`;

/** Hostile backups, and files that are no backups. */
export const hostileBackups: readonly HostileBackup[] = [
  // What its schema would do.
  ...(
    [
      [
        'a trigger that sends every withdrawal to another bank',
        sql(evil('pay_me', 'after insert on withdrawals', "update withdrawals set ifsc = 'EVIL0000001'")),
        /trigger “pay_me”, which TrickDesk does not know/,
      ],
      [
        'a trigger that undoes a change of password',
        sql(
          evil(
            'stay',
            'after update of password_hash on users',
            'update users set password_hash = old.password_hash where id = old.id',
          ),
        ),
        /trigger “stay”/,
      ],
      [
        'a ledger whose entries may be changed',
        sql('drop trigger ledger_entries_no_update'),
        /trigger “ledger_entries_no_update” is missing/,
      ],
      [
        'a trigger of ours by name that does nothing',
        sql(
          `drop trigger ledger_entries_no_update; ${evil('ledger_entries_no_update', 'before update on ledger_entries', 'select 1')}`,
        ),
        /trigger “ledger_entries_no_update” in its database is not as TrickDesk makes it/,
      ],
      [
        'an account that may fall below zero',
        behind('ledger_accounts', 'check (user_id is null or balance >= 0)', 'check (1)', ''),
        /table “ledger_accounts” in its database is not as TrickDesk makes it/,
      ],
      [
        'a view where a table is',
        sql(
          'drop table follows; create view follows as select 1 as user_id, 1 as strategy_id, 1 as created_at',
        ),
        /view “follows”/,
      ],
      [
        'a view that never ends',
        sql(
          'create view endless as with recursive n(x) as (select 1 union all select x + 1 from n) select x from n',
        ),
        /view “endless”/,
      ],
      [
        'a table that is a view that never ends',
        sql(
          `drop table follows; create view follows as with recursive n(user_id, strategy_id, created_at) as
             (select 1, 1, 1 union all select user_id + 1, 1, 1 from n limit 100000000) select * from n`,
        ),
        /view “follows”/,
      ],
      [
        'a trigger that never ends',
        sql(
          evil(
            'forever',
            'after insert on live_locks',
            'insert into logs select null, 1, 1, 1, 1, 1, null, x from (with recursive n(x) as (select 1 union all select x + 1 from n) select x from n)',
          ),
        ),
        /trigger “forever”/,
      ],
      [
        'a trigger that calls itself',
        sql(evil('again', 'after update on users', 'update users set bio = bio || 1 where id = new.id')),
        /trigger “again”/,
      ],
      [
        'a trigger with a name that draws on the screen',
        sql(evil('"\u001b[2J\u202Eevil"', 'after insert on users', 'select 1')),
        /trigger “\?\?2J\?evil”/,
      ],
      [
        'a column that is computed',
        sql('alter table alerts add column evil text generated always as (body || title) virtual'),
        /table “alerts” in its database is not as/,
      ],
      [
        'a column more',
        sql('alter table users add column is_admin integer'),
        /table “users” in its database is not as/,
      ],
      ['a column less', sql('alter table users drop column bio'), /table “users” in its database is not as/],
      ['a table more', sql('create table evil (x)'), /table “evil”/],
      ['a table less', sql('drop table risk_guards'), /table “risk_guards” is missing/],
      ['an index more', sql('create index evil on users (full_name)'), /index “evil”/],
      [
        'an index of an expression under a name of ours',
        sql('drop index alerts_unread; create index alerts_unread on alerts (abs(user_id))'),
        /index “alerts_unread” in its database is not as/,
      ],
      [
        'an index that keeps nobody from a second plan',
        sql('drop index subscriptions_one_of_a_kind'),
        /index “subscriptions_one_of_a_kind” is missing/,
      ],
      ['statistics that lead queries astray', sql('analyze'), /table “sqlite_stat1”/],
      [
        'a name that is the same in other letters',
        behind('users', '"email" text not null', '"email" text collate nocase not null', ''),
        /table “users” in its database is not as/,
      ],
      ['a virtual table', sql('create virtual table evil using fts5 (x)'), /table “evil/],
      [
        'a virtual table of the tables themselves',
        sql('create virtual table evil using rtree (id, a, b)'),
        /table “evil/,
      ],
    ] as const
  ).map(([name, make, said]) => ({ name, make, said })),
  // What its rows say.
  ...(
    [
      [
        'a text where a time is',
        sql("update users set created_at = 'soon'"),
        /“created_at” of row \d+ in “users” is no whole number/,
      ],
      [
        'a block of bytes where a text is',
        sql("update users set bio = x'00ff'"),
        /“bio” of row \d+ in “users” is no text/,
      ],
      [
        'an amount with parts of a paisa',
        sql('update ledger_accounts set balance = balance + 0.5'),
        /“balance” of row \d+ in “ledger_accounts” is no whole number/,
      ],
      [
        'a number without end',
        sql('update strategies set slippage_bp = 9e999'),
        /“slippage_bp” of row \d+ in “strategies” is no number/,
      ],
      [
        'nothing where something has to be',
        behind('users', '"full_name" text not null', '"full_name" text', 'update users set full_name = null'),
        DAMAGED,
      ],
      [
        'a person below zero',
        sql("update ledger_accounts set balance = -5 where user_id is not null and kind = 'available'"),
        /a row in “ledger_accounts” is one that TrickDesk never writes \(CHECK constraint failed: no_user_below_zero\)/,
      ],
      [
        'money that came from nowhere',
        sql("update ledger_accounts set balance = balance + 1 where kind = 'fees'"),
        /The books in this backup do not add up/,
      ],
      [
        'an entry that was changed afterwards',
        sql(
          `drop trigger ledger_entries_no_update; update ledger_entries set amount = amount + 100 where amount > 0;
           ${evil('ledger_entries_no_update', 'before update on ledger_entries', "select raise(abort, 'ledger_entries is append-only')")}`,
        ),
        /books in this backup do not add up|not as TrickDesk makes it/,
      ],
      [
        'a row that names another that is not there',
        sql(
          "insert into sessions (id, user_id, created_at, last_used_at, device, address) values (77, 999, 1, 1, '', '')",
        ),
        /a row in “sessions” names one in “users” that is not there/,
      ],
      [
        'an id beyond the numbers of JavaScript',
        sql(
          "insert into logs (id, user_id, kind, level, topic, text, at) values (9007199254740993, 1, 'activity', 'info', '', '', 1)",
        ),
        /a number in “logs” is larger than any that TrickDesk writes/,
      ],
      [
        'an id after which no row has a number any more',
        sql(
          "insert into logs (id, user_id, kind, level, topic, text, at) values (9007199254740990, 1, 'activity', 'info', '', '', 1)",
        ),
        /“id” of row 9007199254740990 in “logs” is no number that a row has/,
      ],
      [
        'an id below zero',
        sql(
          "insert into logs (id, user_id, kind, level, topic, text, at) values (-4, 1, 'activity', 'info', '', '', 1)",
        ),
        /“id” of row -4 in “logs” is no number/,
      ],
      [
        'a counter at the end of the numbers',
        sql("update sqlite_sequence set seq = 9223372036854775807 where name = 'users'"),
        /a number in “sqlite_sequence” is larger than any/,
      ],
      [
        'half a character',
        sql("update users set bio = cast(x'61eda080' as text)"),
        /“bio” of row \d+ in “users” is written in bytes that are no text/,
      ],
      [
        'a character that ends texts elsewhere',
        sql("update users set bio = 'good' || char(0) || 'evil'"),
        /“bio” of row \d+ in “users” holds a character that no text has/,
      ],
      [
        'people who have brought each other in',
        sql(
          `drop trigger users_referrer_fixed; update users set referrer_id = (select max(id) from users);
           create trigger users_referrer_fixed before update of referrer_id on users
         when new.referrer_id is not old.referrer_id
         begin select raise(abort, 'a referrer never changes'); end`,
        ),
        /a row in “users” is one that TrickDesk never writes \(a referrer was there before\)/,
      ],
      [
        'an attachment that is a file elsewhere',
        sql("update attachments set file = '../session.key'"),
        /an attachment in it has a name that leads elsewhere/,
      ],
    ] as const
  ).map(([name, make, said]) => ({ name, make, said })),
  // How its database lies in the file.
  ...(
    [
      [
        'pages of 65,536 bytes',
        (good: GoodBackup) =>
          pack(
            good,
            worked(good, (handle) => handle.exec('pragma page_size = 65536')),
          ),
        /pages of 65536 bytes/,
      ],
      [
        'pages of 512 bytes',
        (good: GoodBackup) =>
          pack(
            good,
            worked(good, (handle) => handle.exec('pragma page_size = 512')),
          ),
        /pages of 512 bytes/,
      ],
      [
        'a write-ahead log that is asked for',
        patched((database) => void database.fill(2, 18, 20)),
        /asks for a write-ahead log/,
      ],
      [
        'texts in another encoding',
        patched((database) => void database.writeUInt32BE(2, 56)),
        /texts are not written as/,
      ],
      [
        'another version than it says',
        patched((database) => void database.writeUInt32BE(3, 60)),
        /its database says version 3, the file says \d+/,
      ],
      [
        'tables of now under the version of before',
        patched(
          (database) => void database.writeUInt32BE(5, 60),
          () => ({ schema: 5 }),
        ),
        /in its database/,
      ],
      [
        'a version that is to come',
        patched(
          (database) => void database.writeUInt32BE(999, 60),
          () => ({ schema: 999 }),
        ),
        /made by a newer version of TrickDesk/,
      ],
      ['a version before the first', manifested(() => ({ schema: 0 })), DAMAGED],
      ['more pages than bytes', patched((database) => void database.writeUInt32BE(1_000_000, 28)), DAMAGED],
      ['a database of one page of nothing', patched(() => Buffer.alloc(4096)), /the database in it is none/],
      ['a database of no bytes', patched(() => Buffer.alloc(0)), DAMAGED],
      [
        'bits flipped in its pages, with the checksum set right',
        patched((database) => {
          for (let at = 8192; at < database.length; at += 4096) database[at] = (database[at] ?? 0) ^ 0xff;
        }),
        DAMAGED,
      ],
      [
        'two tables that are the same pages',
        (good: GoodBackup) => {
          const database = Buffer.from(readFileSync(good.database));
          const [users, resets] = [rootPageOf(good, 'users'), rootPageOf(good, 'password_resets')];
          const page = (number: number) => database.subarray((number - 1) * 4096, number * 4096);
          page(users).copy(page(resets));
          return pack(good, database);
        },
        DAMAGED,
      ],
    ] as const
  ).map(([name, make, said]) => ({ name, make, said })),
  // How the file is put together.
  ...(
    [
      [
        'an attachment that leads elsewhere',
        attached([['attachments/../../escaped', Buffer.from('x')]]),
        DAMAGED,
      ],
      ['an attachment with an absolute name', attached([['/tmp/escaped', Buffer.from('x')]]), DAMAGED],
      [
        'an attachment of no ticket',
        attached([[`attachments/${A_NAME}`, Buffer.from('x')]]),
        /an attachment that belongs to no ticket/,
      ],
      [
        'an attachment with another checksum',
        manifested(({ parts }) => ({
          parts: parts.map((part, index) => (index > 0 ? { ...part, sha256: 'f'.repeat(64) } : part)),
        })),
        DAMAGED,
      ],
      [
        'two attachments of one name',
        (good: GoodBackup) =>
          pack(good, readFileSync(good.database), undefined, [...good.attachments, ...good.attachments]),
        DAMAGED,
      ],
      [
        'two databases',
        (good: GoodBackup) =>
          pack(good, readFileSync(good.database), undefined, [[DATABASE_FILE, readFileSync(good.database)]]),
        DAMAGED,
      ],
      ['counts that are not so', manifested(({ rows }) => ({ rows: { ...rows, users: 1_000 } })), DAMAGED],
      ['more people than there are', manifested(() => ({ own: { people: 99, strategies: 0 } })), DAMAGED],
      ['an attachment said to be missing', manifested(() => ({ missing: 5 })), DAMAGED],
      ['nothing after its head', () => raw(''), DAMAGED],
      ['a manifest that is no manifest', () => raw('this is no JSON'), DAMAGED],
      ['a manifest nested without end', () => raw(`${'['.repeat(1_000_000)}`), DAMAGED],
      [
        'a manifest of ten gigabytes',
        () => Buffer.from(`TrickDesk backup 1\n${'0'.repeat(64)} 9999999999\n{}`),
        DAMAGED,
      ],
      ['its last byte missing', bytes((whole) => whole.subarray(0, -1)), /incomplete/],
      ['half of it', bytes((whole) => whole.subarray(0, whole.length / 2)), /incomplete/],
      ['something after its end', bytes((whole) => Buffer.concat([whole, Buffer.alloc(10)])), DAMAGED],
      [
        'a later format',
        bytes((whole) => Buffer.from(whole.toString('latin1').replace('backup 1', 'backup 7'), 'latin1')),
        /newer version/,
      ],
      ['zeros', () => Buffer.alloc(100_000), FOREIGN],
      ['nothing', () => Buffer.alloc(0), FOREIGN],
      ['a folder', (_good: GoodBackup, path: string) => void mkdirSync(path), /This is a folder/],
      [
        'a link to a good backup',
        (good: GoodBackup, path: string) => {
          writeFileSync(`${path}.target`, pack(good, readFileSync(good.database)));
          return void symlinkSync(`${path}.target`, path);
        },
        /This is a link to another file/,
      ],
      [
        'a pipe that nobody writes to',
        (_good: GoodBackup, path: string) => void spawnSync('mkfifo', [path]),
        /This is no file that could be a backup/,
      ],
      [
        'ten gigabytes of nothing',
        (_good: GoodBackup, path: string) => {
          writeFileSync(path, '');
          return void truncateSync(path, TEN_GIGABYTES);
        },
        FOREIGN,
      ],
      [
        'a good backup, and ten gigabytes of nothing',
        (good: GoodBackup, path: string) => {
          writeFileSync(path, pack(good, readFileSync(good.database)));
          return void truncateSync(path, TEN_GIGABYTES);
        },
        DAMAGED,
      ],
      [
        'a database of ten gigabytes of nothing',
        (good: GoodBackup, path: string) => {
          const head = encodeManifest({
            ...good.manifest,
            parts: [{ name: DATABASE_FILE, bytes: TEN_GIGABYTES, sha256: '0'.repeat(64) }],
          });
          writeFileSync(path, head);
          return void truncateSync(path, head.length + TEN_GIGABYTES);
        },
        /the database in it is none|MB are free/,
      ],
      [
        'a database larger than every disk',
        (good: GoodBackup, path: string) => {
          const parts = [{ name: DATABASE_FILE, bytes: 2 ** 50, sha256: '0'.repeat(64) }];
          writeFileSync(path, encodeManifest({ ...good.manifest, parts }));
          return undefined;
        },
        /incomplete/,
      ],
    ] as const
  ).map(([name, make, said]) => ({ name, make, said })),
];
