import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataKeysOf } from '../../src/main/vault/data-key.ts';
import { KeychainComputer } from '../support/keychain-computer.ts';
import { startTestBackend } from '../support/test-backend.ts';

it('the key that the data was sealed with is used on, whatever an unlocked keychain has from before', async () => {
  const computer = new KeychainComputer();
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-key-'));
  await computer.keychain.write('data-key', randomBytes(32).toString('base64'));
  const vault = await computer.open();
  const first = await startTestBackend({ dataDir, dataKeys: await dataKeysOf(vault) });
  const user = await first.register('new-data');
  await user.call('profile.totp', { action: 'enrol' });
  await first.close();
  computer.isLocked = false;
  await vault.tryAgain();
  const second = await startTestBackend({ dataDir, dataKeys: await dataKeysOf(vault) });
  const { keyState } = second.backend;
  await second.close();
  rmSync(dataDir, { recursive: true });
  expect(keyState).toBe('fits');
});
