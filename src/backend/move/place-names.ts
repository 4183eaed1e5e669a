import { resolve } from 'node:path';
import { isPostgresUrl } from '../db/database.ts';

/** A place as it may be shown and kept: without the password of an address. */
export const writtenPlace = (place: string): string => {
  if (!isPostgresUrl(place)) return resolve(place);
  const url = new URL(place);
  url.password = '';
  url.search = '';
  return url.href;
};
