import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DataTask } from '../../shared/backend-handshake.ts';
import type { BackupSummary, Settled } from '../../shared/backup.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/desktop.ts';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import { Backups } from './backups.ts';
import { KeptBackups } from './kept-backups.ts';

const SUMMARY: BackupSummary = {
  at: 1,
  app: '1',
  bytes: 10,
  people: 1,
  strategies: 2,
  trades: 3,
  attachments: 0,
  isOfThisComputer: true,
};
const EVENING = Date.parse('2026-11-20T19:00+05:30');
const MARKET = Date.parse('2026-11-20T11:00+05:30');

let folder: string;
let settings: Settings;
/** Events, in order. */
let done: string[];
let answer: (task: DataTask) => Result<BackupSummary | null>;
let picked: string | null;
/** Action while a task is done. */
let onTask: (onPercent: (percent: number) => void) => Promise<void>;
let settled: Settled;
/** Files that a passphrase opens. */
let sealed: Map<string, string>;
let vault: string | null;
let canKeep: boolean;
let isSealWanted: boolean;
const dailySeal = {
  get isWanted() {
    return isSealWanted;
  },
  passphrase: () => Promise.resolve(isSealWanted ? vault : null),
  canKeep: () => Promise.resolve(canKeep),
  set: (passphrase: string | null) => {
    [vault, isSealWanted] = [passphrase, passphrase !== null];
    return Promise.resolve();
  },
};
/** The tasks themselves, in order. */
let tasks: DataTask[];
let backups: Backups;
let kept: KeptBackups;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-data-'));
  settings = DEFAULT_SETTINGS;
  done = [];
  tasks = [];
  sealed = new Map();
  [vault, canKeep, isSealWanted] = [null, true, false];
  picked = '/picked.trickdesk';
  onTask = () => Promise.resolve();
  settled = { outcome: 'restored', message: '' };
  answer = ({ kind }) => succeed(kind === 'restore' || kind === 'clear' ? null : SUMMARY);
  kept = new KeptBackups(folder);
  backups = new Backups({
    doTask: async (task, onPercent = () => undefined) => {
      done.push('path' in task ? `${task.kind} ${task.path}` : task.kind);
      tasks.push(task);
      const needed = 'path' in task && task.kind !== 'back-up' ? sealed.get(task.path) : undefined;
      const isWrong = needed !== undefined && 'passphrase' in task && task.passphrase !== needed;
      const given = isWrong ? fail('refused', 'That is not the passphrase.') : answer(task);
      if (task.kind === 'back-up' && given.ok) {
        mkdirSync(dirname(task.path), { recursive: true });
        writeFileSync(task.path, 'x');
      }
      await onTask(onPercent);
      return given;
    },
    kept,
    dailySeal,
    isSealed: (path) => Promise.resolve(sealed.has(path)),
    settings: () => settings,
    version: '1',
    folder,
    askWhereTo: (name) => {
      done.push(`ask ${name}`);
      return Promise.resolve(picked === null ? null : join(folder, 'picked'));
    },
    askWhichFile: () => Promise.resolve(picked),
    host: {
      stop: () => Promise.resolve(void done.push('stop')),
      start: () => void done.push('start'),
      whenStarted: () => Promise.resolve(settled),
    },
    forgetPerson: () => Promise.resolve(void done.push('forget')),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a backup goes where the person wants it, and nowhere when they cancel', async () => {
  expect(await backups.backUp(undefined, EVENING)).toMatchObject({ ok: true, value: { backup: SUMMARY } });
  expect(done).toEqual(['ask TrickDesk 2026-11-20', `back-up ${join(folder, 'picked')}`]);
  picked = null;
  expect(await backups.backUp(undefined, EVENING)).toEqual({ ok: true, value: { path: null, backup: null } });
  expect(await backups.check(undefined)).toEqual({
    ok: true,
    value: { backup: null, needsPassphrase: false },
  });
  expect(done).toHaveLength(3);
});

test('nothing is restored but what was shown, once, with the backend at rest while it is decided', async () => {
  expect(await backups.restore()).toMatchObject({ ok: false, failure: { code: 'conflict' } });
  await backups.check(undefined);
  expect(await backups.restore()).toEqual({ ok: true, value: settled });
  expect(done).toEqual([
    'check /picked.trickdesk',
    'stage /picked.trickdesk',
    'stop',
    'restore',
    'forget',
    'start',
  ]);
  expect((await backups.restore()).ok).toBe(false);
});

test('a backup of a day is found by its day', async () => {
  await backups.check('2026-11-19');
  expect(done).toEqual([`check ${kept.pathOf('2026-11-19')}`]);
});

test('a file that was refused cannot be restored afterwards, nor one that was good before', async () => {
  await backups.check(undefined);
  answer = () => fail('refused', 'This backup is damaged.');
  expect(await backups.check('2026-11-19')).toMatchObject({
    failure: { message: 'This backup is damaged.' },
  });
  expect(await backups.restore()).toMatchObject({ ok: false, failure: { code: 'conflict' } });
  expect(done.filter((what) => what === 'stop')).toEqual([]);
});

test('what is refused once the backend is at rest leaves everybody signed in, and it starts again', async () => {
  await backups.check(undefined);
  answer = ({ kind }) => (kind === 'restore' ? fail('refused', 'Live trading goes on.') : succeed(SUMMARY));
  expect(await backups.restore()).toMatchObject({ failure: { message: 'Live trading goes on.' } });
  expect(done.slice(-3)).toEqual(['stop', 'restore', 'start']);
});

test('data is deleted for the very words alone', async () => {
  settled = { outcome: 'cleared', message: '' };
  for (const words of ['', 'delete my data', 'DELETE MY DATA ', 'yes'])
    expect(await backups.clear(words)).toMatchObject({
      failure: { code: 'invalid', message: 'Type DELETE MY DATA to delete everything.' },
    });
  expect(done).toEqual([]);
  expect(await backups.clear('DELETE MY DATA')).toEqual({ ok: true, value: settled });
  expect(done).toEqual(['stop', 'clear', 'forget', 'start']);
});

test('of a server nothing is backed up, restored or deleted here', async () => {
  settings = { ...settings, backend: { kind: 'server', url: 'https://desk.example' } };
  for (const asked of [
    backups.backUp(),
    backups.check(undefined),
    backups.restore(),
    backups.clear('DELETE MY DATA'),
  ])
    expect(await asked).toMatchObject({
      failure: { message: 'Your data lies on the server desk.example, and is backed up there.' },
    });
  await backups.backUpDay(EVENING);
  expect(done).toEqual([]);
  expect(await backups.state()).toMatchObject({ value: { isEmbedded: false } });
});

test('once a backup has taken too long, the backup of the day is made all the same', async () => {
  answer = ({ kind }) => (kind === 'check' ? fail('refused', 'It took too long.') : succeed(SUMMARY));
  expect((await backups.check(undefined)).ok).toBe(false);
  await backups.backUpDay(EVENING);
  expect(done.at(-1)).toBe(`back-up ${kept.pathOf('2026-11-20')}`);
});

test('progress is reported while it is done, and not afterwards', async () => {
  const percents: (number | null)[] = [];
  const percent = async () => {
    const state = await backups.state();
    return state.ok ? state.value.percent : -1;
  };
  onTask = async (onPercent) => {
    percents.push(await percent());
    onPercent(42);
    percents.push(await percent());
  };
  await backups.check(undefined);
  percents.push(await percent());
  expect(percents).toEqual([0, 42, null]);
});

test('one thing is done at a time', async () => {
  const first = backups.backUp(undefined, EVENING);
  expect(await backups.clear('DELETE MY DATA')).toMatchObject({ failure: { code: 'conflict' } });
  expect((await backups.state()).ok && (await first).ok).toBe(true);
  expect((await backups.check(undefined)).ok).toBe(true);
});

test('the backup of a day is made once, when the market is shut and it is wanted', async () => {
  await backups.backUpDay(MARKET);
  settings = { ...settings, backups: { isDaily: false } };
  await backups.backUpDay(EVENING);
  expect(done).toEqual([]);
  settings = { ...settings, backups: { isDaily: true } };
  await backups.backUpDay(EVENING);
  await backups.backUpDay(EVENING + 3_600_000);
  expect(done).toEqual([`back-up ${kept.pathOf('2026-11-20')}`]);
});

test('why the backup of a day could not be made is shown until one could', async () => {
  const problem = async () => {
    const state = await backups.state();
    return state.ok ? state.value.dailyProblem : '';
  };
  answer = () => fail('refused', 'The disk is full.');
  await backups.backUpDay(EVENING);
  expect(await problem()).toBe('The disk is full.');
  answer = () => succeed(SUMMARY);
  await backups.backUpDay(EVENING);
  expect(await problem()).toBeNull();
});

test('older backups go once the new one is proved, and stay while it cannot be made', async () => {
  mkdirSync(dirname(kept.pathOf('x')), { recursive: true });
  for (let day = 1; day <= 9; day++) writeFileSync(kept.pathOf(`2026-11-0${day}`), 'x');
  answer = () => fail('refused', 'The disk is full.');
  await backups.backUpDay(EVENING);
  expect(await kept.list()).toHaveLength(9);
  answer = () => succeed(SUMMARY);
  await backups.backUpDay(EVENING);
  expect((await kept.list()).map(({ day }) => day).slice(0, 2)).toEqual(['2026-11-20', '2026-11-09']);
  expect(await kept.list()).toHaveLength(7);
});

const PASSPHRASE = 'correct horse battery';

test('a backup is sealed with the passphrase that the person has typed', async () => {
  await backups.backUp(PASSPHRASE, EVENING);
  expect(tasks).toMatchObject([{ kind: 'back-up', passphrase: PASSPHRASE }]);
});

test('a sealed file asks for its passphrase, and the one that opened it restores it', async () => {
  sealed.set('/picked.trickdesk', PASSPHRASE);
  expect(await backups.unlock(PASSPHRASE)).toMatchObject({ failure: { code: 'conflict' } });
  expect(await backups.check(undefined)).toEqual({
    ok: true,
    value: { backup: null, needsPassphrase: true },
  });
  expect((await backups.restore()).ok).toBe(false);
  expect(await backups.unlock('wrong')).toMatchObject({
    failure: { message: 'That is not the passphrase.' },
  });
  expect((await backups.restore()).ok).toBe(false);
  expect(await backups.unlock(PASSPHRASE)).toEqual({ ok: true, value: { backup: SUMMARY } });
  expect(await backups.restore()).toEqual({ ok: true, value: settled });
  expect(tasks.find(({ kind }) => kind === 'stage')).toMatchObject({ passphrase: PASSPHRASE });
});

test('the backups of every day are sealed with the passphrase of the vault, which opens them without a question', async () => {
  expect(await backups.sealDaily(PASSPHRASE)).toMatchObject({ value: { daily: 'sealed' } });
  await backups.backUpDay(EVENING);
  expect(tasks).toMatchObject([{ kind: 'back-up', passphrase: PASSPHRASE }]);
  sealed.set(kept.pathOf('2026-11-20'), PASSPHRASE);
  expect(await backups.check('2026-11-20')).toMatchObject({ value: { backup: SUMMARY } });
  // One that was sealed with an earlier passphrase asks for that.
  sealed.set(kept.pathOf('2026-11-19'), 'an earlier one');
  expect(await backups.check('2026-11-19')).toMatchObject({ value: { backup: null, needsPassphrase: true } });
});

test('without the passphrase no backup of a day is made open, and the state says so', async () => {
  await backups.sealDaily(PASSPHRASE);
  vault = null;
  await backups.backUpDay(EVENING);
  expect(tasks).toEqual([]);
  expect(await backups.state()).toMatchObject({ value: { daily: 'waiting' } });
  expect(await backups.sealDaily(null)).toMatchObject({ value: { daily: 'open' } });
  await backups.backUpDay(EVENING);
  expect(tasks).toMatchObject([{ kind: 'back-up', passphrase: undefined }]);
});

test('a passphrase that no keychain could keep is not taken', async () => {
  canKeep = false;
  expect(await backups.sealDaily(PASSPHRASE)).toMatchObject({ failure: { code: 'refused' } });
  expect(await backups.state()).toMatchObject({ value: { daily: 'open' } });
});

test('the passphrase goes with the data that is deleted', async () => {
  await backups.sealDaily(PASSPHRASE);
  await backups.clear('DELETE MY DATA');
  expect([vault, isSealWanted]).toEqual([null, false]);
});
