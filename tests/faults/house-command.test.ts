import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { natsProgram } from '../support/nats-server.ts';
import { postgresPrograms } from '../support/postgres-server.ts';

const COMMAND = resolve(import.meta.dirname, '../../scripts/house.mjs');
const folder = mkdtempSync(join(tmpdir(), 'trickdesk-house-command-'));
// PostgreSQL runs as a user of its own, and must come through.
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

const house = (...args: string[]) =>
  spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', timeout: 50_000 });

describe('npm run house', () => {
  it('answers an option that it does not have in a sentence', () => {
    const { status, stderr } = house('--bogus');
    expect([status, stderr.split('\n')]).toEqual([
      1,
      ["Unknown option '--bogus'", expect.stringMatching(/^Usage: npm run house -- /), ''],
    ]);
  });

  it.skipIf(postgresPrograms() === null || natsProgram() === null)(
    'does not say that a house is running of which a server could not start',
    { timeout: 60_000 },
    async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await new Promise((listening) => other.once('listening', listening));
      const { port } = other.address() as AddressInfo;
      const { status, stdout, stderr } = house('--port', String(port), '--data', join(folder, 'house'));
      other.close();
      expect(stderr).toContain('The port is in use already; choose another with --port.');
      expect(stderr).toContain('server 1 could not start, so the house was not started.');
      expect([status, stdout]).toEqual([1, expect.not.stringContaining('is running')]);
    },
  );
});
