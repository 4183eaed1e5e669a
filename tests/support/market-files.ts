import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const real = join(root, '../shared/data');

/** Whether the real NSE files are there; tests that need them say so in their name. */
export const hasRealFiles = existsSync(real);
export const WITHOUT_REAL_FILES = '(needs the NSE files in ../shared/data)';

export interface MarketFile {
  readonly name: string;
  readonly text: string;
}

const read = (folder: string, pattern: RegExp): MarketFile[] =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

const fixtures = join(root, 'tests/fixtures/market');

/**
 * Five years of daily NIFTY 50 candles, or made-up days. They are those of its shares; a few days are made up in the
 * same format.
 */
export const dailyFiles = (): MarketFile[] =>
  hasRealFiles ? read(join(real, 'nse-daily'), /\.csv$/) : read(fixtures, /^ITC\.csv$/);

/** Three months of one-minute index candles, or made-up days. Two days are made up in the same format. */
export const minuteFiles = (): MarketFile[] =>
  hasRealFiles ? read(join(real, 'nse-minute'), /\.csv$/) : read(fixtures, /^NIFTY/);

/** The made-up files, which are always there. */
export const fixtureFiles = (): MarketFile[] => read(fixtures, /\.csv$/);
