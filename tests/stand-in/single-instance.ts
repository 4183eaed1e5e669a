import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** Data that a second start passes to the first. */
export interface SecondStart {
  readonly argv: string[];
  readonly workingDirectory: string;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** The lock of one instance per user-data folder; a later start leaves its arguments in the folder as a file. */
export class SingleInstance {
  readonly #folder: string;
  #watcher: FSWatcher | undefined;

  constructor(userData: string) {
    this.#folder = join(userData, 'Instance');
  }

  /** Whether this process is the first; if not, the first hears of it through `onSecond`. */
  acquire(onSecond: (start: SecondStart) => void): boolean {
    if (this.#watcher) return true;
    mkdirSync(this.#folder, { recursive: true });
    if (!this.#acquireLock()) {
      const start: SecondStart = { argv: process.argv, workingDirectory: process.cwd() };
      const name = join(this.#folder, `second-${process.pid}`);
      writeFileSync(`${name}.part`, JSON.stringify(start));
      // The name that is looked for appears only once the content is complete.
      renameSync(`${name}.part`, `${name}.json`);
      return false;
    }
    this.#watcher = watch(this.#folder, () => this.#readStarts(onSecond)).unref();
    return true;
  }

  release(): void {
    if (!this.#watcher) return;
    this.#watcher.close();
    this.#watcher = undefined;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #acquireLock(): boolean {
    const file = join(this.#folder, 'pid');
    for (;;) {
      try {
        writeFileSync(file, String(process.pid), { flag: 'wx' });
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        if (isAlive(Number(readFileSync(file, 'utf8')))) return false;
        rmSync(file, { force: true });
      }
    }
  }

  #readStarts(onSecond: (start: SecondStart) => void): void {
    for (const name of readdirSync(this.#folder).filter((each) => each.endsWith('.json'))) {
      const file = join(this.#folder, name);
      const start = JSON.parse(readFileSync(file, 'utf8')) as SecondStart;
      rmSync(file);
      onSecond(start);
    }
  }
}
