// `npm run move -- --from DIR --to postgres://USER@HOST/NAME`, and back: moves all data from one engine to the other.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const move = spawn(
  process.execPath,
  [join(root, 'src/backend/move/move-data.ts'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
move.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => move.kill(signal));
