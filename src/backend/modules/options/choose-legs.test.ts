import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';

let server: TestBackend;
let user: TestUser;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  user = await server.register('chosen');
});
afterAll(() => server.dispose());
describe('the contracts that legs would be entered in now', () => {
  const document = (more: object = {}) => ({
    version: 2,
    underlying: 'NIFTY',
    entry: { at: '09:20' },
    exit: { at: '15:15' },
    legs: [
      {
        side: 'sell',
        kind: 'call',
        lots: 2,
        strike: { by: 'at-the-money', steps: 0 },
      },
      { side: 'buy', kind: 'put', lots: 1, strike: { by: 'at-the-money', steps: 3 } },
    ],
    ...more,
  });

  it('are those of the chain: the money for the call, three strikes below for the put', async () => {
    const { legs } = await user.call('options.chosen', { document: document() });
    const { chain } = await user.call('options.chain', {});
    const strikes = (chain?.strikes ?? []).map(({ strike }) => strike / 100);
    const [call = '', put = ''] = legs.map(({ symbol }) => symbol);
    const [callStrike, putStrike] = [call, put].map((symbol) => Number(symbol.split(' ')[2]));
    expect(strikes.indexOf(callStrike ?? 0) - strikes.indexOf(putStrike ?? 0)).toBe(3);
    expect(legs).toMatchObject([
      { side: 'sell', lots: 2 },
      { side: 'buy', lots: 1 },
    ]);
  });

  it.each([
    [document({ legs: [] }), 400, 'legs: must have at least 1 entries'],
    [document({ underlying: 'RELIANCE' }), 400, 'No options on RELIANCE are listed.'],
    ['nothing', 400, 'The rules cannot be used'],
    [
      document({
        legs: [
          { side: 'sell', kind: 'call', lots: 1, strike: { by: 'premium', rupees: 9e6, choose: 'at-least' } },
        ],
      }),
      422,
      'No option has a premium of 90,00,000.00.',
    ],
  ])('%j is answered %i: %s', async (input, status, sentence) => {
    const answer = await user.ask('options.chosen', { document: input });
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(sentence);
  });
});
