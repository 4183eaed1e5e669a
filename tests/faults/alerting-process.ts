import { createLogger } from '../../src/backend/log.ts';
import { createBackend } from '../../src/backend/create-backend.ts';

/**
 * A desktop's backend until it is killed: its alerts may go to this computer. Started by `kill-alerts.test.ts` with the
 * data folder and the place of its database. Says when it is up.
 */
const [dataDir = '', database = ''] = process.argv.slice(2);

const backend = await createBackend({
  ...{ dataDir, database, port: 0, apiToken: 'test-api-token' },
  logger: createLogger('silent'),
});
await backend.prepared;
process.send?.('up');
