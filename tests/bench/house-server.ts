import { createBackend } from '../../src/backend/create-backend.ts';
import { createLogger } from '../../src/backend/log.ts';
import { BENCH_KEYS } from './house-keys.ts';

/** A server of a house: `house-server.ts DATA_FOLDER DATABASE NATS PROCESSES`. */
const [dataDir = '', database = '', nats = '', processes = ''] = process.argv.slice(2);

const backend = await createBackend({
  ...{ dataDir, database, port: 0, isShared: true, signInsPerMinute: 10_000 },
  house: { processes: Number(processes), nats },
  metrics: { port: 0, host: '127.0.0.1' },
  keys: BENCH_KEYS,
  apiToken: process.env['TRICKDESK_API_TOKEN'] ?? '',
  logger: createLogger('silent'),
});
await backend.prepared;
process.stdout.write(
  `metrics at http://127.0.0.1:${backend.metricsPort}/metrics\nlistening on http://127.0.0.1:${backend.port}\n`,
);
process.once('SIGTERM', () => void backend.close().then(() => process.exit(0)));
