import { istDate } from '../../../shared/time.ts';
import { Refusal } from '../../refusal.ts';

/** Different people that one user may look up in a day: whoever pays needs a few, whoever harvests needs thousands. */
const MOST_A_DAY = 30;

/** Counts whom a user asks about, found or not. The same name again is free. */
export class RecipientLookups {
  private day = '';
  private asked = new Map<number, Set<string>>();

  /** @throws Refusal `rate` when it is one too many today */
  count(userId: number, to: string, now: number): void {
    const today = istDate(now);
    if (today !== this.day) {
      this.day = today;
      this.asked = new Map();
    }
    const names = this.asked.get(userId) ?? new Set();
    this.asked.set(userId, names);
    const name = to.trim().toLowerCase();
    if (names.has(name)) return;
    if (names.size >= MOST_A_DAY)
      throw new Refusal('rate', `You have looked up ${MOST_A_DAY} people today. Look up others tomorrow.`);
    names.add(name);
  }
}
