import { EventEmitter } from 'node:events';

interface Options {
  title?: string;
  body?: string;
  silent?: boolean;
  urgency?: string;
  timeoutType?: string;
  groupId?: string;
  actions?: object[];
}

/** A notification that nobody sees: a test emits `click` on it, as it can on Electron's own. */
export class Notification extends EventEmitter {
  static isSupported = () => true;
  title: string;
  body: string;
  silent: boolean;
  urgency: string;
  timeoutType: string;
  groupId: string;
  actions: object[];

  constructor(options: Options = {}) {
    super();
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
    this.urgency = options.urgency ?? 'normal';
    this.timeoutType = options.timeoutType ?? 'default';
    this.groupId = options.groupId ?? '';
    this.actions = options.actions ?? [];
  }
  show(): void {
    queueMicrotask(() => this.emit('show'));
  }
  close(): void {
    queueMicrotask(() => this.emit('close'));
  }
}
