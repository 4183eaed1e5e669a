import { afterEach, expect, it } from 'vitest';
import { DAY_MS } from '../../src/shared/time.ts';
import { isStop } from '../support/fault-worlds.ts';
import { LivePeople, PRICE } from '../support/live-person.ts';
import { GOOD_CODE } from '../support/seeded-link.ts';
import { startTestBackend } from '../support/test-backend.ts';

/** The broker's list of a new day comes late: what is held needs none of it. */
const MORNING = Date.parse('2026-11-23T09:15:05+05:30');
const SECONDS = 10;

let people: LivePeople;
let listed = Promise.withResolvers<void>();
afterEach(async () => {
  listed.resolve();
  await people.server.dispose();
});

it('a list of the day that does not come keeps no stop from being placed after the open', async () => {
  people = new LivePeople();
  let isSlow = false;
  people.server = await startTestBackend({
    clock: people.clock,
    accessTokenMs: 400 * DAY_MS,
    linkBroker: async (apiKey) => {
      const link = await people.links.link(apiKey);
      return {
        ...link,
        instrumentFor: async (symbol, now) => {
          if (isSlow) await listed.promise;
          return link.instrumentFor(symbol, now);
        },
      };
    },
  });
  const person = await people.person('ITC', { product: 'delivery' });
  await people.hold(person);
  listed = Promise.withResolvers();
  isSlow = true;
  people.passed += MORNING - people.clock.now();
  await people.links.broker.nextDay();
  await person.user.call('live.reconnect', { totp: GOOD_CODE });
  for (let second = 0; second < SECONDS; second++) {
    people.links.move('ITC', PRICE);
    await new Promise((done) => setTimeout(done, 1_000));
  }
  const stops = people.at('ITC').filter(({ order }) => isStop(order));
  expect(stops.map(({ quantity }) => quantity)).toEqual([10]);
}, 60_000);
