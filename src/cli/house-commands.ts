import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EXIT, type Exit } from './trouble.ts';

const BACKEND = join(dirname(fileURLToPath(import.meta.url)), '../backend');

/** Commands on a data folder, whether in use or not. */
const FILES = {
  data: 'market/export/data-command.ts',
  ledgerCheck: 'ledger/check-folder.ts',
} as const;

/** Run a command on a data folder, in this terminal. Its exit codes are 0, 1 and 2, as here. */
export const runOnFolder = (command: keyof typeof FILES, argv: readonly string[]): Promise<Exit> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(BACKEND, FILES[command]), ...argv], { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === EXIT.done || code === EXIT.usage ? code : EXIT.no));
  });
