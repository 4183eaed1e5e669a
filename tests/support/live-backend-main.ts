import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { generateSync } from 'otplib';
import { pino } from 'pino';
import { createBackend } from '../../src/backend/create-backend.ts';
import { nextTradingDay, sessionOn, tradingDayOf } from '../../src/engine/trading/trading-day.ts';
import { istDate, MINUTE_MS } from '../../src/shared/time.ts';
import { startAngelOneServer } from '../angel-one/angel-one-server.ts';
import { chainDays, madeUpChain } from '../angel-one/chain.ts';
import { startControl } from '../angel-one/control.ts';
import { SERVER_INSTRUMENTS } from '../angel-one/instruments.ts';
import { verifiedForWithdrawals } from './verified-user.ts';
import { writeForAll } from './write-for-all.ts';

/**
 * A backend program whose broker is our SmartAPI server. It runs until it is ended: `--data FOLDER --token APITOKEN`.
 * It lives on the morning of the next trading day, so that the market is open whenever the tests run. Its addresses are
 * one line of JSON. Beside what `tests/angel-one/control.ts` knows there is `verified` (`{ email }`: identity and trade
 * activation are there), `code` (the code of the moment), `minute` (it is a moment before the end of one), `time`
 * (`{ clock }`: it is `10:20:00` of the day) and `night` (it is a moment before the next open).
 */
const MINUTES_AFTER_OPEN = 45;
const SECONDS_BEFORE_OPEN = 15;
/** Some prices of the minute come in them. */
const SECONDS_OF_MINUTE = 5;

const { values } = parseArgs({ options: { data: { type: 'string' }, token: { type: 'string' } } });
const { data: dataDir, token: apiToken } = values;
if (!dataDir || !apiToken) throw new Error('--data and --token are needed.');

const day = tradingDayOf(Date.now());
const session = sessionOn(day, { kind: 'equity' });
if (!session) throw new Error(`There is no session on ${day}.`);
let shift = session.open + MINUTES_AFTER_OPEN * MINUTE_MS - Date.now();
const now = () => Date.now() + shift;

/** Options on the index around its price, of two weeks. */
const chains = chainDays(now()).flatMap((expiry, index) =>
  madeUpChain({
    ...{ name: 'NIFTY', expiry, lot: 65, freeze: 1_800, around: 24_100_00, step: 50_00, aSide: 25 },
    firstToken: 70_000 + index * 1_000,
  }),
);
const server = await startAngelOneServer({ now, instruments: [...SERVER_INSTRUMENTS, ...chains] });
const backend = await createBackend({
  dataDir,
  port: 0,
  apiToken,
  logger: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }, pino.destination(2)),
  clock: { now },
  angelOneHosts: server.hosts,
});
const { database } = backend.parts;
const control = await startControl(server, {
  verified: async ({ email }) => {
    await verifiedForWithdrawals(database, String(email));
    await writeForAll(database, (tx) =>
      tx.query.updateTable('users').set({ is_trade_active: 1 }).where('email', '=', String(email)).execute(),
    );
  },
  minute: () => {
    const left = MINUTE_MS - (now() % MINUTE_MS);
    shift += Math.max(0, left - SECONDS_OF_MINUTE * 1_000);
  },
  time: ({ clock }) => {
    shift = Date.parse(`${istDate(now())}T${String(clock)}+05:30`) - Date.now();
  },
  night: () => {
    const next = sessionOn(nextTradingDay(istDate(now())), { kind: 'equity' });
    if (!next) throw new Error('There is no next session.');
    shift = next.open - SECONDS_BEFORE_OPEN * 1_000 - Date.now();
    server.nextDay();
  },
  code: () => generateSync({ secret: server.client.totpSecret, epoch: Math.floor(now() / 1_000) }),
});
process.once('SIGTERM', () => void backend.close().then(() => process.exit(0)));
const { port } = control.address() as AddressInfo;
const ready = {
  url: `http://127.0.0.1:${backend.port}`,
  control: `http://127.0.0.1:${port}`,
  client: server.client,
};
process.stdout.write(`${JSON.stringify(ready)}\n`);
