import { afterAll, beforeAll, expect, it } from 'vitest';
import { fixtureFiles } from '../support/market-files.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';

/** A user has one replay: what is started over it ends, and nothing plays on that nobody can stop. */
let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

it('replays that are started at once leave one, and Stop ends it', async () => {
  const user = await server.register('replayer');
  const { id: userId } = await user.call('profile.mine', {});
  await user.call('market.import', { files: fixtureFiles() });
  await Promise.all(
    Array.from({ length: 8 }, () => user.ask('market.replay', { action: 'start', speed: 1 })),
  );
  const running = async () => {
    const rows = await server.backend.parts.database.read
      .selectFrom('feeds')
      .select('id')
      .where('user_id', '=', userId)
      .where('state', '=', 'running')
      .execute();
    return rows.length;
  };
  const started = await running();
  await user.ask('market.replay', { action: 'stop' });
  expect({ started, afterStop: await running() }).toEqual({ started: 1, afterStop: 0 });
});
