import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import { KeyedLanes } from '../keyed-lanes.ts';
import { Refusal } from '../refusal.ts';
import type { Schema } from './schema.ts';
import type { RunStatement } from './statement-driver.ts';

/** Statements of one person that may wait; more are refused. */
export const MOST_WAITING = 64;

/**
 * Reads of what grows with a person's history. One statement of a person runs at a time: however much one has, the
 * others wait for one statement at most.
 */
export class PersonalReads {
  private readonly queriesOver: (run: RunStatement) => Kysely<Schema>;
  private readonly run: RunStatement;
  private readonly lanes = new KeyedLanes<number>();
  private readonly waiting = new Map<number, number>();

  /** `run` reads where nobody else waits; `queriesOver` makes queries over such a function. */
  constructor(queriesOver: (run: RunStatement) => Kysely<Schema>, run: RunStatement) {
    this.queriesOver = queriesOver;
    this.run = run;
  }

  /**
   * Reads for one person.
   * @throws Refusal `rate` at a query when too many of that person wait already
   */
  of(userId: number): Kysely<Schema> {
    return this.queriesOver((query) => this.inTurn(userId, query));
  }

  private async inTurn(userId: number, query: CompiledQuery): Promise<QueryResult<unknown>> {
    const waiting = this.waiting.get(userId) ?? 0;
    if (waiting >= MOST_WAITING)
      throw new Refusal('rate', 'Many of your lists are being read already. Wait a moment, and try again.');
    this.waiting.set(userId, waiting + 1);
    try {
      return await this.lanes.run(userId, () => this.run(query));
    } finally {
      const left = (this.waiting.get(userId) ?? 1) - 1;
      if (left === 0) this.waiting.delete(userId);
      else this.waiting.set(userId, left);
    }
  }
}
