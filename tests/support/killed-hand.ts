import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { HOUSE } from '../../src/backend/db/database.ts';
import { type BackendProcess, startBackendProcess } from './backend-process.ts';
import { clientAt, startTestBackend, type TestUser } from './test-backend.ts';
import { openTestDatabase } from './test-database.ts';
import { until } from './until.ts';

/** Market minutes pass in a second: fills come between any two writes. */
const SPEED = 600;

interface Started {
  readonly backend: BackendProcess;
  readonly user: TestUser;
}

interface KilledHand {
  /** Start the backend. Resolves once its market is open. */
  readonly start: () => Promise<Started>;
  /** Open its database, while no backend runs. */
  readonly openBooks: () => ReturnType<typeof openTestDatabase>;
}

/** A trader by hand on paper, on a backend that is killed. */
export const killedHand = (name: string): KilledHand => {
  let folder = '';
  let session: Pick<TestUser, 'accessToken' | 'refreshToken' | 'email'>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), `trickdesk-${name}-`));
    const server = await startTestBackend({ dataDir: folder });
    await server.backend.prepared;
    session = await server.register(name);
    await server.close();
    const database = await openTestDatabase(folder);
    await database.write(HOUSE, (tx) => tx.query.updateTable('feeds').set({ speed: SPEED }).execute());
    await database.close();
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    openBooks: () => openTestDatabase(folder),
    start: async () => {
      const backend = await startBackendProcess(folder);
      const user = clientAt(backend.url).as(session);
      await until('the market to open', async () => (await user.ask('manual.account', {})).status === 200);
      return { backend, user };
    },
  };
};
