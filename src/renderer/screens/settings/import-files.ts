import type { z } from 'zod';
import type { ImportedFileSchema, ON_BAD } from '../../../shared/contract/market.ts';
import { succeed, type Result } from '../../../shared/failure.ts';
import { api } from '../../api/api.ts';

export type ImportedFile = z.output<typeof ImportedFileSchema>;
export type OnBad = (typeof ON_BAD)[number];

/** One call carries at most this much text; the server takes up to 64 MB of JSON. */
export const BATCH_BYTES = 16 * 1024 * 1024;

/** Files in order, in batches that each fit into one call; a larger file goes alone. */
export const batchesOf = <F extends { size: number }>(files: readonly F[], limit = BATCH_BYTES): F[][] => {
  const batches: F[][] = [];
  let room = 0;
  for (const file of files) {
    const current = batches.at(-1);
    if (current && file.size <= room) {
      current.push(file);
      room -= file.size;
    } else {
      batches.push([file]);
      room = limit - file.size;
    }
  }
  return batches;
};

/**
 * Reads the files and imports them, batch by batch. `onDone` hears the reports of all files that are behind us. A failure
 * ends it; what was imported before stays.
 */
export const importFiles = async (
  input: { files: readonly File[]; onBad: OnBad },
  onDone: (reports: readonly ImportedFile[]) => void,
): Promise<Result<readonly ImportedFile[]>> => {
  let reports: readonly ImportedFile[] = [];
  for (const batch of batchesOf(input.files)) {
    const files = await Promise.all(
      batch.map(async (file) => ({ name: file.name, text: await file.text() })),
    );
    const result = await api.market.import({ files, onBad: input.onBad });
    if (!result.ok) return result;
    reports = [...reports, ...result.value.files];
    onDone(reports);
  }
  return succeed(reports);
};
