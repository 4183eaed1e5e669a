import { z } from 'zod';
import type { ValueFile } from '../settings/settings.ts';

const NAME = 'shownAlerts';
/** Alerts beyond these are older than anything a reconnecting stream repeats. */
const REMEMBERED = 500;
const IdsSchema = z.array(z.int()).catch([]);

/** Which alerts this computer has shown to whom; outlives a restart. */
export class ShownAlerts {
  readonly #file: ValueFile;
  constructor(file: ValueFile) {
    this.#file = file;
  }

  /** Greets a person; true when this computer has not seen them before. */
  isFirst(userId: number): boolean {
    if (this.#file.get(this.#name(userId)) !== undefined) return false;
    this.#file.set(this.#name(userId), []);
    return true;
  }

  /** Takes the alert as shown; false when it already was. */
  claim(userId: number, alertId: number): boolean {
    const ids = this.#read(userId);
    if (ids.includes(alertId)) return false;
    this.#file.set(this.#name(userId), [...ids, alertId].slice(-REMEMBERED));
    return true;
  }

  /** To be called when other data takes the place of what there was: its alerts begin to count anew. */
  forget(): void {
    this.#file.set(NAME, {});
  }

  #name = (userId: number) => `${NAME}.user${userId}`;
  #read = (userId: number) => IdsSchema.parse(this.#file.get(this.#name(userId)) ?? []);
}
