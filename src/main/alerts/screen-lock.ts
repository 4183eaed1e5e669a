import { powerMonitor } from 'electron';

/** Whether the screen of the computer is locked, as far as the operating system tells. */
export class ScreenLock {
  #isLocked = false;

  constructor() {
    powerMonitor.on('lock-screen', () => (this.#isLocked = true));
    powerMonitor.on('unlock-screen', () => (this.#isLocked = false));
  }

  get isLocked(): boolean {
    return this.#isLocked;
  }
}
