import { type Extraction, extractBackup } from './backup-file.ts';
import type { Manifest } from './backup-format.ts';
import { verifyCopy } from './verify-copy.ts';
import { inWorkFolder } from './work-folder.ts';

/** Proves a backup by taking it apart beside the data, and clears that away again. @throws BackupUnusable */
export const checkBackup = (
  dataDir: string,
  { path, passphrase, progress }: Omit<Extraction, 'folder'>,
): Promise<Manifest> =>
  inWorkFolder(dataDir, async (folder) => {
    const manifest = await extractBackup({ path, folder, passphrase, progress });
    await verifyCopy(folder, manifest, progress);
    return manifest;
  });
