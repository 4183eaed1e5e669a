import { ipcMain } from 'electron';
import type { IpcMainInvokeEvent } from 'electron';
import { CALL_CHANNEL } from '../../shared/desktop.ts';
import { fail } from '../../shared/failure.ts';
import type { Log } from '../log/log.ts';
import type { Bridge } from './bridge.ts';
import type { Asker } from './desktop-handlers.ts';

/** Puts the bridge on its channel. Only the main frame of a window of ours, on our own origin, is answered. */
export function listen(
  bridge: Bridge,
  windowOf: (event: IpcMainInvokeEvent) => Asker | null,
  log: Log,
): void {
  ipcMain.handle(CALL_CHANNEL, (event, id: unknown, input: unknown, options: unknown) => {
    const asker = windowOf(event);
    if (asker) return bridge(id, input, options, asker);
    log.warn('A stranger used the bridge', { url: event.senderFrame?.url });
    return fail('forbidden', 'This page may not use the app.');
  });
}
