import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BackendFactSchema,
  DATABASE_FILE,
  type DataTask,
  WORK_FOLDER,
} from '../../shared/backend-handshake.ts';
import type { BackupSummary } from '../../shared/backup.ts';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import type { BackendProcess } from '../backend-host/backend-host.ts';
import type { Log } from '../log/log.ts';
import { t } from '../messages/messages.ts';

type Answer = Result<BackupSummary | null>;
/** Run a task; `onPercent` receives how far it has come. */
export type DoDataTask = (task: DataTask, onPercent?: (percent: number) => void) => Promise<Answer>;

export interface DataTaskDeps {
  readonly fork: () => BackendProcess;
  readonly dataDir: string;
  readonly dataKeys: () => Promise<string[]>;
  readonly log: Log;
  readonly timing?: Partial<typeof TIMING>;
}

const TIMING = {
  /** Time limit of the smallest task. */
  leastMs: 120_000,
  /** And for each megabyte that it is about: more than ten times what an old computer takes. */
  megabyteMs: 1_000,
  /** However large the file says it is. */
  mostMs: 30 * 60_000,
  /** How long a process told to end is waited for. */
  endMs: 10_000,
};
const MEGABYTE = 1024 * 1024;

const sizeOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch {
    // The task itself says what is wrong with it.
    return 0;
  }
};

/**
 * Run work on the whole data folder in its own process. The process ends with the work. A refusal is the sentence of
 * that process; one that has not come to an end in a time that grows with the size of the file is ended, and what it
 * left is cleared away.
 */
export const dataTasks = ({ fork, dataDir, dataKeys, log, timing }: DataTaskDeps): DoDataTask => {
  const { leastMs, megabyteMs, mostMs, endMs } = { ...TIMING, ...timing };
  const timeFor = async (task: DataTask): Promise<number> => {
    const isAboutFile = task.kind === 'check' || task.kind === 'stage';
    const bytes = await sizeOf(isAboutFile ? task.path : join(dataDir, DATABASE_FILE));
    return Math.min(mostMs, leastMs + (bytes / MEGABYTE) * megabyteMs);
  };
  const clearAway = async (task: DataTask): Promise<void> => {
    const left = [join(dataDir, WORK_FOLDER), ...(task.kind === 'back-up' ? [`${task.path}.part`] : [])];
    for (const path of left) await rm(path, { recursive: true, force: true });
  };
  return async (task, onPercent = () => undefined) => {
    const [keys, ms] = await Promise.all([dataKeys(), timeFor(task)]);
    const child = fork();
    const lines: string[] = [];
    child.onLine((line) => lines.push(line));
    const ended = new Promise<number>((resolve) => child.onExit(resolve));
    const said = new Promise<Answer>((resolve) => {
      child.onMessage((message) => {
        const fact = BackendFactSchema.safeParse(message);
        if (fact.data?.type === 'task-done') resolve(succeed(fact.data.backup));
        else if (fact.data?.type === 'failed') resolve(fail('refused', fact.data.message));
        else if (fact.data?.type === 'task-progress') onPercent(fact.data.percent);
        else log.warn('The process that works on the data said something unknown', message);
      });
    });
    child.post({ type: 'task', dataDir, dataKeys: keys, task });
    const clock = alarm(ms);
    const answer = await Promise.race([said, ended.then(() => 'ended' as const), clock.rung]);
    clock.stop();
    child.kill();
    if (typeof answer === 'string') {
      const wait = alarm(endMs);
      await Promise.race([ended, wait.rung]);
      wait.stop();
      await clearAway(task);
    }
    const outcome = typeof answer === 'string' ? failureOf(answer) : answer;
    if (!outcome.ok)
      log.warn('Work on the data was not done', { kind: task.kind, ...outcome.failure, lines });
    return outcome;
  };
};

const failureOf = (why: 'ended' | 'late'): Answer =>
  why === 'ended'
    ? fail('internal', t('The work on your data ended by itself. Nothing was changed.'))
    : fail(
        'refused',
        t('The work on your data took far longer than it should, so it was ended. Nothing was changed.'),
      );

const alarm = (ms: number): { rung: Promise<'late'>; stop: () => void } => {
  const { promise, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => resolve('late'), ms);
  return { rung: promise, stop: () => clearTimeout(timer) };
};
