import { generateSync } from 'otplib';
import { pino } from 'pino';
import { angelOneLink } from '../../src/backend/brokers/angel-one/angel-one-link.ts';
import type { AngelOneHosts } from '../../src/backend/brokers/angel-one/hosts.ts';
import { InstrumentList } from '../../src/backend/brokers/angel-one/instrument-list.ts';
import { AccountLimiters } from '../../src/backend/brokers/angel-one/account-limiters.ts';
import type { LinkBroker } from '../../src/backend/brokers/broker-link.ts';
import type { Database } from '../../src/backend/db/database.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import type { Between } from './ordering.ts';

/** Start data of a backend that trades baskets; all of it can be written as JSON. */
export interface BasketWorld {
  readonly dataDir?: string;
  readonly port?: number;
  readonly hosts: AngelOneHosts;
  /** Real epoch ms at ten in the morning of a trading day. */
  readonly began: number;
}

const MORNING = Date.parse('2026-11-20T10:00:10+05:30');
export const worldTime = (began: number): number => MORNING + Date.now() - began;
/** The code of an authenticator at the time of the world. */
export const totpOf = (secret: string, began: number): string =>
  generateSync({ secret, epoch: Math.floor(worldTime(began) / 1_000) });

/**
 * Start a backend with accounts at an Angel One server. `between` stands before its orders. The server is one of Angel
 * One's protocol.
 */
export const startBasketBackend = async (
  { dataDir, port = 0, hosts, began }: BasketWorld,
  between?: Between,
): Promise<TestBackend> => {
  const clock = { now: () => worldTime(began) };
  const opened: { database?: Database } = {};
  const limiters = new AccountLimiters();
  const linkBroker: LinkBroker = async (apiKey) => {
    // The backend resumes its accounts a moment before it hands its database out.
    while (!opened.database) await new Promise((resolve) => setTimeout(resolve, 5));
    const instruments = new InstrumentList({ database: opened.database, url: hosts.scripMaster });
    const logger = pino({ level: 'silent' });
    const link = angelOneLink({ clock, logger, instruments, limiters, hosts }, apiKey);
    if (!between) return link;
    return {
      ...link,
      open: (session, listener) => {
        const { broker, feed, close } = link.open(session, listener);
        const candles = broker.candles.bind(broker);
        return { broker: Object.assign(between.broker(broker), { candles }), feed, close };
      },
    };
  };
  const server = await startTestBackend({ dataDir, port, clock, linkBroker, accessTokenMs: 30 * DAY_MS });
  const { database } = server.backend.parts;
  // The same object, which every part of the backend writes with.
  if (between) database.write = between.database({ ...database }).write;
  opened.database = database;
  return server;
};
