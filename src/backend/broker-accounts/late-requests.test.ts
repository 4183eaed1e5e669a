import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryOf } from '../../../tests/support/live-path.ts';
import { LiveRunWorld } from '../../../tests/support/live-run-world.ts';
import { BrokerTrouble, type OrderTurn } from '../brokers/broker.ts';
import type { SessionTurn } from '../brokers/broker-link.ts';
import { History } from '../market/history.ts';
import { SimulatedDays } from '../market/simulated/simulated-days.ts';
import { EventHub } from '../notices/event-hub.ts';
import { writeLog } from '../notices/journal.ts';
import { createNotify } from '../notices/notify.ts';
import { OpenSealer } from '../secrets/sealer.ts';
import { LiveAccount, type LiveAccountDeps } from './live-account.ts';

/** A process that has lost its users. It has requests about their orders in hand. */
const world = new LiveRunWorld();
let isOwned = true;
const ownership = { require: () => Promise.resolve(), isHeld: () => isOwned, leftMs: 1_000 };
beforeEach(async () => {
  isOwned = true;
  await world.open();
  await world.start('2026-11-20T10:00:00', {}, { ownership });
  await world.connect();
});
afterEach(() => world.close());

/** Ten shares are held, with their stop resting. */
const hold = async (): Promise<number> => {
  const { execution, identity, historyOwnerId: userId } = world.run;
  world.links.move('ITC', 400_00);
  await execution.place(
    entryOf(identity, { userId, symbol: 'ITC', quantity: 10, key: 'an entry', at: world.now }),
  );
  world.links.move('ITC', 400_00);
  await execution.sync();
  await execution.settled();
  const [position] = execution.openPositions();
  return position?.id ?? 0;
};

/** Whether a turn lets its request leave: while this process owns its user, and after. */
const mayLeave = (turn: Partial<OrderTurn> | undefined): (boolean | undefined)[] => {
  const before = turn?.mayLeave?.();
  isOwned = false;
  return [before, turn?.mayLeave?.()];
};

it('takes back no stop any more', async () => {
  const positionId = await hold();
  let turn: Partial<OrderTurn> | undefined;
  world.links.broker.cancel = ((_ref: unknown, given: typeof turn) => {
    turn = given;
    return Promise.resolve({ outcome: 'unknown', reason: 'No answer came in time.' });
  }) as typeof world.links.broker.cancel;
  await world.run.execution.exit(positionId, 'exit', 'Exit rule', world.now, 'an exit');
  expect(mayLeave(turn)).toEqual([true, false]);
});

it('changes no stop any more', async () => {
  const positionId = await hold();
  let turn: Partial<OrderTurn> | undefined;
  world.links.broker.modify = ((_ref: unknown, _change: unknown, given: typeof turn) => {
    turn = given;
    return Promise.resolve({ outcome: 'unknown', reason: 'No answer came in time.' });
  }) as typeof world.links.broker.modify;
  await world.run.execution.exit(positionId, 'exit', 'Exit rule', world.now, 'a part', 4);
  expect(mayLeave(turn)).toEqual([true, false]);
});

describe('a session', () => {
  const CREDENTIALS = { clientCode: 'A123456', apiKey: 'an api key', pin: '1234', totpSecret: 'A SECRET' };
  let turn: SessionTurn | undefined;

  /** Account of the world's user. Its link notes the turn of what ends a session. */
  const account = async (): Promise<LiveAccount> => {
    const { database, clock, logger, link, run } = world;
    const { historyOwnerId: userId } = run;
    const sealer = new OpenSealer(Buffer.alloc(32, 1));
    const row = await database.write(userId, (tx) =>
      tx.query
        .insertInto('broker_accounts')
        .values({
          user_id: userId,
          broker_id: 2,
          client_code_masked: '',
          credentials_sealed: '',
          session_sealed: sealer.seal(JSON.stringify({ tokens: 'session', until: world.now + 1 })),
          session_until: world.now + 1,
          linked_at: world.now,
          last_error: null,
          registered_address: null,
          reminded_on: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    );
    const note = (given: SessionTurn) => {
      turn = given;
      return Promise.reject(new BrokerTrouble('unreachable', 'No answer came in time.'));
    };
    const noting = {
      ...link,
      logIn: (_credentials: unknown, _code: unknown, given: SessionTurn) => note(given),
      logOut: (_session: unknown, given: SessionTurn) => note(given),
    };
    const hub = new EventHub(clock);
    const deps: LiveAccountDeps = {
      ownership,
      database,
      clock,
      logger,
      sealer,
      history: new History(database, new SimulatedDays(database, 1)),
      sinks: { hub, notify: createNotify(hub, clock), writeLog, notifyFollowers: () => undefined },
      linkBroker: () => Promise.resolve(noting),
      writeForSure: database.write,
      strategiesOf: () => Promise.resolve([]),
    };
    return new LiveAccount(deps, row, noting, 1_000);
  };

  it('is opened no more', async () => {
    await expect((await account()).logIn(CREDENTIALS, null)).rejects.toThrow('No answer came in time.');
    expect(mayLeave(turn)).toEqual([true, false]);
  });

  it('is ended no more', async () => {
    await (await account()).endSession();
    expect(mayLeave(turn)).toEqual([true, false]);
  });
});
