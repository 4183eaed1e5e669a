import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptBackup } from '../../shared/desktop.ts';
import { DAY_MS, istDate, istDayStart, istMinuteOfDay } from '../../shared/time.ts';
import { isMarketTime, marketHoursOn } from '../../shared/trading-days.ts';

export const BACKUP_EXTENSION = 'trickdesk';
const FOLDER = 'backups';
const KEPT = 7;
const NAME = new RegExp(`^TrickDesk (\\d{4}-\\d{2}-\\d{2})\\.${BACKUP_EXTENSION}$`);
/** Minute by which a day is over, without an evening session. */
const DAY_IS_OVER_MINUTE = 16 * 60;

/** The backups of every day, beside the data: the newest seven. */
export class KeptBackups {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, FOLDER);
  }

  /** Where the backup of an Indian calendar day lies. */
  pathOf(day: string): string {
    return join(this.#folder, `TrickDesk ${day}.${BACKUP_EXTENSION}`);
  }

  /** Newest first. */
  async list(): Promise<KeptBackup[]> {
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const found = names.flatMap((name) => NAME.exec(name)?.[1] ?? []);
    const backups = found.map(async (day) => ({ day, bytes: (await stat(this.pathOf(day))).size }));
    return (await Promise.all(backups)).sort((a, b) => b.day.localeCompare(a.day));
  }

  /**
   * Removes what is older than the newest seven; to be called once the newest has been proved. Those of days still to
   * come, made by a clock that was ahead, go first.
   */
  async removeOld(now: number): Promise<void> {
    const today = istDate(now);
    const [past, toCome] = [(day: string) => day <= today, (day: string) => day > today];
    const days = (await this.list()).map(({ day }) => day);
    for (const day of [...days.filter(past), ...days.filter(toCome)].slice(KEPT))
      await rm(this.pathOf(day), { force: true });
  }
}

/** The last day whose trading was over at a moment (epoch ms): its backup holds all of it. */
export const lastDayOver = (now: number): string => {
  const today = istDate(now);
  const over = Math.max(DAY_IS_OVER_MINUTE, marketHoursOn(today)?.to ?? 0);
  return istMinuteOfDay(now) >= over ? today : istDate(istDayStart(today) - DAY_MS);
};

/** The day to back up now; null while the market is open, and when its backup is there already. */
export const dayToBackUp = (now: number, kept: readonly KeptBackup[]): string | null => {
  const day = lastDayOver(now);
  // Of a day that is still to come are those of a clock that was ahead: they say nothing of this one.
  const isThere = kept.some((backup) => backup.day >= day && backup.day <= istDate(now));
  return isThere || isMarketTime(now) ? null : day;
};
