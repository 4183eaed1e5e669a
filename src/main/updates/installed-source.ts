import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Log } from '../log/log.ts';
import type { UpdateSource } from './updater.ts';
import keys from './update-keys.json' with { type: 'json' };
import { type Updater, VerifiedSource } from './verified-source.ts';

/**
 * File of an installed copy that names its update address. It is written only into a copy that was made with an address
 * to look at.
 */
const CHANNEL_FILE = 'app-update.yml';
const FEED = /^url: *['"]?(\S+?)['"]?\s*$/m;
const TIMEOUT_MS = 30_000;
/** A manifest is some hundred bytes. */
const LONGEST_MANIFEST = 32_768;

const fetchText = async (url: string): Promise<string> => {
  // By the network of the windows, which knows the proxies of the system; needed by installed copies alone.
  const { net } = await import('electron');
  const answer = await net.fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`${new URL(url).host}: ${answer.status}`);
  const text = await answer.text();
  return text.slice(0, LONGEST_MANIFEST);
};

const platformUpdater = (log: Log): Updater => {
  const updater = import('electron-updater').then(({ default: { autoUpdater } }) => {
    autoUpdater.logger = log;
    autoUpdater.autoDownload = false;
    autoUpdater.autoInstallOnAppQuit = false;
    autoUpdater.allowDowngrade = false;
    return autoUpdater;
  });
  return {
    check: async () => {
      const found = await (await updater).checkForUpdates();
      if (!found?.isUpdateAvailable) return null;
      const { version, files } = found.updateInfo;
      return { version, files: files.map(({ url }) => decodeURIComponent(url)) };
    },
    download: async (onPercent) => {
      const ours = await updater;
      const onProgress = ({ percent }: { percent: number }) => onPercent(percent);
      ours.on('download-progress', onProgress);
      try {
        return await ours.downloadUpdate();
      } finally {
        ours.off('download-progress', onProgress);
      }
    },
    install: async () => (await updater).quitAndInstall(true, true),
  };
};

/** New versions for an installed copy; null for one that has nowhere to look. */
export function installedSource(log: Log): UpdateSource | null {
  const channel = join(process.resourcesPath, CHANNEL_FILE);
  if (!app.isPackaged || !existsSync(channel)) return null;
  return new VerifiedSource({
    feed: FEED.exec(readFileSync(channel, 'utf8'))?.[1] ?? '',
    currentVersion: app.getVersion(),
    platform: process.platform,
    keys,
    updater: platformUpdater(log),
    fetchText,
  });
}
