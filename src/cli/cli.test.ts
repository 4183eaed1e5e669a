import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RSI_RULES } from '../../tests/support/rule-samples.ts';
import { environmentOf, isOnPostgres } from '../../tests/support/test-database.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../tests/support/test-backend.ts';
import { writeForAll } from '../../tests/support/write-for-all.ts';
import { CALL_IDS } from '../shared/contract/call-list.ts';
import { DAY_MS, istDate } from '../shared/time.ts';

let server: TestBackend;
let user: TestUser;
let secret = '';
let days: readonly string[] = [];

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const KEY = () => ({ TRICKDESK_KEY: secret, TRICKDESK_URL: server.url });

/** The command as given by a person, in an own environment. */
const command = (argv: readonly string[], env: NodeJS.ProcessEnv = KEY()): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, ['scripts/trickdesk.mjs', ...argv], {
      env: { PATH, HOME, XDG_CONFIG_HOME: join(server.dataDir, 'none'), ...env },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });

const make = async (
  scopes: ('read' | 'propose' | 'change')[],
): Promise<{ keyId: number; secret: string }> => {
  const made = await user.call('keys.make', { name: scopes.join(' '), scopes, perMinute: 600 });
  return { keyId: made.key.keyId, secret: made.secret };
};

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  server.backend.parts.marketRuns.simulated.session.pause();
  user = await server.register('command-line');
  await user.call('strategies.add', { url: 'add', name: 'Reversion', document: RSI_RULES });
  await user.call('strategies.add', { url: 'add', name: 'Reversion two', document: RSI_RULES });
  secret = (await make(['read', 'change'])).secret;
  const now = server.backend.parts.marketRuns.simulated.session.now;
  days = ['--from', istDate(now - 8 * DAY_MS), '--to', istDate(now - DAY_MS)];
});
afterAll(() => server.dispose());

// Each test starts several processes.
describe('trickdesk', { timeout: 180_000 }, () => {
  it('says how it is used, of each verb by its own table', async () => {
    const overview = await command(['--help'], {});
    expect([overview.code, overview.stderr]).toEqual([0, '']);
    for (const verb of ['bt', 'data', 'export', 'tail', 'verify', 'call', 'calls', 'mcp']) {
      expect(overview.stdout).toContain(`  ${verb} `);
      const help = await command([verb === 'data' ? 'bt' : verb, '--help'], {});
      expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('Usage: trickdesk ') as string]);
    }
    expect(await command(['nothing'], {})).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no verb "nothing": bt, data') as string,
    });
  });

  it('runs a backtest by name, number and file, and prints its figures', async () => {
    const named = await command(['bt', 'reversion', ...days]);
    expect(named.stderr).not.toContain('trickdesk:');
    expect(named.code).toBe(0);
    expect(named.stdout).toMatch(/^Reversion: .*simulated, backtest \d+\nfigure\s+value\nnetProfit\s+\S/);
    const file = join(server.dataDir, 'rules.json');
    writeFileSync(file, JSON.stringify(RSI_RULES));
    const filed = await command([
      'bt',
      file,
      ...days,
      '--capital',
      '200000',
      '--json',
      '--name',
      'Of a file',
    ]);
    const run = JSON.parse(filed.stdout) as { name: string; capital: number; figures: object };
    expect(run).toMatchObject({ name: 'Of a file', capital: 2_00_000_00 });
    expect(Object.keys(run.figures)).toContain('sharpe');
  });

  it('says what is wrong with a backtest that cannot be', async () => {
    const wrong = async (argv: readonly string[]) => {
      const { code, stderr } = await command(['bt', ...argv]);
      return [code, stderr.trim()];
    };
    expect(await wrong([])).toEqual([2, 'trickdesk: bt needs <strategy|rules.json>.']);
    expect(await wrong(['unheard of'])).toEqual([
      2,
      'trickdesk: You have no strategy "unheard of". Give its name, its number, or a file of rules.',
    ]);
    expect(await wrong(['revers'])).toEqual([2, expect.stringContaining('Give the number.')]);
    expect(await wrong(['none.json'])).toEqual([2, expect.stringContaining('none.json cannot be read')]);
    expect(await wrong(['Reversion', '--to', 'soon'])).toEqual([
      2,
      expect.stringContaining('--to must be a day'),
    ]);
    expect(await wrong(['Reversion', '--capital', 'much'])).toEqual([
      2,
      'trickdesk: --capital must be a number of at least 1; "much" is not.',
    ]);
    expect(await wrong(['Reversion', '--fast'])).toEqual([
      2,
      expect.stringContaining("Unknown option '--fast'"),
    ]);
    expect(await wrong(['999999', ...days])).toEqual([1, 'trickdesk: No such strategy.']);
  });

  it('says of a key that is missing, wrong, revoked or may not, what is to be done', async () => {
    const header = async (env: NodeJS.ProcessEnv) => {
      const { code, stderr } = await command(['call', 'home.header'], env);
      return [code, stderr.trim()];
    };
    const at = { TRICKDESK_URL: server.url };
    expect(await header(at)).toEqual([
      3,
      expect.stringContaining('There is no key: make one in the settings'),
    ]);
    expect(await header({ ...at, TRICKDESK_KEY: 'not a key' })).toEqual([
      3,
      expect.stringContaining('is no key'),
    ]);
    expect(await header({ ...at, TRICKDESK_KEY: 'tdk_unknown' })).toEqual([
      3,
      expect.stringContaining('There is no such key.'),
    ]);
    const made = await make(['propose']);
    expect(await header({ ...at, TRICKDESK_KEY: made.secret })).toEqual([
      3,
      expect.stringContaining('This key may not read.'),
    ]);
    await user.call('keys.revoke', { keyId: made.keyId });
    expect(await header({ ...at, TRICKDESK_KEY: made.secret })).toEqual([
      3,
      expect.stringContaining('This key was revoked.'),
    ]);
    expect(await header({ TRICKDESK_KEY: secret, TRICKDESK_URL: 'nowhere' })).toEqual([
      2,
      expect.stringContaining('must be an address'),
    ]);
    expect(await header({ TRICKDESK_KEY: secret, TRICKDESK_URL: 'http://127.0.0.1:1' })).toEqual([
      4,
      'trickdesk: TrickDesk does not answer at http://127.0.0.1:1. Is it running?',
    ]);
    expect(await header({ TRICKDESK_KEY: secret })).toEqual([
      4,
      expect.stringContaining('TrickDesk is not running on'),
    ]);
    const orders = await command(['call', 'positions.exitAll']);
    expect([orders.code, orders.stderr]).toEqual([3, expect.stringContaining('No key may do this')]);
  });

  it('finds a backend on this machine by its data folder', async () => {
    const found = await command(['call', 'home.header'], {
      TRICKDESK_KEY: secret,
      TRICKDESK_DATA: server.dataDir,
    });
    expect([found.code, found.stderr]).toEqual([0, '']);
  });

  it('makes any call with checked input, and lists all with their scopes', async () => {
    const quote = await command(['call', 'market.quote', '--json', '{"symbols":["NIFTY"]}']);
    expect(JSON.parse(quote.stdout)).toMatchObject({ quotes: [{ symbol: 'NIFTY' }] });
    const wrong = async (...argv: string[]) => (await command(['call', ...argv])).stderr.trim();
    expect(await wrong('market.nothing')).toContain('There is no call "market.nothing"');
    expect(await wrong('market.quote', '--json', '{')).toContain('--json is not JSON');
    expect(await wrong('market.quote', '--json', '[]')).toContain('must be an object');
    expect(await wrong('market.quote', '--json', '{"symbol":1}')).toContain('has no field symbol');
    expect(await wrong('market.quote')).toContain('symbols is missing');
    const listed = JSON.parse((await command(['calls', '--json'], {})).stdout) as {
      call: string;
      scope: string;
    }[];
    expect(listed.map(({ call }) => call)).toEqual(CALL_IDS);
    expect(listed.find(({ call }) => call === 'wallet.transfer')?.scope).toBe('');
  });

  it('exports a list whole, over its pages, as CSV that runs in no spreadsheet', async () => {
    await user.call('strategies.add', { url: 'add', name: '=1+1 bold', document: RSI_RULES });
    const all = '{"strategyStatus":0,"pageType":"All"}';
    const csv = await command(['export', 'strategies.mine', '--input', all]);
    expect([csv.code, csv.stderr]).toEqual([0, '']);
    const [head = '', ...rows] = csv.stdout.trim().split('\n');
    expect(head.split(',')).toContain('strategyAuthor.name');
    expect(rows).toHaveLength(3);
    expect(csv.stdout).toContain("'=1+1 bold");
    const file = join(server.dataDir, 'list.json');
    const json = await command(['export', 'strategies.mine', '--json', '--input', all, '--to', file]);
    expect([json.code, json.stdout]).toEqual([0, '']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(3);
    const wrong = async (...argv: string[]) => {
      const { code, stderr } = await command(['export', ...argv]);
      return [code, stderr];
    };
    expect(await wrong('strategies')).toEqual([
      2,
      expect.stringContaining('There is no list "strategies". There are:'),
    ]);
    expect(await wrong('alerts.count')).toEqual([2, expect.stringContaining('answers no list')]);
    expect(await wrong('wallet.topUps', '--csv', '--json')).toEqual([
      2,
      expect.stringContaining('Choose one'),
    ]);
    expect(await wrong('strategies.mine', '--field', 'none')).toEqual([
      2,
      expect.stringContaining('has no list "none"'),
    ]);
    expect(await wrong('wallet.topUps', '--to', join(server.dataDir, 'no/such/place'))).toEqual([
      1,
      expect.stringContaining('cannot be written'),
    ]);
  });

  it('follows what happens, a line each, and ends when told', async () => {
    const following = command(['tail', '--json', '--only', 'log', '--count', '1', '--for', '30']);
    // The stream may open a moment later: each change makes a line of the log.
    const end = new AbortController();
    const making = (async () => {
      for (let count = 0; !end.signal.aborted && count < 100; count++) {
        await user.call('keys.make', { name: 'Made for a line', scopes: ['read'] }).catch(() => null);
        await user.call('alerts.preferences', {
          categories: [{ categoryId: 6, isWanted: count % 2 === 0 }],
        });
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    })();
    const { code, stdout } = await following;
    end.abort();
    await making;
    expect([code, JSON.parse(stdout)]).toEqual([0, { type: 'log', kind: 'activity' }]);
    const none = await command(['tail', '--watch', 'NOSUCH']);
    expect([none.code, none.stderr]).toEqual([2, 'trickdesk: There is no instrument NOSUCH.\n']);
    const quiet = await command(['tail', '--for', '1', '--only', 'nothing']);
    expect([quiet.code, quiet.stdout]).toEqual([0, '']);
  });

  it('verifies the books, and that a backtest comes to the same figures again', async () => {
    const env = { ...KEY(), ...(await environmentOf(server.dataDir)) };
    expect((await command(['bt', 'Reversion', ...days])).code).toBe(0);
    const same = await command(['verify', ...(isOnPostgres ? ['--books'] : ['--data', server.dataDir])], env);
    expect(same.stdout).toContain('the books are right');
    expect(same.stdout).toContain('27 figures, all the same when it is run again');
    expect(same.code).toBe(0);
    const { database } = server.backend.parts;
    const { id, figures_json: figures } = await database.read
      .selectFrom('backtest_runs')
      .select(['id', 'figures_json'])
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const changed = { ...(JSON.parse(figures ?? '{}') as object), netProfit: 1 };
    await writeForAll(database, ({ query }) =>
      query
        .updateTable('backtest_runs')
        .set({ figures_json: JSON.stringify(changed) })
        .where('id', '=', id)
        .execute(),
    );
    const other = await command(['verify', '--backtest', String(id)]);
    expect([other.code, other.stdout]).toEqual([1, expect.stringContaining('1 figures differ')]);
    expect((await command(['verify', '--backtest', '999999'])).stderr).toContain('No such backtest.');
    const nowhere = join(server.dataDir, 'nowhere');
    expect(await command(['verify', '--books-only', '--data', nowhere])).toMatchObject({ code: 2 });
  });

  it('writes candles as files as npm run data does', async () => {
    const { code, stderr } = await command(['data', 'export']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Say where to, with --to FOLDER.')]);
  });
});

it('where a backend answered is forgotten when it ends', async () => {
  const other = await startTestBackend();
  const holder = join(other.dataDir, 'in-use.json');
  expect(JSON.parse(readFileSync(holder, 'utf8'))).toMatchObject({ url: other.url });
  await other.close();
  expect(() => readFileSync(holder)).toThrow();
  rmSync(other.dataDir, { recursive: true, force: true });
});
