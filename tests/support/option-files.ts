import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { QuotedStrike } from '../../src/engine/options/chain.ts';
import { IST_OFFSET_MS } from '../../src/shared/time.ts';

const folder = resolve(import.meta.dirname, '../../../shared/data/options');

/** Path of a file of real prices. They are kept beside the project and are not part of it. */
export const optionFile = (name: string): string => join(folder, name);

/** Why a test is skipped without a file. An ending for its name, empty where the file is there. */
export const withoutOptionFile = (name: string): string =>
  existsSync(optionFile(name)) ? '' : ` (skipped: ../shared/data/options/${name} is not there)`;

/** Prices of one expiry at one moment, in rupees. */
export interface ChainMoment {
  /** Epoch ms. */
  readonly at: number;
  readonly spot: number;
  readonly quotes: readonly QuotedStrike[];
}

const rowsOf = (name: string): Record<string, string>[] => {
  const [head = '', ...lines] = readFileSync(optionFile(name), 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, index) => [names[index] ?? '', value])),
  );
};

const priceOf = (text = ''): number | null => (Number(text) > 0 ? Number(text) : null);

/** Moment of an Indian wall clock, epoch ms. */
export const inIndia = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`) - IST_OFFSET_MS;

/** Chain of an index every five minutes. A price of zero was never traded. */
export const chainMoments = (name: string): ChainMoment[] =>
  [...Map.groupBy(rowsOf(name), (row) => row['timestamp'] ?? '')].map(([time, rows]) => ({
    at: inIndia(time),
    spot: Number(rows[0]?.['Spot']),
    quotes: rows.map((row) => ({
      strike: Number(row['Strike']),
      call: priceOf(row['CE_LTP']),
      put: priceOf(row['PE_LTP']),
    })),
  }));

/** Last prices of every minute around the money. A row of the file is one option. */
export const minuteMoments = (name: string): ChainMoment[] =>
  [...Map.groupBy(rowsOf(name), (row) => row['timestamp'] ?? '')].map(([time, rows]) => {
    const at = inIndia(
      `${time.slice(0, 4)}-${time.slice(4, 6)}-${time.slice(6, 8)} ${time.slice(8, 10)}:${time.slice(10)}:00`,
    );
    const strikes = Map.groupBy(rows, (row) => Number(row['strike']));
    const of = (some: readonly Record<string, string>[], right: string): number | null =>
      priceOf(some.find((row) => row['option_type'] === right)?.['ltp']);
    return {
      at,
      spot: Number(rows[0]?.['spot']),
      quotes: [...strikes].map(([strike, some]) => ({ strike, call: of(some, 'CE'), put: of(some, 'PE') })),
    };
  });
