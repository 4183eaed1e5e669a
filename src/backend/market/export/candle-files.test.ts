import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXPORT_FORMATS, writeCandleFile } from './candle-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-candle-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const BAR = { time: 0, open: 100, high: 100, low: 100, close: 100, volume: 1 };

describe.each(EXPORT_FORMATS)('a %s file', (format) => {
  it('that cannot get its name says why, and leaves nothing half written', async () => {
    const path = join(folder, 'NIFTY-1m');
    mkdirSync(join(path, 'in-the-way'), { recursive: true });
    const written = writeCandleFile(path, format, (add) => Promise.resolve(add([BAR])));
    await expect(written).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it('whose candles cannot be read is not there', async () => {
    const path = join(folder, 'NIFTY-1m');
    const written = writeCandleFile(path, format, () => Promise.reject(new Error('no candles')));
    await expect(written).rejects.toThrow('no candles');
    expect([existsSync(path), existsSync(`${path}.part`)]).toEqual([false, false]);
  });
});
