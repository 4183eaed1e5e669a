import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountDisk, WITHOUT_DISK } from '../../../tests/support/small-disk.ts';
import { HOUSE, openDatabase } from './database.ts';
import { storageTrouble } from './storage-trouble.ts';
import { freeReserve, makeReserve, withReserve } from './disk-reserve.ts';

const disk = mountDisk(24);
afterAll(() => disk?.unmount());

describe('the reserve on the disk', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trickdesk-reserve-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is made once, given up once, and made again', () => {
    expect(makeReserve(folder)).toBe(true);
    expect(makeReserve(folder)).toBe(true);
    expect(readdirSync(folder)).toEqual(['disk-reserve']);
    expect(freeReserve(folder)).toBe(true);
    expect(freeReserve(folder)).toBe(false);
    expect(makeReserve(folder)).toBe(true);
  });

  it('is not given up for a fault that has nothing to do with the disk', async () => {
    const fault = new TypeError('broken');
    await expect(withReserve(folder, () => Promise.reject(fault))).rejects.toBe(fault);
    expect(existsSync(join(folder, 'disk-reserve'))).toBe(true);
  });
});

describe.skipIf(disk === null)(`on a disk that is full ${disk ? '' : WITHOUT_DISK}`, () => {
  const { folder, fill, drain } = disk ?? { folder: '', fill: () => undefined, drain: () => undefined };

  it('what must be written is written with the reserve, and without one it fails as before', async () => {
    const database = await openDatabase(folder);
    const write = (id: string) =>
      database.write(HOUSE, (tx) =>
        tx.query
          .insertInto('meta')
          .values({ key: id, value: 'x'.repeat(50_000) })
          .execute(),
      );
    const much = async (prefix: string) => {
      for (let number = 0; number < 100; number++) await write(`${prefix}${number}`);
    };
    expect(makeReserve(folder)).toBe(true);
    fill();
    // The space that the write-ahead log has already is used up first.
    const failure = await much('a').then(
      () => null,
      (error: unknown) => error,
    );
    expect(storageTrouble(failure)).toMatch(/disk is full/);
    await withReserve(folder, () => write('for sure'));
    expect(
      await database.read.selectFrom('meta').select('key').where('key', '=', 'for sure').execute(),
    ).toHaveLength(1);
    expect(existsSync(join(folder, 'disk-reserve'))).toBe(false);
    fill();
    expect(makeReserve(folder)).toBe(false);
    drain();
    expect(makeReserve(folder)).toBe(true);
    await database.close();
  });
});
