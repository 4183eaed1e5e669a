import { z } from 'zod';
import type { BackendChoice } from '../../shared/desktop.ts';
import type { ValueFile } from '../settings/settings.ts';

const NAME = 'shownAlerts';
/** Alerts beyond these are older than anything a reconnecting stream repeats. */
const REMEMBERED = 500;

/** Alerts that are no news to a user. Those up to `past`, and those in `ids`. */
interface Seen {
  readonly past: number;
  readonly ids: readonly number[];
}
const SeenSchema = z.union([
  z.object({ past: z.int(), ids: z.array(z.int()) }),
  // As it was written before there was a past: it ends before the first that was shown.
  z.array(z.int()).transform((ids): Seen => ({ past: ids.length === 0 ? 0 : Math.min(...ids) - 1, ids })),
]);
const NOTHING: Seen = { past: 0, ids: [] };

/** Which alerts this computer has shown to whom; outlives a restart. */
export class ShownAlerts {
  readonly #file: ValueFile;
  readonly #backend: () => BackendChoice;

  /** People and alerts are numbered by the backend in use: those of another one are others. */
  constructor(file: ValueFile, backend: () => BackendChoice) {
    this.#file = file;
    this.#backend = backend;
  }

  /** Greet a user: on a computer that has not seen them before, alerts up to `past` are none that it shows. */
  greet(userId: number, past: number): void {
    if (!this.#read(userId)) this.#write(userId, { past, ids: [] });
  }

  /** Greet a user whose last alert is `newest`. A stored past that ends later belongs to data that is gone. */
  greetBy(userId: number, newest: number): void {
    if ((this.#read(userId)?.past ?? Infinity) > newest) this.#write(userId, { past: newest, ids: [] });
  }

  /** The last alert of a person's past; null for somebody whom this computer has not seen yet. */
  pastOf(userId: number): number | null {
    return this.#read(userId)?.past ?? null;
  }

  /** Ends the past later: nothing up to `past` is news any more. */
  settle(userId: number, past: number): void {
    const seen = this.#read(userId);
    if (seen && past > seen.past) this.#write(userId, { past, ids: seen.ids.filter((id) => id > past) });
  }

  /** Whether the alert is still to be shown: it was not, and is not of the past. */
  isNew(userId: number, alertId: number): boolean {
    const { past, ids } = this.#read(userId) ?? NOTHING;
    return alertId > past && !ids.includes(alertId);
  }

  /** Note alerts as shown: to be called when they are, not when they come. */
  claim(userId: number, alertIds: readonly number[]): void {
    const { past, ids } = this.#read(userId) ?? NOTHING;
    const added = alertIds.filter((id) => id > past);
    if (added.length === 0) return;
    const known = [...new Set([...ids, ...added])].sort((a, b) => a - b);
    const forgotten = known.splice(0, Math.max(0, known.length - REMEMBERED));
    this.#write(userId, { past: forgotten.at(-1) ?? past, ids: known });
  }

  /**
   * Forget what every user has seen. To be called when other data takes the place of what there was: its alerts begin
   * to count anew.
   */
  forget(): void {
    this.#file.set(NAME, {});
  }

  #name(userId: number): string {
    const choice = this.#backend();
    // The file takes a dot for a step into it.
    const place = choice.kind === 'server' ? `${choice.url.replaceAll(/\W+/g, '-')}.` : '';
    return `${NAME}.${place}user${userId}`;
  }

  #read(userId: number): Seen | null {
    const seen = SeenSchema.safeParse(this.#file.get(this.#name(userId)));
    return seen.success ? seen.data : null;
  }

  #write(userId: number, seen: Seen): void {
    this.#file.set(this.#name(userId), seen);
  }
}
