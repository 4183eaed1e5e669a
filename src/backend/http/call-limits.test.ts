import { afterEach, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';

let server: TestBackend;
afterEach(() => server.dispose());

const MOST = 20;
const RANDOM_KEY = () => ({ 'idempotency-key': crypto.randomUUID() });
const statuses = async (user: TestUser, times: number): Promise<number[]> => {
  const answers = await Promise.all(Array.from({ length: times }, () => user.ask('alerts.count')));
  return answers.map(({ status }) => status).sort();
};

describe('calls a minute on a server of many people', () => {
  it('are refused beyond the limit, and the answer says when to come back', async () => {
    server = await startTestBackend({ callsPerMinute: MOST });
    const user = await server.register('busy');
    expect(await statuses(user, MOST + 5)).toEqual([
      ...Array.from({ length: MOST }, () => 200),
      ...Array.from({ length: 5 }, () => 429),
    ]);
    const answer = await fetch(`${server.url}/userapi/usernotificationcount`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.accessToken}`, 'content-type': 'application/json' },
      body: '{}',
    });
    const reported = ['ratelimit-limit', 'ratelimit-remaining', 'retry-after'].map((name) =>
      Number(answer.headers.get(name)),
    );
    expect([answer.status, reported[0], reported[1]]).toEqual([429, MOST, 0]);
    expect(reported[2]).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({
      code: 'rate',
      message: expect.stringMatching(/^More than 20 calls a minute\. Wait \d+ seconds/) as string,
    });
  });

  it('of one person take nothing from another, from the same address', async () => {
    server = await startTestBackend({ callsPerMinute: MOST });
    const [busy, quiet] = [await server.register('busy'), await server.register('quiet')];
    await statuses(busy, 3 * MOST);
    expect(await statuses(quiet, MOST)).not.toContain(429);
  });

  it('are counted over all sessions and calls of a person, not for each', async () => {
    server = await startTestBackend({ callsPerMinute: MOST });
    const user = await server.register('spread');
    await statuses(user, MOST / 2);
    await Promise.all(Array.from({ length: MOST / 2 }, () => user.ask('profile.mine')));
    expect((await user.ask('alerts.list')).status).toBe(429);
  });

  it.each([
    ['positions.exit', { positionId: 1 }],
    ['positions.exitAll', {}],
    ['positions.cancelOrder', { orderId: 1 }],
    ['strategies.stop', { strategyId: 1 }],
    ['strategies.sell', { strategyId: 1 }],
    ['baskets.close', { basketId: 1 }],
    ['live.killSwitch', { action: 'stop' }],
    ['live.resolve', { orderId: 1 }],
    ['live.settleDifference', { differenceId: 1 }],
    ['gtt.cancel', { gttId: 1 }],
  ] as const)('%s has a budget of its own: nothing else can use it up', async (id, input) => {
    server = await startTestBackend({ callsPerMinute: MOST });
    const user = await server.register('leaving');
    await statuses(user, 2 * MOST);
    expect((await user.ask(id, input, RANDOM_KEY())).status).not.toBe(429);
  });

  it('of many people at one address have a limit together, which leaves room to get out and other addresses alone', async () => {
    server = await startTestBackend({ callsPerMinute: MOST, trustedProxies: ['127.0.0.1'] });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const users = await Promise.all(
      Array.from({ length: 11 }, (_, index) => server.register(`house${index}`)),
    );
    const answers = await Promise.all(
      users.flatMap((user) =>
        Array.from({ length: MOST }, () => user.ask('alerts.count', {}, from('203.0.113.7'))),
      ),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(MOST);
    const last = users[10]!;
    const refused = await last.ask('alerts.count', {}, from('203.0.113.7'));
    expect(refused.body.message).toMatch(/^More than 200 calls a minute from your address\./);
    const exit = await last.ask('positions.exitAll', {}, { ...RANDOM_KEY(), ...from('203.0.113.7') });
    expect(exit.status).not.toBe(429);
    const elsewhere = await server.register('elsewhere');
    expect((await elsewhere.ask('alerts.count', {}, from('203.0.113.8'))).status).toBe(200);
  });

  it('are not limited on the backend of a desktop, which has one person', async () => {
    server = await startTestBackend();
    const user = await server.register('alone');
    expect(new Set(await statuses(user, 1_000))).toEqual(new Set([200]));
  });
});
