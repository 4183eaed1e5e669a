import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { Bar } from '../../../engine/bars.ts';
import { CANDLE_CSV_HEADER } from '../../../shared/contract/market.ts';
import { PAISE_PER_RUPEE } from '../../../shared/money.ts';
import { csvLines } from './candle-csv.ts';

export const EXPORT_FORMATS = ['csv', 'parquet'] as const;
/** Kind of file that candles are exported as. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A file of candles under way. What is added lies in the order of time. */
interface CandleFile {
  readonly add: (bars: readonly Bar[]) => void;
  /** Complete the file. */
  readonly finish: () => void;
  /** Let go of it, complete or not. */
  readonly close: () => void;
}

const csvFile = (path: string): CandleFile => {
  const file = openSync(path, 'w', 0o600);
  writeSync(file, CANDLE_CSV_HEADER);
  return {
    add: (bars) => void writeSync(file, csvLines(bars)),
    finish: () => undefined,
    close: () => closeSync(file),
  };
};

const price = (name: string) => ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' }) as const;

/** The moment in UTC, prices in rupees. */
const SCHEMA = [
  { name: 'candles', num_children: 6 },
  { name: 'timestamp', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' },
  price('open'),
  price('high'),
  price('low'),
  price('close'),
  { name: 'volume', type: 'INT64', repetition_type: 'REQUIRED' },
] as const;

const parquetFile = (path: string): CandleFile => {
  // The library writes the file anew: it is there before, for its owner alone.
  closeSync(openSync(path, 'w', 0o600));
  const parquet = new ParquetWriter({
    writer: fileWriter(path),
    schema: [...SCHEMA],
    createdBy: 'TrickDesk',
  });
  const rupees = (bars: readonly Bar[], name: 'open' | 'high' | 'low' | 'close') => ({
    name,
    data: Float64Array.from(bars, (bar) => bar[name] / PAISE_PER_RUPEE),
  });
  return {
    add: (bars) =>
      void parquet.write({
        columnData: [
          { name: 'timestamp', data: BigInt64Array.from(bars, ({ time }) => BigInt(time)) },
          rupees(bars, 'open'),
          rupees(bars, 'high'),
          rupees(bars, 'low'),
          rupees(bars, 'close'),
          { name: 'volume', data: BigInt64Array.from(bars, ({ volume }) => BigInt(volume)) },
        ],
      }),
    finish: () => void parquet.finish(),
    close: () => undefined,
  };
};

/** Write a file of candles. It gets its name only when all of it is written. */
export const writeCandleFile = async <T>(
  path: string,
  format: ExportFormat,
  work: (add: CandleFile['add']) => Promise<T>,
): Promise<T> => {
  const part = `${path}.part`;
  const file = format === 'csv' ? csvFile(part) : parquetFile(part);
  try {
    let result: T;
    try {
      result = await work(file.add);
      file.finish();
    } finally {
      file.close();
    }
    renameSync(part, path);
    return result;
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
};
