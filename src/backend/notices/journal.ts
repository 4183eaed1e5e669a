import { sql } from 'kysely';
import type { Transaction } from '../db/database.ts';

export interface LogLine {
  readonly userId: number;
  readonly kind: 'activity' | 'trading';
  readonly level: 'info' | 'warning' | 'error';
  readonly topic: string;
  readonly text: string;
  readonly strategyId: number | null;
  /** Wall time for activity, market time for trading decisions. */
  readonly at: number;
}

/** Write one line of a user's log. It uses the transaction that did what the line reports. */
export type WriteLog = (tx: Transaction, line: LogLine) => Promise<void>;

/** Writes one line of a user's activity. */
export type LogActivity = (tx: Transaction, userId: number, topic: string, text: string) => Promise<void>;

export const writeLog: WriteLog = async (tx, line) => {
  await sql`
    insert into logs (user_id, kind, level, topic, text, strategy_id, at)
    values (${line.userId}, ${line.kind}, ${line.level}, ${line.topic}, ${line.text}, ${line.strategyId}, ${line.at})
  `.execute(tx.query);
};

/** The same, and `written` hears of each line after its commit. */
export const writeLogAndPublish =
  (written: (line: LogLine) => void): WriteLog =>
  async (tx, line) => {
    await writeLog(tx, line);
    tx.afterCommit(() => written(line));
  };
