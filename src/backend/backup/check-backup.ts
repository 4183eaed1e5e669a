import { type Extraction, extractBackup } from './backup-file.ts';
import type { Manifest } from './backup-format.ts';
import { verifyCopy } from './verify-copy.ts';
import { inWorkFolder } from './work-folder.ts';

/** Prove a backup: extract it beside the data, verify it, and clear that away. @throws BackupUnusable */
export const checkBackup = (
  dataDir: string,
  { path, passphrase, progress }: Omit<Extraction, 'folder'>,
): Promise<Manifest> =>
  inWorkFolder(dataDir, async (folder) => {
    const manifest = await extractBackup({ path, folder, passphrase, progress });
    await verifyCopy(folder, manifest, progress);
    return manifest;
  });
