import crypto, { createHash } from 'node:crypto';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { createBackend } from '../../src/backend/create-backend.ts';

/**
 * A backend program for which time stands still. It runs until it is ended: `--data FOLDER --token APITOKEN --at TIME
 * --seed NUMBER`. Every start with the same arguments that is asked the same has the same to show. A line of minutes on
 * the standard input lets that much time pass; its address, and later each line, is answered with one line of JSON when
 * the market has played up to there.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    token: { type: 'string' },
    at: { type: 'string' },
    seed: { type: 'string' },
  },
});
const { data: dataDir, token: apiToken, at, seed } = values;
if (!dataDir || !apiToken || !at) throw new Error('--data, --token and --at are needed.');

const MINUTE_MS = 60_000;
/** Nothing has been played for this long: the market is where it is to be. */
const QUIET_MS = 400;

let now = Date.parse(at);
// The market keeps its pace by the wall clock, which is this one here.
Date.now = () => now;

// References and codes are drawn by lot, and shown: here each start draws the same.
let drawn = 0;
const drawBytes = (size: number): Buffer => {
  drawn += 1;
  const bytes = [...Array(Math.ceil(size / 32)).keys()].map((block) =>
    createHash('sha256').update(`${size} ${drawn} ${block}`).digest(),
  );
  return Buffer.concat(bytes).subarray(0, size);
};
Object.assign(crypto, { randomBytes: drawBytes });
syncBuiltinESMExports();

const backend = await createBackend({
  dataDir,
  port: 0,
  apiToken,
  logger: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }, pino.destination(2)),
  clock: { now: () => now },
  ...(seed === undefined ? {} : { seed: Number(seed) }),
});
await backend.prepared;

const answer = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

const playedUp = async () => {
  const { session } = backend.parts.marketRuns.simulated;
  // A night that is worked out on a busy machine is quiet too: the last minute tells whether there are more to play.
  const isBehind = () => session.minuteLagMs > MINUTE_MS / session.speed;
  for (let before = -1; session.now !== before || isBehind();) {
    before = session.now;
    await pause(QUIET_MS);
  }
  return session.now;
};

process.once('SIGTERM', () => void backend.close().then(() => process.exit(0)));
answer({ url: `http://127.0.0.1:${backend.port}`, marketTime: await playedUp() });
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  now += Number(line) * MINUTE_MS;
  void playedUp().then((marketTime) => answer({ marketTime }));
});
await once(lines, 'close');
