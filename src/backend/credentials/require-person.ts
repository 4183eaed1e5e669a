import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { notFound } from '../refusal.ts';

/** Sign-in data of a user, by their number. @throws Refusal `not-found` */
export const requirePerson = async (
  db: Kysely<Schema>,
  userId: number,
): Promise<Pick<Selectable<Schema['users']>, 'id' | 'email' | 'phone' | 'password_hash'>> => {
  const person = await db
    .selectFrom('users')
    .select(['id', 'email', 'phone', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!person) throw notFound('user');
  return person;
};
