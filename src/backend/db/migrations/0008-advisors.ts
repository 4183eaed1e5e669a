import type { Kysely } from 'kysely';

/**
 * Advisors and their plans, risk answers, and plans that manage strategies. The answers are those of people about risk.
 */
export const advisors = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { schema } = db;
    await schema
      .createTable('advisors')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('bio', 'text', (c) => c.notNull())
      .addColumn('registration', 'text', (c) => c.notNull().unique())
      // 1: the registration is made up and belongs to nobody.
      .addColumn('is_example', 'integer', (c) => c.notNull())
      .execute();
    await schema
      .createTable('advisor_plans')
      .addColumn('plan_id', 'text', (c) => c.primaryKey())
      .addColumn('advisor_id', 'integer', (c) => c.notNull().references('advisors.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('summary', 'text', (c) => c.notNull())
      .addColumn('place', 'integer', (c) => c.notNull())
      .execute();
    await schema
      .createTable('advisor_plan_tricks')
      .addColumn('plan_id', 'text', (c) => c.notNull().references('advisor_plans.plan_id'))
      .addColumn('trick_id', 'integer', (c) => c.notNull().references('tricks.id'))
      .addPrimaryKeyConstraint('advisor_plan_trick', ['plan_id', 'trick_id'])
      .execute();

    await schema
      .createTable('risk_profiles')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('answers_json', 'text', (c) => c.notNull())
      .addColumn('score', 'integer', (c) => c.notNull())
      .addColumn('band', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();
    await schema
      .createIndex('risk_profiles_by_user')
      .on('risk_profiles')
      .columns(['user_id', 'id'])
      .execute();
    await schema
      .createTable('questionnaire_drafts')
      .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id'))
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('answers_json', 'text', (c) => c.notNull())
      .addColumn('saved_at', 'bigint', (c) => c.notNull())
      .execute();
    // The very words that somebody agreed to, kept for as long as the account.
    await schema
      .createTable('suitability_acknowledgements')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('plan_id', 'text', (c) => c.notNull())
      .addColumn('subscription_id', 'integer', (c) => c.notNull().references('subscriptions.id'))
      .addColumn('profile_id', 'integer', (c) => c.notNull().references('risk_profiles.id'))
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('at', 'bigint', (c) => c.notNull())
      .execute();

    await schema
      .alterTable('tricks')
      .addColumn('managed_by', 'integer', (c) => c.references('subscriptions.id'))
      .execute();
    await schema.createIndex('tricks_by_manager').on('tricks').column('managed_by').execute();
    await schema.createIndex('positions_by_trick').on('positions').columns(['trick_id', 'id']).execute();
  },
};
