import type { Wire } from './wire.ts';

/** From the page to main. */
export type FromPage =
  | { kind: 'invoke'; id: number; channel: string; args: unknown }
  | { kind: 'send'; channel: string; args: unknown }
  | { kind: 'open'; url: string; frameName: string; features: string };
/** From main to the page. */
export type ToPage =
  | { kind: 'answer'; id: number; value: unknown }
  | { kind: 'failure'; id: number; message: string }
  | { kind: 'event'; channel: string; args: unknown };

export const BINDING = '__standInPost';
export const RECEIVER = 'stand-in';

/** Runs in the page before its own scripts, from source text: what Electron gives a sandboxed preload. */
export function installInPage(
  wire: Wire,
  names: { binding: string; receiver: string },
  preload: (require: (id: string) => unknown, module: { exports: object }, process: object) => void,
): void {
  if (window !== window.top) return;
  const page = window as unknown as Record<string, unknown>;
  const binding = page[names.binding] as (text: string) => void;
  // The page's own scripts must not find it.
  delete page[names.binding];
  const post = (message: FromPage) => binding(JSON.stringify(message));

  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, Set<(event: object, ...args: unknown[]) => void>>();
  let nextId = 1;

  const on = (channel: string, listener: (event: object, ...args: unknown[]) => void) => {
    const set = listeners.get(channel) ?? new Set();
    listeners.set(channel, set.add(listener));
    return ipcRenderer;
  };
  const off = (channel: string, listener: (event: object, ...args: unknown[]) => void) => {
    listeners.get(channel)?.delete(listener);
    return ipcRenderer;
  };
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        const encoded = wire.encode(args);
        waiting.set(id, { resolve, reject });
        post({ kind: 'invoke', id, channel, args: encoded });
      }),
    send: (channel: string, ...args: unknown[]) => post({ kind: 'send', channel, args: wire.encode(args) }),
    on,
    off,
    removeListener: off,
  };
  const contextBridge = {
    exposeInMainWorld: (key: string, value: unknown) =>
      Object.defineProperty(window, key, { value, enumerable: true }),
  };

  const receive = (message: ToPage) => {
    if (message.kind === 'event') {
      const args = wire.decode(message.args) as unknown[];
      for (const listener of [...(listeners.get(message.channel) ?? [])]) listener({}, ...args);
      return;
    }
    const waiter = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'answer') waiter?.resolve(wire.decode(message.value));
    else waiter?.reject(new Error(message.message));
  };
  Object.defineProperty(window, Symbol.for(names.receiver), { value: receive });

  const open = (url: string, frameName: string, features: string) =>
    post({ kind: 'open', url: new URL(url, document.baseURI).href, frameName, features });
  window.open = (url, frameName, features) => {
    open(String(url ?? 'about:blank'), frameName ?? '', features ?? '');
    return null;
  };
  window.addEventListener('click', (event) => {
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement);
    if (!link || !link.href || event.defaultPrevented) return;
    const isElsewhere = link.target !== '' && link.target !== '_self' && link.target !== '_top';
    if (!isElsewhere && !event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    open(link.href, link.target, '');
  });

  const modules: Record<string, unknown> = { electron: { ipcRenderer, contextBridge } };
  const require = (id: string) => {
    if (!(id in modules)) throw new Error(`module not found: ${id}`);
    return modules[id];
  };
  preload(
    require,
    { exports: {} },
    { platform: 'linux', type: 'renderer', sandboxed: true, contextIsolated: true },
  );
}
