import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from '../../src/backend/db/database.ts';
import { AccessTokens } from '../../src/backend/credentials/tokens.ts';
import { type Random, seededRandom } from '../../src/engine/random.ts';
import { DAY_MS, istDate, istMidnight } from '../../src/shared/time.ts';
import { Kysely } from 'kysely';
import type { Schema } from '../../src/backend/db/schema.ts';
import { NodeSqliteDialect } from '../../src/backend/db/sqlite/connection.ts';
import { keepTeamLevels } from '../../src/backend/team/team-levels.ts';
import { keepResults } from '../../src/backend/trading/kept-results.ts';
import { KEEP_SENT } from '../../src/backend/ledger/sent-today.ts';
import { MuchMoney } from './much-money.ts';
import { inserter, type RawRow } from './raw-rows.ts';

/** All of it: five years, a thousand public strategies, a team of a hundred thousand. */
const ALL = { days: 1_250, strategies: 1_000, tradesOfStrategy: 250, authors: 300, team: 100_000 } as const;
const OWN_STRATEGIES = 10;
const TEAM_WIDTH = 4;
const ACTIVE_ONE_IN = 8;
const FOLLOWERS = 3;
const FIVE_YEARS_MS = 5 * 365 * DAY_MS;
const CHARGES_JSON = JSON.stringify({ brokerage: 200_000, stt: 100_000, stamp: 25_000 });
const CHARGES_PAISE = 33;

/** Somebody who has all of it: their account and a token that opens it. */
export interface MuchUser {
  readonly userId: number;
  readonly accessToken: string;
  /** E-mails of people of the team, to whom money can be sent. */
  readonly friends: readonly string[];
}

const addPerson = (db: DatabaseSync, now: number) => {
  const insert = inserter(db, 'users');
  let number = 0;
  return (referrerId: number | null, isActive: boolean) => {
    number++;
    const email = `much${number}@desk.example`;
    const id = insert({
      full_name: `Much Person ${number}`,
      email,
      phone: String(8_000_000_000 + number),
      password_hash: 'none',
      referral_code: `MUCH${number}`,
      referrer_id: referrerId,
      role: 'trader',
      is_house: 0,
      is_active: isActive ? 1 : 0,
      created_at: now,
    });
    return { id, email };
  };
};

/** Moments of past days that trades closed on. Evenly over five years, the last of them yesterday. */
const momentsOf = (count: number, now: number, random: Random): number[] => {
  const last = istMidnight(now);
  return Array.from({ length: count }, (_, index) => {
    const day = last - Math.ceil(((count - index) / count) * (FIVE_YEARS_MS / DAY_MS)) * DAY_MS;
    return day + (10 * 60 + Math.floor(random.uniform() * 300)) * 60_000;
  });
};

const addTrades = (db: DatabaseSync, runId: number, random: Random) => {
  const [trade, position, order, event] = ['trades', 'positions', 'orders', 'order_events'].map((table) =>
    inserter(db, table),
  ) as [ReturnType<typeof inserter>, ...ReturnType<typeof inserter>[]];
  const place = { symbol: 'SBIN', mode: 'test', source: 'simulated', run_id: runId };
  let orders = 0;
  return (userId: number, strategyId: number, at: number, hasOrders: boolean) => {
    const [quantity, price] = [10, 80_000];
    const gross = Math.round(random.normal() * 40_000) + 2_000;
    const owner = { user_id: userId, strategy_id: strategyId, ...place };
    const times = { entry_at: at - 3_600_000, exit_at: at };
    const exitPrice = price + Math.round(gross / quantity);
    let positionId: number | null = null;
    if (hasOrders) {
      positionId = position?.({
        ...owner,
        side: 'long',
        product: 'intraday',
        status: 'closed',
        quantity: 0,
        entry_quantity: quantity,
        entry_value: price * quantity,
        exit_value: exitPrice * quantity,
        charges_json: CHARGES_JSON,
        protection_json: '{}',
        entry_reason: 'Entry rule',
        opened_at: times.entry_at,
        closed_at: at,
      }) as number;
      for (const [side, purpose, when] of [
        ['buy', 'entry', times.entry_at],
        ['sell', 'exit', at],
      ] as const) {
        orders++;
        const orderId = order?.({
          ...owner,
          position_id: positionId,
          broker_id: 1,
          side,
          slot: purpose === 'entry' ? 'entry' : 'leaving',
          purpose,
          quantity,
          filled_quantity: quantity,
          filled_value: quantity * price,
          state: 'filled',
          reason: 'Much',
          intent_key: `much:${orders}`,
          placed_at: when,
          updated_at: when,
        }) as number;
        event?.({ order_id: orderId, state: 'filled', at: when, reason: 'Much', event: 'fill' });
      }
    }
    trade({
      ...owner,
      position_id: positionId,
      side: 'long',
      product: 'intraday',
      quantity,
      entry_at: times.entry_at,
      entry_price: price,
      entry_reason: 'Entry rule',
      exit_at: at,
      exit_price: exitPrice,
      exit_reason: 'Exit rule',
      gross,
      charges: CHARGES_PAISE,
      charge_items_json: CHARGES_JSON,
      net: gross - CHARGES_PAISE,
    });
  };
};

/** Strategies like the house's first one, all stopped: what they have done is there, and nothing runs. */
const addStrategies = (db: DatabaseSync, now: number) => {
  const like = db.prepare('select * from strategies order by id limit 1').get() as RawRow;
  const insert = inserter(db, 'strategies');
  let number = 0;
  return (ownerId: number, isPublic: boolean): number => {
    number++;
    return insert({
      ...like,
      id: null,
      owner_id: ownerId,
      name: `Much Strategy ${number}`,
      summary: `What number ${number} does`,
      status: 2,
      capital: 1_00_000_00 + (number % 7) * 10_000_00,
      risk: (['low', 'medium', 'high'] as const)[number % 3] as string,
      is_public: isPublic ? 1 : 0,
      created_at: now,
    });
  };
};

/** The token of a session that is written for somebody. */
const tokenOf = (db: DatabaseSync, dataDir: string, userId: number, now: number): Promise<string> => {
  const sessionId = inserter(
    db,
    'sessions',
  )({
    user_id: userId,
    created_at: now,
    last_used_at: now,
    device: 'Much',
    address: '127.0.0.1',
  });
  const key = new TextEncoder().encode(readFileSync(join(dataDir, 'session.key'), 'utf8').trim());
  return new AccessTokens({ named: null, unnamed: key }, { now: () => now }, 10 * DAY_MS).sign({
    userId,
    sessionId,
  });
};

/**
 * Fill a data folder with `share` (1 = all) of five years. The folder has its first start behind it, and nobody has it
 * open. The years are those of one person's history, of the marketplace and of a team; every table grows by that share.
 * The same each time but for the days, which end yesterday in the market.
 */
export const fillWithMuch = async (dataDir: string, share: number): Promise<MuchUser> => {
  const db = new DatabaseSync(join(dataDir, DATABASE_FILE));
  const random = seededRandom('much');
  const now = Date.now();
  try {
    db.exec('pragma synchronous = off; pragma cache_size = -200000; begin');
    const feed = db.prepare("select id, market_time from feeds where source = 'simulated'").get() as {
      id: number;
      market_time: number;
    };
    const person = addPerson(db, now);
    const strategy = addStrategies(db, now);
    const trade = addTrades(db, feed.id, random);
    const follow = inserter(db, 'follows');
    const much = (of: number, least = 1): number => Math.max(least, Math.round(of * share));

    const owner = person(null, true);
    const team = [owner];
    const money = new MuchMoney(db, now);
    for (let number = 1; number <= much(ALL.team); number++) {
      const above = team[Math.floor((number - 1) / TEAM_WIDTH)] ?? owner;
      const isActive = number % ACTIVE_ONE_IN === 0;
      const member = person(above.id, isActive);
      team.push(member);
      if (isActive) money.buy(member.id, istDate(now));
    }
    const authors = Array.from({ length: much(ALL.authors, 3) }, () => person(null, false).id);
    for (let number = 0; number < much(ALL.strategies); number++) {
      const author = authors[number % authors.length] ?? owner.id;
      const id = strategy(author, true);
      for (let fan = 0; fan < FOLLOWERS; fan++)
        follow({
          user_id: team[(number + fan * 7) % team.length]?.id ?? 1,
          strategy_id: id,
          created_at: now,
        });
      for (const at of momentsOf(ALL.tradesOfStrategy, feed.market_time, random))
        trade(author, id, at, false);
    }
    for (let number = 0; number < OWN_STRATEGIES; number++) {
      const id = strategy(owner.id, false);
      for (const at of momentsOf(much(ALL.days), feed.market_time, random)) trade(owner.id, id, at, true);
    }
    money.history(
      owner.id,
      team.slice(1, 11).map(({ id }) => id),
      much(10_000),
      FIVE_YEARS_MS,
    );
    money.today(owner.id, team[1]?.id ?? owner.id, much(300));
    money.close();
    countActive(db);
    const query = new Kysely<Schema>({ dialect: new NodeSqliteDialect(db) });
    await keepResults(query);
    await keepTeamLevels(query);
    db.exec(KEEP_SENT);
    db.exec('commit');
    const accessToken = await tokenOf(db, dataDir, owner.id, now);
    return { userId: owner.id, accessToken, friends: team.slice(1, 11).map(({ email }) => email) };
  } finally {
    db.close();
  }
};

/** As it would have come about one by one: active members of each, from the last that joined up to the first. */
const countActive = (db: DatabaseSync): void => {
  const people = db
    .prepare("select id, referrer_id as above, is_active as active from users where password_hash = 'none'")
    .all() as { id: number; above: number | null; active: number }[];
  const [direct, team] = [new Map<number, number>(), new Map<number, number>()];
  for (const { id, above, active } of people.toReversed()) {
    if (above === null) continue;
    direct.set(above, (direct.get(above) ?? 0) + active);
    team.set(above, (team.get(above) ?? 0) + active + (team.get(id) ?? 0));
  }
  const write = db.prepare('update users set active_direct = ?, active_team = ? where id = ?');
  for (const [id, members] of team) write.run(direct.get(id) ?? 0, members, id);
};
