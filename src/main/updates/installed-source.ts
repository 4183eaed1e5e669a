import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { Log } from '../log/log.ts';
import type { UpdateSource } from './update-desk.ts';

/** Written into an installed copy that was made with an address to look at. */
const CHANNEL_FILE = 'app-update.yml';

/** New versions for an installed copy; null for one that has nowhere to look. */
export function installedSource(log: Log): UpdateSource | null {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, CHANNEL_FILE))) return null;
  const updater = import('electron-updater').then(({ default: { autoUpdater } }) => {
    autoUpdater.logger = log;
    autoUpdater.autoDownload = false;
    autoUpdater.autoInstallOnAppQuit = false;
    return autoUpdater;
  });
  return {
    check: async () => {
      const found = await (await updater).checkForUpdates();
      return found?.isUpdateAvailable ? found.updateInfo.version : null;
    },
    download: async (onPercent) => {
      const ours = await updater;
      const onProgress = ({ percent }: { percent: number }) => onPercent(percent);
      ours.on('download-progress', onProgress);
      try {
        await ours.downloadUpdate();
      } finally {
        ours.off('download-progress', onProgress);
      }
    },
    install: () => void updater.then((ours) => ours.quitAndInstall(true, true)),
  };
}
