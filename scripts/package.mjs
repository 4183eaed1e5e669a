// `npm run package`: builds the app and packs it for this system into dist/. What follows `--` goes to electron-builder,
// such as `--dir` (a folder instead of installers) or `--win`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appIcon } from './app-icon.mjs';
import { buildIfChanged } from './build-if-changed.mjs';

const ICON_SIZE = 1024;
const root = dirname(dirname(fileURLToPath(import.meta.url)));

function main() {
  if (!buildIfChanged(root)) return 1;
  const icon = join(root, '.cache/icon.png');
  mkdirSync(dirname(icon), { recursive: true });
  writeFileSync(icon, appIcon(ICON_SIZE));
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  const config = join(root, 'build/electron-builder.config.mjs');
  const args = [builder, '--config', config, '--publish', 'never', ...process.argv.slice(2)];
  const { status, error } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { TRICKDESK_ICON: icon, ...process.env },
  });
  if (error) console.error(`package: ${error.message}`);
  return status ?? 1;
}

process.exitCode = main();
