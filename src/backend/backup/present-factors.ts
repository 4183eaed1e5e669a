import { readFolder } from '../db/read-folder.ts';

/** Two-step sign-in that somebody has switched on. */
export interface PresentFactor {
  readonly email: string;
  readonly secret_sealed: string;
  readonly last_step: number;
}

/**
 * Who has two-step sign-in on in a data folder, whose backend may run. Nobody when the data is damaged: to replace it
 * is the cure then.
 * @throws when it is busy: nobody knows then
 */
export const presentFactors = (dataDir: string): PresentFactor[] =>
  readFolder(
    dataDir,
    (handle) =>
      handle
        .prepare(
          `select u.email, f.secret_sealed, f.last_step from second_factors f join users u on u.id = f.user_id
           where f.is_on = 1`,
        )
        .all() as unknown as PresentFactor[],
    [],
  );
