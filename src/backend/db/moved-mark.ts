import { z } from 'zod';
import { istDateTimeText } from '../../shared/time.ts';
import { DatabaseUnusable } from './database-unusable.ts';

/** Row of `meta` of data that was moved away: where to. */
export const MOVED_TO = 'moved-to';

const MarkSchema = z.object({ id: z.string(), to: z.string(), at: z.int(), isDone: z.boolean() });

/** Mark of data that was moved away. It is written before the change at the other place. */
export type MovedMark = z.output<typeof MarkSchema>;

/** Mark as `meta` has it; null of data without one. @throws DatabaseUnusable for one that cannot be read */
export const readMark = (value: string | null): MovedMark | null => {
  if (value === null) return null;
  try {
    return MarkSchema.parse(JSON.parse(value));
  } catch (error) {
    throw new DatabaseUnusable(
      'This data was moved, but the mark that says where to cannot be read. Restore a backup; nothing was changed.',
      { cause: error },
    );
  }
};

/** Sentence of a start on data that was moved. */
export const movedSentence = ({ to, at, isDone }: MovedMark): string =>
  isDone
    ? `This data was moved to ${to} on ${istDateTimeText(at)}. Use it there; or go on here with the data of then: npm run move -- --reopen PLACE, where PLACE is this data folder or database.`
    : `The move of this data to ${to} on ${istDateTimeText(at)} was cut off. Run it again, and it is finished; or go on here: npm run move -- --reopen PLACE, where PLACE is this data folder or database.`;

/** @throws DatabaseUnusable for data that was moved, with where to; `value` is its row of `meta` */
export const requireNotMoved = (value: string | null): void => {
  const mark = readMark(value);
  if (mark) throw new DatabaseUnusable(movedSentence(mark));
};
