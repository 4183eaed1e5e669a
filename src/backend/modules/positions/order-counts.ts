import type { Mode } from '../../../shared/contract/fields.ts';
import type { Database } from '../../db/database.ts';

interface Counted {
  readonly count: number;
  /** The last order among them. */
  readonly lastId: number;
}

const NONE: Counted = { count: 0, lastId: 0 };

/** How many orders somebody has. Only those that came since the last time are counted: orders stay for ever. */
export class OrderCounts {
  private readonly database: Database;
  private readonly known = new Map<string, Counted>();

  constructor(database: Database) {
    this.database = database;
  }

  async of(userId: number, mode: Mode): Promise<number> {
    const key = `${userId} ${mode}`;
    const before = this.known.get(key) ?? NONE;
    const { added, last } = await this.database
      .readOf(userId)
      .selectFrom('orders')
      .select((eb) => [eb.fn.countAll<number>().as('added'), eb.fn.max('id').as('last')])
      .where('user_id', '=', userId)
      .where('mode', '=', mode)
      .where('id', '>', before.lastId)
      .$castTo<{ added: number; last: number | null }>()
      .executeTakeFirstOrThrow();
    const now = { count: before.count + added, lastId: last ?? before.lastId };
    this.known.set(key, now);
    return now.count;
  }
}
