// `npm run data -- export --to FOLDER …`: candles of a data folder as files for study.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const data = spawn(
  process.execPath,
  [join(root, 'src/backend/market/export/data-command.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
data.once('exit', (code) => process.exit(code ?? 1));
