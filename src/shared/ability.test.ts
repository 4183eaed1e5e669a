import { describe, expect, it } from 'vitest';
import { abilityOf, DEFAULT_ABILITY, whyNot } from './ability.ts';
import { CALL_FACTS } from './call-facts.ts';
import { type CallId, contract } from './contract/index.ts';
import type { Endpoint } from './contract/endpoint.ts';

const calls = Object.keys(CALL_FACTS) as CallId[];
const refused = (rights: readonly { action: string; subject: string }[]): CallId[] =>
  calls.filter((call) => whyNot(abilityOf(rights), call) !== null);

describe('abilities', () => {
  it('by default let a trader make every call', () => {
    expect(refused(DEFAULT_ABILITY)).toEqual([]);
  });

  it('that list everything let make every call', () => {
    expect(refused([{ action: 'manage', subject: 'all' }])).toEqual([]);
  });

  it('that let everything be read let nothing be changed', () => {
    const changing = calls.filter((call) => CALL_FACTS[call].right?.action === 'manage');
    expect(refused([{ action: 'read', subject: 'all' }])).toEqual(changing);
    expect(changing).toContain('wallet.transfer');
  });

  it('that list nothing leave what being signed in is enough for', () => {
    const allowed = calls.filter((call) => CALL_FACTS[call].right === null);
    expect(refused([])).toEqual(calls.filter((call) => !allowed.includes(call)));
    expect(allowed).toContain('profile.mine');
    expect(allowed).toContain('session.logout');
  });

  it('to read do not let change, and say so', () => {
    const ability = abilityOf([{ action: 'read', subject: 'Wallet' }]);
    expect(whyNot(ability, 'wallet.mine')).toBeNull();
    expect(whyNot(ability, 'wallet.withdraw')).toBe(
      'Your account has no right to change the wallet. Write to support if you need it.',
    );
    expect(whyNot(ability, 'team.mine')).toBe(
      'Your account has no right to see the team. Write to support if you need it.',
    );
  });

  it('to see everything neither move money nor send orders nor open the account to others; they end what is open', () => {
    const isWeighty = ({ money, stepUp }: Endpoint) => money !== null || stepUp !== null;
    const weighty = Object.entries(contract).flatMap(([domain, endpoints]) =>
      Object.entries<Endpoint>(endpoints)
        .filter(([, endpoint]) => isWeighty(endpoint))
        .map(([name]) => `${domain}.${name}`),
    );
    const ability = abilityOf([{ action: 'read', subject: 'all' }]);
    expect(weighty.filter((call) => whyNot(ability, call as CallId) === null)).toEqual([
      // One's own key to the account.
      'profile.totp',
      'profile.newRecoveryCodes',
      'strategies.sell',
      'positions.exit',
      'positions.exitAll',
      'live.resolve',
      'live.settleDifference',
      'live.killSwitch',
      'manual.close',
      'manual.closeNet',
      'gtt.cancel',
      'baskets.close',
      // With the rights of who makes it.
      'keys.make',
    ]);
    expect(weighty).toContain('live.goLive');
    expect(weighty).toContain('profile.updateBank');
  });

  it('never trap anybody in a position: who sees it may leave it', () => {
    const seeing = abilityOf([
      { action: 'read', subject: 'Position' },
      { action: 'read', subject: 'Strategy' },
      { action: 'read', subject: 'Broker' },
      { action: 'read', subject: 'Basket' },
    ]);
    const leaving: CallId[] = [
      'positions.exit',
      'positions.exitAll',
      'positions.cancelOrder',
      'strategies.stop',
      'strategies.sell',
      'live.killSwitch',
      'baskets.close',
    ];
    for (const call of leaving) expect(whyNot(seeing, call), call).toBeNull();
    expect(whyNot(seeing, 'strategies.start')).not.toBeNull();
  });
});
