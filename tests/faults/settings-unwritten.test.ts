import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../support/data-rows.ts';
import { withFailure } from '../support/failing-statements.ts';
import { entryOf } from '../support/live-path.ts';
import type { RuleDocumentInput } from '../../src/shared/rule-document.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

/** Changes of a running, holding strategy on a full disk. All of a change is there, or nothing. */

const SYMBOL = 'ITC';

let server: TestBackend;
let user: TestUser;
/** Sized and protected by percent. */
let strategyId = 0;
/** Protected by ATR. */
let byAtr = 0;

const run = () => server.backend.parts.marketRuns.simulated;
const position = (id = strategyId) => run().execution.positionsOf(id)[0];
const storedStop = async (id: number) => {
  const { stop_loss_json: stop } = await server.backend.parts.database.read
    .selectFrom('strategies')
    .select('stop_loss_json')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return stop;
};
const addRunning = async (name: string, rules: Partial<RuleDocumentInput>): Promise<number> => {
  const document = { ...RSI_RULES, instruments: [SYMBOL], ...rules };
  const { strategyId: id } = await user.call('strategies.add', { url: 'add', name, document });
  await user.call('strategies.start', { strategyId: id! });
  return id!;
};
const enter = async (id: number, userId: number) => {
  const entry = { userId, strategyId: id, symbol: SYMBOL, quantity: 10, key: `held ${id}` };
  await run().execution.place(entryOf(run().identity, { ...entry, at: run().session.now }));
};

beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('unwritten');
  const { id: userId } = await user.call('profile.mine', {});
  strategyId = await addRunning('Held', {});
  byAtr = await addRunning('By ATR', { stopLoss: { kind: 'atr', multiple: 2, period: 14 } });
  // Nothing that comes by itself is to write while statements are counted.
  await run().session.stop();
  await enter(strategyId, userId);
  await enter(byAtr, userId);
  await run().execution.onTicks({
    time: run().session.now + 1_000,
    ticks: [{ symbol: SYMBOL, price: 400_00, volume: 1_000_000, isGap: true }],
  });
  expect([position(), position(byAtr)]).toMatchObject([{ quantity: 10 }, { quantity: 10 }]);
}, 60_000);
afterAll(() => server.dispose());

describe('whichever statement fails', () => {
  it('a stop by ATR is said to be changed for what is open only when it is', async () => {
    let halves = 0;
    for (let number = 1; ; number++) {
      const [shown, stop] = [position(byAtr)?.stop_loss, await storedStop(byAtr)];
      // Another tick each time, however little the price has moved.
      const stopLoss = { kind: 'atr', multiple: 2 + number, period: 14 } as const;
      const { value: answer, failed } = await withFailure('full', number, () =>
        user.ask('strategies.modifyStopLoss', { strategyId: byAtr, stopLoss }),
      );
      const { status, body } = answer;
      const what = `statement ${number} (${failed ?? 'none'}): ${status} ${body.message}`;
      const isSaved = (await storedStop(byAtr)) !== stop;
      if (status === 200) {
        expect([isSaved, position(byAtr)?.stop_loss === shown], what).toEqual([true, false]);
        // What failed was only its wait for fills that were being saved, of which there were none.
        if (failed === null) break;
        continue;
      }
      expect(status, what).toBe(503);
      expect(position(byAtr)?.stop_loss, what).toBe(shown);
      expect(body.message, what).toMatch(
        isSaved ? /open positions could not be given it/ : /nothing was saved/,
      );
      if (isSaved) halves += 1;
    }
    expect(halves).toBeGreaterThan(0);
  });

  it.each([
    ['strategies.modifyStopLoss', { stopLoss: { kind: 'percent', value: 0.5 } }],
    ['strategies.settings', { maxTradesPerDay: 3 }],
    ['strategies.enable', { enabled: false }],
    ['strategies.enable', { enabled: true }],
    ['strategies.start', {}],
    ['strategies.stop', {}],
  ] as const)('%s with %o is done whole or not at all', async (id, change) => {
    for (let number = 1; ; number++) {
      const before = contentOf(server.dataDir);
      const stop = position()?.stop_loss;
      const { value: answer, failed } = await withFailure('full', number, () =>
        user.ask(id, { strategyId, ...change }),
      );
      const { status, body } = answer;
      const what = `statement ${number} (${failed ?? 'none'}): ${status} ${body.message}`;
      if (status === 200) {
        expect(number, what).toBeGreaterThan(1);
        if (id === 'strategies.modifyStopLoss')
          expect(position()?.stop_loss, what).toBeGreaterThan(stop ?? 0);
        else expect(failed, what).toBeNull();
        break;
      }
      expect(status, what).toBe(503);
      expect(contentOf(server.dataDir), what).toEqual(before);
      expect(position()?.stop_loss, what).toBe(stop);
    }
  });
});
