// `npm run ledger:check -- [DATA FOLDER]`: proves the books of a data folder and says what it counted.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const check = spawn(
  process.execPath,
  [join(root, 'src/backend/ledger/check-folder.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
check.once('exit', (code) => process.exit(code ?? 1));
