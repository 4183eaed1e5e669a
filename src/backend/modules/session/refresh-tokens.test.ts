import { afterEach, beforeEach, expect, it } from 'vitest';
import { MoneyWorld } from '../../../../tests/support/money-world.ts';
import { withSecondWriter } from '../../../../tests/support/second-writer.ts';
import { AccessTokens, type TokenPair } from '../../credentials/tokens.ts';
import type { Database } from '../../db/database.ts';
import { openSession, prepareSession } from './open-session.ts';
import { refreshTokens } from './refresh-tokens.ts';
import type { SessionDeps } from './session-deps.ts';

let world: MoneyWorld;
beforeEach(async () => {
  world = await MoneyWorld.open();
});
afterEach(() => world.dispose());

it('two renewals of one token at once get one pair, and the session goes on', async () => {
  const userId = await world.person();
  const depsOf = (database: Database): SessionDeps =>
    ({
      ...{ database, clock: world.clock, logActivity: world.logActivity, endSession: () => undefined },
      accessTokens: new AccessTokens({ named: null, unnamed: new Uint8Array(32) }, world.clock),
    }) as unknown as SessionDeps;
  const renew = async (database: Database, { refreshToken }: TokenPair): Promise<TokenPair> =>
    (await refreshTokens(depsOf(database))({ refreshToken }, {} as never)) as TokenPair;
  const deps = depsOf(world.database);
  const prepared = await prepareSession(deps, userId);
  const first = await world.database.write(userId, (tx) =>
    openSession(deps, tx, prepared, { device: '', address: '' } as never),
  );

  let other: TokenPair | null = null;
  const between = withSecondWriter(world.database, {
    after: /^select .*refresh_tokens/,
    write: async (tx) => {
      other = await renew({ ...world.database, write: (_of, work) => work(tx) }, first);
    },
  });
  const mine = await renew(between, first);

  expect(mine).toEqual(other);
  const unspent = await world.database.read
    .selectFrom('refresh_tokens')
    .select('hash')
    .where('spent_at', 'is', null)
    .execute();
  expect(unspent).toHaveLength(1);
  expect(await renew(world.database, mine)).not.toEqual(mine);
});
