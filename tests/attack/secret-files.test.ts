import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { standaloneOptions } from '../../src/backend/options.ts';
import { keepToOwner } from '../../src/backend/owner-only.ts';
import { startTestBackend } from '../support/test-backend.ts';

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
  const started = startTestBackend({ dataDir: folder }).then(async (desk) => {
    const user = await desk.register('short-key').catch((error: Error) => error.message);
    await desk.close();
    return typeof user === 'string' ? user : 'signed in';
  });
  await expect(started).rejects.toThrow(/session\.key/);
});

it.skipIf(process.platform === 'win32')(
  'what an older version left open is closed in a folder with files of somebody else too',
  () => {
    writeFileSync(join(folder, 'letter.txt'), 'mine');
    mkdirSync(join(folder, 'outbox'));
    writeFileSync(join(folder, 'outbox', 'code.eml'), 'Your code is 12345678.');
    chmodSync(join(folder, 'outbox'), 0o755);
    chmodSync(folder, 0o755);
    keepToOwner(folder);
    expect((statSync(join(folder, 'outbox')).mode & 0o777).toString(8)).toBe('700');
  },
);
