import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { standaloneOptions } from './options.ts';
import { startTestBackend } from '../../tests/support/test-backend.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('an API token that a power cut left empty opens no door', () => {
  writeFileSync(join(folder, 'api-token'), '');
  const token = (): string => standaloneOptions(['--data', folder], {}).apiToken;
  expect(token).toThrow(/api-token/);
});

it.each(['', 'cut'])('a session key of which only “%s” is left signs nothing', async (left) => {
  writeFileSync(join(folder, 'session.key'), left);
  const started = startTestBackend({ dataDir: folder }).then(async (server) => {
    const user = await server.register('short-key').catch((error: Error) => error.message);
    await server.close();
    return typeof user === 'string' ? user : 'signed in';
  });
  await expect(started).rejects.toThrow(/session\.key/);
});
