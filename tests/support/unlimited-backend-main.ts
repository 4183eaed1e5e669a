import { parseArgs } from 'node:util';
import { createBackend } from '../../src/backend/create-backend.ts';
import { createLogger } from '../../src/backend/log.ts';

/**
 * A backend program that accepts as many calls as it is sent. Usage: `--data FOLDER --token APITOKEN`. Its address is a
 * line on the standard output; what it takes for a defect goes to the standard error. Started with `--expose-gc`, it
 * answers a message with the bytes that it holds after a collection.
 */
const { values } = parseArgs({ options: { data: { type: 'string' }, token: { type: 'string' } } });
const { data: dataDir, token: apiToken } = values;
if (!dataDir || !apiToken) throw new Error('--data and --token are needed.');
const backend = await createBackend({
  dataDir,
  port: 0,
  apiToken,
  logger: createLogger('error'),
  signInsPerMinute: 1_000_000_000,
});
await backend.prepared;
process.stdout.write(`listening on http://127.0.0.1:${backend.port}\n`);

process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
