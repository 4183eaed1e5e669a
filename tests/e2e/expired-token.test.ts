import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'playwright/test';
import { PERSON, ROOT, test as base } from './desktop-app.ts';
import { TokenProxy } from './token-proxy.ts';

const API_TOKEN = 'a-token-for-this-test-alone-0123456789';

const listening = async (server: ChildProcess): Promise<string> => {
  for await (const line of createInterface({ input: server.stdout! })) {
    const url = /listening on (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The server ended before it listened');
};

/** A backend beside the desktop, behind a proxy that expires tokens. It is run as `npm run server` runs it. */
const test = base.extend<{ tokenProxy: TokenProxy }>({
  tokenProxy: async ({ preparedDir }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'trickdesk-server-'));
    const dataDir = join(folder, 'data');
    const tokenFile = join(folder, 'api-token');
    await cp(preparedDir, dataDir, { recursive: true });
    await writeFile(tokenFile, API_TOKEN, { mode: 0o600 });
    const server = spawn(
      process.execPath,
      [join(ROOT, 'scripts/server.mjs'), '--port', '0', '--data', dataDir, '--api-token-file', tokenFile],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const proxy = new TokenProxy(await listening(server));
    await proxy.start();
    await use(proxy);
    proxy.stop();
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  },
});

test.beforeEach(async ({ desktop, tokenProxy: proxy }) => {
  await desktop.useServer(proxy.url, API_TOKEN);
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
});

test('two hundred calls with a token that has run out need one renewal, and all succeed', async ({
  desktop,
  tokenProxy: proxy,
}) => {
  expect((await desktop.call('alerts.count')).ok).toBe(true);
  // A call that the window makes by itself may come first: one renewal for it alone would show nothing.
  proxy.expireToken(50);
  const outcomes = await desktop.page.evaluate(() =>
    Promise.all(
      Array.from(
        { length: 200 },
        async () => ((await window.bridge.call('alerts.count', {})) as { ok: boolean }).ok,
      ),
    ),
  );
  expect(outcomes.every(Boolean)).toBe(true);
  expect(proxy.refused).toBeGreaterThanOrEqual(50);
  expect(proxy.refreshes).toBe(1);
});

test('a session that cannot be renewed leads to the sign-in, once, with the fixed words', async ({
  desktop,
  tokenProxy: proxy,
}) => {
  await desktop.call('alerts.count');
  proxy.expireToken();
  proxy.refusesRenewal = true;
  const outcomes = await desktop.page.evaluate(() =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        const result = (await window.bridge.call('alerts.count', {})) as { failure?: { code: string } };
        return result.failure?.code;
      }),
    ),
  );
  expect(new Set(outcomes)).toEqual(new Set(['unauthorised']));
  expect(proxy.refreshes).toBe(1);
  // What the window is told and what its calls are answered travel apart.
  await expect(desktop.page.getByText('Unautherised user').first()).toBeVisible();
  await expect(desktop.page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const expiries = (await desktop.received()).filter((event) => event.type === 'session.expired');
  expect(expiries).toHaveLength(1);
});
