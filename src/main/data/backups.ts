import type { DataTask } from '../../shared/backend-handshake.ts';
import type { BackupSummary, Settled } from '../../shared/backup.ts';
import type { DataState, Settings } from '../../shared/desktop.ts';
import { fail, succeed, type Failure, type Result } from '../../shared/failure.ts';
import { istDate } from '../../shared/time.ts';
import type { Log } from '../log/log.ts';
import { t } from '../messages/messages.ts';
import type { DailySeal } from './daily-seal.ts';
import type { DoDataTask } from './data-task.ts';
import { dayToBackUp, type KeptBackups } from './kept-backups.ts';

/** Text typed before the data is deleted; the same in every language. */
export const CLEARING_TEXT = 'DELETE MY DATA';

export interface BackupsDeps {
  readonly doTask: DoDataTask;
  readonly kept: KeptBackups;
  readonly settings: () => Settings;
  readonly version: string;
  readonly folder: string;
  readonly dailySeal: Pick<DailySeal, 'isWanted' | 'passphrase' | 'canKeep' | 'set'>;
  readonly isSealed: (path: string) => Promise<boolean>;
  /** Asks the person for a file, by a name that is proposed; null when they cancelled. */
  readonly askWhereTo: (name: string) => Promise<string | null>;
  readonly askWhichFile: () => Promise<string | null>;
  readonly host: {
    stop(): Promise<void>;
    start(): void;
    /** Waits until the backend runs or has been given up; what its start has finished. */
    whenStarted(): Promise<Settled>;
  };
  /** Forget the signed-in user on this computer, and what they were shown. */
  readonly forgetPerson: () => Promise<void>;
  readonly log: Log;
}

type Outcome = Result<Settled>;
/** A backup, and what opens it. */
interface Opened {
  readonly path: string;
  readonly passphrase?: string;
}
interface Checked {
  readonly backup: BackupSummary | null;
  readonly needsPassphrase: boolean;
}
type Saved = { readonly path: string | null; readonly backup: BackupSummary | null };

const POLL_EVERY_MS = 10 * 60_000;
const FIRST_POLL_MS = 3 * 60_000;

/** Backup, restore and deletion of what the embedded backend keeps. One of them is done at a time. */
export class Backups {
  readonly #deps: BackupsDeps;
  #isBusy = false;
  /** Of the task that is under way; null when none is. */
  #percent: number | null = null;
  /** The file that may be restored: the one the user was shown. */
  #checked: Opened | null = null;
  /** The file that waits for its passphrase. */
  #sealed: string | null = null;
  #dailyProblem: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: BackupsDeps) {
    this.#deps = deps;
  }

  async state(): Promise<Result<DataState>> {
    const { settings, folder, kept } = this.#deps;
    const isEmbedded = settings().backend.kind === 'embedded';
    const [isBusy, percent, dailyProblem] = [this.#isBusy, this.#percent, this.#dailyProblem];
    const daily = await this.#dailyState();
    return succeed({ isEmbedded, isBusy, percent, daily, dailyProblem, folder, kept: await kept.list() });
  }

  /** Save a proved backup where the user chooses; null when cancelled. It is sealed if they want. */
  backUp(passphrase?: string, now = Date.now()): Promise<Result<Saved>> {
    return this.#alone<Saved>(async () => {
      const path = await this.#deps.askWhereTo(`TrickDesk ${istDate(now)}`);
      if (path === null) return succeed({ path, backup: null });
      const made = await this.#backUpTo(path, passphrase);
      return made.ok ? succeed({ path, backup: made.value }) : made;
    });
  }

  /**
   * Prove a backup, and report what a restore would bring. It is the backup of a day, or a file that the user picks.
   * Where a passphrase is needed first, that is reported instead; the passphrase is known of the days that were sealed
   * here.
   */
  check(day: string | undefined): Promise<Result<Checked>> {
    return this.#alone(async () => {
      const path = day === undefined ? await this.#deps.askWhichFile() : this.#deps.kept.pathOf(day);
      if (path === null) return succeed({ backup: null, needsPassphrase: false });
      [this.#checked, this.#sealed] = [null, null];
      if (!(await this.#deps.isSealed(path))) return this.#checkedWith({ path });
      const known = day === undefined ? null : await this.#deps.dailySeal.passphrase();
      const opened = known === null ? null : await this.#checkedWith({ path, passphrase: known });
      if (opened?.ok) return opened;
      this.#sealed = path;
      return succeed({ backup: null, needsPassphrase: true });
    });
  }

  /** Prove the backup that waits for its passphrase. Reports what a restore would bring. */
  unlock(passphrase: string): Promise<Result<{ backup: BackupSummary | null }>> {
    return this.#alone(async () => {
      const path = this.#sealed;
      if (path === null) return fail('conflict', t('Choose the backup first.'));
      const opened = await this.#checkedWith({ path, passphrase });
      if (opened.ok) this.#sealed = null;
      return opened.ok ? succeed({ backup: opened.value.backup }) : opened;
    });
  }

  async #checkedWith(opened: Opened): Promise<Result<Checked>> {
    const checked = await this.#do({ kind: 'check', ...opened });
    if (!checked.ok) return checked;
    this.#checked = opened;
    return succeed({ backup: checked.value, needsPassphrase: false });
  }

  /** Restores what was checked last. The data of now stays beside it. */
  restore(): Promise<Outcome> {
    return this.#alone(async () => {
      const opened = this.#checked;
      if (opened === null) return fail('conflict', t('Choose the backup first.'));
      const staged = await this.#do({ kind: 'stage', ...opened });
      if (!staged.ok) return staged;
      this.#checked = null;
      return this.#exchange('restore');
    });
  }

  /** Seal daily backups from now on; with null, leave them open. Those that are there stay as they are. */
  async sealDaily(passphrase: string | null): Promise<Result<DataState>> {
    const { dailySeal } = this.#deps;
    if (passphrase !== null && !(await dailySeal.canKeep()))
      return fail(
        'refused',
        t('This computer has no keychain that could keep the passphrase. Save sealed backups by hand.'),
      );
    await dailySeal.set(passphrase);
    return this.state();
  }

  async #dailyState(): Promise<DataState['daily']> {
    const { dailySeal } = this.#deps;
    if (!dailySeal.isWanted) return 'open';
    return (await dailySeal.passphrase()) === null ? 'waiting' : 'sealed';
  }

  /** Delete everything the embedded backend keeps. Only when the very words were typed. */
  clear(text: string): Promise<Outcome> {
    return this.#alone(() =>
      text === CLEARING_TEXT
        ? this.#exchange('clear')
        : Promise.resolve(
            fail('invalid', t('Type {{words}} to delete everything.', { words: CLEARING_TEXT })),
          ),
    );
  }

  /** Looks now and then whether the backup of a day is due. */
  start(): void {
    const poll = () => {
      void this.backUpDay();
      this.#timer = setTimeout(poll, POLL_EVERY_MS);
    };
    this.#timer = setTimeout(poll, FIRST_POLL_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Make the day's backup if wanted, due and possible now. Older ones are deleted once it has been proved. */
  async backUpDay(now = Date.now()): Promise<void> {
    const { settings, kept, dailySeal, log } = this.#deps;
    if (this.#isBusy || !settings().backups.isDaily || settings().backend.kind !== 'embedded') return;
    const made = await this.#alone<BackupSummary | null>(async () => {
      const day = dayToBackUp(now, await kept.list());
      if (day === null) return succeed(null);
      const passphrase = await dailySeal.passphrase();
      // Never open because the keychain does not answer: the person has asked for it to be sealed.
      if (dailySeal.isWanted && passphrase === null)
        return fail('refused', t('The passphrase of the backups of every day is not at hand. Set it again.'));
      return this.#backUpTo(kept.pathOf(day), passphrase ?? undefined);
    });
    this.#dailyProblem = made.ok ? null : made.failure.message;
    if (made.ok && made.value !== null) await kept.removeOld(now);
    if (!made.ok) log.warn('The backup of the day could not be made', made.failure);
  }

  #backUpTo(path: string, passphrase?: string): Promise<Result<BackupSummary | null>> {
    return this.#do({ kind: 'back-up', path, passphrase, app: this.#deps.version });
  }

  async #do(task: DataTask): Promise<Result<BackupSummary | null>> {
    this.#percent = 0;
    try {
      return await this.#deps.doTask(task, (percent) => (this.#percent = percent));
    } finally {
      this.#percent = null;
    }
  }

  /** Ends the backend, has it decided, and starts it again: its start carries out what was decided. */
  async #exchange(kind: 'restore' | 'clear'): Promise<Outcome> {
    const { host, dailySeal, forgetPerson } = this.#deps;
    await host.stop();
    try {
      const decided = await this.#do({ kind });
      if (!decided.ok) return decided;
      if (kind === 'clear') await dailySeal.set(null);
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
      this.#deps.log.warn('Work on the data failed', error);
      return fail('refused', t('It could not be done: {{reason}}', { reason: (error as Error).message }));
    } finally {
      this.#isBusy = false;
    }
  }

  #refusal(): Failure | null {
    const { backend } = this.#deps.settings();
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
