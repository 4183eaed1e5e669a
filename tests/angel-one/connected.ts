import { generateSync } from 'otplib';
import { pino } from 'pino';
import {
  AngelOneAccount,
  type AngelOneAccountOptions,
} from '../../src/backend/brokers/angel-one/angel-one-account.ts';
import type { AngelOneSession } from '../../src/backend/brokers/angel-one/angel-one-session.ts';
import { systemTiming, type Timing } from '../../src/backend/brokers/angel-one/timing.ts';
import type { BrokerInstrument, BrokerOrder } from '../../src/backend/brokers/broker.ts';
import { type AngelOneServer, type AngelOneServerOptions, startAngelOneServer } from './angel-one-server.ts';

export const SILENT = pino({ level: 'silent' });

/** Sockets that do in milliseconds what takes seconds in earnest. */
export const QUICK_PACE = { pingMs: 40, silenceMs: 1_500, beatMs: 10, firstRetryMs: 20, longestRetryMs: 80 };

/** A rate limiter's second is over in a millisecond. */
export const HASTY_TIMING: Timing = {
  now: () => performance.now() * 1_000,
  after: (ms, action) => systemTiming.after(ms / 1_000, action),
};

export const accountOf = (
  server: AngelOneServer,
  options: Partial<AngelOneAccountOptions> = {},
): AngelOneAccount =>
  new AngelOneAccount({
    apiKey: server.client.apiKey,
    logger: SILENT,
    hosts: server.hosts,
    patienceMs: 10_000,
    pace: QUICK_PACE,
    ...options,
  });

/**
 * Patience for answers in tests. Long enough for an answer that comes, and short enough to wait for one that does not.
 */
export const SHORT_PATIENCE = { patienceMs: 400 };

export const codeNow = (server: AngelOneServer): string => generateSync({ secret: server.client.totpSecret });

export interface Connected {
  readonly server: AngelOneServer;
  readonly account: AngelOneAccount;
  readonly session: AngelOneSession;
}

/** A server with an account that has signed in to it. */
export const connect = async (
  serverOptions: AngelOneServerOptions = {},
  accountOptions: Partial<AngelOneAccountOptions> = {},
): Promise<Connected> => {
  const server = await startAngelOneServer({ hasRateLimits: false, ...serverOptions });
  const account = accountOf(server, accountOptions);
  const { code: clientCode, pin, totpSecret: secret } = server.client;
  return { server, account, session: await account.logIn({ clientCode, pin, totp: { secret } }) };
};

export const SBIN: BrokerInstrument = {
  symbol: 'SBIN',
  exchange: 'NSE',
  token: '3045',
  tradingSymbol: 'SBIN-EQ',
  lotSize: 1,
  tickSize: 5,
  expiry: null,
  freezeQuantity: null,
  isin: null,
};

let tags = 0;

/** Ten shares at ₹812.50, with a tag of its own. */
export const orderOf = (change: Partial<BrokerOrder> = {}): BrokerOrder => ({
  tag: `TD${String(++tags).padStart(11, '0')}`,
  instrument: SBIN,
  side: 'buy',
  quantity: 10,
  product: 'intraday',
  price: 81_250,
  trigger: null,
  ...change,
});

/** Waits until something holds. */
export const until = async (holds: () => boolean, ms = 15_000): Promise<void> => {
  for (const end = Date.now() + ms; !holds();) {
    if (Date.now() > end) throw new Error(`It did not come to that in ${ms} ms: ${String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
