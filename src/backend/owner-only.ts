import { chmodSync, closeSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Modes of what only the person who runs TrickDesk may read: files, and folders of them. */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;

/** Files of a data folder that are TrickDesk's own. */
const OURS =
  /^(?:trickdesk\.sqlite(?:-wal|-shm)?|in-use\.(?:lock|lock-journal|json)|disk-reserve|api-token|\w+\.key)$/;

/** Folders of a data folder that are TrickDesk's own: mail with codes, people's files, copies of the data. */
const OUR_FOLDERS = /^(?:attachments|backups|outbox|before-restore-\d[\w-]*)$/;

/**
 * Make a data folder that only its owner may read. One that an older version left open is closed. A folder that also
 * holds somebody's other files keeps its mode; what is ours in it does not.
 */
export const keepToOwner = (dataDir: string): void => {
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY.folder });
  const entries = readdirSync(dataDir, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const ours = files.filter(({ name }) => OURS.test(name));
  if (ours.length === files.length) chmodSync(dataDir, OWNER_ONLY.folder);
  for (const { name } of ours) chmodSync(join(dataDir, name), OWNER_ONLY.file);
  for (const entry of entries)
    if (entry.isDirectory() && OUR_FOLDERS.test(entry.name))
      chmodSync(join(dataDir, entry.name), OWNER_ONLY.folder);
};

/** Makes an empty file that its owner alone may read; one that is there stays as it is. */
export const makeFile = (path: string): void => closeSync(openSync(path, 'a', OWNER_ONLY.file));
