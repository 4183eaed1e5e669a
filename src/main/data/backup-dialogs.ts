import { dialog } from 'electron';
import { t } from '../messages/messages.ts';
import { BACKUP_EXTENSION } from './kept-backups.ts';

const filters = () => [{ name: t('Backups of TrickDesk'), extensions: [BACKUP_EXTENSION] }];

/** Asks where a backup is saved to; null when the person cancelled. */
export async function askWhereTo(name: string): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: `${name}.${BACKUP_EXTENSION}`,
    filters: filters(),
  });
  return canceled ? null : filePath;
}

/** Asks which backup is meant; null when the person cancelled. */
export async function askWhichFile(): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: filters(),
  });
  return canceled ? null : (filePaths[0] ?? null);
}
