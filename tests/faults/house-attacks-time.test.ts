import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { shardOf } from '../../src/backend/cluster/own-users.ts';
import { CuttableLink } from '../support/cuttable-link.ts';
import { overPostgres } from '../support/over-postgres.ts';
import { openStream } from '../support/stream-reader.ts';
import { clientAt } from '../support/test-backend.ts';
import { missingForHouse, TestHouse, urlOf } from '../support/test-house.ts';
import { until } from '../support/until.ts';
import { addMoney } from '../support/user-steps.ts';

const missing = missingForHouse();
/** Life of a lease, and a moment to notice its end. */
const LEASE_MS = 10_000 + 1_500;
/** By then a process counts its lease as lost. */
const LOST_MS = 8_000 + 500;
/** Most that a server takes to end. */
const ENDED_MS = 8_000;

describe.skipIf(missing !== null)(
  `faults of a house over time${missing ? ` (${missing} is not installed)` : ''}`,
  () => {
    let house: TestHouse;
    let link: CuttableLink;
    beforeAll(async () => {
      house = await TestHouse.start(1);
      link = await CuttableLink.to(Number(new URL(house.bus.url).port));
      await house.close();
      await Promise.all([house.add(2, `nats://127.0.0.1:${link.port}`), house.add(2)]);
      await Promise.all(house.servers.map(({ prepared }) => prepared));
    });
    afterAll(async () => {
      await house.dispose();
      await link.close();
    });

    /** Somebody whose server is the one that is (not) behind the link. */
    const personOf = async (isBehindLink: boolean) => {
      for (;;) {
        const person = await house.stranger();
        if ((person.owner === house.servers[0]) === isBehindLink) return person;
      }
    };
    const change = (text: string, values: unknown[]): Promise<unknown> =>
      overPostgres(house.database, (client) => client.query(text, values));

    it('what a server that was cut off from NATS did meanwhile is known to the others', async () => {
      const [author, reader] = [await personOf(true), await personOf(false)];
      const stream = await openStream(urlOf(reader.owner), reader.user.accessToken);
      link.cut();
      await author.user.call('profile.mine');
      const reloads = () => stream.received.filter(({ event }) => event.type === 'reload').length;
      const before = reloads();
      link.mend();
      await until('the window at the other server to be told', () => Promise.resolve(reloads() > before));
      stream.close();
    });

    it('a session that a server ended right before it died has no stream any more', async () => {
      const person = await personOf(false);
      const stream = await openStream(urlOf(person.owner), person.user.accessToken);
      const other = await personOf(true);
      // As one that was killed between its commit and its message.
      await change('update sessions set revoked_at = 1 where user_id = $1', [person.id]);
      await change('update shards set address = $1 where id = $2', ['', shardOf(other.id)]);
      const ended = await Promise.race([stream.ended.then(() => true), delay(5_000)]);
      expect(ended).toBe(true);
      await change('update shards set address = $1 where id = $2', [urlOf(other.owner), shardOf(other.id)]);
    });

    it('a server whose leases may be over changes nothing, and nobody waits for it', async () => {
      const { user, id, owner, other } = await personOf(false);
      const nameOf = async () => {
        const { rows } = (await change('select full_name from users where id = $1', [id])) as {
          rows: { full_name: string }[];
        };
        return rows[0]?.full_name;
      };
      const before = await nameOf();
      const { from, to } = owner.parts.users.place;
      await overPostgres(house.database, async (client) => {
        // It renews no more: its rows are somebody else's for now.
        await client.query('begin');
        await client.query('select 1 from shards where id >= $1 and id < $2 for update', [from, to]);
        await delay(LOST_MS);
        const answer = await clientAt(urlOf(owner))
          .as(user)
          .ask('profile.updatePersonal', { fullName: 'Somebody Else' });
        expect(answer.status).toBe(503);
        expect(await nameOf()).toBe(before);
        await delay(LEASE_MS - LOST_MS);
        const told = await clientAt(urlOf(other)).as(user).ask('profile.mine');
        expect([told.status, told.body.message]).toEqual([
          503,
          'The server of your account is just starting. Nothing was done; try again in a moment.',
        ]);
        await client.query('rollback');
      });
      await until('the user to be served again', async () => {
        const answer = await clientAt(urlOf(other))
          .as(user)
          .ask('profile.updatePersonal', { fullName: 'Their Own' });
        return answer.status === 200;
      });
    });

    it('a server ends, and another takes its place, while NATS is away', async () => {
      const { user, id, owner, other } = await personOf(false);
      const sender = await personOf(true);
      const friend = clientAt(urlOf(sender.owner)).as(sender.user);
      await house.bus.stop('SIGKILL');
      const at = performance.now();
      await house.close([owner]);
      expect(performance.now() - at).toBeLessThan(ENDED_MS);
      const next = await house.add(2);
      await next.prepared;
      expect(next.parts.users.has(id)).toBe(true);
      await until(
        'the user to be served',
        async () => (await clientAt(urlOf(other)).as(user).ask('profile.mine')).status === 200,
      );
      const stream = await openStream(urlOf(next), user.accessToken);
      await house.bus.resume();
      await until('the window to be told', () =>
        Promise.resolve(stream.received.some(({ event }) => event.type === 'reload')),
      );
      await addMoney((call, input) => friend.call(call, input), 5_000_00);
      const { referralCode } = await user.call('profile.mine');
      await friend.call('wallet.transfer', { to: referralCode, amount: 500_00 });
      await until('the money to be told of', () =>
        Promise.resolve(stream.received.some(({ event }) => event.type === 'wallet')),
      );
      stream.close();
    });
  },
);
