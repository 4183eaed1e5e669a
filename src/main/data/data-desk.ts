import type { DataTask } from '../../shared/backend-handshake.ts';
import type { BackupSummary, Settled } from '../../shared/backup.ts';
import type { DataState, Settings } from '../../shared/desktop.ts';
import { fail, succeed, type Failure, type Result } from '../../shared/failure.ts';
import { istDate } from '../../shared/time.ts';
import type { Log } from '../log/log.ts';
import { t } from '../words/words.ts';
import type { DoDataTask } from './data-task.ts';
import { dayToBackUp, type KeptBackups } from './kept-backups.ts';

/** What is typed before the data is deleted; the same in every language. */
export const CLEARING_WORDS = 'DELETE MY DATA';

export interface DataDeskNeeds {
  readonly doTask: DoDataTask;
  readonly kept: KeptBackups;
  readonly settings: () => Settings;
  readonly version: string;
  readonly folder: string;
  /** Asks the person for a file, by a name that is proposed; null when they cancelled. */
  readonly askWhereTo: (name: string) => Promise<string | null>;
  readonly askWhichFile: () => Promise<string | null>;
  readonly host: {
    stop(): Promise<void>;
    start(): void;
    /** Waits until the backend runs or has been given up; what its start has finished. */
    whenStarted(): Promise<Settled>;
  };
  /** Forgets on this computer who is signed in, and what was shown to them. */
  readonly forgetPerson: () => Promise<void>;
  readonly log: Log;
}

type Outcome = Result<Settled>;
type Saved = { readonly path: string | null; readonly backup: BackupSummary | null };

const LOOK_EVERY_MS = 10 * 60_000;
const FIRST_LOOK_MS = 3 * 60_000;

/** Backup, restore and deletion of what the embedded backend keeps. One of them is done at a time. */
export class DataDesk {
  readonly #needs: DataDeskNeeds;
  #isBusy = false;
  /** Of the task that is under way; null when none is. */
  #percent: number | null = null;
  /** The file that the person has been told about, and nothing else, is what is restored. */
  #checked: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(needs: DataDeskNeeds) {
    this.#needs = needs;
  }

  async state(): Promise<Result<DataState>> {
    const { settings, folder, kept } = this.#needs;
    const isEmbedded = settings().backend.kind === 'embedded';
    const [isBusy, percent] = [this.#isBusy, this.#percent];
    return succeed({ isEmbedded, isBusy, percent, folder, kept: await kept.list() });
  }

  /** Saves a proved backup where the person wants it; null when they cancelled. */
  backUp(now = Date.now()): Promise<Result<Saved>> {
    return this.#alone<Saved>(async () => {
      const path = await this.#needs.askWhereTo(`TrickDesk ${istDate(now)}`);
      if (path === null) return succeed({ path, backup: null });
      const made = await this.#backUpTo(path);
      return made.ok ? succeed({ path, backup: made.value }) : made;
    });
  }

  /** Proves the backup of a day, or a file that the person picks, and says what a restore would bring. */
  check(day: string | undefined): Promise<Result<{ backup: BackupSummary | null }>> {
    return this.#alone(async () => {
      const path = day === undefined ? await this.#needs.askWhichFile() : this.#needs.kept.pathOf(day);
      if (path === null) return succeed({ backup: null });
      this.#checked = null;
      const checked = await this.#do({ kind: 'check', path });
      if (!checked.ok) return checked;
      this.#checked = path;
      return succeed({ backup: checked.value });
    });
  }

  /** Restores what was checked last. The data of now stays beside it. */
  restore(): Promise<Outcome> {
    return this.#alone(async () => {
      const path = this.#checked;
      if (path === null) return fail('conflict', t('Choose the backup first.'));
      const staged = await this.#do({ kind: 'stage', path });
      if (!staged.ok) return staged;
      this.#checked = null;
      return this.#exchange('restore');
    });
  }

  /** Deletes everything that the embedded backend keeps, when the very words were typed. */
  clear(words: string): Promise<Outcome> {
    return this.#alone(() =>
      words === CLEARING_WORDS
        ? this.#exchange('clear')
        : Promise.resolve(
            fail('invalid', t('Type {{words}} to delete everything.', { words: CLEARING_WORDS })),
          ),
    );
  }

  /** Looks now and then whether the backup of a day is due. */
  start(): void {
    const look = () => {
      void this.backUpDay();
      this.#timer = setTimeout(look, LOOK_EVERY_MS);
    };
    this.#timer = setTimeout(look, FIRST_LOOK_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Makes the backup of the day if it is wanted, due and possible now; older ones go once it has been proved. */
  async backUpDay(now = Date.now()): Promise<void> {
    const { settings, kept, log } = this.#needs;
    if (this.#isBusy || !settings().backups.isDaily || settings().backend.kind !== 'embedded') return;
    const made = await this.#alone(async () => {
      const day = dayToBackUp(now, await kept.list());
      return day === null ? succeed(null) : this.#backUpTo(kept.pathOf(day));
    });
    if (made.ok && made.value !== null) await kept.removeOld();
    if (!made.ok) log.warn('The backup of the day could not be made', made.failure);
  }

  #backUpTo(path: string): Promise<Result<BackupSummary | null>> {
    return this.#do({ kind: 'back-up', path, app: this.#needs.version });
  }

  async #do(task: DataTask): Promise<Result<BackupSummary | null>> {
    this.#percent = 0;
    try {
      return await this.#needs.doTask(task, (percent) => (this.#percent = percent));
    } finally {
      this.#percent = null;
    }
  }

  /** Ends the backend, has it decided, and starts it again: its start carries out what was decided. */
  async #exchange(kind: 'restore' | 'clear'): Promise<Outcome> {
    const { host, forgetPerson } = this.#needs;
    await host.stop();
    try {
      const decided = await this.#do({ kind });
      if (!decided.ok) return decided;
      await forgetPerson();
    } finally {
      host.start();
    }
    return succeed(await host.whenStarted());
  }

  async #alone<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
    const refusal = this.#refusal();
    if (refusal) return { ok: false, failure: refusal };
    this.#isBusy = true;
    try {
      return await work();
    } catch (error) {
      this.#needs.log.warn('Work on the data failed', error);
      return fail('refused', t('It could not be done: {{reason}}', { reason: (error as Error).message }));
    } finally {
      this.#isBusy = false;
    }
  }

  #refusal(): Failure | null {
    const { backend } = this.#needs.settings();
    if (backend.kind === 'server') {
      const { host } = new URL(backend.url);
      const message = t('Your data lies on the server {{host}}, and is backed up there.', { host });
      return fail('refused', message).failure;
    }
    return this.#isBusy
      ? fail('conflict', t('Your data is being worked on. Wait until it is done.')).failure
      : null;
  }
}
