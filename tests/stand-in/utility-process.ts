import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { closers, utilities } from './app.ts';

interface Options {
  serviceName?: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  execArgv?: string[];
  stdio?: 'pipe' | 'ignore' | 'inherit';
}

const CHILD = fileURLToPath(new URL('./utility-child.ts', import.meta.url));

/** A utility process as a forked Node process. It has the same way of talking. */
class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;
  #hasExited = false;

  constructor(module: string, args: string[], options: Options) {
    super();
    const { stdio = 'inherit', env, cwd, execArgv = [] } = options;
    this.#child = fork(module, args, {
      env: env ?? process.env,
      cwd,
      execArgv: [...execArgv, '--import', CHILD],
      serialization: 'advanced',
      stdio: ['ignore', stdio, stdio, 'ipc'],
    });
    const { pid } = this.#child;
    if (pid !== undefined) utilities.set(pid, options.serviceName ?? 'Node Utility Process');
    this.#child.once('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('error', (error) => this.emit('error', 'FatalError', 'launch', error.message));
    this.#child.once('exit', (code, signal) => {
      this.#hasExited = true;
      if (pid !== undefined) utilities.delete(pid);
      this.emit('exit', code ?? (signal === null ? 1 : 128));
    });
    const whenGone = () =>
      this.#hasExited ? Promise.resolve() : new Promise<void>((done) => this.once('exit', done));
    closers.browser.push(() => {
      this.kill();
      return whenGone();
    });
  }
  get pid() {
    return this.#hasExited ? undefined : this.#child.pid;
  }
  get stdout() {
    return this.#child.stdout;
  }
  get stderr() {
    return this.#child.stderr;
  }
  postMessage(message: unknown): void {
    // A process that has just died cannot hear; its `exit` says so.
    if (this.#child.connected) this.#child.send(message as object, () => undefined);
  }
  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = {
  fork: (module: string, args: string[] = [], options: Options = {}) =>
    new UtilityProcess(module, args, options),
};
