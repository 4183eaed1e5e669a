import { afterAll, beforeAll, expect, it } from 'vitest';
import { INSTRUMENT_MASTER } from '../../src/backend/market/instrument-master.ts';
import { ALERT_RULE_LIMITS } from '../../src/shared/alert-delivery.ts';
import { until } from '../support/until.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

/** Close of 998 days ago of 32 shares, at each minute. It has no indicator, so no quota of those counts it. */
const farBack = (rupees: number) => {
  const shares = INSTRUMENT_MASTER.filter(({ kind }) => kind === 'equity').slice(0, 32);
  const compare = ({ symbol }: { readonly symbol: string }) => ({
    kind: 'compare',
    left: { kind: 'price', field: 'close', offset: 998, timeframe: '1d', instrument: symbol },
    operator: '>',
    right: { kind: 'constant', value: rupees, unit: 'rupees' },
  });
  return {
    kind: 'any',
    conditions: [0, 16].map((from) => ({
      kind: 'any',
      conditions: shares.slice(from, from + 16).map(compare),
    })),
  };
};

const watch = (user: TestUser, timeframe: '1m' | '15m', condition: unknown) =>
  user.ask('alertRules.add', {
    mode: 'test',
    condition: { kind: 'rules', symbol: 'ITC', timeframe, condition },
  });

const rsi = (period: number) => ({
  kind: 'compare',
  left: { kind: 'indicator', indicator: { name: 'rsi', period } },
  operator: '<',
  right: { kind: 'constant', value: 30 },
});

it('alerts of one person that look far back do not hold up those of another', async () => {
  const [greedy, other] = [await server.register('far-back'), await server.register('rsi-watcher')];
  for (let count = 1; count <= ALERT_RULE_LIMITS.costly; count++) {
    const { status, body } = await watch(greedy, '1m', farBack(1_000_000 + count));
    expect([status, body.message]).toEqual([200, 'OK']);
  }
  expect((await watch(other, '15m', rsi(14))).status).toBe(200);
  // Those before it take half a minute. It is watched when it has a value.
  const isWatched = async (): Promise<boolean> =>
    (await other.call('alertRules.list', {})).rules[0]?.now !== null;
  await until('the other alert is watched', isWatched, 10_000);
}, 180_000);
