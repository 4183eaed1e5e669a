import { expect, it } from 'vitest';
import { ownLink } from '../../../tests/support/live-sample.ts';
import { BUY, liveTrader, TERMS } from '../../../tests/support/live-trader.ts';

const trader = liveTrader(TERMS);

const CALLS = ['live.unlink', 'live.link'] as const;

it.each([
  ...CALLS.map((call) => [call, 'waits for its turn'] as const),
  ...CALLS.map((call) => [call, 'is saved, and not known to be yet'] as const),
])('%s leaves no order alone at the broker whose change %s', async (call, when) => {
  const live = trader.account();
  const { database } = trader.server.backend.parts;
  await trader.user.call('manual.previewLive', BUY);
  const gone = Promise.withResolvers<void>();
  const disconnect = live.run.disconnect.bind(live.run);
  live.run.disconnect = () => {
    disconnect();
    gone.resolve();
  };
  const left: Promise<unknown>[] = [];
  const leave = () => {
    left.push(call === 'live.link' ? trader.user.ask(call, ownLink()) : trader.user.ask(call, {}));
    return Promise.race([gone.promise, ...left]);
  };
  const write = database.write.bind(database);
  Object.assign(database, {
    write: async (...[of, work, isUrgent]: Parameters<typeof write>) => {
      // An entry by hand is urgent, and nothing else here is.
      const isEntry = isUrgent === true && left.length === 0;
      if (isEntry && when === 'waits for its turn') await leave();
      const done = await write(of, work, isUrgent);
      if (isEntry && when !== 'waits for its turn') await leave();
      return done;
    },
  });
  await trader.place();
  await Promise.all(left);
  expect(left).toHaveLength(1);
  const isLinked = await database.read
    .selectFrom('broker_accounts')
    .select('id')
    .where('id', '=', live.row.id)
    .executeTakeFirst();
  // Nothing was sent, or the account that follows it is there.
  expect(trader.links.broker.truth.length === 0 || isLinked !== undefined).toBe(true);
});
