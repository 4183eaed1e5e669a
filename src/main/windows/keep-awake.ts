import { powerSaveBlocker } from 'electron';

/** Keeps the computer from falling asleep while somebody trades live; the display may go dark. */
export class KeepAwake {
  #blocker: number | null = null;

  set(isWanted: boolean): void {
    if (isWanted === (this.#blocker !== null)) return;
    if (this.#blocker === null) this.#blocker = powerSaveBlocker.start('prevent-app-suspension');
    else {
      powerSaveBlocker.stop(this.#blocker);
      this.#blocker = null;
    }
  }
}
