import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { startTestBackend } from '../../tests/support/test-backend.ts';

/** Number of times the handlers of live trading were read from disk. */
const read = vi.hoisted(() => ({ times: 0 }));
vi.mock('./modules/live/live-handlers.ts', (importOriginal) => {
  read.times++;
  if (read.times === 1) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  return importOriginal();
});

it('the kill switch answers although its handlers could not be read when the backend started', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-late-'));
  const server = await startTestBackend({ dataDir });
  const user = await server.register('late');
  await vi.waitFor(() => expect(read.times).toBe(1));
  const answers: number[] = [];
  for (let call = 0; call < 3; call++)
    answers.push((await user.ask('live.killSwitch', { action: 'stop' })).status);
  await server.close();
  rmSync(dataDir, { recursive: true });
  expect(answers.at(-1)).toBe(200);
});
