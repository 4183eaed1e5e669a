import type { Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';

/** Letters of other scripts that look like those of English. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    һ: 'h',
    і: 'i',
    ј: 'j',
    к: 'k',
    ӏ: 'l',
    м: 'm',
    н: 'h',
    о: 'o',
  },
  ...{ р: 'p', ԛ: 'q', ѕ: 's', т: 't', у: 'y', ѵ: 'v', ѡ: 'w', х: 'x' },
  ...{ α: 'a', ε: 'e', η: 'n', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x' },
  ...{ ı: 'i', ɑ: 'a', ɡ: 'g', '0': 'o', '1': 'l' },
};

/** Letters and digits of a name, however they are written. */
const readAs = (name: string): string =>
  Array.from(
    name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]/gu, ''),
  )
    .map((sign) => LOOK_ALIKES[sign] ?? sign)
    .join('');

/**
 * Refuse the house's name to others. TrickDesk's own offers bear its name; nobody else's may.
 * @throws Refusal `refused`
 */
const requireNotOfHouse = async ({ query }: Transaction, name: string): Promise<void> => {
  const authors = await query.selectFrom('users').select('full_name').where('is_house', '=', 1).execute();
  const house = authors.find(({ full_name }) => readAs(full_name) === readAs(name));
  if (house)
    throw new Refusal(
      'refused',
      `${house.full_name} is the name of an author of TrickDesk itself. Put your own name into your profile first.`,
    );
};

/** Looks at the name under which somebody publishes. @throws Refusal `refused` */
export const requireAuthorsOwnName = async (tx: Transaction, authorId: number): Promise<void> => {
  const { full_name: name } = await tx.query
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', authorId)
    .executeTakeFirstOrThrow();
  await requireNotOfHouse(tx, name);
};

/** Looks at a name that somebody takes: what they have published bears it from now on. @throws Refusal `refused` */
export const requireOwnNewName = async (tx: Transaction, userId: number, name: string): Promise<void> => {
  const published = await tx.query
    .selectFrom('publications')
    .select('id')
    .where('author_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  if (published) await requireNotOfHouse(tx, name);
};
