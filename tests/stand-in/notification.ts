import { EventEmitter } from 'node:events';

interface Options {
  title?: string;
  body?: string;
  silent?: boolean;
  urgency?: string;
  timeoutType?: string;
}

/** A notification that nobody sees: a test emits `click` on it, as it can on Electron's own. */
export class Notification extends EventEmitter {
  static isSupported = () => true;
  title: string;
  body: string;
  silent: boolean;
  urgency: string;
  timeoutType: string;

  constructor(options: Options = {}) {
    super();
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
    this.urgency = options.urgency ?? 'normal';
    this.timeoutType = options.timeoutType ?? 'default';
  }
  show(): void {
    queueMicrotask(() => this.emit('show'));
  }
  close(): void {
    queueMicrotask(() => this.emit('close'));
  }
}
