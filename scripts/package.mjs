// `npm run package`: builds the app and packs it for this system into dist/. What follows `--` goes to electron-builder,
// such as `--dir` (a folder instead of installers) or `--win`. With TRICKDESK_UPDATE_URL installed copies look for updates
// there, and TRICKDESK_UPDATE_KEY names the file of the private key that these are signed with.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appIcon } from './app-icon.mjs';
import { buildIfChanged } from './build-if-changed.mjs';
import { readKey, signFolder, updateTrouble } from './update-signature.mjs';

const ICON_SIZE = 1024;
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const { TRICKDESK_UPDATE_URL: url, TRICKDESK_UPDATE_KEY: keyFile, TRICKDESK_PACKAGES } = process.env;

function main() {
  const trouble = updateTrouble({ url, keyFile });
  if (trouble) {
    console.error(`package: ${trouble}`);
    return 1;
  }
  if (!buildIfChanged(root)) return 1;
  if (url && !keyFile)
    console.warn('package: without TRICKDESK_UPDATE_KEY no installed copy takes these as an update.');
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
  if (status === 0 && keyFile) {
    const packages = TRICKDESK_PACKAGES ?? join(root, 'dist');
    for (const name of signFolder(packages, readKey(keyFile))) console.log(`package: signed as ${name}`);
  }
  return status ?? 1;
}

process.exitCode = main();
