import type { profile } from '../../../shared/contract/profile.ts';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import { istIso } from '../../../shared/time.ts';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../refusal.ts';

type Person = OutputOf<(typeof profile)['person']>;

/** `as••••@example.com`: enough to recognise somebody one knows. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  const shown = Math.min(2, Math.floor(at / 2));
  return `${email.slice(0, shown)}••••${email.slice(at)}`;
};

/** `••••••3210`. */
export const maskedPhone = (phone: string): string => `••••••${phone.slice(-4)}`;

/** Whether `ancestorId` is above `userId` in the referral tree, at any depth. */
const isAbove = async ({ read }: Database, ancestorId: number, userId: number): Promise<boolean> => {
  const found = await read
    .withRecursive('above', (db) =>
      db
        .selectFrom('users')
        .select('users.referrer_id as id')
        .where('users.id', '=', userId)
        // Not `union all`: rows that repeat would turn a broken tree into an endless one.
        .union(
          db.selectFrom('users').innerJoin('above', 'above.id', 'users.id').select('users.referrer_id as id'),
        ),
    )
    .selectFrom('above')
    .select('above.id')
    .where('above.id', '=', ancestorId)
    .executeTakeFirst();
  return found !== undefined;
};

/**
 * A person as the viewer may see them. Oneself in full, a member of one's team with contact details masked; anybody
 * else is not there.
 */
export const personOf = async (database: Database, viewerId: number, id: number): Promise<Person> => {
  const isSelf = id === viewerId;
  const user = await database.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('is_house', '=', 0)
    .executeTakeFirst();
  // The words of a path that names nothing, so that a stranger and a made-up id are answered alike.
  if (!user || !(isSelf || (await isAbove(database, viewerId, id)))) throw notFound('thing');
  return {
    id: user.id,
    fullName: user.full_name,
    email: isSelf ? user.email : maskedEmail(user.email),
    phone: isSelf ? user.phone : maskedPhone(user.phone),
    joinedAt: istIso(user.created_at),
    designation_level: user.designation_level,
    isActive: user.is_active === 1,
    isTradeactive: user.is_trade_active === 1,
    isRoboactive: user.is_robo_active === 1,
    isSelf,
  };
};
