import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import type { BackupSummary, Settled } from '../../src/shared/backup.ts';
import type { BackendState, DataState } from '../../src/shared/desktop.ts';
import { type DesktopApp, PERSON, test } from './desktop-app.ts';

/** Answer the file dialogs with this path, or cancel with null. */
const pick = (desktop: DesktopApp, path: string | null) =>
  desktop.app.evaluate(({ dialog }, filePath) => {
    const canceled = filePath === null;
    dialog.showSaveDialog = () => Promise.resolve({ canceled, filePath: filePath ?? '' });
    dialog.showOpenDialog = () =>
      Promise.resolve({ canceled, filePaths: filePath === null ? [] : [filePath] });
  }, path);

const isUp = async (desktop: DesktopApp) => {
  const state = await desktop.call<BackendState>('desktop.backend.state');
  return state.ok && state.value.state === 'up';
};
const strategiesOf = async (desktop: DesktopApp) => {
  const mine = await desktop.call<{ counts: object }>('strategies.mine', {});
  return mine.ok ? mine.value.counts : mine.failure.message;
};
const cloneTopTen = async (desktop: DesktopApp, place: number) => {
  const top = await desktop.call<{ strategyId: number }[]>('home.topTen', { thirtyDay: '1', test: '1' });
  const strategyId = top.ok ? top.value[place]?.strategyId : 0;
  expect((await desktop.call('strategies.clone', { strategyId })).ok).toBe(true);
};
const signIn = (desktop: DesktopApp) =>
  desktop.call('desktop.session.sign-in', { email: PERSON.email, password: PERSON.password });

test('a backup that is saved brings back what was there, and the window asks to sign in again', async ({
  desktop,
}) => {
  await desktop.call('desktop.session.register', PERSON);
  await cloneTopTen(desktop, 0);
  const kept = await strategiesOf(desktop);
  const path = join(desktop.dataDir, 'kept.trickdesk');
  await pick(desktop, path);
  const saved = await desktop.call<{ path: string; backup: BackupSummary }>('desktop.data.backup');
  expect(saved).toMatchObject({ ok: true, value: { path, backup: { strategies: 1, people: 2 } } });
  expect((await readFile(path)).subarray(0, 18).toString()).toBe('TrickDesk backup 1');

  await cloneTopTen(desktop, 1);
  expect(kept).toMatchObject({ live: 0 });
  expect(await strategiesOf(desktop)).not.toEqual(kept);
  // Nothing is restored that the person has not been told about.
  expect((await desktop.call('desktop.data.restore')).ok).toBe(false);
  const checked = await desktop.call<{ backup: BackupSummary }>('desktop.data.check');
  expect(checked).toMatchObject({ ok: true, value: saved.ok ? { backup: saved.value.backup } : {} });
  const restored = await desktop.call<Settled>('desktop.data.restore');
  expect(restored).toEqual({ ok: true, value: { outcome: 'restored', message: '' } });
  await desktop.page.waitForURL(/#\/login/);
  expect((await signIn(desktop)).ok).toBe(true);
  expect(await strategiesOf(desktop)).toEqual(kept);
  const aside = (await readdir(desktop.dataDir)).filter((name) => name.startsWith('before-restore-'));
  expect(aside).toHaveLength(1);
  expect(existsSync(join(desktop.dataDir, aside[0] ?? '', 'trickdesk.sqlite'))).toBe(true);
});

test('a file that is no backup is refused in a sentence, and nothing changes', async ({ desktop }) => {
  await desktop.call('desktop.session.register', PERSON);
  await pick(desktop, join(desktop.dataDir, 'trickdesk.sqlite'));
  expect(await desktop.call('desktop.data.check')).toMatchObject({
    ok: false,
    failure: {
      code: 'refused',
      message: 'This file is no backup of TrickDesk. Choose a file that TrickDesk has saved.',
    },
  });
  await pick(desktop, null);
  expect(await desktop.call('desktop.data.check')).toEqual({
    ok: true,
    value: { backup: null, needsPassphrase: false },
  });
  expect(await desktop.call('desktop.data.backup')).toEqual({
    ok: true,
    value: { path: null, backup: null },
  });
  expect((await desktop.call('profile.mine')).ok).toBe(true);
});

test('a backup with a passphrase opens with it alone', async ({ desktop }) => {
  await desktop.call('desktop.session.register', PERSON);
  const path = join(desktop.dataDir, 'sealed.trickdesk');
  await pick(desktop, path);
  const passphrase = 'correct horse battery';
  expect((await desktop.call('desktop.data.backup', { passphrase })).ok).toBe(true);
  expect((await readFile(path)).includes(PERSON.email)).toBe(false);
  expect(await desktop.call('desktop.data.check')).toEqual({
    ok: true,
    value: { backup: null, needsPassphrase: true },
  });
  expect(await desktop.call('desktop.data.unlock', { passphrase: 'another one' })).toMatchObject({
    ok: false,
    failure: { message: 'That is not the passphrase of this backup. Type it again; nothing was changed.' },
  });
  expect(await desktop.call('desktop.data.unlock', { passphrase })).toMatchObject({
    ok: true,
    value: { backup: { people: 2 } },
  });
});

test('data that cannot be opened any more is replaced by a backup', async ({ desktop }) => {
  await desktop.call('desktop.session.register', PERSON);
  const path = join(desktop.dataDir, 'kept.trickdesk');
  await pick(desktop, path);
  expect((await desktop.call('desktop.data.backup')).ok).toBe(true);
  await desktop.quit();
  for (const name of ['trickdesk.sqlite-wal', 'trickdesk.sqlite'])
    if (existsSync(join(desktop.dataDir, name))) await truncate(join(desktop.dataDir, name), 3_000);
  await desktop.start();
  const stateOf = async () => {
    const state = await desktop.call<BackendState>('desktop.backend.state');
    return state.ok && state.value;
  };
  await expect.poll(stateOf).toMatchObject({ state: 'failed' });
  expect(await stateOf()).toHaveProperty('message', expect.stringContaining('damaged'));
  await pick(desktop, path);
  expect((await desktop.call('desktop.data.check')).ok).toBe(true);
  expect(await desktop.call('desktop.data.restore')).toMatchObject({
    ok: true,
    value: { outcome: 'restored' },
  });
  expect(await isUp(desktop)).toBe(true);
  expect((await signIn(desktop)).ok).toBe(true);
});

test('everything is deleted for the typed words alone, and the app begins anew', async ({ desktop }) => {
  await desktop.call('desktop.session.register', PERSON);
  expect(await desktop.call('desktop.data.clear', { words: 'delete my data' })).toMatchObject({
    ok: false,
    failure: { code: 'invalid', message: 'Type DELETE MY DATA to delete everything.' },
  });
  expect((await desktop.call('profile.mine')).ok).toBe(true);
  await writeOld(desktop);
  expect(await desktop.call('desktop.data.clear', { words: 'DELETE MY DATA' })).toEqual({
    ok: true,
    value: { outcome: 'cleared', message: '' },
  });
  await desktop.page.waitForURL(/#\/login/);
  expect((await signIn(desktop)).ok).toBe(false);
  expect(await desktop.call('desktop.session.state')).toMatchObject({
    value: { user: null, lastName: null },
  });
  const names = await readdir(desktop.dataDir);
  expect(names.filter((name) => /^(before-restore|restore|pending|backups|outbox)/.test(name))).toEqual([]);
  const state = await desktop.call<DataState>('desktop.data.state');
  expect(state).toMatchObject({ ok: true, value: { isEmbedded: true, isBusy: false, kept: [] } });
  expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
});

/** A backup of a day, as they lie beside the data. */
const writeOld = async (desktop: DesktopApp) => {
  await mkdir(join(desktop.dataDir, 'backups'), { recursive: true });
  await writeFile(join(desktop.dataDir, 'backups', 'TrickDesk 2026-11-20.trickdesk'), 'old');
};
