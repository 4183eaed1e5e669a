#!/usr/bin/env node
// `npx trickdesk <verb> …`: TrickDesk from the command line and from scripts. It runs on the Node among our packages.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const own = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const command = spawn(
  existsSync(own) ? own : process.execPath,
  [join(root, 'src/cli/main.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
command.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 0 : 1)));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => command.kill(signal));
