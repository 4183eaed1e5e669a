import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUSE, openReader } from '../../src/backend/db/database.ts';
import type { Schema } from '../../src/backend/db/schema.ts';
import { ALERT_CATEGORIES } from '../../src/shared/alert-category.ts';
import type { ParsedOf } from '../../src/shared/contract/endpoint.ts';
import type { alertRules } from '../../src/shared/contract/alert-rules.ts';
import { type AlertReceiver, startAlertReceiver } from '../support/alert-receiver.ts';
import { bundled } from '../support/bundled.ts';
import { startTestBackend } from '../support/test-backend.ts';
import { openTestDatabase, placeOf } from '../support/test-database.ts';
import { until } from '../support/until.ts';

/** How many times the backend is killed; `TRICKDESK_KILLS` asks for more. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 6);
const ALERTS = 1_000;
/** Market minutes in which alerts fire. */
const MINUTES = 120;
/** Far beyond what the screens offer, so that a test takes seconds. */
const SPEED = 1_200;
const SYMBOLS = 25;

type Rule = ParsedOf<(typeof alertRules)['add']>;

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'trickdesk-alerts-'));
  folders.push(made);
  return made;
};

const reading = async <T>(dataDir: string, use: (db: Kysely<Schema>) => Promise<T>): Promise<T> => {
  const db = await openReader(await placeOf(dataDir));
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
};

const marketTime = (dataDir: string): Promise<number> =>
  reading(dataDir, async (db) => {
    const feed = await db.selectFrom('feeds').select('market_time').executeTakeFirstOrThrow();
    return feed.market_time;
  });

const firingsOf = (dataDir: string, before: number) =>
  reading(dataDir, (db) =>
    db
      .selectFrom('alert_firings')
      .selectAll()
      .where('at', '<', before)
      .orderBy('rule_id')
      .orderBy('at')
      .execute(),
  );

const lines = (firings: Awaited<ReturnType<typeof firingsOf>>): string[] =>
  firings.map(({ rule_id, occasion, at, title }) => `${rule_id} ${occasion} ${at} ${title}`).sort();

const deliveriesOf = (dataDir: string) =>
  reading(dataDir, (db) =>
    db
      .selectFrom('alert_deliveries')
      .innerJoin('alert_firings', 'alert_firings.id', 'alert_deliveries.firing_id')
      .select(['alert_deliveries.mark', 'alert_deliveries.state', 'alert_deliveries.unanswered'])
      .select(['alert_firings.at', 'alert_firings.rule_id', 'alert_firings.occasion'])
      .execute(),
  );

const start = async (program: string, dataDir: string): Promise<ChildProcess> => {
  const child = fork(program, [dataDir, await placeOf(dataDir)]);
  await once(child, 'message');
  return child;
};

const kill = async (child: ChildProcess): Promise<void> => {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
};

let receiver: AlertReceiver;
let prepared = '';
let begin = 0;
let program = '';

beforeAll(async () => {
  receiver = await startAlertReceiver();
  program = await bundled('tests/faults/alerting-process.ts');
  prepared = folder();
  const server = await startTestBackend({ dataDir: prepared });
  await server.backend.prepared;
  const { session } = server.backend.parts.marketRuns.simulated;
  session.pause();
  const user = await server.register('armed');
  await user.call('alertRules.saveChannel', {
    settings: { kind: 'webhook', url: receiver.url, secret: 'a secret' },
  });
  const symbols = session.symbols.filter((symbol) => session.lastPrice(symbol)).slice(0, SYMBOLS);
  const kinds = [
    { when: 'above', repeat: 'once' },
    { when: 'below', repeat: 'once' },
    { when: 'crosses', repeat: 're-armed' },
    { when: 'above', repeat: 're-armed' },
    { when: 'below', repeat: 'each-bar', timeframe: '30m' },
  ] as const;
  for (let number = 0; number < ALERTS; number++) {
    const symbol = symbols[number % SYMBOLS] ?? '';
    const kind = kinds[Math.floor(number / SYMBOLS) % kinds.length] ?? kinds[0];
    const price = session.lastPrice(symbol)?.price ?? 0;
    // From a twentieth of a percent to two percent away.
    const away = 0.000_5 * (1 + Math.floor(number / SYMBOLS));
    const condition = {
      ...{ kind: 'price' as const, symbol, when: kind.when },
      price: Math.round(price * (kind.when === 'below' ? 1 - away : 1 + away)),
    };
    const { repeat } = kind;
    const timeframe = 'timeframe' in kind ? kind.timeframe : null;
    const rule: Partial<Rule> = { mode: 'test', condition, repeat, timeframe, channels: ['webhook'] };
    await user.call('alertRules.add', rule as Rule);
  }
  await server.close();
  begin = await marketTime(prepared);
  const database = await openTestDatabase(prepared);
  await database.write(HOUSE, (tx) =>
    tx.query.updateTable('feeds').set({ speed: SPEED, state: 'running' }).execute(),
  );
  await database.close();
}, 120_000);

afterAll(async () => {
  await receiver.close();
  for (const made of folders) rmSync(made, { recursive: true, force: true });
});

describe(`a backend with ${ALERTS} alerts that is killed`, () => {
  it(
    `fires and sends the same after ${KILLS} kills as one that was left alone`,
    { timeout: 300_000 },
    async () => {
      const target = begin + MINUTES * 60_000;
      const control = folder();
      cpSync(prepared, control, { recursive: true });
      const undisturbed = await start(program, control);
      await until('the control run', async () => (await marketTime(control)) >= target, 120_000);
      await kill(undisturbed);
      const expected = lines(await firingsOf(control, target));
      expect(expected.length).toBeGreaterThan(300);
      receiver.received.length = 0;

      const victim = folder();
      cpSync(prepared, victim, { recursive: true });
      let cutOff = 0;
      for (let count = 0; count < KILLS; count++) {
        const goal = begin + ((count + 1) * MINUTES * 60_000) / (KILLS + 1);
        const backend = await start(program, victim);
        await until('the market to move', async () => (await marketTime(victim)) >= goal, 60_000);
        await kill(backend);
        cutOff += (await deliveriesOf(victim)).filter(({ state }) => state === 'sending').length;
      }
      const last = await start(program, victim);
      await until('the victim to arrive', async () => (await marketTime(victim)) >= target, 60_000);
      const ofRun = async () => (await deliveriesOf(victim)).filter(({ at }) => at < target);
      await until(
        'all that fired to be sent',
        async () => (await ofRun()).every(({ state }) => state === 'delivered'),
        120_000,
      );
      await kill(last);

      // Neither lost nor doubled: the firings are those of the control, to the tick.
      const fired = await firingsOf(victim, target);
      expect(lines(fired)).toEqual(expected);
      // In the program each of them is one alert.
      const alerts = await reading(victim, (db) =>
        db
          .selectFrom('alerts')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('category', '=', ALERT_CATEGORIES.mine)
          .where('market_at', '<', target)
          .executeTakeFirstOrThrow(),
      );
      expect(alerts.count).toBe(expected.length);

      const deliveries = await ofRun();
      expect(deliveries).toHaveLength(expected.length);
      const marksOf = receiver.received.map(({ headers }) => String(headers['x-trickdesk-delivery']));
      const came = new Map<string, number>();
      for (const mark of marksOf) came.set(mark, (came.get(mark) ?? 0) + 1);
      // None is lost; and who reads the marks has none twice.
      expect(deliveries.filter(({ mark }) => !came.has(mark))).toEqual([]);
      // Twice came only what was on its way when the process was killed, and it said so.
      const twice = deliveries.filter(({ mark }) => (came.get(mark) ?? 0) > 1);
      expect(twice.length).toBeLessThanOrEqual(cutOff);
      expect(twice.every(({ unanswered }) => unanswered > 0)).toBe(true);
      const repeats = receiver.received.filter(({ headers }) => headers['x-trickdesk-repeat'] === '1');
      const unmarked = marksOf.length - came.size - repeats.length;
      expect(unmarked).toBeLessThanOrEqual(0);
      // The kills did fall between a message and its note; else this shows nothing.
      expect(cutOff).toBeGreaterThan(0);
    },
  );
});
