import { setTimeout } from 'node:timers/promises';
import { createBackend } from '../../src/backend/create-backend.ts';
import { createLogger } from '../../src/backend/log.ts';

/** A backend whose changes share commits, or have one each: `transfer-server.ts DATA_FOLDER COMMANDS_A_COMMIT [DATABASE]`. */
const [dataDir = '', commandsACommit = '', database] = process.argv.slice(2);
const MARKET_OPENS_MS = 1_500;

const backend = await createBackend({
  dataDir,
  ...(database !== undefined && { database }),
  port: 0,
  apiToken: process.env['TRICKDESK_API_TOKEN'] ?? '',
  logger: createLogger('silent'),
  signInsPerMinute: 10_000,
  commandsACommit: Number(commandsACommit),
});
await backend.prepared;
await setTimeout(MARKET_OPENS_MS);
process.stdout.write(`listening on http://127.0.0.1:${backend.port}\n`);
process.once('SIGTERM', () => void backend.close().then(() => process.exit(0)));
