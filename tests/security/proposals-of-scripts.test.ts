import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../src/cli/mcp/tools.ts';
import { WORDS_OF_PERSON } from '../../src/shared/contract/proposable.ts';
import { RSI_RULES } from '../support/rule-samples.ts';
import { clientAt, startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
});
afterAll(() => server.dispose());

const personAndScript = async (name: string, scope: 'propose' | 'change' = 'propose') => {
  const user: TestUser = await server.register(name);
  const { secret } = await user.call('keys.make', {
    ...{ name: 'A key', scopes: [scope], perMinute: 600, perDay: 100_000 },
  });
  const script = clientAt(server.url).as({ accessToken: secret, refreshToken: '', email: '' });
  return { user, script };
};

describe('a script', () => {
  it('never gives its person’s word: not the typed name, nor that the depository lets shares go', async () => {
    const { user, script } = await personAndScript('word-of');
    const open = { basketId: 1, amount: 1_00_000_00 };
    const confirmName = 'Quality large caps';
    for (const [call, proposed, word] of [
      ['baskets.open', { ...open, mode: 'live', confirmName }, 'confirmName'],
      ['baskets.open', { ...open, confirmName }, 'confirmName'],
      ['baskets.close', { basketId: 1, mode: 'live', isAuthorised: true }, 'isAuthorised'],
      ['baskets.rebalance', { basketId: 1, previewId: 1, isAuthorised: true }, 'isAuthorised'],
    ] as const) {
      const { status, body } = await script.askUnproven('proposals.add', { call, proposed });
      expect([status, body.message]).toEqual([
        403,
        `Only the person gives their word in ${word}: leave it out.`,
      ]);
    }
    expect((await user.call('proposals.list')).waiting).toBe(0);
  });

  it('proposes a basket on paper, and none with real money, for which its person types a name', async () => {
    const { script } = await personAndScript('on-paper');
    const open = { basketId: 1, amount: 1_00_000_00 };
    for (const [call, proposed] of [
      ['baskets.open', open],
      ['baskets.close', { basketId: 1 }],
    ] as const) {
      const paper = await script.call('proposals.add', { call, proposed });
      expect(paper.proposal.isLive).toBe(false);
      const real = { call, proposed: { ...proposed, mode: 'live' } };
      const { status, body } = await script.askUnproven('proposals.add', real);
      expect([status, body.message]).toEqual([
        403,
        'A script may not propose this with real money, for which the person types a name. Do it in the window.',
      ]);
    }
  });

  it('is offered no field for a word of its person where it is a language model', () => {
    for (const { call, isProposal, inputSchema } of tools().values())
      if (isProposal)
        for (const word of WORDS_OF_PERSON)
          expect(Object.keys(inputSchema.properties ?? {}), call).not.toContain(word);
  });

  it('shows the amounts of a proposed alert in rupees, never in paise', async () => {
    const { script } = await personAndScript('paise-of');
    const shownOf = async (condition: object) => {
      const { proposal } = await script.call('proposals.add', {
        call: 'alertRules.add',
        proposed: { mode: 'test', condition },
      });
      return proposal.preview.find(({ field }) => field === 'condition')?.value;
    };
    expect(await shownOf({ kind: 'price', symbol: 'ITC', when: 'above', price: 500_00 })).toBe(
      '{"kind":"price","symbol":"ITC","when":"above","price":"₹500.00"}',
    );
    expect(await shownOf({ kind: 'profit', strategyId: null, when: 'below', amount: -2_500_00 })).toContain(
      '2,500.00"',
    );
    expect(await shownOf({ kind: 'change', symbol: 'ITC', when: 'below', percent: -5 })).toContain(
      '"percent":-5',
    );
  });

  it('cannot bury a proposal that waits under others that were decided on', async () => {
    const { user, script } = await personAndScript('buried');
    const added = await user.call('strategies.add', { url: 'add', name: 'Buried', document: RSI_RULES });
    const propose = () =>
      script.call('proposals.add', {
        call: 'strategies.start',
        proposed: { strategyId: added.strategyId ?? 0 },
      });
    const first = (await propose()).proposal.proposalId;
    // More than are kept of one account.
    for (let count = 0; count < 205; count++) {
      const { proposalId } = (await propose()).proposal;
      await user.call('proposals.decide', { proposalId, isAccepted: false });
    }
    const { proposals, waiting } = await user.call('proposals.list');
    expect(waiting).toBe(1);
    expect(proposals.map(({ state }) => state)).toEqual([
      'waiting',
      ...Array.from({ length: 20 }, () => 'rejected'),
    ]);
    expect(proposals[0]?.proposalId).toBe(first);
  }, 20_000);

  it('cannot make a basket whose name is read as that of another', async () => {
    const { script } = await personAndScript('basket-names', 'change');
    const add = async (name: string) => {
      const { status } = await script.askUnproven('baskets.add', {
        name,
        constituents: [
          { instrument: 'ITC', weight: 50 },
          { instrument: 'SBIN', weight: 50 },
        ],
      });
      return status;
    };
    expect(await add('Large caps')).toBe(200);
    for (const name of ['Large caps\u200B.', 'Large\u2060 caps', 'Large \u202Espac\u202C', 'Large\ncaps'])
      expect([JSON.stringify(name), await add(name)]).toEqual([JSON.stringify(name), 400]);
  });
});
