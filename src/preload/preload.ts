import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, DesktopEvent } from '../shared/desktop.ts';

// A sandboxed preload cannot import at run time, so the two channel names stand here; a test compares them.
const CALL_CHANNEL = 'trickdesk:call';
const EVENT_CHANNEL = 'trickdesk:event';

const bridge: Bridge = {
  call: (id, input, options) => ipcRenderer.invoke(CALL_CHANNEL, id, input, options),
  on: (callback) => {
    const listener = (_event: unknown, fact: DesktopEvent) => callback(fact);
    ipcRenderer.on(EVENT_CHANNEL, listener);
    return () => void ipcRenderer.off(EVENT_CHANNEL, listener);
  },
};

contextBridge.exposeInMainWorld('bridge', bridge);
