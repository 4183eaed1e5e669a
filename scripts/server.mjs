// `npm run server -- --port 8787 --data DIR [--host ADDRESS] [--trust-proxy ADDRESSES] [--metrics-port PORT] …`: the backend alone, without the desktop.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const server = spawn(process.execPath, [join(root, 'src/backend/backend.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
server.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal));
