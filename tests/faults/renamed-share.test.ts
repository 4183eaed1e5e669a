import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LiveRun } from '../../src/backend/broker-accounts/live-run.ts';
import type { BrokerLink } from '../../src/backend/brokers/broker-link.ts';
import { BrokerTrouble } from '../../src/backend/brokers/broker.ts';
import { type Database, openDatabase } from '../../src/backend/db/database.ts';
import { EventHub } from '../../src/backend/http/event-hub.ts';
import { History } from '../../src/backend/market/history.ts';
import { SimulatedDays } from '../../src/backend/market/simulated/simulated-days.ts';
import { createNotify } from '../../src/backend/modules/alerts/notify.ts';
import { writeLog } from '../../src/backend/modules/logs/journal.ts';
import { seedHouse } from '../../src/backend/seed/seed-tricks.ts';
import { columnsOfDocument } from '../../src/backend/trading/trick-columns.ts';
import { parseRuleDocument } from '../../src/engine/rules/parse.ts';
import { TRICK_STATUS } from '../../src/shared/trick-status.ts';
import { momentOf } from '../support/live-world.ts';
import { addUser } from '../support/new-user.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { SeededLinks } from '../support/seeded-link.ts';
import { until } from '../support/until.ts';

/** A share that a strategy trades is not in the broker's list of today any more: delisted, renamed, demerged. */
let folder = '';
let database: Database;
let now = 0;
let link: BrokerLink;
let links: SeededLinks;
let run: LiveRun;
const clock = { now: () => now };

const connect = () =>
  run.connect(
    link.open(
      { tokens: 'session', until: now + 86_400_000 },
      { onConnected: () => undefined, onTrouble: () => undefined },
    ),
    [],
  );

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trickdesk-renamed-'));
  database = await openDatabase(folder);
  now = momentOf('2026-11-19T10:00:00');
  links = new SeededLinks(clock.now);
  link = await links.link('an api key');
  await database.write((tx) => seedHouse(tx, 0));
  const document = parseRuleDocument({ ...RSI_RULES, instruments: ['ITC'], timeframe: '1m' });
  if (!document.ok) throw new Error(document.failure.message);
  const row = await database.write(async (tx) => {
    const owner_id = await addUser(tx, { number: 1 });
    return tx.query
      .updateTable('tricks')
      .set({ ...columnsOfDocument(document.value), owner_id, mode: 'live', status: TRICK_STATUS.running })
      .where('id', '=', 1)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  const hub = new EventHub(clock);
  run = new LiveRun({
    database,
    clock,
    history: new History(database, new SimulatedDays(database, 1)),
    announcer: { hub, notify: createNotify(hub, clock), writeLog },
    logger: pino({ level: 'silent' }),
    userId: row.owner_id,
    runId: 1_000,
    link,
    denial: () => Promise.resolve(null),
    objection: () => null,
    onAnswer: () => undefined,
  });
  await connect();
  await run.start(row);
  await until('the strategy', () => Promise.resolve(run.runner.isRunning(1)));
});
afterEach(async () => {
  run.disconnect();
  await run.settled();
  await database.close();
  rmSync(folder, { recursive: true });
});

it('keeps the account from no login of the day', async () => {
  const { instrumentFor } = link;
  Object.assign(link, {
    instrumentFor: (symbol: string, at: number) =>
      symbol === 'ITC'
        ? Promise.reject(new BrokerTrouble('order', 'ITC is not listed at the broker.'))
        : instrumentFor(symbol, at),
  });
  now = momentOf('2026-11-20T09:20:00');
  await run.everySecond();
  await run.settled();
  run.disconnect();
  await connect();
  expect(run.isConnected).toBe(true);
});
