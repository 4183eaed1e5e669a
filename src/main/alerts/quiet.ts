import type { Settings } from '../../shared/desktop.ts';
import { MINUTE_MS, clockToMinutes, istMinuteOfDay } from '../../shared/time.ts';
import { isMarketTime } from '../../shared/trading-days.ts';

/**
 * Interval of checks whether requested quiet is over. It bounds how late the end is announced on a computer that slept
 * until then.
 */
const CHECK_MS = 30_000;

type QuietHours = Settings['notifications']['quiet'];

/** Whether the user's settings want quiet at a moment (epoch ms). */
export function isQuietHour({ when, from, to }: QuietHours, now: number): boolean {
  const minute = istMinuteOfDay(now);
  switch (when) {
    case 'never':
      return false;
    case 'outside-market':
      return !isMarketTime(now);
    case 'daily': {
      const [start, end] = [clockToMinutes(from), clockToMinutes(to)];
      // Hours that end after midnight are outside of the rest of the day.
      return start <= end ? minute >= start && minute < end : minute >= start || minute < end;
    }
  }
}

/**
 * Quiet by the hours of the settings, or on request. What the user has just asked for lasts as long as it was asked
 * for.
 */
export class Quiet {
  readonly #hours: () => QuietHours;
  readonly #onChange: (until: number | null) => void;
  #until: number | null = null;
  #end: NodeJS.Timeout | undefined;
  #check: NodeJS.Timeout | undefined;

  constructor(hours: () => QuietHours, onChange: (until: number | null) => void) {
    this.#hours = hours;
    this.#onChange = onChange;
  }

  /** Epoch ms at which the quiet that was asked for ends; null when none was, and when it is over. */
  get until(): number | null {
    return this.#until !== null && Date.now() < this.#until ? this.#until : null;
  }

  get isNow(): boolean {
    return this.until !== null || isQuietHour(this.#hours(), Date.now());
  }

  /** Quiet for some minutes from now; 0 ends it. Answers until when. */
  askFor(minutes: number): number | null {
    clearTimeout(this.#end);
    clearInterval(this.#check);
    this.#until = minutes === 0 ? null : Date.now() + minutes * MINUTE_MS;
    if (this.#until !== null) {
      // Timers stand still while the computer sleeps, and the clock may be set back: whichever comes first ends it.
      this.#end = setTimeout(() => this.askFor(0), minutes * MINUTE_MS);
      this.#check = setInterval(() => this.until === null && this.askFor(0), CHECK_MS);
    }
    this.#onChange(this.#until);
    return this.#until;
  }
}
