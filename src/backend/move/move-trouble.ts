import { whyUnusable } from '../db/postgres/open-postgres.ts';
import { storageTrouble } from '../db/storage-trouble.ts';

/** Why a move failed, as a sentence. */
export const moveTrouble = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (/^(?:MoveRefused|DatabaseUnusable)$/.test(error.name)) return error.message;
  return whyUnusable(error) ?? storageTrouble(error) ?? error.message;
};
