import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryOf } from '../support/live-path.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { startTestBackend, type TestBackend } from '../support/test-backend.ts';
import { MINUTE_MS } from '../../src/shared/time.ts';

/** On paper as live: what is stopped opens nothing afterwards. */
let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

it.each(['strategies.stop', 'strategies.sell'] as const)(
  '%s: an entry that waits for the next price fills no more',
  async (call) => {
    const user = await server.register(`paper${call.replace('.', '')}`);
    const { id: userId } = await user.call('profile.mine', {});
    const added = await user.call('strategies.add', {
      url: 'add',
      name: 'Paper',
      document: { ...RSI_RULES, instruments: ['ITC'] },
    });
    const strategyId = added.strategyId ?? 0;
    await user.call('strategies.start', { strategyId });
    const { execution, session, identity } = server.backend.parts.marketRuns.simulated;
    await execution.place(
      entryOf(identity, {
        userId,
        strategyId,
        symbol: 'ITC',
        quantity: 1,
        decisionPrice: null,
        key: `${identity.runId}:paper:${call}`,
        at: session.now,
      }),
    );
    const { body } = await user.ask(call, { strategyId });
    // What filled before the call was answered stays on Stop, and is sold on Sell.
    const allowed = call === 'strategies.stop' ? execution.positionsOf(strategyId, 'ITC').length : 0;
    const until = session.now + 3 * MINUTE_MS;
    await server.backend.parts.marketRuns.setSpeed(server.backend.parts.marketRuns.simulated, 600);
    while (session.now < until) await wait(20);
    expect({ held: execution.positionsOf(strategyId, 'ITC').length, said: body.message }).toMatchObject({
      held: allowed,
    });
  },
);
