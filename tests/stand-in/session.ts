import { EventEmitter } from 'node:events';
import type { Session as DevToolsSession } from './devtools.ts';
import { toCarried } from './protocol.ts';

type Check = (webContents: unknown, permission: string, origin: string, details: object) => boolean;
type Request = (
  webContents: unknown,
  permission: string,
  callback: (isGranted: boolean) => void,
  details: object,
) => void;

/** Chromium's permission names and what Electron calls them. */
const PERMISSIONS = [
  ['notifications', 'notifications'],
  ['geolocation', 'geolocation'],
  ['camera', 'media'],
  ['microphone', 'media'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
] as const;

class BrowserSession extends EventEmitter {
  #check: Check | null = null;
  #request: Request | null = null;
  setPermissionCheckHandler(handler: Check | null): void {
    this.#check = handler;
  }
  setPermissionRequestHandler(handler: Request | null): void {
    this.#request = handler;
  }

  /** Ask both handlers about every permission, and set it in the browser. Thus the page gets the same answer. */
  async settlePermissions(root: DevToolsSession, contents: unknown, address: string): Promise<void> {
    const { origin } = new URL(toCarried(address));
    // A page without an origin, such as of data:, has nothing to be permitted.
    if (origin === 'null') return;
    for (const [name, electronName] of PERMISSIONS) {
      const isAllowed = this.#isAllowed(contents, electronName, address);
      const setting = isAllowed ? 'granted' : 'denied';
      await root.send('Browser.setPermission', { permission: { name }, setting, origin });
    }
  }

  #isAllowed(contents: unknown, permission: string, address: string): boolean {
    const details = { isMainFrame: true, requestingUrl: address };
    if (this.#check && !this.#check(contents, permission, address, details)) return false;
    let isGranted = this.#request === null;
    this.#request?.(contents, permission, (answer) => (isGranted = answer), details);
    return isGranted;
  }
}
export const defaultSession = new BrowserSession();
export const session = { defaultSession };
