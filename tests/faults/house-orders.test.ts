import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import { seededRandom } from '../../src/engine/random.ts';
import { AT, type HouseTrader } from '../support/house-trader.ts';
import { type Member, OrderHouse } from '../support/order-house.ts';
import { missingForHouse } from '../support/test-house.ts';
import { until } from '../support/until.ts';

const missing = missingForHouse();
/** Rounds of the long run: `TRICKDESK_ORDER_KILLS=15 npx vitest run tests/faults/house-orders`. */
const ROUNDS = Number(process.env['TRICKDESK_ORDER_KILLS'] ?? 1);
/** The ordinary run shares its machine with other tests: what takes processors takes longer there. */
const BUSY = ROUNDS === 1 ? 4 : 1;
/** Life of a lease, and what a start takes besides, ms. */
const TAKEOVER_MS = 10_000 + BUSY * 5_000;
/** Most that it takes after one that ends in order, ms. */
const HANDOVER_MS = BUSY * 6_000;
/** Once both books can be compared, ms: reports, looks at the book, attempts after a pause. */
const REST_MS = 60_000;
/** Longest wait for the first orders on a busy machine, ms. */
const ON_THEIR_WAY_MS = 60_000;
/** More positions than can be left at once: the others wait for their turn when their server is disturbed. */
const HELD = 12;
/** So often the broker says that it is asked too often. */
const HELD_BACK = 3;
/** So many requests have to wait at least. */
const LEAST_WAITING = 2;
/** A server is killed after so many calls about orders at most. */
const MOST_CALLS = 4;
/** Positions of each at most while servers are replaced. */
const FLOWING = 4;
/** Longest time after which something late would have left, ms. */
const AFTERWARDS_MS = 2_500;
const BEAT_MS = 200;

/** Does something again and again; returns how to stop that, which fails as it failed. */
const beside = (work: (beat: number) => Promise<unknown>): (() => Promise<void>) => {
  const stop = new AbortController();
  const going = (async () => {
    for (let beat = 0; !stop.signal.aborted; beat++) {
      await work(beat);
      await delay(BEAT_MS);
    }
  })();
  // Its failure is that of stopping it; without this line it would end the run before.
  going.catch(() => undefined);
  return () => {
    stop.abort();
    return going;
  };
};

describe.skipIf(missing !== null)(
  `real orders of a house${missing ? ` (${missing} is not installed)` : ''}`,
  () => {
    const house = new OrderHouse();
    const { traders } = house;
    const random = seededRandom('orders of a house');
    beforeAll(() => house.open(), 120_000);
    afterAll(() => house.close());

    const longestBare = async () =>
      Math.max(...(await Promise.all(traders.map((trader) => trader.forgetLongestBare()))));
    const settleDoubts = () => Promise.all(traders.map((trader) => trader.settleDoubts(house.base)));
    /** Expect equal books, nothing sent twice, and a ledger that is right. */
    const expectRight = async (): Promise<void> => {
      await Promise.all(traders.map((trader) => trader.comeToRest(() => house.base, REST_MS)));
      expect((await Promise.all(traders.map((trader) => trader.faults()))).flat()).toEqual([]);
      expect((await checkLedger(house.database.read)).problems).toEqual([]);
    };

    /** Kill an owner once its trader's broker has so many calls more. */
    const killAmid = async (trader: HouseTrader, { server }: Member, calls: number): Promise<void> => {
      const before = trader.calls();
      const areOut = () => Promise.resolve(trader.calls() >= before + calls);
      await until('orders to be on their way', areOut, ON_THEIR_WAY_MS);
      server.signal('SIGKILL');
    };

    /** Kill one owner and freeze the other amid their orders. The frozen one wakes when both are followed. */
    const disturb = async (round: number): Promise<void> => {
      const [ofKilled, ofFrozen] = (round % 2 === 0 ? traders : traders.toReversed()) as [
        HouseTrader,
        HouseTrader,
      ];
      const [killed, frozen] = [await house.ownerOf(ofKilled), await house.ownerOf(ofFrozen)];
      await Promise.all(traders.map((trader) => trader.attend(house.base)));
      await Promise.all([ofKilled.hold(killed.server, HELD / 2), ofFrozen.hold(frozen.server, HELD)]);
      await longestBare();
      const killing = killAmid(ofKilled, killed, 1 + Math.floor(random.uniform() * MOST_CALLS));
      if (round > 0) ofKilled.moveTo(AT.target);
      ofKilled.want(killed.server, HELD / 2);
      // What is sold at the target makes room first: cancellations and exits wait for their turn.
      // The broker lets the first come again later, so that all others are held back too, on any machine.
      for (let time = 0; time < HELD_BACK; time++) ofFrozen.broker.script.next('cancelOrder', 'rate');
      ofFrozen.moveTo(AT.target);
      await until('orders to wait for their turn', async () => (await ofFrozen.underWay()) >= LEAST_WAITING);
      frozen.server.signal('SIGSTOP');
      await killing;
      ofFrozen.broker.script.forget();
      const at = performance.now();
      const waiting = await ofFrozen.underWay();
      for (const gone of [killed, frozen]) house.leave(gone);
      await house.followed(2, TAKEOVER_MS + 10_000);
      const stopSettling = beside(settleDoubts);
      await house.served(TAKEOVER_MS);
      const tookMs = performance.now() - at;
      // What was being sent is in doubt, and sent anew once its owner has said that it is not there.
      await until('doubts to be settled', async () => (await ofFrozen.doubts()) === 0);
      const callsOfFrozen = () => ofFrozen.calls(`${frozen.address}:`);
      const before = callsOfFrozen();
      await house.whileUnheard(() => {
        frozen.server.signal('SIGCONT');
        return delay(AFTERWARDS_MS);
      });
      ofKilled.moveTo(AT.entry);
      await expectRight();
      await stopSettling();
      const late = callsOfFrozen() - before;
      const bareMs = await longestBare();
      console.log(
        `Taken over in ${tookMs.toFixed(0)} ms with ${waiting} requests waiting; bare for ${bareMs.toFixed(0)} ms at most; ${late} late.`,
      );
      expect(waiting).toBeGreaterThan(0);
      expect(late).toBe(0);
      expect(await frozen.server.ended()).toBe(1);
      expect(tookMs).toBeLessThan(TAKEOVER_MS);
      expect(bareMs).toBeLessThan(TAKEOVER_MS);
    };

    it(
      'leave once, whichever owner is killed or frozen amid them, and every position is protected after the takeover',
      { timeout: ROUNDS * 120_000 },
      async () => {
        for (let round = 0; round < ROUNDS; round++) {
          await disturb(round);
          await house.addSpare();
          if (round < ROUNDS - 1) await house.addSpare();
        }
      },
    );

    it(
      'flow on while servers are replaced one after the other; nothing is lost, doubled or left bare',
      { timeout: ROUNDS * 60_000 },
      async () => {
        await longestBare();
        // A position is opened, and left at its target, every few beats.
        const stopFlow = beside(async (beat) => {
          for (const trader of traders) {
            trader.moveTo(beat % 10 < 6 ? AT.entry : AT.target);
            if (beat % 10 === 0) await trader.attend(house.base);
            const owner = await house.findOwner(trader);
            if (owner && beat % 2 === 0 && trader.net() < FLOWING) trader.want(owner.server);
          }
          await settleDoubts();
        });
        for (let round = 0; round < ROUNDS; round++) {
          const trader = traders[round % traders.length] as HouseTrader;
          const old = await house.ownerOf(trader);
          const calls = trader.calls();
          await until('orders to flow', () => Promise.resolve(trader.calls() > calls));
          const at = performance.now();
          house.leave(old);
          old.server.signal('SIGTERM');
          await house.followed(1);
          await house.served(HANDOVER_MS);
          console.log(`Handed over in ${(performance.now() - at).toFixed(0)} ms.`);
          expect(await old.server.ended()).toBe(0);
          const after = trader.calls();
          await until('orders to flow again', () => Promise.resolve(trader.calls() > after));
          if (round < ROUNDS - 1) await house.addSpare();
        }
        await stopFlow();
        for (const trader of traders) trader.moveTo(AT.entry);
        await expectRight();
        const bareMs = await longestBare();
        console.log(`Bare for ${bareMs.toFixed(0)} ms at most.`);
        expect(bareMs).toBeLessThan(HANDOVER_MS);
      },
    );

    it('are stopped by the kill switch at another server: none leaves after its answer', async () => {
      const [trader] = traders as [HouseTrader];
      await trader.attend(house.base);
      const owner = await house.ownerOf(trader);
      const other = house.serving.find((member) => member !== owner) as Member;
      const before = trader.entries();
      // The first has no answer yet, and others wait for their turn, when the switch is thrown.
      trader.broker.script.nextOrder({ answerAfterMs: 300 });
      trader.want(owner.server, HELD);
      await until('an entry to be on its way', () => Promise.resolve(trader.entries() > before));
      const answered = trader
        .at(other.server.url ?? '')
        .call('live.killSwitch', { action: 'stop', flatten: true });
      trader.want(owner.server, HELD);
      await answered;
      const atAnswer = trader.entries();
      trader.want(owner.server, HELD);
      await Promise.all([expectRight(), delay(AFTERWARDS_MS)]);
      expect(trader.entries()).toBe(atAnswer);
      expect(trader.net()).toBe(0);
    }, 60_000);
  },
);
