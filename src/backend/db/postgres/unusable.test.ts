import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../../../../tests/support/postgres-content.ts';
import { overPostgres } from '../../../../tests/support/over-postgres.ts';
import { PostgresServer, postgresPrograms } from '../../../../tests/support/postgres-server.ts';
import { TEST_API_TOKEN } from '../../../../tests/support/test-backend.ts';
import { createBackend } from '../../create-backend.ts';
import { createLogger } from '../../log.ts';
import { parseKeyList } from '../../secrets/key-list.ts';
import { openDatabase } from '../database.ts';
import { requireFit } from './migrate.ts';

const programs = postgresPrograms();
const NEW = `template template0 encoding 'UTF8' locale 'C'`;

describe.skipIf(programs === null)('a database that cannot be used (PostgreSQL)', () => {
  let server: PostgresServer;
  const folders: string[] = [];
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'trickdesk-unusable-'));
    folders.push(made);
    return made;
  };
  const admin = (...statements: string[]): Promise<void> =>
    overPostgres(server.url('postgres'), async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  const newDatabase = async (name: string, how = NEW): Promise<string> => {
    await admin(`create database ${name} ${how}`);
    return server.url(name);
  };
  const as = (user: string, url: string): string => {
    const address = new URL(url);
    [address.username = '', address.password = ''] = user.split(':');
    return address.href;
  };
  /** The sentence with which a database is refused; nothing of it has changed. */
  const refusal = async (url: string, content?: string): Promise<string> => {
    const before = content && (await contentOf(content));
    const sentence = await openDatabase(url).then(
      () => 'It was opened.',
      (error: Error) => `${error.name}: ${error.message}`,
    );
    if (content) expect(await contentOf(content)).toEqual(before);
    return sentence.replace(/^DatabaseUnusable: /, '');
  };

  beforeAll(async () => {
    server = await PostgresServer.start(programs ?? '');
    await admin(
      `create role asha login password 'right'`,
      // The first line that matches counts.
      `copy (select unnest(array['host all asha 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 trust']))
       to '${await overPostgres(server.url('postgres'), async (client) => {
         const { rows } = await client.query<{ hba_file: string }>('show hba_file');
         return rows[0]?.hba_file ?? '';
       })}'`,
      'select pg_reload_conf()',
    );
  });
  afterAll(async () => {
    await server.stop();
    for (const made of folders) rmSync(made, { recursive: true });
  });

  it.each([
    ['without a name', () => server.url(''), 'The address of the database does not name one.'],
    ['that is not there', () => server.url('nowhere'), 'There is no such database on the server.'],
    [
      'with a wrong password',
      () => as('asha:wrong', server.url('postgres')),
      'The server refuses the password of the database.',
    ],
    [
      'of a user that is not there',
      () => as('nobody', server.url('postgres')),
      'The server refuses the user of the database.',
    ],
    [
      'at an address where nobody listens',
      () => 'postgres://asha@127.0.0.1:1/house',
      'No PostgreSQL server listens at the address of the database.',
    ],
    [
      'at a host that there is not',
      () => 'postgres://asha@no-such-host.invalid/house',
      'The host of the database is not known.',
    ],
  ])('%s ends in a sentence', async (_what, url, sentence) => {
    expect(await refusal(url())).toContain(sentence);
  });

  it('says when it needs a password and got none', async () => {
    expect(await refusal(as('asha', server.url('postgres')))).toBe(
      'The server of the database asks for a password. Put it into PGPASSWORD or ~/.pgpass, or into the address where only this server reads it.',
    );
  });

  it.each([
    ['sorts by a language', `template template0 encoding 'UTF8' locale 'C.UTF-8'`],
    ['has another encoding', `template template0 encoding 'SQL_ASCII' locale 'C'`],
    [
      'sorts by ICU behind names that say C',
      `template template0 encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'en-US'`,
    ],
  ])('that %s is refused', async (what, how) => {
    const name = `sorts_${what.length}`;
    const url = await newDatabase(name, how);
    expect(await refusal(url, url)).toBe(
      `The database "${name}" does not keep UTF8 in the order of its codes, which TrickDesk needs. ` +
        `Make one that does: create database "${name}" template template0 encoding 'UTF8' locale 'C'. Nothing was changed.`,
    );
  });

  it('of a server that is too old is asked nothing else', async () => {
    const asked: string[] = [];
    const query = (statement: string) => {
      asked.push(statement);
      return Promise.resolve({ rows: [{ server_version_num: '140011' }] });
    };
    await expect(requireFit({ query } as never)).rejects.toThrow(
      'The PostgreSQL server is of version 14. TrickDesk needs version 15 or newer; nothing was changed.',
    );
    expect(asked).toEqual(['show server_version_num']);
  });

  it('of a newer version is left as it is', async () => {
    const url = await newDatabase('newer');
    await (await openDatabase(url)).close();
    await overPostgres(url, (client) =>
      client.query(`update meta set value = '9999' where key = 'schema-version'`),
    );
    expect(await refusal(url, url)).toBe(
      'The database was written by a newer version of TrickDesk. Update TrickDesk to use it; nothing was changed.',
    );
  });

  it('of a user without rights is left as it is', async () => {
    const url = await newDatabase('of_others');
    expect(await refusal(as('asha:right', url), url)).toBe(
      'The user of the database may not do what TrickDesk needs: it must own the database.',
    );
  });

  it('of a user who may make tables and no schema says so, and goes on once they may', async () => {
    const url = await newDatabase('without_schemas');
    await overPostgres(url, (client) => client.query('grant all on schema public to asha'));
    const asAsha = as('asha:right', url);
    expect(await refusal(asAsha)).toBe(
      'The user of the database may not do what TrickDesk needs: it must own the database.',
    );
    await admin('grant create on database without_schemas to asha');
    await (await openDatabase(asAsha)).close();
  });

  it('that only takes reads says so', async () => {
    const url = await newDatabase('standby');
    await admin('alter database standby set default_transaction_read_only = on');
    expect(await refusal(url, url)).toBe(
      'The database takes no changes at the moment, so nothing was saved. Try again in a moment.',
    );
  });

  it('of a house with other keys keeps a server from starting, and is left as it is', async () => {
    const url = await newDatabase('house');
    const start = async (dataDir: string, ids?: readonly string[]): Promise<void> => {
      const keys = ids?.map((id) => `${id}:${Buffer.alloc(32, id).toString('base64')}`).join('\n');
      const backend = await createBackend({
        dataDir,
        database: url,
        isShared: true,
        port: 0,
        apiToken: TEST_API_TOKEN,
        logger: createLogger('silent'),
        ...(keys && { keys: { data: parseKeyList(keys, 'keys') } }),
      });
      await backend.prepared;
      await backend.close();
    };
    const own = folder();
    await start(own);
    const before = await contentOf(url);
    const sentence = 'This database was sealed with other keys than this server has.';
    await expect(start(folder())).rejects.toThrow(sentence);
    await expect(start(folder(), ['a'])).rejects.toThrow(sentence);
    expect(await contentOf(url)).toEqual(before);
    // A list takes the place of the file, and is wanted from then on.
    await start(own, ['a']);
    await start(folder(), ['b', 'a']);
    await expect(start(folder())).rejects.toThrow(sentence);
    await expect(start(own)).rejects.toThrow(sentence);
    await expect(start(folder(), ['c'])).rejects.toThrow(sentence);
  });
});
