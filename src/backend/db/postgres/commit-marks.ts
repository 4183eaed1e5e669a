import { randomUUID } from 'node:crypto';

/** Mark that one write leaves with its commit. */
export interface CommitMark {
  /** Place of the write among those that run at once. Nobody else writes its row. */
  readonly place: string;
  readonly number: number;
}

/** Statement that leaves a mark. With it are the strategies that the transaction has noted. */
export const leaveMark = ({ place, number }: CommitMark): string =>
  `insert into commit_marks (place, number, changed, at)
   values ('${place}', ${number}, coalesce(current_setting('trickdesk.changed', true), ''), ${Date.now()})
   on conflict (place) do update set number = excluded.number, changed = excluded.changed, at = excluded.at`;

/** Query for the strategies that a commit changed. No row: its transaction was undone. */
export const findMark = ({ place, number }: CommitMark): string =>
  `select changed from commit_marks where place = '${place}' and number = ${number}`;

/** Statement that deletes the marks of ended processes, a day later. */
export const FORGET_MARKS = `delete from commit_marks
  where at < cast(extract(epoch from clock_timestamp()) * 1000 as bigint) - 86400000`;

/** Gives out the marks of one process. */
export class CommitMarks {
  private readonly name = randomUUID();
  private readonly free: string[] = [];
  private places = 0;
  private last = 0;

  next(): CommitMark {
    return { place: this.free.pop() ?? `${this.name}:${++this.places}`, number: ++this.last };
  }

  /** The write of a mark is over, and its outcome known. */
  giveBack({ place }: CommitMark): void {
    this.free.push(place);
  }
}
