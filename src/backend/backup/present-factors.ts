import { readFolder } from '../db/sqlite/read-folder.ts';

/** A recovery code, by what is kept of it. */
interface PresentCode {
  readonly user_id: number;
  readonly hash: string;
  readonly used_at: number | null;
}

/** Two-step sign-in that somebody has switched on. */
export interface PresentFactor {
  readonly user_id: number;
  readonly email: string;
  readonly secret_sealed: string;
  readonly last_step: number;
  /** Those that were used too. */
  readonly codes: readonly PresentCode[];
}

/** A data folder from before there were such codes has none. */
const presentCodes = (dataDir: string): PresentCode[] =>
  readFolder(
    dataDir,
    (handle) =>
      handle.prepare('select user_id, hash, used_at from recovery_codes').all() as unknown as PresentCode[],
    [],
  );

/**
 * The users of a data folder who have two-step sign-in on. Its backend may be running. Empty when the data is
 * damaged, because replacing it is the cure then.
 * @throws when the database is busy, because the answer is not known then
 */
export const presentFactors = (dataDir: string): PresentFactor[] => {
  const factors = readFolder(
    dataDir,
    (handle) =>
      handle
        .prepare(
          `select f.user_id, u.email, f.secret_sealed, f.last_step from second_factors f
           join users u on u.id = f.user_id where f.is_on = 1`,
        )
        .all() as unknown as Omit<PresentFactor, 'codes'>[],
    [],
  );
  if (factors.length === 0) return [];
  const codes = Map.groupBy(presentCodes(dataDir), ({ user_id: userId }) => userId);
  return factors.map((factor) => ({ ...factor, codes: codes.get(factor.user_id) ?? [] }));
};
