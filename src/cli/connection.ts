import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { HOLDER_FILE, HolderSchema } from '../shared/backend-handshake.ts';
import { EXIT, Trouble } from './trouble.ts';

/** Where a backend answers, and the key to call it with. */
export interface Connection {
  readonly url: string;
  readonly key: string;
}

type Environment = Readonly<Partial<Record<string, string>>>;

const PRODUCT = 'TrickDesk';
/** Folder of `npm run server` without `--data`. */
const SERVER_FOLDER = 'trickdesk-data';

/** Folder in which the desktop keeps its data on this system. */
const desktopFolder = (env: Environment): string => {
  const home = homedir();
  if (process.platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData/Roaming'), PRODUCT);
  if (process.platform === 'darwin') return join(home, 'Library/Application Support', PRODUCT);
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), PRODUCT);
};

/** Address of the backend that uses a data folder; null where none does. */
const addressIn = (folder: string): string | null => {
  try {
    const parsed = HolderSchema.safeParse(JSON.parse(readFileSync(join(folder, HOLDER_FILE), 'utf8')));
    return parsed.data?.url ?? null;
  } catch (error) {
    // Nobody has it, or the file is being written: either way nothing answers there yet.
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return null;
    throw error;
  }
};

const addressOf = (env: Environment): string => {
  const given = env['TRICKDESK_URL']?.trim();
  if (given) {
    if (!/^https?:$/.test(URL.parse(given)?.protocol ?? ''))
      throw new Trouble(
        EXIT.usage,
        `TRICKDESK_URL must be an address such as http://127.0.0.1:8787; "${given}" is none.`,
      );
    return given.replace(/\/+$/, '');
  }
  const folder = env['TRICKDESK_DATA']?.trim();
  const folders = folder ? [resolve(folder)] : [desktopFolder(env), resolve(SERVER_FOLDER)];
  for (const each of folders) {
    const address = addressIn(each);
    if (address !== null) return address;
  }
  throw new Trouble(
    EXIT.away,
    `TrickDesk is not running on ${folders.join(' or ')}. Start it, or say where it is with TRICKDESK_URL or TRICKDESK_DATA.`,
  );
};

/** Where to call and with what key. @throws Trouble with a sentence */
export const connectionOf = (env: Environment): Connection => {
  const key = env['TRICKDESK_KEY']?.trim();
  if (!key)
    throw new Trouble(
      EXIT.key,
      'There is no key: make one in the settings of TrickDesk (Keys), and give it in TRICKDESK_KEY.',
    );
  if (!/^[\w.-]+$/.test(key))
    throw new Trouble(EXIT.key, 'TRICKDESK_KEY is no key: it has characters that no key has. Copy it again.');
  return { url: addressOf(env), key };
};
