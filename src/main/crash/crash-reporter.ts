import { homedir } from 'node:os';
import { z } from 'zod';
import { CrashReportSchema, type CrashReport } from '../../shared/desktop.ts';
import type { Log } from '../log/log.ts';
import { redact } from '../log/redact.ts';
import { withoutPersons } from '../log/without-persons.ts';
import type { ValueFile } from '../settings/settings.ts';

/** Key of the last report, which waits for the user. */
const KEPT = 'crashReport';
/** As many crashes within this time are no accident any more. */
const TOO_MANY = 3;
const WITHIN_MS = 60_000;

const KeptSchema = CrashReportSchema.nullable().catch(null);
const TimesSchema = z.array(z.number()).catch([]);

/**
 * Handling of a crash: it is written down without secrets, the part that crashed starts again, and the person is told
 * at the next opportunity. Nothing is sent anywhere unless they send it.
 */
export class CrashReporter {
  readonly #file: ValueFile;
  readonly #log: Log;

  constructor(file: ValueFile, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  /** Record a crash; false when there have been so many that starting again would help nobody. */
  record(where: string, cause: unknown, now = Date.now()): boolean {
    this.#log.error(`${where} crashed`, cause);
    const text = `${where} crashed.\n${withoutPersons(causeText(cause)).replaceAll(homedir(), '~')}`;
    this.#file.set(KEPT, { at: now, text } satisfies CrashReport);
    const times = TimesSchema.parse(this.#file.get('crashTimes')).filter((at) => now - at < WITHIN_MS);
    this.#file.set('crashTimes', [...times, now]);
    return times.length + 1 < TOO_MANY;
  }

  /** Crash that the person has not dealt with yet. */
  get report(): CrashReport | null {
    return KeptSchema.parse(this.#file.get(KEPT) ?? null);
  }

  forget(): void {
    this.#file.set(KEPT, null);
  }
}

/** Secrets are known by their names: they are taken out before it is all one text. */
const causeText = (cause: unknown): string => {
  const clean = redact(cause);
  return typeof clean === 'string' ? clean : JSON.stringify(clean);
};
