import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataKeysOf } from '../../src/main/vault/data-key.ts';
import { KeychainComputer } from '../support/keychain-computer.ts';
import { startTestBackend } from '../support/test-backend.ts';

it('a backend that starts over in a run whose keychain went away keeps the key that was read from it', async () => {
  const computer = new KeychainComputer();
  computer.isLocked = false;
  computer.hasFiles = false;
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-key-'));
  const vault = await computer.open();
  const first = await startTestBackend({ dataDir, dataKeys: await dataKeysOf(vault) });
  const user = await first.register('sealed');
  await user.call('profile.totp', { action: 'enrol' });
  const before = first.backend.keyState;
  await first.close();
  // Locked with the screen: keeping the renewed session shows it. Then the backend dies and is started again.
  computer.isLocked = true;
  await vault.write('session', 'renewed');
  const second = await startTestBackend({ dataDir, dataKeys: await dataKeysOf(vault) });
  const after = second.backend.keyState;
  await second.close();
  rmSync(dataDir, { recursive: true });
  expect({ before, after }).toEqual({ before: 'fits', after: 'fits' });
});
