import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PREPARED_FOLDERS } from './made-once.ts';

/** Before a test run: where its tests find what was made already. After it, that is cleared away. */
export default (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-prepared-'));
  process.env[PREPARED_FOLDERS] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
};
