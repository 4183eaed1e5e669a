import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { hasDisplay } from './chromium.ts';

const display = {
  id: 1,
  scaleFactor: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 0, width: 1920, height: 1080 },
};

/** One display of 1920 × 1080. */
export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display],
  getDisplayMatching: () => display,
});

export const powerMonitor = new EventEmitter();

const blockers = new Set<number>();
let nextBlocker = 1;
export const powerSaveBlocker = {
  start: (_type: string) => {
    blockers.add(nextBlocker);
    return nextBlocker++;
  },
  stop: (id: number) => blockers.delete(id),
  isStarted: (id: number) => blockers.has(id),
};

export const shell = {
  openExternal: async (url: string): Promise<void> => {
    if (!hasDisplay()) return console.error(`No display: ${url} was not opened`);
    const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
    await new Promise<void>((done, refuse) => {
      spawn(opener, [url], { stdio: 'ignore', detached: true })
        .once('spawn', done)
        .once('error', refuse)
        .unref();
    });
  },
};

interface MessageBox {
  message: string;
  detail?: string;
  buttons?: string[];
  defaultId?: number;
  cancelId?: number;
}
const optionsOf = <T>(args: unknown[]): T => args.at(-1) as T;

/** Nobody can be asked here: a question is printed and answered as if it had been cancelled. */
export const dialog = {
  showMessageBox: (...args: unknown[]) => {
    const { message, detail = '', cancelId = 0 } = optionsOf<MessageBox>(args);
    console.error([message, detail].filter(Boolean).join('\n'));
    return Promise.resolve({ response: cancelId, checkboxChecked: false });
  },
  showErrorBox: (title: string, content: string) => console.error(`${title}\n${content}`),
  showOpenDialog: (..._args: unknown[]) => Promise.resolve({ canceled: true, filePaths: [] }),
  showSaveDialog: (..._args: unknown[]) => Promise.resolve({ canceled: true, filePath: '' }),
};

/** There is none here: secrets belong in the keychain, or in memory. */
export const safeStorage = {
  isAsyncEncryptionAvailable: () => Promise.resolve(false),
  getSelectedStorageBackend: () => 'basic_text',
};
