import { powerMonitor } from 'electron';

/** Whether the computer's screen is locked, as far as the system reports. */
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
