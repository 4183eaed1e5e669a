// `npm run support -- list|show|reply|close …`: support's side of the tickets in a data folder.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const support = spawn(
  process.execPath,
  [join(root, 'src/backend/staff/support.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
support.once('exit', (code) => process.exit(code ?? 1));
