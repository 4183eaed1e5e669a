import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isPostgresUrl } from '../db/database.ts';
import { writtenPlace } from './place-names.ts';

export const USAGE = `Usage: npm run move -- --from DIR --to postgres://USER@HOST/NAME
       npm run move -- --from postgres://USER@HOST/NAME --to DIR
       npm run move -- --reopen DIR, or the address of a database
One of the two is a data folder, the other an empty PostgreSQL database, or the other way round. Neither may be in use.
A password is better kept in ~/.pgpass or PGPASSWORD than written here.`;

/** Arguments that cannot be followed, as a sentence. */
class BadPlaces extends Error {}

/** Whether it helps to show how the program is used. */
export const isUsageTrouble = (error: unknown): boolean =>
  error instanceof BadPlaces || String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');

const placeFrom = (text: string): string => {
  if (!isPostgresUrl(text)) return resolve(text);
  if (!URL.canParse(text)) throw new BadPlaces('That is no address of a database.');
  return text;
};

type Command = { readonly reopened: string } | { readonly from: string; readonly to: string };

/** Reads the arguments of a move. @throws with a sentence for the person */
export const moveCommandOf = (argv: readonly string[]): Command => {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...argv], options: { from: text, to: text, reopen: text } });
  const { from, to, reopen } = values;
  if (reopen !== undefined && from === undefined && to === undefined) return { reopened: placeFrom(reopen) };
  if (from === undefined || to === undefined || reopen !== undefined)
    throw new BadPlaces('Say from where and to where.');
  const places = { from: placeFrom(from), to: placeFrom(to) };
  if (writtenPlace(places.from) === writtenPlace(places.to))
    throw new BadPlaces('Both are the same place. Nothing was changed.');
  if (isPostgresUrl(from) === isPostgresUrl(to))
    throw new BadPlaces(
      'One of the two must be a data folder, the other a PostgreSQL database. Nothing was changed.',
    );
  return places;
};
