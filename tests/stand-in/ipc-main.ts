import { EventEmitter } from 'node:events';

type Handler = (event: unknown, ...args: unknown[]) => unknown;
class IpcMain extends EventEmitter {
  /** Under the name that it has in Electron. */
  readonly _invokeHandlers = new Map<string, Handler>();
  handle(channel: string, handler: Handler): void {
    if (this._invokeHandlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this._invokeHandlers.set(channel, handler);
  }
  removeHandler(channel: string): void {
    this._invokeHandlers.delete(channel);
  }
}
export const ipcMain = new IpcMain();

/** Runs the handler of an `invoke`; whatever it throws becomes a rejection. */
export async function answerInvoke(channel: string, event: unknown, args: unknown[]): Promise<unknown> {
  const handler = ipcMain._invokeHandlers.get(channel);
  if (!handler) throw new Error(`No handler registered for '${channel}'`);
  return await handler(event, ...args);
}
