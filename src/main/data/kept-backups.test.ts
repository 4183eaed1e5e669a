import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayToBackUp, KeptBackups } from './kept-backups.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-kept-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (time: string) => Date.parse(`${time}+05:30`);

test.each([
  // 20 November 2026 is a Friday.
  ['a trading day after its end', '2026-11-20T16:00', '2026-11-19', '2026-11-20'],
  ['a trading day that has its backup', '2026-11-20T20:00', '2026-11-20', null],
  ['the market hours, whatever is missing', '2026-11-20T11:00', '2026-11-10', null],
  ['the morning before the market, for the day before', '2026-11-20T08:00', '2026-11-18', '2026-11-19'],
  ['the morning before the market, which is provided for', '2026-11-20T08:00', '2026-11-19', null],
  ['a weekend, for the day before', '2026-11-22T10:00', '2026-11-20', '2026-11-21'],
  [
    'a day while one of the next year is kept, made by a clock ahead',
    '2026-11-20T21:00',
    '2027-12-25',
    '2026-11-20',
  ],
])('at %s', (_when, now, newest, due) => {
  expect(dayToBackUp(at(now), [{ day: newest, bytes: 1 }])).toBe(due);
});

test('the first backup is made as soon as the market is shut', () => {
  expect(dayToBackUp(at('2026-11-20T21:00'), [])).toBe('2026-11-20');
});

test('the backup of a day of Muhurat trading holds the hour of it', () => {
  const dayBefore = [{ day: '2026-11-07', bytes: 1 }];
  expect(dayToBackUp(at('2026-11-08T19:30'), dayBefore)).toBe('2026-11-08');
  expect(dayToBackUp(at('2026-11-08T16:30'), dayBefore)).toBeNull();
  // Not while it is on, nor while its reports come in, whatever is missing.
  for (const time of ['17:45', '18:30', '19:15'])
    expect(dayToBackUp(at(`2026-11-08T${time}`), [])).toBeNull();
  // A session at noon ends no day before the others end.
  expect(dayToBackUp(at('2025-10-21T15:30'), [{ day: '2025-10-20', bytes: 1 }])).toBeNull();
});

test('the newest seven stay, and what is not ours is left alone', async () => {
  const kept = new KeptBackups(folder);
  expect(await kept.list()).toEqual([]);
  mkdirSync(join(folder, 'backups'));
  const days = Array.from({ length: 9 }, (_, index) => `2026-11-${String(index + 10)}`);
  for (const day of days) writeFileSync(kept.pathOf(day), day);
  for (const name of ['mine.trickdesk', 'TrickDesk 2026-11-01.trickdesk.part'])
    writeFileSync(join(folder, 'backups', name), 'x');
  await kept.removeOld(at('2026-11-20T21:00'));
  expect((await kept.list()).map(({ day }) => day)).toEqual(days.slice(2).reverse());
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(9);
});

test('backups of a clock that was ahead go before those of today', async () => {
  const kept = new KeptBackups(folder);
  mkdirSync(join(folder, 'backups'));
  const ahead = Array.from({ length: 7 }, (_, index) => `2027-12-0${String(index + 1)}`);
  for (const day of [...ahead, '2026-11-20']) writeFileSync(kept.pathOf(day), day);
  await kept.removeOld(at('2026-11-20T21:00'));
  expect((await kept.list()).map(({ day }) => day)).toEqual([...ahead.slice(1).reverse(), '2026-11-20']);
});
