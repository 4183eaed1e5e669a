import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestBackend } from '../support/test-backend.ts';

it('nobody on a server is told to unlock a keychain that a server does not have', async () => {
  const { dataDir, close } = await startTestBackend();
  await close();
  rmSync(join(dataDir, 'data.key'));
  const server = await startTestBackend({ dataDir });
  const user = await server.register('on-a-server');
  const answer = await user.ask('profile.totp', { action: 'enrol' });
  await server.dispose();
  expect(answer.status).toBe(422);
  expect(answer.body.message).not.toMatch(/keychain/);
});
