import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadArguments } from './arguments.ts';
import { standaloneOptions } from './options.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-options-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (...given: string[]) =>
  standaloneOptions([...given, '--data', join(folder, 'data')], { TRICKDESK_API_TOKEN: 'token' });

describe('the options of a server that runs alone', () => {
  it('leave it on this machine and trust no proxy unless they say so', () => {
    expect(read()).toEqual({
      port: 8787,
      trustedProxies: [],
      logLevel: 'warn',
      isStandby: false,
      role: 'node',
      dataDir: join(folder, 'data'),
      apiToken: 'token',
      apiTokenSource: 'TRICKDESK_API_TOKEN',
    });
  });

  it('take the API token of a file, if nobody else can read it', () => {
    const file = join(folder, 'token-of-the-house');
    const options = () => standaloneOptions(['--data', join(folder, 'data'), '--api-token-file', file], {});
    expect(options).toThrow(`${file} cannot be read (ENOENT).`);
    writeFileSync(file, 'a-token\n');
    chmodSync(file, 0o644);
    expect(options).toThrow(`${file} is open to everybody on this machine. Close it: chmod 640, or 600.`);
    chmodSync(file, 0o600);
    expect(options()).toMatchObject({ apiToken: 'a-token', apiTokenSource: file });
  });

  it('name the address to listen at and the proxies that are believed', () => {
    expect(read('--host', '::', '--trust-proxy', '127.0.0.1, fd00::2')).toMatchObject({
      host: '::',
      trustedProxies: ['127.0.0.1', 'fd00::2'],
    });
  });

  it('serve metrics only when asked to, and on this machine unless they say otherwise', () => {
    expect(read('--metrics-port', '9464')).toMatchObject({ metrics: { port: 9464, host: '127.0.0.1' } });
    expect(read('--metrics-port', '9464', '--metrics-host', '10.0.0.5')).toMatchObject({
      metrics: { port: 9464, host: '10.0.0.5' },
    });
  });

  it('let a server stand by only on PostgreSQL, with the keys of the one that works', () => {
    const keys = (kind: string) => `${kind}:${Buffer.alloc(32, kind).toString('base64')}`;
    const withKeys = (env: object, ...more: string[]) =>
      standaloneOptions(['--data', join(folder, 'data'), '--standby', ...more], {
        TRICKDESK_API_TOKEN: 'token',
        ...env,
      });
    const both = { TRICKDESK_SESSION_KEYS: keys('s'), TRICKDESK_DATA_KEYS: keys('d') };
    const database = ['--database', 'postgres://desk@db.example/desk'];
    expect(withKeys(both, ...database).isStandby).toBe(true);
    expect(() => withKeys(both)).toThrow('--standby needs a PostgreSQL database');
    expect(() => withKeys({ ...both, TRICKDESK_DATA_KEYS: undefined }, ...database)).toThrow(
      '--standby needs the keys of the server that it stands by for',
    );
  });

  it('make it one server of a house, with what its servers share', () => {
    const keys = (kind: string) => `${kind}:${Buffer.alloc(32, kind).toString('base64')}`;
    const both = { TRICKDESK_SESSION_KEYS: keys('s'), TRICKDESK_DATA_KEYS: keys('d') };
    const of = (env: object, ...more: string[]) =>
      standaloneOptions(['--data', join(folder, 'data'), ...more], { TRICKDESK_API_TOKEN: 'token', ...env });
    const database = ['--database', 'postgres://desk@db.example/desk'];
    const house = ['--processes', '3', '--nats', 'nats://10.0.0.9:4222'];
    expect(of(both, ...database, ...house, '--leaves-from', '203.0.113.7, 203.0.113.8').house).toEqual({
      processes: 3,
      nats: 'nats://10.0.0.9:4222',
      hasBacktestWorkers: false,
      leavesFrom: ['203.0.113.7', '203.0.113.8'],
    });
    expect(
      of({ ...both, TRICKDESK_NATS: 'nats://desk:word@nats.example' }, ...database, '--processes', '2').house
        ?.nats,
    ).toBe('nats://desk:word@nats.example');
    expect(of(both, ...database).house).toBeUndefined();
    for (const [why, env, ...more] of [
      ['--processes must be a number from 1 to 128, not "0"', both, ...database, '--processes', '0'],
      ['--processes must be a number from 1 to 128, not "many"', both, ...database, '--processes', 'many'],
      ['needs --nats', both, ...database, '--processes', '3'],
      ['A house needs a PostgreSQL database', both, ...house],
      ['A house needs the keys', {}, ...database, ...house],
      ['--nats must be an address', both, ...database, '--processes', '3', '--nats', '10.0.0.9'],
      ['with a password by TRICKDESK_NATS', both, ...database, '--processes', '3', '--nats', 'nats://a:b@c'],
      ['--address must be an address', both, ...database, ...house, '--address', '10.0.0.5:8787'],
      ['--address must be an address', both, ...database, ...house, '--address', 'https://10.0.0.5:8787'],
      ['--address is needed', both, ...database, ...house, '--host', '0.0.0.0'],
      ['--role must be one of', both, ...database, ...house, '--role', 'worker'],
      ['--role backtests is of a house', {}, ...database, '--role', 'backtests'],
      ['--leaves-from must be addresses', both, ...database, ...house, '--leaves-from', 'desk.example'],
      ['are of a house', both, ...database, '--address', 'http://10.0.0.5:8787'],
    ] as const)
      expect(() => of(env, ...more), why).toThrow(why);
  });

  it('refuse a level of the log that there is not', () => {
    const withLevel = (level: string) =>
      standaloneOptions(['--data', join(folder, 'data')], {
        TRICKDESK_API_TOKEN: 'token',
        LOG_LEVEL: level,
      });
    expect(withLevel('info').logLevel).toBe('info');
    expect(() => withLevel('loud')).toThrow(
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
    );
  });

  it('take keys from the environment or from files, and from one of them', () => {
    const entry = (id: string) => `${id}:${Buffer.alloc(32, id).toString('base64')}`;
    const file = join(folder, 'data-keys');
    writeFileSync(file, `${entry('b')}\n${entry('a')}\n`, { mode: 0o600 });
    const given = ['--data', join(folder, 'data'), '--data-keys-file', file];
    const env = { TRICKDESK_API_TOKEN: 'token', TRICKDESK_SESSION_KEYS: entry('s') };
    const { keys } = standaloneOptions(given, env);
    expect(keys?.session?.map(({ id }) => id)).toEqual(['s']);
    expect(keys?.data?.map(({ id }) => id)).toEqual(['b', 'a']);
    expect(() => standaloneOptions(given, { ...env, TRICKDESK_DATA_KEYS: entry('a') })).toThrow(
      new BadArguments('Give the data keys by TRICKDESK_DATA_KEYS or by --data-keys-file, not by both.'),
    );
    expect(() => standaloneOptions([], { TRICKDESK_SESSION_KEYS: '' })).toThrow(
      new BadArguments('TRICKDESK_SESSION_KEYS holds no key.'),
    );
  });

  it('take the address of a database from one place, and a password only where nobody else sees it', () => {
    const address = 'postgres://asha@db.example.com:5433/house?sslmode=verify-full';
    const secret = 'postgres://asha:s3cret@db.example.com/house';
    const file = join(folder, 'database');
    writeFileSync(file, `${secret}\n`, { mode: 0o600 });
    const inEnvironment = (value: string, ...given: string[]) =>
      standaloneOptions([...given, '--data', join(folder, 'data')], {
        TRICKDESK_API_TOKEN: 'token',
        TRICKDESK_DATABASE_URL: value,
      });
    expect(read('--database', address).database).toBe(address);
    expect(read('--database', 'postgres://%2Frun%2Fpostgresql/house').database).toBeDefined();
    expect(read('--database-file', file).database).toBe(secret);
    expect(inEnvironment(secret).database).toBe(secret);
    expect(() => inEnvironment(secret, '--database', address)).toThrow(
      new BadArguments(
        'Give the address of the database in one place: --database or TRICKDESK_DATABASE_URL.',
      ),
    );
    expect(() => inEnvironment(' ')).toThrow(
      new BadArguments('TRICKDESK_DATABASE_URL is empty. It must hold the address of the database.'),
    );
    chmodSync(file, 0o644);
    expect(() => read('--database-file', file)).toThrow(
      new BadArguments(`${file} is open to everybody on this machine. Close it: chmod 640, or 600.`),
    );
  });

  const noPassword =
    '--database may not hold a password: everybody on this machine can read it there. Put it into PGPASSWORD or ~/.pgpass, or the whole address into TRICKDESK_DATABASE_URL or a file for --database-file.';
  it.each([
    [['--database', 'postgres://asha:s3cret@127.0.0.1/house'], noPassword],
    [['--database', 'postgres://asha@127.0.0.1/house?password=s3cret'], noPassword],
    [
      ['--database', 'postgres://asha@127.0.0.1'],
      'The address of the database does not name one. Write postgres://USER@HOST/NAME with the name of the database.',
    ],
    [['--database', 'house'], 'The address of the database cannot be read. Write postgres://USER@HOST/NAME.'],
    [
      ['--database', 'mysql://asha@127.0.0.1/house'],
      'The address of the database cannot be read. Write postgres://USER@HOST/NAME.',
    ],
    [
      ['--database', 'postgres://asha@127.0.0.1/house?options=-c%20lock_timeout%3D0'],
      'The address of the database may not set "options".',
    ],
    [['--metrics-port', 'x'], '--metrics-port must be a number from 0 to 65535, not "x".'],
    [
      ['--metrics-host', '127.0.0.1'],
      '--metrics-host says where metrics are served; give --metrics-port too.',
    ],
    [
      ['--metrics-port', '1', '--metrics-host', 'all'],
      '--metrics-host must be an address such as 127.0.0.1 or 0.0.0.0, not "all".',
    ],
    [['--host', 'example.com'], '--host must be an address such as 127.0.0.1 or 0.0.0.0, not "example.com".'],
    [['--host', '300.1.1.1'], '--host must be an address such as 127.0.0.1 or 0.0.0.0, not "300.1.1.1".'],
    [
      ['--trust-proxy', 'proxy.example.com'],
      '--trust-proxy must be addresses such as 127.0.0.1,10.0.0.2 with commas between them; "proxy.example.com" is none.',
    ],
    [
      ['--trust-proxy', '10.0.0.1,'],
      '--trust-proxy must be addresses such as 127.0.0.1,10.0.0.2 with commas between them; "" is none.',
    ],
    [
      ['--trust-proxy', '10.0.0.0/8'],
      '--trust-proxy must be addresses such as 127.0.0.1,10.0.0.2 with commas between them; "10.0.0.0/8" is none.',
    ],
  ])('%j end in a sentence, and leave no folder behind', (given, sentence) => {
    const data = join(folder, 'never');
    expect(() => standaloneOptions([...given, '--data', data], {})).toThrow(new BadArguments(sentence));
    expect(existsSync(data)).toBe(false);
  });

  it('that name an address which this machine does not have end in a sentence too', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['src/backend/backend.ts', '--port', '0', '--host', '203.0.113.77', '--data', join(folder, 'none')],
      { encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toContain('This machine has no such address to listen at; choose another with --host.');
  });
});
