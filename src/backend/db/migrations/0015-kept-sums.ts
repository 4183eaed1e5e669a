import { type Kysely, sql } from 'kysely';
import { KEEP_SENT } from '../../ledger/sent-today.ts';
import { keepTeamLevels } from '../../team/team-levels.ts';

const CHARGE_ITEMS = ['brokerage', 'stt', 'exchange', 'ipft', 'sebi', 'stamp', 'gst', 'dp'];

/**
 * Sums that are written with what they sum: results of strategies and of their days, the levels of a team, and what an
 * account has sent on a day. Those of a database from before are worked out by what keeps them from then on: of teams
 * and accounts here, of results in version 43, which gave them their form of today.
 */
export const keptSums = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    const ofRun = (name: string) =>
      schema
        .createTable(name)
        .addColumn('trick_id', 'integer', (c) => c.notNull().references('tricks.id'))
        .addColumn('mode', 'text', (c) => c.notNull())
        .addColumn('source', 'text', (c) => c.notNull())
        .addColumn('run_id', 'integer', (c) => c.notNull());
    const numbers = <T extends ReturnType<typeof ofRun>>(build: T, names: readonly string[]) =>
      names.reduce((table, name) => table.addColumn(name, 'bigint', (c) => c.notNull()) as T, build);

    await numbers(ofRun('strategy_results'), [
      'trades',
      'gross',
      'charges',
      'net',
      'wins',
      'won',
      'losses',
      'lost',
      'peak',
      'losing_streak',
      'longest_losing_streak',
      'day_net',
      'worst_day_before',
      'first_entry_at',
      'last_exit_at',
    ])
      .addColumn('falls_json', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('strategy_results_pk', ['trick_id', 'mode', 'source', 'run_id'])
      .execute();
    await numbers(
      ofRun('result_days')
        .addColumn('day', 'text', (c) => c.notNull())
        .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id')),
      ['trades', 'gross', 'charges', 'net', ...CHARGE_ITEMS],
    )
      .addPrimaryKeyConstraint('result_days_pk', ['trick_id', 'mode', 'source', 'run_id', 'day'])
      .execute();
    await schema
      .createIndex('result_days_by_user')
      .on('result_days')
      .columns(['user_id', 'mode', 'source', 'run_id', 'day'])
      .execute();

    await schema
      .createTable('team_levels')
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('level', 'integer', (c) => c.notNull())
      .addColumn('members', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('active', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('volume', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('rewards', 'bigint', (c) => c.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('team_levels_pk', ['user_id', 'level'])
      .execute();

    // The last day on which the account sent something, and what it sent on it.
    await sql`alter table ledger_accounts add column sent_on text not null default ''`.execute(db);
    await sql`alter table ledger_accounts add column sent bigint not null default 0`.execute(db);
    await sql.raw(KEEP_SENT).execute(db);

    await sql`create index tricks_public on tricks (id) where is_public = 1`.execute(db);
    // All that lists of one's own ask for: a row itself is long, and what they ask for stands behind its document.
    await sql`create index tricks_of_owner on tricks
      (owner_id, kind, removed_at, id, mode, status, broker_id)`.execute(db);
    await sql`create index tricks_by_parent on tricks (parent_id) where parent_id is not null`.execute(db);
    await keepTeamLevels(db);
  },
};
