import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { inHindi } from '../../../shared/server-text/hindi.ts';

let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('rules-of-legs');
});
afterAll(() => server.dispose());

const chain = async (expiry?: string) => {
  const { chain: found, expiries } = await user.call('options.chain', { underlying: 'NIFTY', expiry });
  if (!found) throw new Error('There is no chain');
  return { ...found, expiries };
};
const LEG = { side: 'sell' as const, lots: 2 };

describe('rules of legs', () => {
  it('choose just those legs when they are asked at once', async () => {
    // The index may cross a strike between two calls.
    await vi.waitFor(async () => {
      const { strikes, atTheMoney } = await chain();
      const at = strikes.findIndex(({ strike }) => strike === atTheMoney);
      const picked = [strikes[at + 3]?.call, strikes[at - 2]?.put, strikes[at - 1]?.call, strikes[at]?.put];
      const legs = picked.map((option) => ({ ...LEG, symbol: option?.symbol ?? '' }));
      const rules = await user.call('options.rulesOf', { legs });
      expect(rules.underlying).toBe('NIFTY');
      expect(rules.legs.map(({ kind, steps }) => [kind, steps])).toEqual([
        ['call', 3],
        ['put', 2],
        ['call', -1],
        ['put', 0],
      ]);
      const document = {
        ...{ version: 2, underlying: 'NIFTY', strikesFrom: 'forward' },
        ...{ entry: { at: '09:20' }, exit: { at: '15:15' } },
        legs: rules.legs.map(({ steps, ...rule }) => ({ ...rule, strike: { by: 'at-the-money', steps } })),
      };
      const chosen = await user.call('options.chosen', { document });
      expect(chosen.legs.map(({ symbol }) => symbol)).toEqual(legs.map(({ symbol }) => symbol));
      expect(chosen.legs.map(({ lots, side }) => [lots, side])).toEqual(
        legs.map(({ lots, side }) => [lots, side]),
      );
    }, 30_000);
  });

  it('know the week and the month of an expiry, and refuse one that is neither', async () => {
    const { expiries } = await chain();
    const said = await Promise.all(
      expiries.map(async ({ day }) => {
        const { strikes } = await chain(day);
        const symbol = strikes[Math.floor(strikes.length / 2)]?.call?.symbol ?? '';
        const { status, body } = await user.ask('options.rulesOf', { legs: [{ ...LEG, symbol }] });
        return status === 200 ? (body.data as { legs: { expiry: string }[] }).legs[0]?.expiry : body.message;
      }),
    );
    expect(said[0]).toBe('this-week');
    expect(said).toContain('next-week');
    const refused = said.findLast((text) => text?.includes('is none of these now'));
    expect(refused).toContain(expiries.at(-1)?.day ?? '');
    expect(inHindi(refused ?? '')).toContain('एक्सपायरी');
  });

  it.each([
    [
      [{ ...LEG, symbol: 'NIFTY' }],
      'NIFTY is not the symbol of an option. Pick the legs on the option chain.',
    ],
    [
      [
        { ...LEG, symbol: 'NIFTY 2026-12-01 26000 CE' },
        { ...LEG, symbol: 'BANKNIFTY 2026-12-29 55000 CE' },
      ],
      'All legs must be on one underlying. These are on NIFTY and BANKNIFTY.',
    ],
  ])('of %j are refused', async (legs, sentence) => {
    const { status, body } = await user.ask('options.rulesOf', { legs });
    expect([status >= 400 && status < 500, body.message]).toEqual([true, sentence]);
  });
});
