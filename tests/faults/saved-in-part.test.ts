import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HOUSE } from '../../src/backend/db/database.ts';
import { checkLedger } from '../../src/backend/ledger/ledger-check.ts';
import type { CallId } from '../../src/shared/contract/index.ts';
import { midday } from '../support/basket-sample.ts';
import { NEVER_MS, savedOf } from '../support/failing-call.ts';
import { SQLITE_TROUBLES, type SqliteTrouble, withFailure } from '../support/failing-statements.ts';
import { entryOf } from '../support/live-path.ts';
import { addLiveSample, ownLink } from '../support/live-sample.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { SeededLinks } from '../support/seeded-link.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

/** Calls that take several steps. Where only some of them could be saved, that is what is said. */

const KINDS: readonly SqliteTrouble[] =
  process.env['TRICKDESK_TROUBLES'] === 'all' ? ['full', 'io', 'busy'] : ['full'];
const SYMBOLS = ['ITC', 'SBIN', 'INFY'] as const;

const began = Date.now();
const clock = { now: () => Date.parse('2026-11-20T10:00:10+05:30') + Date.now() - began };
const links = new SeededLinks(clock.now);
let server: TestBackend;
let user: TestUser;
let userId = 0;
/** Whose baskets these are: an account may have only so many. */
let holder: TestUser;
let strategyId = 0;
let entries = 0;
let moment = 0;
let baskets = 0;

const run = () => server.backend.parts.marketRuns.simulated;
const priceOf = (symbol: string): number => run().session.lastPrice(symbol)?.price ?? 0;
/** Waiting orders are filled at the prices of before. */
const fillAll = async (): Promise<void> => {
  moment += 1_000;
  const ticks = SYMBOLS.map((symbol) => ({ symbol, price: priceOf(symbol), volume: 1e9, isGap: true }));
  await run().execution.onTicks({ time: run().session.now + moment, ticks });
};
/** The strategy runs and holds all three. */
const hold = async (): Promise<void> => {
  await fillAll();
  // It may run already.
  await user.ask('strategies.start', { strategyId });
  const { execution, identity, session } = run();
  for (const symbol of SYMBOLS)
    if (execution.positionsOf(strategyId, symbol).length === 0)
      await execution.place(
        entryOf(identity, { userId, strategyId, symbol, quantity: 1, key: `e${entries++}`, at: session.now }),
      );
  await fillAll();
  expect(run().execution.positionsOf(strategyId)).toHaveLength(SYMBOLS.length);
};
const newBasket = async (): Promise<{ basketId: number; previewId: number }> => {
  const { basketId } = await holder.call('baskets.add', {
    name: `Three shares ${baskets++}`,
    constituents: SYMBOLS.map((instrument, index) => ({ instrument, weight: index === 0 ? 34 : 33 })),
  });
  const { previewId } = await holder.call('baskets.preview', { basketId, amount: 5_00_000_00 });
  return { basketId, previewId };
};
const openIt = ({ basketId, previewId }: { basketId: number; previewId: number }) => ({
  basketId,
  previewId,
  amount: 5_00_000_00,
});

beforeAll(async () => {
  server = await startTestBackend({ clock, paymentDelayMs: NEVER_MS, linkBroker: links.link });
  await server.backend.prepared;
  const { brokerAccounts, basketTrading } = server.backend.parts;
  user = await server.register('trader');
  ({ id: userId } = await user.call('profile.mine', {}));
  const document = { ...RSI_RULES, instruments: [...SYMBOLS] };
  const added = await user.call('strategies.add', { url: 'add', name: 'Three', document });
  strategyId = added.strategyId ?? 0;
  await user.call('market.pace', { speed: 600 });
  await midday(user);
  await run().session.stop();
  // Nothing that comes by itself is to write while statements are counted.
  vi.spyOn(brokerAccounts, 'everySecond').mockResolvedValue();
  vi.spyOn(basketTrading, 'round').mockResolvedValue();
}, 120_000);
afterAll(() => server.dispose());

interface Prepared {
  readonly input: object;
  readonly of?: TestUser;
}
type Step = readonly [
  id: CallId,
  what: string,
  /** Sentence about the part that is saved; null where there may be no such part. */
  told: RegExp | null,
  prepare: (kind: SqliteTrouble, number: number) => Promise<Prepared>,
];

const STEPS: readonly Step[] = [
  [
    'live.link',
    'for the first time',
    null,
    async (kind, number) => ({ input: ownLink(), of: await server.register(`first${kind}${number}`) }),
  ],
  [
    'live.link',
    'in place of another',
    null,
    async (kind, number) => {
      const of = await server.register(`again${kind}${number}`);
      await of.call('live.link', ownLink());
      return { input: ownLink(), of };
    },
  ],
  [
    'positions.exitAll',
    'three positions',
    /^Positions being closed: [12] of 3\. /,
    async () => {
      await hold();
      return { input: { type: 'test' } };
    },
  ],
  [
    'strategies.sell',
    'three positions',
    /^Three is stopped\. (Positions being closed: [12] of 3\. )?/,
    async () => {
      await hold();
      return { input: { strategyId } };
    },
  ],
  [
    'baskets.open',
    'three purchases',
    /^Basket opened\. But not everything could be saved: [0123] of 3 orders are placed\. TrickDesk goes on by itself/,
    async () => ({ input: openIt(await newBasket()), of: holder }),
  ],
  [
    'baskets.close',
    'three sales',
    /^Three shares \d+ is being closed\. But not everything could be saved(: [0123] of 3 orders are placed)?\. Free some space/,
    async () => {
      const made = await newBasket();
      await holder.call('baskets.open', openIt(made));
      await fillAll();
      return { input: { basketId: made.basketId, mode: 'test' }, of: holder };
    },
  ],
];

describe.each(KINDS)('while a statement fails (%s)', { timeout: 180_000 }, (kind) => {
  beforeAll(async () => {
    holder = await server.register(`holder${kind}`);
  });

  it.each(STEPS)('%s (%s) says what is done and what is not', async (id, _what, told, prepare) => {
    let parts = 0;
    let prepared: Prepared | null = null;
    for (let number = 1; ; number++) {
      prepared ??= await prepare(kind, number);
      const { input, of = user } = prepared;
      // Who could not be linked tries again; what orders were sent for is made anew.
      if (id !== 'live.link') prepared = null;
      // A try counts whatever becomes of the call: one right secret too often would rest.
      await server.backend.parts.database.write(HOUSE, (tx) => tx.query.deleteFrom('tries').execute());
      const before = savedOf(server.dataDir, id);
      const { value: answer, failed } = await withFailure(kind, number, () => of.ask(id, input));
      const after = savedOf(server.dataDir, id);
      const { status, body } = answer;
      const what = `${id}, statement ${number} (${failed ?? 'none'}): ${status} ${body.message}`;
      const isSaved = JSON.stringify(after) !== JSON.stringify(before);
      if (status === 200) {
        // Also what was done although its answer could not be kept is said to be done.
        expect([isSaved, failed !== null || number > 1], what).toEqual([true, true]);
        if (failed === null) break;
        prepared = null;
        continue;
      }
      expect(status, what).toBe(503);
      if (isSaved) {
        parts += 1;
        expect(told, what).not.toBeNull();
        expect(body.message, what).toMatch(told ?? /./);
        expect(body.message, what).not.toMatch(/nothing was saved/);
      } else
        expect(body.message, what).toMatch(/nothing was saved|in use by another|^Live trading has stopped/);
    }
    expect(parts > 0).toBe(told !== null);
    expect((await checkLedger(server.backend.parts.database.read)).problems).toEqual([]);
  });
});

it('the kill switch says that it has stopped everything where what is open cannot be closed', async () => {
  const owner = await server.register('killed');
  const { id } = await owner.call('profile.mine', {});
  await addLiveSample(server, owner, links);
  const account = server.backend.parts.brokerAccounts.requireAccount(id);
  vi.spyOn(account, 'flatten').mockRejectedValueOnce(new Error(SQLITE_TROUBLES.full));
  const { status, body } = await owner.ask('live.killSwitch', { action: 'stop', flatten: true });
  expect([status, body.message]).toEqual([
    503,
    'All live trading is stopped. The disk is full, so not everything was saved. Free some space and try again.',
  ]);
  expect((await owner.call('live.riskGuard', {})).lock).not.toBeNull();
});

it('the kill switch says how many positions are being closed only when all of them were tried', async () => {
  const owner = await server.register('tried');
  const { id } = await owner.call('profile.mine', {});
  await addLiveSample(server, owner, links);
  const account = server.backend.parts.brokerAccounts.requireAccount(id);
  let isTried = false;
  vi.spyOn(account, 'cancelEntries').mockRejectedValueOnce(new Error(SQLITE_TROUBLES.full));
  vi.spyOn(account, 'flatten').mockImplementationOnce(async () => {
    await delay(100);
    isTried = true;
  });
  const { status } = await owner.ask('live.killSwitch', { action: 'stop', flatten: true });
  expect([status, isTried]).toEqual([503, true]);
});
